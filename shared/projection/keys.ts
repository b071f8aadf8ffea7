/** Keys of the timeline: unique within a room, and in the order of the room's own sequence when compared as text. */

const pad = (value: number, digits: number): string => String(value).padStart(digits, "0");

export type EventKey = { incarnation: number; sequence: number; ordinal: number };

/** `iiiiii.ssssssssssssssss.1.oooooo`; 16 digits hold every exact integer. */
export const eventKey = (key: EventKey): string => `${pad(key.incarnation, 6)}.${pad(key.sequence, 16)}.1.${pad(key.ordinal, 6)}`;

/** A gap stands before the first event that follows it and behind all that precede it. */
export const gapKey = (gap: { incarnation: number; from: number }): string => `${pad(gap.incarnation, 6)}.${pad(gap.from, 16)}.0.000000`;

/** The line that opens an incarnation, before all of its events. */
export const incarnationKey = (incarnation: number): string => `${pad(incarnation, 6)}.${pad(0, 16)}.0.000000`;

/** Reads a key back; null for any other text. */
export const parseKey = (key: string): (EventKey & { kind: "event" | "mark" }) | null => {
  const match = /^(\d{6})\.(\d{16})\.([01])\.(\d{6})$/.exec(key);
  if (match === null) return null;
  return {
    incarnation: Number(match[1]),
    sequence: Number(match[2]),
    kind: match[3] === "1" ? "event" : "mark",
    ordinal: Number(match[4]),
  };
};

/** Negative where `a` stands before `b`. */
export const compareKeys = (a: EventKey, b: EventKey): number =>
  a.incarnation - b.incarnation || a.sequence - b.sequence || a.ordinal - b.ordinal;
