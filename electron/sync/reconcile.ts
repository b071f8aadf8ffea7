/** What an operation 8 page means against what is stored: go on, verify from the beginning, or a new life of the room id. Pure. */
import { ROOM_STATE } from "../../shared/model/room.ts";
import type { Position, StoredMark } from "../store/journalTypes.ts";
import { type Incoming, sameContent } from "./incoming.ts";

/**
 * A room's reading under way. `forward`: from the anchor on, which the first event proves again. `begin`: a room of which
 * nothing is known. `verify`: the anchor was not there; from the beginning, to see whether this is still the same life.
 * `first`: the first page alone, because the anchor may be alike in two lives; then on from the anchor.
 */
export type Reading = {
  mode: "begin" | "forward" | "verify" | "first";
  /** Where the next page begins, inclusive; null: at the beginning. */
  nextId: string | null;
  pages: number;
  /** The sequence that stood last: unnumbered events belong behind it. */
  behind: number;
  /** How often each unnumbered content stood behind it so far. */
  counts: ReadonlyMap<string, number>;
  /** Highest sequence of this reading. */
  highest: number;
  /** Something of it was known, with the same content. */
  overlap: boolean;
  /** The first page was read before it, and is that of the stored life. */
  firstAlike: boolean;
};

export type Placed = { event: Incoming; at: Position };

export type Decision =
  | { kind: "reborn" }
  | { kind: "verify" }
  /** The first page is that of the stored life: go on at the anchor. */
  | { kind: "alike" }
  | {
      kind: "store";
      insert: Placed[];
      seen: Position[];
      move: { from: Position; to: Position }[];
      gap: { from: number; to: number } | null;
      reading: Reading;
    };

export const startReading = (anchor: number, behind: number): Reading =>
  anchor > 0
    ? { mode: "forward", nextId: String(anchor), pages: 0, behind, counts: new Map(), highest: 0, overlap: false, firstAlike: false }
    : { mode: "begin", nextId: null, pages: 0, behind: 0, counts: new Map(), highest: 0, overlap: false, firstAlike: false };

export const verifyReading = (): Reading => ({ ...startReading(0, 0), mode: "verify" });
export const firstPageReading = (): Reading => ({ ...startReading(0, 0), mode: "first" });

/** A room is destroyed an hour after it was closed (public facts, "closed is terminal"); then its id may live anew. */
const DESTROYED_AFTER_MS = 3_600_000;
/** Nobody knows how much of the hour of a room that was closed already was over when it was seen, ms. */
const CLOSED_MS = 300_000;

/** Whether a life last seen at `seenAt` may have ended by `now` (server time, ms), so that an anchor with the same content proves nothing by itself. */
export const mayHaveEnded = (seenAt: number, now: number, state: number | null): boolean =>
  now - seenAt >= (state === ROOM_STATE.closed ? CLOSED_MS : DESTROYED_AFTER_MS);

/** The range of stored marks that `reconcile` wants to see for a page. */
export const markRange = (reading: Reading, page: readonly Incoming[]): { from: number; to: number } => {
  let [from, to] = [reading.behind, reading.behind];
  for (const { sequence } of page) {
    if (sequence === null) continue;
    from = Math.min(from, sequence);
    to = Math.max(to, sequence);
  }
  return { from, to };
};

export type Known = {
  anchor: number;
  lastSequence: number;
  /** Stored events in `markRange`, unnumbered ones with them. */
  marks: readonly StoredMark[];
  /** Stored unnumbered events, anywhere, whose content is in the page. */
  unnumbered: readonly StoredMark[];
};

/** Nothing stored: a new life. */
export const NOTHING_KNOWN: Known = { anchor: 0, lastSequence: 0, marks: [], unnumbered: [] };

export const reconcile = (reading: Reading, page: readonly Incoming[], nextId: string | null, known: Known): Decision => {
  const stored = new Map(known.marks.filter((mark) => mark.ordinal === 0).map((mark) => [mark.sequence, mark]));
  const { first, most, overlaps, differs } = held(page, stored);
  if (differs) return { kind: "reborn" };

  if (reading.mode === "forward" && reading.pages === 0 && (first === null || first > known.anchor)) return { kind: "verify" };

  const overlap = reading.overlap || overlaps;
  const highest = Math.max(reading.highest, most);
  if (reading.mode === "first" && overlap && nextId !== null && highest < known.anchor) return { kind: "alike" };
  // Where the first page alone tells nothing, or is all there is, the whole list tells.
  const verifies = reading.mode === "verify" || reading.mode === "first";
  const mode = verifies ? "verify" : reading.mode;
  const next: Reading = { ...reading, mode, nextId, pages: reading.pages + 1, overlap, highest };
  // Older than all that is stored: nothing says yet whose life this is, so nothing is stored of it.
  if (verifies && !overlap && highest <= known.lastSequence) {
    return { kind: "store", insert: [], seen: [], move: [], gap: null, reading: next };
  }
  // Only the earliest event that the service still has can tell that those before it can no longer be asked for.
  const lost = verifies && !overlap && reading.highest === 0 && first !== null && known.lastSequence > 0;
  const gap = lost && first > known.lastSequence + 1 ? { from: known.lastSequence + 1, to: first - 1 } : null;
  const { behind, counts, ...placing } = place(reading, page, known, stored);
  return { kind: "store", ...placing, gap, reading: { ...next, behind, counts } };
};

/** The page against what is stored under its sequences: its first and its highest, whether one is stored, and whether one says something else there. */
const held = (page: readonly Incoming[], stored: ReadonlyMap<number, StoredMark>) => {
  let first: number | null = null;
  let most = 0;
  let [overlaps, differs] = [false, false];
  for (const event of page) {
    if (event.sequence === null) continue;
    first ??= event.sequence;
    most = Math.max(most, event.sequence);
    const mark = stored.get(event.sequence);
    if (mark === undefined) continue;
    overlaps = true;
    differs ||= !sameContent(mark, event);
  }
  return { first, most, overlaps, differs };
};

/** Gives each event its place: numbered ones by their sequence, others behind the one before them, matched by content with what is there. */
const place = (reading: Reading, page: readonly Incoming[], known: Known, stored: ReadonlyMap<number, StoredMark>) => {
  const insert: Placed[] = [];
  const seen: Position[] = [];
  const move: { from: Position; to: Position }[] = [];
  const used = new Set<StoredMark>();
  const ordinals = new Map<number, number>();
  for (const mark of known.marks) ordinals.set(mark.sequence, Math.max(ordinals.get(mark.sequence) ?? 0, mark.ordinal));
  const nextPlace = (sequence: number): Position => {
    const ordinal = (ordinals.get(sequence) ?? 0) + 1;
    ordinals.set(sequence, ordinal);
    return { sequence, ordinal };
  };

  let { behind } = reading;
  let counts = new Map(reading.counts);
  for (const event of page) {
    if (event.sequence !== null) {
      if (event.sequence !== behind) counts = new Map();
      behind = event.sequence;
      if (!stored.has(event.sequence)) insert.push({ event, at: { sequence: event.sequence, ordinal: 0 } });
      continue;
    }
    const count = (counts.get(event.hash) ?? 0) + 1;
    counts.set(event.hash, count);
    const same = known.unnumbered.filter((mark) => mark.hash === event.hash);
    if (same.filter((mark) => mark.seenRoom && mark.sequence === behind).length >= count) continue;
    // One that only operation 9 has brought so far: the same event, whose place is now known.
    const waiting = same.filter((mark) => !mark.seenRoom && !used.has(mark));
    const match = waiting.find((mark) => mark.sequence === behind) ?? waiting[0];
    if (match === undefined) insert.push({ event, at: nextPlace(behind) });
    else {
      used.add(match);
      const from = { sequence: match.sequence, ordinal: match.ordinal };
      if (match.sequence === behind) seen.push(from);
      else move.push({ from, to: nextPlace(behind) });
    }
  }
  return { insert, seen, move, behind, counts };
};
