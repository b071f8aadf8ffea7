/** Every command that was ever asked, page by page, by what a person filters them with. Reads only. */
import type { CommandFilter } from "../../shared/contract/control.ts";
import type { CommandRow } from "../../shared/model/command.ts";
import type { Database, DatabaseFault, SqlValue } from "../../shared/ports.ts";
import type { Result } from "../../shared/result.ts";
import { type Attempt, readCommand } from "./outboxRows.ts";

export type CommandPages = {
  /** The newest below number `before` (null: of all) that the filter means, and how many it means in all. */
  page(
    filter: CommandFilter,
    before: number | null,
    limit: number,
  ): Result<{ rows: CommandRow[]; more: boolean; total: number }, DatabaseFault>;
};

const TROUBLE = "(state IN ('failed', 'expired', 'unknown', 'needsReview') OR (state = 'accepted' AND overdue = 1))";
const TEXT = "(name || ' ' || room || ' ' || operator || ' ' || (body ->> '$.row.input')) LIKE ? ESCAPE '\\'";

const whereOf = (filter: CommandFilter): { sql: string; values: SqlValue[] } => {
  const parts: string[] = ["1"];
  const values: SqlValue[] = [];
  const also = (sql: string, ...more: SqlValue[]): void => {
    parts.push(sql);
    values.push(...more);
  };
  if (filter.states) also(`state IN (${filter.states.map(() => "?").join(", ")})`, ...filter.states);
  if (filter.name !== undefined) also("name = ?", filter.name);
  if (filter.roomUuid !== undefined) also("room = ?", filter.roomUuid);
  if (filter.operator !== undefined) also("operator = ?", filter.operator);
  if (filter.bulkId !== undefined) also("bulk = ?", filter.bulkId);
  if (filter.trouble) also(TROUBLE);
  if (filter.text) also(TEXT, `%${filter.text.replace(/[\\%_]/g, "\\$&")}%`);
  return { sql: parts.join(" AND "), values };
};

export const createCommandPages = (database: Database, attempt: Attempt): CommandPages => ({
  page: (filter, before, limit) =>
    attempt(() => {
      const { sql, values } = whereOf(filter);
      const total = Number(database.prepare(`SELECT count(*) AS total FROM commands WHERE ${sql}`).get(...values)?.["total"] ?? 0);
      const found = database
        .prepare(`SELECT body FROM commands WHERE ${sql} AND number < ? ORDER BY number DESC LIMIT ?`)
        .all(...values, before ?? Number.MAX_SAFE_INTEGER, limit + 1);
      const rows = found.slice(0, limit).map(({ body }) => readCommand(body).row);
      return { rows, more: found.length > limit, total };
    }),
});
