/** Every known room with what this run knows of it: the journal's and the registry's facts, the state of its polling, hints, and who looks at it. */
import { ROOM_STATE, type RoomSummary } from "../../shared/model/room.ts";
import type { Clock } from "../../shared/ports.ts";
import { createSignal } from "../../shared/signal.ts";
import type { Journal } from "../store/journalTypes.ts";
import { type JournalRoom, newJournalRoom } from "../store/journalTypes.ts";
import type { KnownRoom, Registry } from "../store/registry.ts";
import { type Chain, proves } from "./chain.ts";
import { freshState, type PollState } from "./pollState.ts";
import type { Reading } from "./reconcile.ts";
import type { Waiting } from "./scheduler.ts";

/** Mutable, and changed by this folder alone. */
export type LiveRoom = {
  readonly roomUuid: string;
  poll: PollState;
  /** How many look at it. */
  open: number;
  busy: boolean;
  /** Monotonic ms of the last request; -Infinity: never. */
  askedAt: number;
  /** The chain under which it was last asked. */
  askedChain: number | null;
  /** Counts what makes a reading under way worthless: the computer slept, or its clock was set. */
  epoch: number;
  /** Counts what operation 9 told and could not be applied; `settled` is the count that operation 8 has completed. */
  hints: number;
  settled: number;
  /** Sequences that operation 9 has named and that were not applied then. */
  named: Set<number>;
  reading: Reading | null;
  /** When the last page of `reading` came, monotonic and wall ms. */
  pageAt: { monotonic: number; wall: number };
  /** The chain under which operation 8 has shown that the stored life is the present one. */
  life: number | null;
  /** Operation 9 contradicted what is stored: the anchor alone proves nothing, it may be alike in both lives. */
  doubted: boolean;
  /** `ts` of the last operation 8 answer of this run that was read to its end. */
  readAt: number | null;
  /** How often in a row the anchor was gone and everything else the same. */
  tailMissing: number;
};

/** Where no chain proves, a destroyed room is asked again after this, ms. */
const UNPROVED_DESTROYED_MS = 20_000;

export const createBook = ({ journal, registry, clock }: { journal: Journal; registry: Registry; clock: Clock }) => {
  const changed = createSignal<string>();
  const rooms = new Map<string, LiveRoom>();

  const factsOf = (roomUuid: string): JournalRoom => journal.room(roomUuid) ?? newJournalRoom(roomUuid);

  const startingPhase = (known: KnownRoom, facts: JournalRoom): PollState => {
    if (known.visibility === "archived") return freshState("paused");
    if (facts.absent || known.absent) return { ...freshState("destroyed"), retryAt: clock.monotonic() };
    return freshState(facts.proof.provedAt === null ? "new" : "catchingUp");
  };

  const enter = (known: KnownRoom): LiveRoom => {
    const room: LiveRoom = {
      roomUuid: known.roomUuid,
      poll: startingPhase(known, factsOf(known.roomUuid)),
      open: 0,
      busy: false,
      askedAt: Number.NEGATIVE_INFINITY,
      askedChain: null,
      epoch: 0,
      hints: 0,
      settled: 0,
      named: new Set(),
      reading: null,
      pageAt: { monotonic: 0, wall: 0 },
      life: null,
      doubted: false,
      readAt: null,
      tailMissing: 0,
    };
    rooms.set(known.roomUuid, room);
    return room;
  };
  for (const known of registry.rooms()) enter(known);

  const summary = (room: LiveRoom): RoomSummary => {
    const facts = factsOf(room.roomUuid);
    const known = registry.room(room.roomUuid);
    return {
      ...facts.summary,
      roomUuid: room.roomUuid,
      name: known?.name || room.roomUuid,
      incarnation: facts.incarnation,
      // What an earlier program made of its events is not shown, and proves nothing, until they are folded again.
      phase: facts.folding ? "catchingUp" : room.poll.phase,
      problem: room.poll.problem,
      schedule: known?.schedule ?? null,
      lastSequence: facts.lastSequence,
      gaps: facts.gaps,
      proof: facts.folding ? newJournalRoom(room.roomUuid).proof : facts.proof,
      visibility: known?.visibility ?? "shown",
    };
  };

  return {
    get: (roomUuid: string): LiveRoom | undefined => rooms.get(roomUuid),
    all: (): IterableIterator<LiveRoom> => rooms.values(),
    size: (): number => rooms.size,
    facts: factsOf,
    summary,
    /** Takes in rooms that the registry has and the book has not; answers those. */
    takeIn: (roomUuids: readonly string[]): LiveRoom[] =>
      roomUuids.flatMap((roomUuid) => {
        const known = registry.room(roomUuid);
        return known === undefined || rooms.has(roomUuid) ? [] : [enter(known)];
      }),
    drop: (roomUuid: string): void => {
      rooms.delete(roomUuid);
      changed.emit(roomUuid);
    },
    touch: (roomUuid: string): void => changed.emit(roomUuid),
    watch: changed.watch,
    /** As the scheduler sees them: all, or some. */
    *waiting(chain: Chain, some: Iterable<LiveRoom> = rooms.values()): Generator<Waiting> {
      const now = clock.monotonic();
      const proving = proves(chain);
      for (const room of some) {
        const facts = factsOf(room.roomUuid);
        yield {
          roomUuid: room.roomUuid,
          phase: room.poll.phase,
          open: room.open > 0,
          busy: room.busy,
          started: facts.summary.state === ROOM_STATE.started,
          named: room.hints !== room.settled,
          chained: proving && facts.proof.chainId === chain.id,
          unasked: proving ? room.askedChain !== chain.id : now - room.askedAt >= UNPROVED_DESTROYED_MS,
          askedAt: room.askedAt,
          retryAt: room.poll.retryAt,
          floorAt: room.poll.floorAt,
        };
      }
    },
  };
};
