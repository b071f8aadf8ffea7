import * as fc from "fast-check";
import { expect, test } from "vitest";
import { readEnvelope, readRecords, readRoom, readSequences } from "../../electron/cloud/wire.ts";
import { RecordingItem, readRecordingItem } from "../../shared/model/recordingItem.ts";
import { readUserState, UserState } from "../../shared/model/userState.ts";
import { PollRecord, QuizRecord, readPollRecord, readQuizRecord } from "../../shared/model/widgetRecord.ts";

/** 200,000 per test run over all schemas (reliability); `FUZZ_RUNS` raises it for a release. */
const RUNS = Math.ceil(Number(process.env["FUZZ_RUNS"] ?? 200_000) / 4);

/** Names that mean something somewhere, so that random bodies come near real ones. */
const NAMES = [
  ..."code ts msg message data list nextId total count roomUuid roomUUid cmd sequence version".split(" "),
  ..."recordId sid resourceId startTime endTime type status url recordDetails unready webRecordUrlQuery".split(" "),
  ..."userUuid userName role streamUuid state userProperties updateTime roomName roomProperties schedule duration".split(" "),
  ..."changeProperties extra action cause operator fromUser popupQuizId popQuizId selectedItems isCorrect lastCommitTime".split(" "),
  ..."extra.answerState extra.items extra.correctItems extra.totalCount extra.averageAccuracy extra.receiveQuestionTime".split(" "),
  ..."extra.pollId extra.pollState extra.pollingState extra.mode extra.pollItems extra.pollDetails extra.pollDetails.0.num selectIndex".split(
    " ",
  ),
  ..."num percentage __proto__ constructor extra.__proto__.state a..b . toString hasOwnProperty".split(" "),
];
const leaf = fc.oneof(
  fc.constantFrom(null, true, false, 0, 1, 2, -1, 1.5, 1e21, "", "0", "1", "null", "deleted", "host", "1700000000000", '{"action":1}', "{"),
  fc.integer(),
  fc.double(),
  fc.string({ maxLength: 8 }),
);
const anything = fc.letrec<{ node: unknown }>((tie) => ({
  node: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    leaf,
    fc.array(tie("node"), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...NAMES), tie("node"), { maxKeys: 6 }),
  ),
})).node;

const whole = <T>(schema: { parse(value: unknown): T }, value: T | null): void => {
  if (value !== null) expect(schema.parse(value)).toBeDefined();
};

test("whatever a body says is read without throwing, and what is read has the shape of its model", () => {
  fc.assert(
    fc.property(anything, (body) => {
      const json = JSON.parse(JSON.stringify(body) ?? "null") as unknown;
      const envelope = readEnvelope(JSON.stringify(json));
      expect(envelope).not.toBeNull();
      for (const data of [json, envelope?.data]) {
        readSequences(data, null);
        readSequences(data, "r1");
        readRoom(data);
        readRecords(data, readRecordingItem);
        readRecords(data, readQuizRecord);
        readRecords(data, readPollRecord);
      }
      whole(RecordingItem, readRecordingItem(json));
      whole(UserState, readUserState(json, "s1"));
      for (const record of [json, { changeProperties: json }, { data: { changeProperties: json, cause: json } }]) {
        whole(QuizRecord, readQuizRecord(record));
        whole(PollRecord, readPollRecord(record));
      }
      expect(({} as { state?: unknown }).state).toBeUndefined();
    }),
    { numRuns: RUNS },
  );
}, 120_000);
