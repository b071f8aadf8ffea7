/** Which rooms are meant to be removed, from what stands in the form. Pure. */
import type { RemovalChoice } from "../../../shared/model/removal.ts";

export const MEANT = ["before", "archived", "exam", "one"] as const;
export type Meant = (typeof MEANT)[number];

/** Midnight at the beginning of a `date` field's day, by this workstation's clock; null: no day, or one that has not begun. */
const beginningOf = (day: string, now: number): number | null => {
  const at = day === "" ? Number.NaN : new Date(`${day}T00:00`).getTime();
  return Number.isNaN(at) || at > now ? null : at;
};

export type TypedRemoval = { meant: Meant; day: string; exam: string; room: string };

/** null: something is missing. */
export const choiceOf = ({ meant, day, exam, room }: TypedRemoval, now: number): RemovalChoice | null => {
  if (meant === "archived") return { rooms: "archived", before: null };
  if (meant === "exam") return exam === "" ? null : { rooms: { examId: exam }, before: null };
  if (meant === "one") return room === "" ? null : { rooms: [room], before: null };
  const before = beginningOf(day, now);
  return before === null ? null : { rooms: "all", before };
};
