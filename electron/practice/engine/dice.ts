/** Seeded chance whose whole state is one number, so that a run can be stored and continued. */
import { createHash } from "node:crypto";

/** The next state and a number in [0, 1). */
const roll = (state: number): { state: number; unit: number } => {
  const next = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(next ^ (next >>> 15), next | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return { state: next, unit: ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296 };
};

export type Dice = {
  unit(): number;
  /** An integer in [from, to]. */
  between(from: number, to: number): number;
  pick<T>(items: readonly T[]): T | undefined;
};

/** Dice whose state lives in `holder`. */
export const diceOf = (holder: { dice: number }): Dice => {
  const unit = (): number => {
    const rolled = roll(holder.dice);
    holder.dice = rolled.state;
    return rolled.unit;
  };
  return {
    unit,
    between: (from, to) => from + Math.floor(unit() * (to - from + 1)),
    pick: (items) => items[Math.floor(unit() * items.length)],
  };
};

const digest = (parts: readonly (string | number)[]): Buffer => createHash("sha256").update(parts.join("\u0000")).digest();

/** A starting state that depends on nothing but `parts`. */
export const diceSeed = (...parts: (string | number)[]): number => digest(parts).readInt32LE(0);

/** An id of 32 hexadecimal digits that depends on nothing but `parts`. */
export const idFrom = (...parts: (string | number)[]): string => digest(parts).toString("hex").slice(0, 32);

/** A media uid, as text: 32 bits, not 0. */
export const streamFrom = (...parts: (string | number)[]): string => String(digest(parts).readUInt32LE(0) || 1);
