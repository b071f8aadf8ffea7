/** Operation 9: takes one answer, applies what surely continues, and hints at everything else. It is consumed by being read, so whatever is lost of it breaks the chain. */
import { sendableId } from "../../shared/model/ids.ts";
import { type CloudProblem, LATE_ARRIVAL_MS, type Sending, type SequencePage } from "../cloud/types.ts";
import type { RoomChange } from "../store/journalTypes.ts";
import { type ChainEvent, FIRST_CHAIN, HORIZON_MS, link } from "./chain.ts";
import type { Core } from "./core.ts";
import { type Incoming, incoming } from "./incoming.ts";
import { answered, suspectKey } from "./otherReader.ts";
import { reconcileApp } from "./reconcileApp.ts";

export type AppOutcome =
  | { ok: true; hinted: number }
  | { ok: false; code: CloudProblem["code"] | "store"; detail: string; retryAfterMs: number | null };

/** Whether the answer may have been taken from the service without reaching us. */
const mayBeLost = (problem: CloudProblem): boolean =>
  problem.maybeDone || ["truncated", "tooBig", "notJson", "badShape", "timeout", "reset"].includes(problem.code);

/** Of these the service may learn only later: until then an answer proves nothing, since the late request takes what the next one should bring. */
const mayArriveLate = ({ code }: CloudProblem): boolean => code === "aborted" || code === "timeout" || code === "reset";

export const createAppReader = (core: Core) => {
  const { cloud, journal, registry, clock, log, book } = core;
  /** An answer to what was asked before this (monotonic ms) proves nothing. A run before this one may have left a request behind. */
  let doubtfulUntil = core.chain().id === FIRST_CHAIN ? Number.NEGATIVE_INFINITY : clock.monotonic() + LATE_ARRIVAL_MS;

  const byRoom = (page: SequencePage): Map<string, Incoming[]> => {
    const rooms = new Map<string, Incoming[]>();
    for (const event of page.events) {
      // An id that cannot be asked for by operation 8 cannot be followed either.
      if (!sendableId(event.roomUuid)) {
        log.warn({ room: event.roomUuid.slice(0, 100) }, "an event names a room id that cannot be asked for");
        continue;
      }
      const list = rooms.get(event.roomUuid);
      if (list === undefined) rooms.set(event.roomUuid, [incoming(event)]);
      else list.push(incoming(event));
    }
    return rooms;
  };

  const meet = (roomUuids: string[]): void => {
    const unknown = roomUuids.filter((roomUuid) => book.get(roomUuid) === undefined);
    if (unknown.length === 0) return;
    registry.add(unknown, "event", core.server.now());
    for (const room of book.takeIn(unknown)) book.touch(room.roomUuid);
  };

  const changeOf = (roomUuid: string, events: Incoming[], ts: number): { change: RoomChange; hint: boolean } => {
    const room = book.get(roomUuid);
    const facts = book.facts(roomUuid);
    const chain = core.chain();
    const sequences = [facts.lastSequence, ...events.flatMap((event) => (event.sequence === null ? [] : [event.sequence]))];
    const hashes = events.flatMap((event) => (event.sequence === null ? [event.hash] : []));
    const decision = reconcileApp(events, {
      lastSequence: facts.lastSequence,
      marks: journal.marks(
        roomUuid,
        sequences.reduce((a, b) => Math.min(a, b)),
        facts.lastSequence,
      ),
      unnumbered: hashes.length === 0 ? [] : journal.unnumbered(roomUuid, hashes),
      continuous: core.chainProves() && room?.life === chain.id && !facts.absent,
      gone: facts.absent,
      // Operation 9 may tell an event again for as long as it keeps it. Whether it happened twice, operation 8 is asked in any case.
      sameSince: ts - HORIZON_MS,
    });
    const until = core.provedUntil(roomUuid);
    if (room !== undefined && decision.hint) {
      room.hints += 1;
      if (decision.contradicts) {
        room.life = null;
        room.doubted = true;
      }
      const applied = new Set(decision.insert.map(({ at }) => at.sequence));
      for (const { sequence } of events) if (sequence !== null && !applied.has(sequence)) room.named.add(sequence);
    }
    return {
      hint: decision.hint,
      change: {
        roomUuid,
        insert: core.toNewEvents(decision.insert, "app", until, ts),
        seen: decision.seen.map((at) => ({ ...at, via: "app" as const })),
        // Something of this room is not known yet: it keeps the age that was proved before this answer.
        ...(decision.hint ? { proof: { provedAt: until, chainId: null } } : {}),
      },
    };
  };

  const watchForOthers = (rooms: Map<string, Incoming[]>, askedAt: number): void => {
    const brought = new Set<string>();
    for (const [roomUuid, events] of rooms) {
      const { incarnation } = book.facts(roomUuid);
      for (const { sequence } of events) if (sequence !== null) brought.add(suspectKey(roomUuid, incarnation, sequence));
    }
    const { suspects, found } = answered(core.suspects(), brought, askedAt);
    core.setSuspects(suspects);
    if (!found || core.chain().otherReader) return;
    log.warn({}, "another program reads the app-wide events of this application; they prove nothing from now on");
    core.linkChain({ kind: "otherReader" });
  };

  const take = (page: SequencePage, ts: number, askedAt: number): number => {
    const event: ChainEvent = askedAt < doubtfulUntil ? { kind: "doubtful" } : { kind: "complete", ts };
    // A pause beyond what the service keeps is a break, and must be one before anything is taken to continue.
    if (link(core.chain(), event).id !== core.chain().id) core.linkChain({ kind: "broken" });
    const rooms = byRoom(page);
    meet([...rooms.keys()]);
    const done = [...rooms].map(([roomUuid, events]) => changeOf(roomUuid, events, ts));
    const worth = done.map(({ change }) => change).filter((change) => change.proof || change.insert?.length || change.seen?.length);
    core.store(worth, link(core.chain(), event));
    core.linkChain(event);
    watchForOthers(rooms, askedAt);
    const hinted = done.filter(({ hint }) => hint).map(({ change }) => change.roomUuid);
    for (const roomUuid of hinted) {
      const room = book.get(roomUuid);
      if (room !== undefined) core.advance(room, { kind: "named" });
    }
    return hinted.length;
  };

  return {
    /** Asks once. Never rejects for what the service does. */
    read: async (started: (sending: Sending<SequencePage>) => void): Promise<AppOutcome> => {
      const askedAt = clock.monotonic();
      const sentAt = core.server.now();
      const sending = cloud.appSequences({ class: "app", prepaid: true });
      started(sending);
      const result = await sending.done;
      if (!result.ok) {
        core.linkChain({ kind: mayBeLost(result.error) ? "broken" : "notSent" });
        if (mayBeLost(result.error) && mayArriveLate(result.error)) doubtfulUntil = clock.monotonic() + LATE_ARRIVAL_MS;
        return { ok: false, code: result.error.code, detail: result.error.detail, retryAfterMs: result.error.retryAfterMs };
      }
      try {
        const hinted = take(result.value.value, result.value.ts ?? sentAt, askedAt);
        // What could be read of it is stored; what could not is lost.
        if (result.value.value.unreadable > 0) core.linkChain({ kind: "broken" });
        return { ok: true, hinted };
      } catch (error) {
        log.error({ error }, "an app-wide answer could not be stored");
        core.countError();
        core.linkChain({ kind: "broken" });
        return { ok: false, code: "store", detail: "the answer could not be stored", retryAfterMs: null };
      }
    },
  };
};
