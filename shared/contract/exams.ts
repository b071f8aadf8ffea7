/** Exams: their sheets, what is said of them, and how far applying has come. */
import { z } from "zod";
import { ExamFacts, ExamRow, ExamSummary, PlanHead, RoomSeating, SheetEdit } from "../model/exam.ts";
import { action, Done, listTopic, Nothing, query } from "./kinds.ts";

const OneExam = z.strictObject({ examId: z.uuid() });
/** Most rooms of one answer about seats. */
export const MAX_SEATING_ROOMS = 200;

export const exams = {
  actions: {
    /** `examId` null: a new one. */
    "exams.save": action(z.strictObject({ examId: z.uuid().nullable(), facts: ExamFacts }), OneExam),
    /** Its sheet, plans and runs; the commands that were asked stay. `conflict` while a run is under way. */
    "exams.remove": action(OneExam, Done),
    /** One after the other, all on disk when it answers or none. An import is a `replace`. `revision` counts the changes of this run. */
    "exams.edit": action(z.strictObject({ examId: z.uuid(), edits: z.array(SheetEdit).min(1).max(20) }), z.object({ revision: z.int() })),
    /** Asks the cloud for each room of the exam; goes on after the answer (`ExamSummary.comparing`). */
    "exams.compare": action(OneExam, Done),
    /** What applying the sheet as it is would do, kept; the one before goes. */
    "exams.savePlan": action(OneExam, PlanHead),
    /** A plan from elsewhere, checked against its own hash; makes the exam here where there is none of this id. */
    "exams.takePlan": action(z.strictObject({ text: z.string() }), OneExam),
    /**
     * Asks what the kept plan says, judged anew: what no longer fits is left out and says why. `count`: how many rows a person was shown that
     * something is asked for; where that is no longer so nothing is asked, `conflict` with reason `previewChanged` and `params.count`.
     */
    "exams.apply": action(
      z.strictObject({ examId: z.uuid(), planId: z.uuid(), runId: z.uuid(), count: z.int().min(1) }),
      z.object({ runId: z.string() }),
      { whileObserving: false },
    ),
    /** Takes back what has not left. */
    "exams.stop": action(OneExam, z.object({ cancelled: z.int(), left: z.int() })),
    /** Asks again what of the latest run has failed without effect. */
    "exams.retry": action(z.strictObject({ examId: z.uuid(), runId: z.uuid() }), z.object({ runId: z.string(), count: z.int() }), {
      whileObserving: false,
    }),
    /** Written into the profile's own folder; `path` says where. */
    "exams.report": action(
      z.strictObject({ examId: z.uuid(), format: z.enum(["csv", "pdf"]), language: z.enum(["en", "zh"]) }),
      z.object({ path: z.string() }),
    ),
  },
  queries: {
    /** The kept plan as a file. */
    "exams.planText": query(OneExam, z.object({ text: z.string() })),
    /** Candidates against who is in, of these rows. */
    "exams.seating": query(
      z.strictObject({ examId: z.uuid(), rowIds: z.array(z.string().max(40)).min(1).max(MAX_SEATING_ROOMS) }),
      z.object({ at: z.number(), rooms: z.array(RoomSeating) }),
    ),
  },
  topics: {
    exams: listTopic(Nothing, ExamSummary, "id"),
    /** The sheet with what is said of each row. Closed with `notFound` where there is no such exam. */
    examRows: listTopic(OneExam, ExamRow, "id"),
  },
} as const;
