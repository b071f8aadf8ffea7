/** Every command that was ever asked, page by page, by what a person filters them with. */
import type { CommandFilter, SoughtWord } from "../../../shared/contract/control.ts";
import type { CommandRow } from "../../../shared/model/command.ts";
import type { SqlValue } from "../../../shared/ports.ts";
import { ok } from "../../../shared/result.ts";
import { readCommand } from "../outboxRows.ts";
import { onReadOnly, type ReadJob } from "./job.ts";

/** `before`: the newest below this number; null: of all. */
export type CommandPageInput = { filter: CommandFilter; before: number | null; limit: number };
/** `total`: how many the filter means in all. */
export type CommandPage = { rows: CommandRow[]; more: boolean; total: number };

const TROUBLE = "(state IN ('failed', 'expired', 'unknown', 'needsReview') OR (state = 'accepted' AND overdue = 1))";
const TEXT = "(name || ' ' || room || ' ' || operator || ' ' || (body ->> '$.row.input')) LIKE ? ESCAPE '\\'";
const STATE = "(body ->> '$.row.input.state') = ?";
const COME_BACK = "(body ->> '$.row.input.comeBack.kind') = ?";

const whereWord = ({ text, rooms, kinds }: SoughtWord): { sql: string; values: SqlValue[] } => {
  const parts = [TEXT];
  const values: SqlValue[] = [`%${text.replace(/[\\%_]/g, "\\$&")}%`];
  if (rooms.length > 0) {
    parts.push("room IN (SELECT value FROM json_each(?))");
    values.push(JSON.stringify(rooms));
  }
  for (const { name, state, comeBack } of kinds) {
    parts.push(`(name = ?${state === undefined ? "" : ` AND ${STATE}`}${comeBack === undefined ? "" : ` AND ${COME_BACK}`})`);
    values.push(name, ...(state === undefined ? [] : [state]), ...(comeBack === undefined ? [] : [comeBack]));
  }
  return { sql: `(${parts.join(" OR ")})`, values };
};

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
  for (const word of filter.words ?? []) {
    const where = whereWord(word);
    also(where.sql, ...where.values);
  }
  return { sql: parts.join(" AND "), values };
};

/** `path`: of the outbox. */
export const commandPage: ReadJob<CommandPageInput & { path: string }, CommandPage> = (world, { path, filter, before, limit }) =>
  onReadOnly(world, path, function* (database) {
    const { sql, values } = whereOf(filter);
    const total = Number(database.prepare(`SELECT count(*) AS total FROM commands WHERE ${sql}`).get(...values)?.["total"] ?? 0);
    yield;
    const found = database
      .prepare(`SELECT body FROM commands WHERE ${sql} AND number < ? ORDER BY number DESC LIMIT ?`)
      .all(...values, before ?? Number.MAX_SAFE_INTEGER, limit + 1);
    const rows = found.slice(0, limit).map(({ body }) => readCommand(body).row);
    return ok({ rows, more: found.length > limit, total });
  });
