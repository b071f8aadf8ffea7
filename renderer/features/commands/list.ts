/** The list of all commands: pages of what is on disk, with what changes meanwhile laid over them. Pure. */
import type { CommandFilter, SoughtWord } from "../../../shared/contract/control.ts";
import { type CommandRow, type CommandState, isTerminal } from "../../../shared/model/command.ts";
import { hasWords } from "./seek.ts";

export const WHICH = ["all", "open", "scheduled", "trouble"] as const;
export type Which = (typeof WHICH)[number];

const OPEN: CommandState[] = ["asked", "scheduled", "queued", "sending", "accepted", "needsReview", "unknown"];

export const filterOf = (which: Which, words: SoughtWord[]): CommandFilter => ({
  ...(which === "open" && { states: OPEN }),
  ...(which === "scheduled" && { states: ["scheduled"] }),
  ...(which === "trouble" && { trouble: true }),
  ...(words.length > 0 && { words }),
});

export const isTrouble = (row: CommandRow): boolean => row.overdue || ["failed", "expired", "unknown", "needsReview"].includes(row.state);

/** As main chooses them (contract: `CommandFilter`). */
export const meantBy = ({ states, trouble, words, name, roomUuid, operator, bulkId }: CommandFilter): ((row: CommandRow) => boolean) => {
  const has = hasWords(words ?? []);
  return (row) => {
    if (states !== undefined && !states.includes(row.state)) return false;
    // What the service shows no sign of has ended when it is accepted.
    if (states === OPEN && isTerminal(row)) return false;
    if (trouble && !isTrouble(row)) return false;
    if (name !== undefined && name !== row.name) return false;
    if (roomUuid !== undefined && roomUuid !== row.roomUuid) return false;
    if (operator !== undefined && operator !== row.operator) return false;
    if (bulkId !== undefined && bulkId !== row.bulk?.id) return false;
    return has(row);
  };
};

export type Pages = { rows: readonly CommandRow[]; more: boolean };

/** The newest first. Of the live ones only those that belong among the rows which have been read. */
export const merged = (pages: Pages, live: ReadonlyMap<string, CommandRow>, filter: CommandFilter): CommandRow[] => {
  const oldest = pages.more ? (pages.rows.at(-1)?.number ?? 0) : 0;
  const byId = new Map(pages.rows.map((row) => [row.id, row]));
  for (const row of live.values()) if (row.number >= oldest) byId.set(row.id, row);
  return [...byId.values()].filter(meantBy(filter)).sort((a, b) => b.number - a.number);
};
