/** The record of the profile that runs: how far it goes, whether it is whole, and its way out. */
import { z } from "zod";
import { RecordFormat, RecordPart, RecordStatus, RecordSummary, RecordVerdict } from "../model/record.ts";
import { action, Nothing, query, valueTopic } from "./kinds.ts";

export const record = {
  actions: {
    /** Written into the profile's own folder; `path` says where. `pdf`: the readable report, printed. `verdict`: the file, read back and verified; null for a PDF. */
    "record.export": action(
      z.strictObject({ format: z.enum([...RecordFormat.options, "pdf"]), part: RecordPart, language: z.enum(["en", "zh"]) }),
      z.object({ path: z.string(), lines: z.int(), verdict: RecordVerdict.nullable() }),
    ),
  },
  queries: {
    "record.summary": query(Nothing, RecordSummary),
    /** Reads every entry; seconds for a million. */
    "record.verify": query(Nothing, RecordVerdict),
  },
  topics: {
    record: valueTopic(Nothing, RecordStatus),
  },
} as const;
