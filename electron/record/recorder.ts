/** Writes the record beside the events: the outbox's numbered feed goes into it exactly once, and the outbox learns how far it goes. */
import type { RecordStatus } from "../../shared/model/record.ts";
import type { Clock, DatabaseDriver, Log } from "../../shared/ports.ts";
import { createRepeating } from "../../shared/repeat.ts";
import { createSignal, type Watch } from "../../shared/signal.ts";
import type { Happenings } from "../store/happenings.ts";
import type { Ledger } from "../store/ledger.ts";
import { judgeTail, tailNote } from "./tail.ts";

/** The feed is looked at this often, ms. */
const LOOK_MS = 1_000;
const AT_A_TIME = 200;
/** So much of what a session says is kept while the disk does not take it. */
const MOST_UNTOLD = 10_000;

export type Recorder = {
  read(): RecordStatus;
  watch: Watch<void>;
  /** What a session says by itself; on disk once this returns, or, where the disk does not take it, as soon as it does. Nothing secret may be in `body`. */
  tell(kind: string, body: Readonly<Record<string, unknown>>): void;
  start(): void;
  /** Writes what is left, and notes that the journal is closed in order: call it last before closing. */
  stop(): void;
  /** For the watchdog. */
  turnedAt(): number | null;
  revive(): void;
};

type Deps = {
  ledger: Ledger;
  happenings: Happenings;
  driver: Pick<DatabaseDriver, "faultOf">;
  clock: Clock;
  serverNow: () => number;
  /** When the machine was started, Unix ms. */
  bootedAt: () => number;
  /** A damaged journal that was set aside at this opening; null: none was. */
  setAside: string | null;
  log: Log;
};

export const createRecorder = ({ ledger, happenings, driver, clock, serverNow, bootedAt, setAside, log }: Deps): Recorder => {
  const changed = createSignal<void>();
  let opened = false;
  let durable = 0;
  let saved = -1;
  let told = -1;
  let failing: string | null = null;
  /** What a session has said and the disk has not taken yet, in order. */
  const untold: { kind: string; at: number; body: Readonly<Record<string, unknown>> }[] = [];

  /** False where the disk does not let us; it is tried again with the next look. */
  const attempt = (work: () => { ok: true } | { ok: false; error: { kind: string } }): boolean => {
    let fault: { kind: string } | null = null;
    try {
      const done = work();
      fault = done.ok ? null : done.error;
    } catch (error) {
      fault = driver.faultOf(error);
      if (fault === null) throw error;
    }
    if (fault !== null && failing !== fault.kind) log.error({ fault }, "the record cannot be written; it is tried again");
    const before = failing;
    failing = fault?.kind ?? null;
    if (before !== failing) changed.emit();
    return fault === null;
  };

  const tellAll = () => {
    for (let next = untold[0]; next !== undefined; next = untold[0]) {
      const done = happenings.tell(next.kind, next.at, next.body);
      if (!done.ok) return done;
      untold.shift();
    }
    return { ok: true } as const;
  };
  const drain = () => {
    const behind = tellAll();
    if (!behind.ok) return behind;
    for (;;) {
      const read = happenings.read(ledger.fed(), AT_A_TIME);
      if (!read.ok) return read;
      ledger.append(read.value.map(({ seq, kind, at, body }) => ({ kind, at: at ?? serverNow(), body, source: seq })));
      if (read.value.length < AT_A_TIME) return { ok: true } as const;
    }
  };
  const saveHead = (closed: boolean) => {
    const head = ledger.head();
    if (head.count === saved && !closed) return { ok: true } as const;
    const done = happenings.saveHead({ ...head, durable: closed ? head.count : durable, bootedAt: bootedAt(), closed });
    if (done.ok) saved = head.count;
    return done;
  };

  /** A journal that is not what the outbox remembers says so in its own record, before anything else is added. */
  const open = () => {
    const known = happenings.head();
    if (!known.ok) return known;
    const numbered = happenings.goOnBehind(ledger.fed());
    if (!numbered.ok) return numbered;
    const found = ledger.head();
    durable = Math.min(found.count, (known.value?.closed ? known.value.count : known.value?.durable) ?? 0);
    if (setAside !== null && known.value !== null) {
      const { count, hash } = known.value;
      ledger.append([{ kind: "rebuilt", at: serverNow(), body: { file: setAside, before: { count, hash } } }]);
      return { ok: true } as const;
    }
    const hashAt = known.value === null ? null : ledger.hashAt(known.value.count);
    const verdict = judgeTail(known.value, { count: found.count, hashAt, bootedAt: bootedAt() });
    const note = tailNote(verdict, known.value, found);
    if (note === null) return { ok: true } as const;
    log.error({ verdict, known: known.value, found }, "the record is not what it was");
    ledger.append([{ ...note, at: serverNow() }], { skipTo: known.value?.count ?? 0 });
    return { ok: true } as const;
  };

  const look = (): void => {
    attempt(() => {
      if (!opened) {
        const done = open();
        if (!done.ok) return done;
        opened = true;
      }
      const drained = drain();
      return drained.ok ? saveHead(false) : drained;
    });
    // Events enter between two looks as well.
    const { count } = ledger.head();
    if (count !== told) changed.emit();
    told = count;
  };
  const looking = createRepeating({
    clock,
    everyMs: LOOK_MS,
    work: look,
    failed: (error) => log.error({ error }, "an unexpected error while writing the record; the loop goes on"),
  });

  return {
    read: () => ({ ...ledger.head(), fault: failing }),
    watch: changed.watch,
    tell: (kind, body) => {
      if (untold.length < MOST_UNTOLD) untold.push({ kind, at: serverNow(), body });
      attempt(tellAll);
    },
    start: looking.start,
    stop: () => {
      looking.stop();
      if (!opened) return;
      attempt(() => {
        const drained = drain();
        if (!drained.ok) return drained;
        // What is called closed must be on the disk before it is called so.
        ledger.sync();
        return saveHead(true);
      });
    },
    turnedAt: looking.turnedAt,
    revive: looking.turn,
  };
};
