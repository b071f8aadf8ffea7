/** The record of the profile that runs: how far it goes, whether it is whole, and its way out. */
import { z } from "zod";
import { RecordChoice, RecordFormat, RecordStatus, RecordSummary, RecordVerdict } from "../model/record.ts";
import { RemovalChoice, RemovalPlan, RemovalStatus } from "../model/removal.ts";
import { action, Done, Nothing, query, valueTopic } from "./kinds.ts";

export const record = {
  actions: {
    /** Written into the profile's own folder; `path` says where. `pdf`: the readable report, printed. `verdict`: the file, read back and verified; null for a PDF. */
    "record.export": action(
      z.strictObject({ format: z.enum([...RecordFormat.options, "pdf"]), part: RecordChoice, language: z.enum(["en", "zh"]) }),
      z.object({ path: z.string(), lines: z.int(), verdict: RecordVerdict.nullable() }),
    ),
    /** Exports, reads the export back, and removes what is stored of these rooms; answered when it has begun (topic `removal`). Refused where it is not what was `agreed` any more. */
    "record.remove": action(
      z.strictObject({ choice: RemovalChoice, agreed: z.strictObject({ rooms: z.int().positive(), events: z.int().nonnegative() }) }),
      Done,
    ),
  },
  queries: {
    "record.summary": query(Nothing, RecordSummary),
    /** Reads every entry; seconds for a million. `examId`: says also what of it is of that exam's rooms. */
    "record.verify": query(z.strictObject({ examId: z.uuid().nullable() }), RecordVerdict),
    /** Reads every event of the rooms that are meant; seconds for a million. */
    "record.removalPlan": query(RemovalChoice, RemovalPlan),
  },
  topics: {
    record: valueTopic(Nothing, RecordStatus),
    removal: valueTopic(Nothing, RemovalStatus),
  },
} as const;
