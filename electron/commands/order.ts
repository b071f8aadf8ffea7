/** The order in which the commands of a room leave. Pure. */
import type { CommandRow } from "../../shared/model/command.ts";

type Ordered = { row: Pick<CommandRow, "state" | "askedAt" | "dueAt"> };

const isDue = ({ row }: Ordered): boolean => row.dueAt !== null && row.state !== "scheduled";
const dueOf = ({ row }: Ordered): number => row.dueAt ?? Number.POSITIVE_INFINITY;
const byDue = (a: Ordered, b: Ordered): number => dueOf(a) - dueOf(b);

/** Given in the order of asking: what was asked for a time, and is due, stands behind what had been asked by then. */
export const laneOrder = <T extends Ordered>(commands: readonly T[]): T[] => {
  const due = commands.filter(isDue).sort(byDue);
  const lane: T[] = [];
  for (const one of commands) {
    if (isDue(one)) continue;
    while (due[0] !== undefined && dueOf(due[0]) < one.row.askedAt) lane.push(...due.splice(0, 1));
    lane.push(one);
  }
  return [...lane, ...due];
};

/** What waits for its time comes last, by that time: of several that are found due together the earlier one goes first. */
export const dueLast = <T extends { command: Ordered }>(jobs: readonly T[]): T[] => {
  const waits = ({ command: { row } }: T): boolean => row.state === "scheduled";
  return [...jobs.filter((job) => !waits(job)), ...jobs.filter(waits).sort((a, b) => byDue(a.command, b.command))];
};
