/** One step of reading a room by operation 8: ask from the anchor, judge the page, store it, move on. The truth about a room comes from here. */
import type { CloudAnswer, RequestClass, Sending, SequencePage } from "../cloud/types.ts";
import type { RoomChange } from "../store/journalTypes.ts";
import type { LiveRoom } from "./book.ts";
import type { Core } from "./core.ts";
import { type Incoming, incoming } from "./incoming.ts";
import { suspect, suspectKey } from "./otherReader.ts";
import { problemClass, type RoomProblem } from "./pollState.ts";
import {
  type Decision,
  firstPageReading,
  type Known,
  markRange,
  mayHaveEnded,
  NOTHING_KNOWN,
  type Reading,
  reconcile,
  startReading,
  verifyReading,
} from "./reconcile.ts";

/** A reading that rested this long starts again at its anchor: in the meantime the room may have begun a new life, ms. */
const STALE_READING_MS = 30_000;
/** So many complete lists in a row without the known tail, and the room is taken to live anew. */
const TAIL_MISSING_LIMIT = 3;

/** What was true when the request left. Server time in ms. */
type Sent = { chainId: number | null; hints: number; serverTime: number; provedUntil: number | null };
type PageAt = LiveRoom["pageAt"];

/** `end`: read to the end; `fresh`: after failures before it. */
export type ReadOutcome = { kind: "more" | "end" | "again"; recovered: boolean } | { kind: "problem"; code: RoomProblem };

export const createRoomReader = (core: Core) => {
  const { cloud, journal, registry, clock, log, book } = core;

  const present = (): PageAt => ({ monotonic: clock.monotonic(), wall: clock.wall() });
  const rested = (since: PageAt): boolean => Math.max(clock.monotonic() - since.monotonic, clock.wall() - since.wall) > STALE_READING_MS;

  /** Whether the stored life may have ended since it was seen: by what proves the room, or by the answer that brought its anchor. */
  const maybeEnded = (roomUuid: string, provedUntil: number | null, now: number): boolean => {
    const { anchor, summary } = book.facts(roomUuid);
    if (!mayHaveEnded(provedUntil ?? 0, now, summary.state)) return false;
    const [mark] = journal.marks(roomUuid, anchor, anchor);
    return mayHaveEnded(mark?.answeredAt ?? 0, now, summary.state);
  };

  const fromAnchor = ({ roomUuid }: LiveRoom): Reading => {
    const { anchor } = book.facts(roomUuid);
    return startReading(anchor, journal.sequenceBefore(roomUuid, anchor));
  };

  const readingOf = (room: LiveRoom): Reading => {
    const facts = book.facts(room.roomUuid);
    if (room.reading !== null && !rested(room.pageAt)) return room.reading;
    // Whatever answers after "no such room" is a new life, read from its start.
    if (facts.absent || facts.anchor === 0) return startReading(0, 0);
    if (room.doubted) return verifyReading();
    return maybeEnded(room.roomUuid, core.provedUntil(room.roomUuid), core.server.now()) ? firstPageReading() : fromAnchor(room);
  };

  const known = (room: LiveRoom, reading: Reading, page: readonly Incoming[]): Known => {
    const { anchor, lastSequence } = book.facts(room.roomUuid);
    const { from, to } = markRange(reading, page);
    const hashes = page.flatMap((event) => (event.sequence === null ? [event.hash] : []));
    return {
      anchor,
      lastSequence,
      marks: journal.marks(room.roomUuid, from, to),
      unnumbered: hashes.length === 0 ? [] : journal.unnumbered(room.roomUuid, hashes),
    };
  };

  /** A new life: what stands before it stays in the journal; it is read from its start. */
  const beginAgain = (room: LiveRoom): void => {
    room.reading = null;
    room.life = null;
    room.doubted = false;
    room.readAt = null;
    room.tailMissing = 0;
    core.store([{ roomUuid: room.roomUuid, begin: { foundAt: core.server.now() } }]);
    log.info({ room: room.roomUuid }, "a room id began a new life");
  };

  /** Events that operation 9 ought to have brought: made after a proof that is younger than the chain. */
  const noteSuspects = (room: LiveRoom, change: RoomChange): void => {
    const { startedAt } = core.chain();
    if (!core.chainProves() || startedAt === null || room.readAt === null || room.readAt < startedAt) return;
    const { incarnation } = book.facts(room.roomUuid);
    const missed = (change.insert ?? []).filter((event) => event.ordinal === 0 && !room.named.has(event.sequence));
    const keys = missed.map((event) => suspectKey(room.roomUuid, incarnation, event.sequence));
    core.setSuspects(suspect(core.suspects(), keys, clock.monotonic()));
  };

  const storePage = (room: LiveRoom, decision: Decision & { kind: "store" }, rebirth: boolean, ts: number, sent: Sent): "more" | "end" => {
    const facts = book.facts(room.roomUuid);
    const { reading } = decision;
    const ended = reading.nextId === null;
    const anchor = Math.max(rebirth ? 0 : facts.anchor, reading.highest);
    const chained = sent.chainId !== null && sent.chainId === core.chain().id && core.chainProves();
    const settles = ended && sent.hints === room.hints;
    // Only what operation 8 itself proved in this life bounds from below: another reader may have robbed the chain.
    const previousProof = rebirth ? null : (room.readAt ?? facts.proof.provedAt);
    const provedAt = rebirth ? ts : Math.max(facts.proof.provedAt ?? 0, ts);
    const change: RoomChange = {
      roomUuid: room.roomUuid,
      ...(rebirth ? { begin: { foundAt: core.server.now() } } : {}),
      move: decision.move,
      seen: decision.seen.map((at) => ({ ...at, via: "room" as const })),
      insert: core.toNewEvents(decision.insert, "room", previousProof, ts),
      ...(decision.gap === null ? {} : { gap: { ...decision.gap, foundAt: core.server.now() } }),
      anchor,
      absent: false,
      ...(ended ? { proof: { provedAt, chainId: chained && settles ? sent.chainId : null } } : {}),
    };
    if (!rebirth) noteSuspects(room, change);
    core.store([change]);
    registry.setAbsent(room.roomUuid, false);
    room.reading = ended ? null : reading;
    room.pageAt = present();
    if (!ended) return "more";
    room.readAt = ts;
    room.tailMissing = 0;
    if (chained) room.life = sent.chainId;
    if (settles) {
      room.doubted = false;
      room.settled = sent.hints;
      room.named.clear();
    }
    return "end";
  };

  /** The service lists the same events, without the last that it has shown before: an old copy answered, or a new life that begins alike. */
  const tailIsMissing = (room: LiveRoom, reading: Reading): boolean =>
    reading.mode === "verify" && reading.nextId === null && reading.highest < book.facts(room.roomUuid).anchor;

  const take = (room: LiveRoom, reading: Reading, answer: CloudAnswer<SequencePage>, sent: Sent): ReadOutcome => {
    const recovered = room.poll.problem !== null;
    const page = answer.value.events.map(incoming);
    if (answer.value.unreadable > 0) log.warn({ room: room.roomUuid, count: answer.value.unreadable }, "items of an answer are no events");
    const again = (next: Reading): ReadOutcome => {
      room.reading = next;
      room.pageAt = present();
      return { kind: "again", recovered };
    };
    // By the server's own clock, whatever became of this workstation's meanwhile.
    const believes = reading.mode === "forward" && reading.pages === 0 && !reading.firstAlike;
    if (believes && maybeEnded(room.roomUuid, sent.provedUntil, answer.ts ?? sent.serverTime)) return again(firstPageReading());
    const rebirth = book.facts(room.roomUuid).absent && book.facts(room.roomUuid).summary.eventCount > 0;
    const decision = reconcile(reading, page, answer.value.nextId, rebirth ? NOTHING_KNOWN : known(room, reading, page));
    if (decision.kind === "reborn") {
      beginAgain(room);
      return { kind: "again", recovered };
    }
    if (decision.kind === "verify") return again(verifyReading());
    if (decision.kind === "alike") return again({ ...fromAnchor(room), firstAlike: true });
    if (!rebirth && tailIsMissing(room, decision.reading)) {
      room.reading = null;
      room.tailMissing += 1;
      if (room.tailMissing < TAIL_MISSING_LIMIT) return { kind: "problem", code: "tailMissing" };
      beginAgain(room);
      return { kind: "again", recovered };
    }
    // Without a time of its own an answer proves no more than was so when it was asked for.
    return { kind: storePage(room, decision, rebirth, answer.ts ?? sent.serverTime, sent), recovered };
  };

  const noteAbsent = (room: LiveRoom, sent: Sent): void => {
    room.reading = null;
    room.life = null;
    room.settled = sent.hints;
    room.named.clear();
    const facts = book.facts(room.roomUuid);
    const until = core.provedUntil(room.roomUuid);
    if (!facts.absent) core.store([{ roomUuid: room.roomUuid, absent: true, proof: { provedAt: until, chainId: null } }]);
    registry.setAbsent(room.roomUuid, true);
  };

  return {
    /** Asks one page. `started` is told the request, so that it can be aborted. Never rejects for what the service does. */
    read: async (room: LiveRoom, requestClass: RequestClass, started: (sending: Sending<SequencePage>) => void): Promise<ReadOutcome> => {
      const reading = readingOf(room);
      const { epoch } = room;
      const wakes = core.wakes();
      const sent: Sent = {
        chainId: core.chainProves() ? core.chain().id : null,
        hints: room.hints,
        serverTime: core.server.now(),
        provedUntil: core.provedUntil(room.roomUuid),
      };
      room.askedAt = clock.monotonic();
      room.askedChain = sent.chainId;
      const ask = reading.nextId === null ? {} : { nextId: reading.nextId };
      const sending = cloud.roomSequences(room.roomUuid, ask, { class: requestClass, prepaid: true });
      started(sending);
      const result = await sending.done;
      let outcome: ReadOutcome;
      let retryAfterMs: number | null = null;
      try {
        // A page that goes on from before a pause says nothing about the life that the room has now.
        if (result.ok && (reading.pages > 0 || reading.firstAlike) && (epoch !== room.epoch || rested(room.pageAt))) {
          room.reading = null;
          outcome = { kind: "again", recovered: false };
        } else if (result.ok) outcome = take(room, reading, result.value, sent);
        else {
          ({ retryAfterMs } = result.error);
          room.reading = null;
          if (problemClass(result.error.code) === "absent") noteAbsent(room, sent);
          outcome = { kind: "problem", code: result.error.code };
        }
      } catch (error) {
        log.error({ error, room: room.roomUuid }, "an answer could not be stored");
        core.countError();
        room.reading = null;
        outcome = { kind: "problem", code: "store" };
      }
      // What was asked before a pause does not go on after it.
      if (epoch !== room.epoch) room.reading = null;
      const over = outcome.kind === "problem" && outcome.code === "aborted" && core.wakes() !== wakes;
      const wish = over ? null : retryAfterMs;
      if (outcome.kind === "problem") core.advance(room, { kind: "problem", code: outcome.code, retryAfterMs: wish });
      else core.advance(room, { kind: outcome.kind === "end" ? "end" : "more" });
      // It was named again while this was on its way: an older "no such room" does not settle that.
      if (room.poll.phase === "destroyed" && room.hints !== sent.hints) core.advance(room, { kind: "named" });
      return outcome;
    },
  };
};
