/** Counts what is in a record, without reading its events. */
import type { RecordSummary } from "../../shared/model/record.ts";
import { ok } from "../../shared/result.ts";
import { onReadOnly, type ReadJob } from "../store/reads/job.ts";

const atOf = (value: unknown): number | null => (typeof value === "number" ? value : null);

export const recordSummary: ReadJob<{ journal: string }, RecordSummary> = (world, { journal }) =>
  onReadOnly<RecordSummary>(world, journal, function* (database) {
    const events = database.prepare("SELECT total(number - first + 1) AS count FROM record WHERE event_id IS NOT NULL").get();
    yield;
    const notes = database
      .prepare(
        `SELECT json_extract(line, '$.kind') AS kind, count(*) AS count FROM record WHERE line IS NOT NULL GROUP BY kind ORDER BY count DESC, kind`,
      )
      .all()
      .map((row) => ({ kind: String(row["kind"]), count: Number(row["count"]) }));
    yield;
    const end = (order: "ASC" | "DESC"): number | null =>
      atOf(
        database
          .prepare(
            `SELECT coalesce(json_extract(line, '$.at'), (SELECT received_at FROM events WHERE id = event_id)) AS at FROM record ORDER BY number ${order} LIMIT 1`,
          )
          .get()?.["at"],
      );
    const count = Number(events?.["count"] ?? 0);
    const kinds = count === 0 ? notes : [{ kind: "event", count }, ...notes];
    return ok({ kinds, firstAt: end("ASC"), lastAt: end("DESC") });
  });
