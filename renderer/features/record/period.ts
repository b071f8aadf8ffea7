/** Which part of the record is wanted, from what stands in the form. Pure. */

export const PERIODS = ["all", "hour", "hours4", "hours12", "chosen"] as const;
export type Period = (typeof PERIODS)[number];

const HOUR_MS = 3_600_000;
const HOURS: Readonly<Record<Exclude<Period, "all" | "chosen">, number>> = { hour: 1, hours4: 4, hours12: 12 };

/** What a `datetime-local` field holds, by this workstation's clock; null: nothing, or no time. */
const instantOf = (text: string): number | null => {
  const at = text === "" ? Number.NaN : new Date(text).getTime();
  return Number.isNaN(at) ? null : at;
};

/** Server time, ms. null: the end is before the beginning. */
export const boundsOf = (
  period: Period,
  typed: { from: string; to: string },
  now: number,
): { from: number | null; to: number | null } | null => {
  if (period === "all") return { from: null, to: null };
  if (period !== "chosen") return { from: now - HOURS[period] * HOUR_MS, to: null };
  const [from, to] = [instantOf(typed.from), instantOf(typed.to)];
  return from !== null && to !== null && to < from ? null : { from, to };
};
