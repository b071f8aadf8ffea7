/** The boards of one profile: one for every room together and one for each exam, and what a person said of the sound. Each is opened when somebody looks at it, or when it repeats. */
import { z } from "zod";
import { BoardScope, type BoardStatus, type Finding } from "../../shared/model/boardCheck.ts";
import { type Board, type BoardDeps, createBoard, KeptBoard } from "./board.ts";
import { soundFinding } from "./verdicts.ts";

/** What they have in common and outlives the session. */
const KeptBoards = z.object({
  soundTest: z.object({ heard: z.boolean(), at: z.number() }).nullable(),
  repeats: z.array(z.object({ examId: BoardScope, minutes: z.int() })),
});
type KeptBoards = z.infer<typeof KeptBoards>;

/** A small document that is kept under a name. */
export type Keep = {
  load<T>(name: string, schema: z.ZodType<T>): T | null;
  save(name: string, value: unknown): void;
  drop(name: string): void;
};

type Deps = Omit<BoardDeps, "planned" | "station" | "kept" | "everyMinutes"> & {
  /** undefined: there is no such exam. */
  planned: (examId: BoardScope) => ReturnType<BoardDeps["planned"]> | undefined;
  station: (endsAt: number | null) => Record<"token" | "clock", Finding>;
  soundOn: () => boolean;
  keep: Keep;
};

export type Boards = {
  /** undefined: there is no such exam. */
  of(examId: BoardScope): Board | undefined;
  repeat(examId: BoardScope, minutes: number | null): void;
  soundTested(heard: boolean): void;
  /** Tells what has changed of the workstation, and lets those go whose exam is gone; called again and again. */
  look(): void;
  /** Begins to repeat, where that was wished. */
  start(): void;
  close(): void;
};

const unheard = () => (): void => undefined;
/** What is shown of an exam that is gone. */
export const NO_BOARD = {
  status: { read: () => undefined, watch: unheard },
  rows: { list: () => [], get: () => undefined, watch: unheard },
};

const COMMON = "checks";
const nameOf = (examId: BoardScope): string => `check-${examId ?? "all"}`;

export const createBoards = ({ planned, station, soundOn, keep, ...deps }: Deps): Boards => {
  const boards = new Map<BoardScope, Board>();
  let { soundTest, repeats } = keep.load(COMMON, KeptBoards) ?? { soundTest: null, repeats: [] };

  const save = (): void => keep.save(COMMON, { soundTest, repeats } satisfies KeptBoards);
  const stationOf = (endsAt: number | null): BoardStatus["station"] => ({
    ...station(endsAt),
    sound: soundFinding(soundOn(), soundTest, deps.now()),
  });

  const open = (examId: BoardScope): Board => {
    const board = createBoard({
      ...deps,
      planned: () => planned(examId) ?? [],
      station: stationOf,
      kept: { load: () => keep.load(nameOf(examId), KeptBoard), save: (kept) => keep.save(nameOf(examId), kept) },
      everyMinutes: repeats.find((repeat) => repeat.examId === examId)?.minutes ?? null,
    });
    boards.set(examId, board);
    return board;
  };
  /** Every room together is there always, and its list is long: it is not made for this. */
  const isGone = (examId: BoardScope): boolean => examId !== null && planned(examId) === undefined;
  const of = (examId: BoardScope): Board | undefined => boards.get(examId) ?? (isGone(examId) ? undefined : open(examId));

  const wish = (examId: BoardScope, minutes: number | null): void => {
    repeats = [...repeats.filter((repeat) => repeat.examId !== examId), ...(minutes === null ? [] : [{ examId, minutes }])];
    save();
  };
  const look = (): void => {
    for (const [examId, board] of boards) {
      if (!isGone(examId)) {
        board.look();
        continue;
      }
      boards.delete(examId);
      board.close();
      keep.drop(nameOf(examId));
      wish(examId, null);
    }
  };

  return {
    of,
    repeat: (examId, minutes) => {
      wish(examId, minutes);
      of(examId)?.repeat(minutes);
    },
    soundTested: (heard) => {
      soundTest = { heard, at: deps.now() };
      save();
      look();
    },
    look,
    start: () => {
      for (const { examId } of repeats) of(examId);
    },
    close: () => {
      for (const board of boards.values()) board.close();
    },
  };
};
