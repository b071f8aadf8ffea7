/** An exam: its sheet, what is said of each row, what would be done, what was, and what is seen of it. */
import { z } from "zod";
import { type AppError, appError } from "../result.ts";
import { CommandState } from "./command.ts";

/** Columns of a sheet, in the order in which they are written. The names are the specification's (§2) where it has them. */
export const COLUMNS = [
  "roomUuid",
  "roomName",
  "roomType",
  "startTime",
  "duration",
  "closeDelay",
  "maxAccept",
  "examinationUrl",
  "videoURL",
  "reserveVideoURL",
  "finishType",
  "recordingMode",
  "properties",
  "candidates",
  "proctor",
] as const;
export const Column = z.enum(COLUMNS);
export type Column = z.infer<typeof Column>;

/** The console's own bounds: a sheet crosses to main in one message. */
export const MAX_SHEET_ROWS = 10_000;
export const MAX_SHEET_CHARACTERS = 2_500_000;
export const MAX_CELL_CHARACTERS = 64_000;
export const MAX_EXAMS = 500;

/** Text as it was typed, templates and all; a column that is left out is empty. */
export const Cells = z.partialRecord(Column, z.string().max(MAX_CELL_CHARACTERS));
export type Cells = z.infer<typeof Cells>;

const RowId = z.string().min(1).max(40);
export const SheetRow = z.strictObject({ id: RowId, cells: Cells });
export type SheetRow = z.infer<typeof SheetRow>;

/** A change of a sheet. Each has an opposite (`shared/examSheet/edits.ts`), so that it can be undone. */
export const SheetEdit = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("set"),
    cells: z
      .array(z.strictObject({ id: RowId, column: Column, text: z.string().max(MAX_CELL_CHARACTERS) }))
      .min(1)
      .max(MAX_SHEET_ROWS * COLUMNS.length),
  }),
  /** `at`: where it stands afterwards, from 0; ascending. */
  z.strictObject({
    kind: z.literal("insert"),
    rows: z
      .array(z.strictObject({ at: z.int().min(0), row: SheetRow }))
      .min(1)
      .max(MAX_SHEET_ROWS),
  }),
  z.strictObject({ kind: z.literal("remove"), ids: z.array(RowId).min(1).max(MAX_SHEET_ROWS) }),
  /** The whole sheet: an import, or its undoing. */
  z.strictObject({ kind: z.literal("replace"), rows: z.array(SheetRow).max(MAX_SHEET_ROWS) }),
]);
export type SheetEdit = z.infer<typeof SheetEdit>;

/** What is said of a cell (`column` null: of the whole row). `examFindings.<code>` with `params`; an error keeps the row from being applied. */
export const Finding = z.object({
  column: Column.nullable(),
  level: z.enum(["error", "warning"]),
  code: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
});
export type Finding = z.infer<typeof Finding>;

/** A row as it is meant: templates filled in, text read. null: empty, or not readable (a finding says why). */
export const RowMeaning = z.object({
  roomUuid: z.string(),
  roomName: z.string(),
  roomType: z.int().nullable(),
  /** Unix ms. */
  startTime: z.number().nullable(),
  /** s. */
  duration: z.number().nullable(),
  closeDelay: z.number().nullable(),
  maxAccept: z.int().nullable(),
  examinationUrl: z.string().nullable(),
  videoURL: z.string().nullable(),
  reserveVideoURL: z.string().nullable(),
  /** 0: ends when the recording has been played; 1: when the teacher ends it. */
  finishType: z.int().nullable(),
  recordingMode: z.enum(["none", "composite", "web"]).nullable(),
  properties: z.record(z.string(), z.unknown()).nullable(),
  candidates: z.array(z.string()),
  proctor: z.string().nullable(),
});
export type RowMeaning = z.infer<typeof RowMeaning>;

/** A column in which sheet and cloud differ. Values as a person reads them in a cell; `from` null: never told. */
export const FieldDifference = z.object({ column: Column, from: z.string().nullable(), to: z.string() });
export type FieldDifference = z.infer<typeof FieldDifference>;

/**
 * What applying would do to a row. `create`: operation 1; `change`: operation 10; `unchanged`: nothing differs that can be told; `fixed`: only what
 * cannot be changed after creation differs (`fixed` says what, and `examFixed.<column>` what can be done instead); `gone`: the room is closed, or its
 * class was and it is destroyed; `none`: the row has errors.
 */
export const DifferenceAction = z.enum(["create", "change", "unchanged", "fixed", "gone", "none"]);
export type DifferenceAction = z.infer<typeof DifferenceAction>;
export const RowDifference = z.object({
  action: DifferenceAction,
  changes: z.array(FieldDifference),
  fixed: z.array(FieldDifference),
  /** Filled in here, and nobody has told what the room has. */
  unseen: z.array(Column),
});
export type RowDifference = z.infer<typeof RowDifference>;

/** How far a row has come in the latest run. `excluded`: it was left out, as `examExcluded.<reason>`. */
export const RowProgress = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("command"),
    commandId: z.string(),
    name: z.string(),
    state: CommandState,
    /** `failures.<code>`. */
    failure: z.string().nullable(),
    /** Accepted, and the service shows nothing more. */
    ended: z.boolean(),
  }),
  z.object({ kind: z.literal("waiting") }),
  z.object({ kind: z.literal("excluded"), reason: z.string() }),
]);
export type RowProgress = z.infer<typeof RowProgress>;

/** After it was accepted: `same` and `differs` by what was read, `cannot`: the service does not tell. */
export const ReadBack = z.object({
  state: z.enum(["waiting", "same", "differs", "cannot"]),
  /** Server time, ms. */
  at: z.number().nullable(),
  /** What the answer does not tell of all that was sent. */
  unseen: z.array(Column),
});
export type ReadBack = z.infer<typeof ReadBack>;

/** Something of an applied row that was seen otherwise later. */
export const Drift = z.object({ column: Column, wanted: z.string(), seen: z.string(), seenAt: z.number() });
export type Drift = z.infer<typeof Drift>;

export const ExamRow = z.object({
  id: z.string(),
  /** From 0. */
  index: z.int(),
  cells: Cells,
  findings: z.array(Finding),
  difference: RowDifference,
  progress: RowProgress.nullable(),
  readBack: ReadBack.nullable(),
  drift: z.array(Drift),
});
export type ExamRow = z.infer<typeof ExamRow>;

/** `YYYY-MM-DD`. */
export const ExamDate = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, { error: "must be YYYY-MM-DD" });
export const ExamFacts = z.strictObject({
  name: z.string().trim().min(1).max(100),
  date: ExamDate,
  /** IANA name: where a start time names no zone of its own. */
  timeZone: z.string().min(1).max(60),
});
export type ExamFacts = z.infer<typeof ExamFacts>;

const Counts = z.partialRecord(DifferenceAction, z.int());

/** A plan without its steps. */
export const PlanHead = z.object({
  id: z.string(),
  /** Server time, ms. */
  madeAt: z.number(),
  madeBy: z.string(),
  /** SHA-256 of the sheet that it was made of, hexadecimal. */
  sheetHash: z.string(),
  counts: Counts,
});
export type PlanHead = z.infer<typeof PlanHead>;

export const PlanStep = z.object({ rowId: z.string(), roomUuid: z.string(), action: DifferenceAction, changes: z.array(FieldDifference) });
export type PlanStep = z.infer<typeof PlanStep>;

/** A plan as a file: what the sheet was and what would be done, reviewed here or elsewhere. */
export const Plan = PlanHead.extend({
  kind: z.literal("classroom-console exam plan"),
  version: z.literal(1),
  examId: z.uuid(),
  exam: ExamFacts,
  rows: z.array(SheetRow).max(MAX_SHEET_ROWS),
  steps: z.array(PlanStep).max(MAX_SHEET_ROWS),
  /** SHA-256 of the plan's JSON without this field, hexadecimal. */
  hash: z.string(),
});
export type Plan = z.infer<typeof Plan>;

export const RunHead = z.object({
  id: z.string(),
  planId: z.string(),
  startedAt: z.number(),
  stoppedAt: z.number().nullable(),
  operator: z.string(),
  /** Rows that something is asked for, and how many of them have ended well, badly, or were left out. */
  total: z.int(),
  done: z.int(),
  failed: z.int(),
  excluded: z.int(),
});
export type RunHead = z.infer<typeof RunHead>;

export const ExamSummary = ExamFacts.extend({
  id: z.string(),
  createdAt: z.number(),
  rows: z.int(),
  /** Rows with an error, and with a warning alone. */
  errors: z.int(),
  warnings: z.int(),
  candidates: z.int(),
  proctors: z.int(),
  counts: Counts,
  /** Rows that drift. */
  drifted: z.int(),
  plan: PlanHead.extend({
    /** The sheet has not changed since. */
    current: z.boolean(),
  }).nullable(),
  run: RunHead.nullable(),
  /** Rooms being read, of how many. */
  comparing: z.object({ done: z.int(), of: z.int() }).nullable(),
  /** "Get one room" (public facts): without it nothing can be read back. */
  readable: z.enum(["unknown", "present", "lacking"]),
});
export type ExamSummary = z.infer<typeof ExamSummary>;

const SeatPerson = z.object({ userUuid: z.string(), userName: z.string() });
/** The candidates of a row against who is in its room. */
export const RoomSeating = z.object({
  rowId: z.string(),
  roomUuid: z.string(),
  roomName: z.string(),
  /** What is known of the room ends here, server time ms; null: it was never read, and nothing can be said. */
  asOf: z.number().nullable(),
  expected: z.int(),
  seated: z.int(),
  /** With the rooms of the exam that they are in instead. */
  absent: z.array(SeatPerson.extend({ isIn: z.array(z.string()) })),
  /** Absent ten minutes after the start. */
  noShow: z.array(SeatPerson.extend({ isIn: z.array(z.string()) })),
  /** With the rooms of the exam that expect them. */
  unexpected: z.array(SeatPerson.extend({ belongsIn: z.array(z.string()) })),
  /** In another room of the exam as well. */
  twice: z.array(SeatPerson.extend({ alsoIn: z.array(z.string()) })),
  returned: z.array(SeatPerson.extend({ times: z.int() })),
});
export type RoomSeating = z.infer<typeof RoomSeating>;

export const noExam = (examId: string): AppError =>
  appError("notFound", `there is no exam ${examId}`, { reason: "exam", params: { exam: examId } });
