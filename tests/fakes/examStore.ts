/** The journal of a long exam, as a console that looked once a minute would have it: for benches that read much. */
import { createFiles } from "../../electron/platform/files.ts";
import { createSqliteDriver } from "../../electron/platform/sqlite.ts";
import { openStore, type Store } from "../../electron/store/index.ts";
import type { NewEvent } from "../../electron/store/journalTypes.ts";
import { createVirtualClock } from "./clock.ts";
import { type ExamEvent, examRoom } from "./exam.ts";
import { quietLog } from "./syncRig.ts";

export const EXAM_BEGAN = 1_700_000_000_000;
export const EXAM_LASTED_MS = 8 * 3_600_000;
/** A look each so often; what came between two looks is one page. */
const POLL_MS = 60_000;
/** Rooms that one transaction takes. */
const AT_ONCE = 100;

export const openExamStore = (folder: string): Store => {
  const opened = openStore({ driver: createSqliteDriver(), files: createFiles(), clock: createVirtualClock(), log: quietLog() }, folder);
  if (!opened.ok) throw new Error(opened.error.message);
  return opened.value;
};

const toNew = ({ at, sequence, cmd, data, ...rest }: ExamEvent, polledAt: number): NewEvent => ({
  sequence,
  ordinal: 0,
  cmd,
  data,
  raw: JSON.stringify({ ...rest, cmd, sequence, data }),
  hash: null,
  time: cmd === 1101 ? { kind: "exact", at } : { kind: "between", notBefore: polledAt - POLL_MS, notAfter: polledAt },
  answeredAt: polledAt,
  receivedAt: polledAt + 50,
  via: "room",
});

/** `events` of them in `rooms` rooms named `room-0` and on, the first with `inTheLongest`. Answers the events of a room that follow. */
export const fillExam = (
  store: Store,
  { rooms, events, inTheLongest = events / rooms }: { rooms: number; events: number; inTheLongest?: number },
): ((index: number, count: number) => NewEvent[]) => {
  const others = (events - inTheLongest) / Math.max(1, rooms - 1);
  const sources = Array.from({ length: rooms }, (_, index) => {
    const every = EXAM_LASTED_MS / (index === 0 ? inTheLongest : others);
    const source = examRoom(`room-${index}`, { seed: index + 1, from: EXAM_BEGAN, every });
    return { roomUuid: `room-${index}`, source, next: source.next().value as ExamEvent };
  });
  for (let polledAt = EXAM_BEGAN + POLL_MS; polledAt <= EXAM_BEGAN + EXAM_LASTED_MS; polledAt += POLL_MS) {
    for (let from = 0; from < sources.length; from += AT_ONCE) {
      const changes = sources.slice(from, from + AT_ONCE).map((room) => {
        const insert: NewEvent[] = [];
        for (; room.next.at <= polledAt; room.next = room.source.next().value as ExamEvent) insert.push(toNew(room.next, polledAt));
        return { roomUuid: room.roomUuid, insert };
      });
      store.journal.record(changes.filter(({ insert }) => insert.length > 0));
    }
  }

  const end = EXAM_BEGAN + EXAM_LASTED_MS;
  return (index, count) => {
    const room = sources[index];
    if (room === undefined) throw new Error(`there is no room ${index}`);
    return Array.from({ length: count }, () => {
      const event = toNew(room.next, end + POLL_MS);
      room.next = room.source.next().value as ExamEvent;
      return event;
    });
  };
};
