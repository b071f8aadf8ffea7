/** What pop-up quizzes and polls have written down: operations 16 and 17. Reading changes nothing. */
import { type PollRecord, type QuizRecord, readPollRecord, readQuizRecord } from "../../../shared/model/widgetRecord.ts";
import type { PageAsk, RecordPage } from "../types.ts";
import { readRecords } from "../wire.ts";
import { type Operation, type PathOwner, query, widgetPath } from "./operation.ts";

/** Operation 16. */
export const quizRecords = (owner: PathOwner, roomUuid: string, ask: PageAsk): Operation<RecordPage<QuizRecord>> => ({
  service: "widgets",
  method: "GET",
  path: `${widgetPath(owner, roomUuid, "popupQuiz")}${query({ nextId: ask.nextId, count: ask.count })}`,
  repeatable: true,
  read: (data) => readRecords(data, readQuizRecord),
});

/** Operation 17. */
export const pollRecords = (owner: PathOwner, roomUuid: string, ask: PageAsk): Operation<RecordPage<PollRecord>> => ({
  service: "widgets",
  method: "GET",
  path: `${widgetPath(owner, roomUuid, "poll")}${query({ nextId: ask.nextId, count: ask.count })}`,
  repeatable: true,
  read: (data) => readRecords(data, readPollRecord),
});
