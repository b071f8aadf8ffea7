/** Plans: made of a sheet as it is judged now, kept, and carried to another workstation as a file that tells whether it is whole. */
import { createHash } from "node:crypto";
import type { SheetReading } from "../../shared/examSheet/check.ts";
import { countActions, sheetText, stepOf } from "../../shared/examSheet/plan.ts";
import { Plan, type PlanHead, type SheetRow } from "../../shared/model/exam.ts";
import { type AppError, appError, err, invalidInput, ok, type Result } from "../../shared/result.ts";
import type { ExamBook, OpenExam } from "./book.ts";

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

export const sheetHashOf = (timeZone: string, rows: readonly SheetRow[]): string => sha256(sheetText(timeZone, rows));
/** Of a sheet as it stands; one that has not changed is not hashed again. */
const hashes = new WeakMap<SheetReading, string>();
export const hashOfSheet = ({ sheet }: OpenExam): string => {
  const known = hashes.get(sheet);
  if (known !== undefined) return known;
  const rows = sheet.rows.map(({ row }) => row);
  const fresh = sheetHashOf(sheet.timeZone, rows);
  hashes.set(sheet, fresh);
  return fresh;
};

const sealed = (plan: Omit<Plan, "hash">): Plan => ({ ...plan, hash: sha256(JSON.stringify(plan)) });

export const makePlan = (book: ExamBook, opened: OpenExam, by: { id: string; madeAt: number; madeBy: string }): Plan => {
  const judged = opened.sheet.rows.map(book.judge);
  return sealed({
    ...by,
    sheetHash: hashOfSheet(opened),
    counts: countActions(judged.map(({ difference }) => difference.action)),
    kind: "classroom-console exam plan",
    version: 1,
    examId: opened.exam.id,
    exam: opened.exam.facts,
    rows: opened.sheet.rows.map(({ row }) => row),
    steps: judged.map(({ reading, difference }) =>
      stepOf({ rowId: reading.row.id, index: reading.index, meaning: reading.meaning, difference }),
    ),
  });
};

export const headOfPlan = ({ id, madeAt, madeBy, sheetHash, counts }: Plan): PlanHead => ({ id, madeAt, madeBy, sheetHash, counts });

const notAPlan = (message: string, reason: string): AppError => appError("invalid", message, { reason, field: "text" });

/** Whole, of a version that is known, and of the sheet that it carries. */
export const readPlan = (text: string): Result<Plan> => {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return err(notAPlan("the file is not JSON", "planFile"));
  }
  const parsed = Plan.safeParse(body);
  if (!parsed.success) return err({ ...invalidInput(parsed.error, "the plan"), reason: "planFile", field: "text" });
  // In the order in which it was written: the schema gives keys an order of its own.
  const { hash, ...rest } = body as Plan;
  const whole = hash === sha256(JSON.stringify(rest)) && parsed.data.sheetHash === sheetHashOf(parsed.data.exam.timeZone, parsed.data.rows);
  return whole ? ok(parsed.data) : err(notAPlan("the file is not what was saved: its hash differs", "planDamaged"));
};
