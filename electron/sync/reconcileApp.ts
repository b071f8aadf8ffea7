/** What an operation 9 answer means for one room: a hint, except where it surely continues what is stored. Pure. */
import type { Position, StoredMark } from "../store/journalTypes.ts";
import { type Incoming, sameContent } from "./incoming.ts";
import type { Placed } from "./reconcile.ts";

export type AppDecision = {
  insert: Placed[];
  seen: Position[];
  /** Operation 8 must be asked: something does not simply continue. */
  hint: boolean;
  /** It contradicts what is stored: nothing more is applied until operation 8 has told. */
  contradicts: boolean;
};

export type AppKnown = {
  lastSequence: number;
  /** Stored events for the sequences in question and for `lastSequence`, unnumbered ones with them. */
  marks: readonly StoredMark[];
  unnumbered: readonly StoredMark[];
  /** An unbroken chain says that this is still the life that is stored, and that nothing was missed. */
  continuous: boolean;
  /** The service said that the room does not exist: whatever is told of it now is a new life. */
  gone: boolean;
  /** An unnumbered event brought by an answer at or after this (server time, ms) can be the same as one of this answer. */
  sameSince: number;
};

export const reconcileApp = (events: readonly Incoming[], known: AppKnown): AppDecision => {
  const stored = new Map(known.marks.filter((mark) => mark.ordinal === 0).map((mark) => [mark.sequence, mark]));
  const markOf = ({ sequence }: Incoming): StoredMark | undefined => (sequence === null ? undefined : stored.get(sequence));
  const stands = (event: Incoming): boolean => {
    const mark = markOf(event);
    return mark !== undefined && sameContent(mark, event);
  };
  const contradicts = events.some((event) => markOf(event) !== undefined && !stands(event));
  if (contradicts || !known.continuous) {
    return { insert: [], seen: [], hint: contradicts || known.gone || events.some((event) => !stands(event)), contradicts };
  }

  const insert: Placed[] = [];
  const seen: Position[] = [];
  const brought = new Set<string>();
  let hint = false;
  let last = known.lastSequence;
  let ordinal = known.marks.reduce((most, mark) => (mark.sequence === last ? Math.max(most, mark.ordinal) : most), 0);
  // What stands before something known is told again: operation 8 has been past that place.
  const told = events.findLastIndex((event) => event.sequence !== null && event.sequence <= known.lastSequence);
  for (const [index, event] of events.entries()) {
    if (event.sequence === null) {
      // Its place, and whether it came twice, is for operation 8 to say.
      hint = true;
      if (index < told) continue;
      const same = known.unnumbered.find((mark) => mark.hash === event.hash && mark.answeredAt >= known.sameSince);
      if (same !== undefined) seen.push({ sequence: same.sequence, ordinal: same.ordinal });
      else if (!brought.has(event.hash)) {
        ordinal += 1;
        insert.push({ event, at: { sequence: last, ordinal } });
      }
      brought.add(event.hash);
    } else if (event.sequence === last + 1) {
      insert.push({ event, at: { sequence: event.sequence, ordinal: 0 } });
      last = event.sequence;
      ordinal = 0;
    } else if (!stands(event) && !insert.some(({ at }) => at.sequence === event.sequence)) hint = true;
  }
  return { insert, seen, hint, contradicts: false };
};
