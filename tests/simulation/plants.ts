/** Faults planted on purpose: the simulation must turn red on each, or it proves nothing. */
import { RULES, type Rules } from "../../electron/sync/core.ts";

export const PLANTS = {
  /** The cursor moves on although the last event of a page was not stored. */
  cursorBeforeStore: {
    ...RULES,
    reconcile: (...args) => {
      const decision = RULES.reconcile(...args);
      return decision.kind === "store" ? { ...decision, insert: decision.insert.slice(0, -1) } : decision;
    },
  },
  /** An answer of operation 9 that was lost leaves the chain as it was. */
  lostAnswerForgiven: { ...RULES, link: (chain, event) => (event.kind === "broken" ? chain : RULES.link(chain, event)) },
  /** Operation 9 is applied whether or not it continues the room's sequence. */
  appliedWithoutContinuity: {
    ...RULES,
    reconcileApp: (events, known) => {
      const stored = new Set(known.marks.filter((mark) => mark.ordinal === 0).map((mark) => mark.sequence));
      const insert = events.flatMap((event) =>
        event.sequence !== null && !stored.has(event.sequence) ? [{ event, at: { sequence: event.sequence, ordinal: 0 } }] : [],
      );
      return { insert, seen: [], hint: false, contradicts: false };
    },
  },
  /** What operation 8 shows of a new life is taken for the old one. */
  newLifeUnseen: {
    ...RULES,
    reconcile: (reading, page, nextId, known) => {
      const decision = RULES.reconcile(reading, page, nextId, known);
      if (decision.kind !== "reborn") return decision;
      return { kind: "store", insert: [], seen: [], move: [], gap: null, reading: { ...reading, nextId, pages: reading.pages + 1 } };
    },
  },
  /** Unnumbered events are not recognised when they come the other way. */
  unnumberedTwice: {
    ...RULES,
    reconcile: (reading, page, nextId, known) => RULES.reconcile(reading, page, nextId, { ...known, unnumbered: [] }),
  },
} as const satisfies Record<string, Rules>;
export type Plant = keyof typeof PLANTS;
