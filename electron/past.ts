/** The past of one profile: what the screens ask of it, each answered by the thread that reads. May not change anything. */
import type { past } from "../shared/contract/past.ts";
import type { CallArgument, CallOutput } from "../shared/contract.ts";
import { ok, type Result } from "../shared/result.ts";
import type { ReadJobTable } from "./readJobs.ts";
import { READ_THREADS, type Reader, type Reading, readAll } from "./store/reads/reader.ts";

type PastCall = keyof (typeof past)["queries"];
export type Past = { [N in PastCall]: (input: CallArgument<N>) => Promise<Result<CallOutput<N>>> };

/** `path`: of the journal. Of one kind of question only the latest is still wanted: another one ends it. */
export const createPast = ({ reader, path }: { reader: Pick<Reader<ReadJobTable>, "read">; path: string }): Past => {
  const present = new Map<PastCall, Reading<unknown>>();
  const latest = <T>(kind: PastCall, reading: Reading<T>): Promise<Result<T>> => {
    present.get(kind)?.cancel();
    present.set(kind, reading);
    return reading.done;
  };

  return {
    "past.search": (input) => latest("past.search", reader.read("search", { ...input, path })),
    "past.people": (input) => latest("past.people", reader.read("people", { ...input, path })),
    "past.span": async () => {
      const span = await reader.read("pastSpan", { path }).done;
      return span.ok ? ok({ span: span.value }) : span;
    },
    "past.wall": async (input) => {
      const parts = Array.from({ length: READ_THREADS }, (_, part) =>
        reader.read("pastWall", { ...input, path, part, parts: READ_THREADS }),
      );
      const rooms = await latest("past.wall", readAll(parts));
      return rooms.ok ? ok({ rooms: rooms.value.flat() }) : rooms;
    },
    "past.room": (input) => latest("past.room", reader.read("pastRoom", { ...input, path })),
    "past.since": (input) => latest("past.since", reader.read("since", { ...input, path })),
  };
};
