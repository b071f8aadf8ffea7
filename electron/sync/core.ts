/** What the parts of sync share: the ports, the book, the present chain, and the one way in which something is stored and told. */
import type { RoomEvent } from "../../shared/model/event.ts";
import type { Clock, Log, Random } from "../../shared/ports.ts";
import { eventTime } from "../../shared/projection/index.ts";
import { createSignal } from "../../shared/signal.ts";
import type { Cloud } from "../cloud/types.ts";
import type { Journal, NewEvent, Recorded, RoomChange } from "../store/journalTypes.ts";
import type { Registry } from "../store/registry.ts";
import { createBook, type LiveRoom } from "./book.ts";
import { type Chain, type ChainEvent, link, newChain, proves } from "./chain.ts";
import type { Suspects } from "./otherReader.ts";
import { type PollEvent, step } from "./pollState.ts";
import type { Placed } from "./reconcile.ts";
import { createServerClock } from "./serverClock.ts";

export type CoreDeps = { cloud: Cloud; journal: Journal; registry: Registry; clock: Clock; random: Random; log: Log };
export type Core = ReturnType<typeof createCore>;

export const createCore = (deps: CoreDeps) => {
  const { journal, clock, random, log } = deps;
  const server = createServerClock(clock);
  const book = createBook(deps);
  const timelineChanged = createSignal<Recorded>();
  const stored = createSignal<RoomEvent[]>();
  const connectionChanged = createSignal<void>();
  // What the last run had proved by its chain stays proved until then; whatever was under way when it ended may be lost.
  let chain = newChain(journal.chain().id + 1);
  let suspects: Suspects = new Map();
  let errors = 0;
  let wakes = 0;

  /** A break that the disk does not take holds all the same: the disk then claims less than was proved, never more. Answers the rooms concerned. */
  const written = (before: Chain, after: Chain): Iterable<string> => {
    try {
      return journal.breakChain(before.id, before.otherReader ? null : before.lastTs, after.id);
    } catch (error) {
      errors += 1;
      log.error({ error }, "the break of a chain could not be stored");
      return [...book.all()].map(({ roomUuid }) => roomUuid);
    }
  };

  const breakTo = (before: Chain, after: Chain): void => {
    chain = after;
    suspects = new Map();
    // With another reader the chain never proved anything, however long it held.
    for (const roomUuid of written(before, after)) book.touch(roomUuid);
    connectionChanged.emit();
  };

  /** A listener's fault is its own: what is stored stays stored. */
  const tell = (work: () => void): void => {
    try {
      work();
    } catch (error) {
      errors += 1;
      log.error({ error }, "a listener failed");
    }
  };

  const core = {
    ...deps,
    server,
    book,
    timelineChanged,
    stored,
    connectionChanged,
    chain: (): Chain => chain,
    chainProves: (): boolean => proves(chain),
    /** Moves the chain. A new id means that it broke: rooms keep the age that it had proved until then. */
    linkChain: (event: ChainEvent): void => {
      const before = chain;
      const after = link(before, event);
      if (after.id !== before.id) breakTo(before, { ...after, startedAt: null, lastTs: null });
      chain = after;
      connectionChanged.emit();
    },
    suspects: (): Suspects => suspects,
    setSuspects: (next: Suspects): void => {
      suspects = next;
    },
    woke: (): void => {
      wakes += 1;
    },
    /** How often the computer has woken: what the service wished before it slept is over. */
    wakes: (): number => wakes,
    countError: (): void => {
      errors += 1;
    },
    errors: (): number => errors,
    /** Until when nothing newer is known not to exist: by operation 8, or by the chain that has carried on. */
    provedUntil: (roomUuid: string): number | null => {
      const { proof } = book.facts(roomUuid);
      return proves(chain) && proof.chainId === chain.id && chain.lastTs !== null
        ? Math.max(proof.provedAt ?? 0, chain.lastTs)
        : proof.provedAt;
    },
    /** Of one answer, whose `ts` is `answerTs`. */
    toNewEvents: (placed: readonly Placed[], via: "room" | "app", previousProof: number | null, answerTs: number): NewEvent[] => {
      const receivedAt = server.now();
      return placed.map(({ event, at: { sequence, ordinal } }) => ({
        sequence,
        ordinal,
        cmd: event.cmd,
        data: event.data,
        raw: event.raw,
        hash: event.sequence === null ? event.hash : null,
        time: eventTime(event.cmd, event.data, previousProof, answerTs),
        answeredAt: answerTs,
        receivedAt,
        via,
      }));
    },
    /** Stores in one transaction, then tells. Throws where it cannot be stored; then nothing has changed and nothing is told. */
    store: (changes: readonly RoomChange[], mark?: Chain): RoomEvent[] => {
      const recorded = journal.record(changes, mark === undefined ? undefined : { id: mark.id, lastTs: mark.lastTs });
      const events = recorded.flatMap((room) => room.stored);
      for (const room of recorded) {
        tell(() => book.touch(room.roomUuid));
        if (room.stored.length + room.others.length > 0) tell(() => timelineChanged.emit(room));
      }
      if (events.length > 0) tell(() => stored.emit(events));
      return events;
    },
    advance: (room: LiveRoom, event: PollEvent): void => {
      const before = room.poll;
      room.poll = step(before, event, clock.monotonic(), random.unit());
      if (before.phase === room.poll.phase && before.problem === room.poll.problem) return;
      if (room.poll.problem !== null) log.info({ room: room.roomUuid, problem: room.poll.problem }, "a room cannot be read");
      book.touch(room.roomUuid);
      connectionChanged.emit();
    },
  };
  if (journal.chain().id !== chain.id) breakTo({ ...newChain(journal.chain().id), lastTs: journal.chain().lastTs }, chain);
  return core;
};
