/** What of a session needs a person: gathers the facts that the alarms go by, and watches over the loops. */
import { hasLostRecording, ROOM_STATE, type RoomSummary } from "../shared/model/room.ts";
import type { Clock, Log } from "../shared/ports.ts";
import { createRepeating } from "../shared/repeat.ts";
import type { Alarms } from "./alarms/index.ts";
import type { Commands } from "./commands/index.ts";
import type { Readiness } from "./readiness.ts";
import type { Recorder } from "./record/recorder.ts";
import type { createTelling } from "./record/telling.ts";
import type { Sync } from "./sync/index.ts";
import type { createTokenSource } from "./tokens/tokenSource.ts";
import type { ProfileBook } from "./vault/profileStatus.ts";
import { createWatchdog } from "./watchdog.ts";

/** Facts that no change announces (gaps, the connection's age) reach the alarms this often, ms. */
const FACTS_EVERY_MS = 1_000;

type Deps = {
  clock: Clock;
  log: Log;
  book: ProfileBook;
  sync: Sync;
  commands: Commands;
  alarms: Alarms;
  record: Recorder;
  telling: Pick<ReturnType<typeof createTelling>, "token">;
  tokens: Pick<ReturnType<typeof createTokenSource>, "expiresAt" | "renewalProblem">;
  readiness: Pick<Readiness, "look" | "hosting">;
  /** Before each look. */
  look: () => void;
};

export const createAttention = (deps: Deps) => {
  const { clock, log, book, sync, commands, alarms, record, telling, tokens, readiness } = deps;
  let startedAt = 0;

  const tell = (): void => {
    const { certificate, notices } = book.read();
    deps.look();
    const rooms = sync.rooms.list();
    const expiresAt = tokens.expiresAt();
    telling.token(expiresAt);
    readiness.look();
    alarms.update({
      connection: sync.connection.read(),
      startedAt,
      certificate,
      unrenewable: expiresAt === null || tokens.renewalProblem() === null ? null : { expiresAt },
      examEndsAt: examEndOf(rooms),
      commands: commands.list(),
      lostRecordings: rooms.filter(hasLostRecording),
      stoppedStreams: readiness.hosting.stopped(),
      gaps: rooms.flatMap(({ roomUuid, name, gaps }) => (gaps > 0 ? [{ roomUuid, name, count: gaps }] : [])),
      journalSetAside: notices.find(({ code }) => code === "journalSetAside")?.params["file"] ?? null,
      hungLoops: watchdog.read(),
    });
  };
  const facts = createRepeating({
    clock,
    everyMs: FACTS_EVERY_MS,
    work: tell,
    failed: (error) => log.error({ error }, "an unexpected error while gathering facts for the alarms; the loop goes on"),
  });
  const watchdog = createWatchdog({
    clock,
    serverNow: sync.serverNow,
    log,
    loops: { ...sync.loops, commands, alarms, record, facts: { turnedAt: facts.turnedAt, revive: facts.turn } },
    told: facts.turn,
  });

  return {
    /** `since`: when the session began to ask, server time ms. */
    start: (since: number): void => {
      startedAt = since;
      facts.start();
      watchdog.start();
    },
    stop: (): void => {
      watchdog.stop();
      facts.stop();
    },
    /** The computer slept. */
    woke: watchdog.woke,
  };
};

const MS = 1_000;

/** When the last class that is under way or still to come is over by its schedule, server time ms; null: no schedule is known. */
const examEndOf = (rooms: readonly RoomSummary[]): number | null => {
  const ends = rooms.flatMap(({ state, visibility, startTime, schedule }) => {
    const begins = startTime ?? schedule?.startTime ?? null;
    const duration = schedule?.duration ?? null;
    const over = visibility === "archived" || (state !== null && state >= ROOM_STATE.ended);
    return over || begins === null || duration === null ? [] : [begins + duration * MS];
  });
  return ends.length === 0 ? null : Math.max(...ends);
};
