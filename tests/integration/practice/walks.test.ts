/**
 * Whole exams as they were walked once: every question and every answer must be the same again.
 * A change of behaviour that is meant is recorded with RECORD_WALKS=1, and shows in the difference of the files.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { walk } from "./walker.ts";

const FOLDER = join(import.meta.dirname, "../../fixtures/walks");

const expectAsRecorded = (name: string, lines: readonly string[]): void => {
  const path = join(FOLDER, `${name}.txt`);
  if (process.env["RECORD_WALKS"] !== undefined) writeFileSync(path, `${lines.join("\n")}\n`);
  const recorded = readFileSync(path, "utf8").trimEnd().split("\n");
  const at = recorded.findIndex((line, index) => line !== lines[index]);
  // The first difference with what led to it says more than a thousand lines that follow from it.
  expect(at < 0 ? [] : lines.slice(Math.max(0, at - 3), at + 1), `${name}.txt, line ${at + 1}`).toEqual(
    at < 0 ? [] : recorded.slice(Math.max(0, at - 3), at + 1),
  );
  expect(lines.length).toBe(recorded.length);
};

describe("a walk through", () => {
  it("a quiet exam: five rooms to their end, and one that is made, used by every operation, closed and gone", async () => {
    const room = "/v2/rooms/walk-1";
    const lines = await walk({ scenario: "quiet", seed: 11, keeping: "whole" }, async ({ ask, pass, poll }) => {
      await poll();
      const schedule = { startTime: 1_800_000_600_000, duration: 1800, closeDelay: 300 };
      await ask("POST", room, { roomType: "4", roomName: "Walk", roomProperties: { schedule, examinationUrl: "https://exam.example/1" } });
      await ask("POST", room, { roomType: "4", roomName: "Walk" });
      for (const [uid, role] of [
        ["t1", 1],
        ["s1", 2],
        ["s2", 2],
      ] as const)
        await ask("PUT", `/v3/rooms/walk-1/users/${uid}`, { role, userName: uid.toUpperCase() }, uid);
      pass(300);
      await ask("PUT", `${room}/records/states/1`, { mode: "web", webRecordConfig: { rootUrl: "https://r.example" }, retryTimeout: 60 });
      pass(61);
      await ask("PUT", `${room}/records/ready`);
      await ask("PUT", `${room}/records/states/1`, { webRecordConfig: { onhold: true } });
      await poll();
      pass(300);
      await poll();
      await ask("POST", `${room}/from/s1/chat`, { message: "你好", type: 1 }, "s1");
      await ask("PUT", `${room}/mute`, { muteChat: true }, "t1");
      await ask("POST", `${room}/from/s1/chat`, { message: "Hello?", type: 1 }, "s1");
      await ask("POST", `${room}/processes/handsUp/progress`, { timeout: 120 }, "s1");
      await ask("POST", `${room}/processes/handsUp/acceptance`, { toUserUuid: "s1" }, "t1");
      await ask("POST", `${room}/rewards`, { rewardDetails: [{ userUuid: "s1", changeReward: 2 }] }, "t1");
      await ask("PUT", `${room}/resources`, { resources: [{ resourceUuid: "f1", resourceName: "Paper.pdf", size: 9 }] }, "t1");
      await ask("PUT", `${room}/properties`, { properties: { a: { b: 1 }, c: 2 }, cause: { why: "walk" } });
      await ask("PUT", `${room}/properties`, { properties: { "a.d": 3 } });
      await ask("DELETE", `${room}/properties`, { properties: ["a.b", "c"] });
      await ask("PUT", `${room}/users/s1/properties`, { properties: { seat: 4 } });
      await ask("DELETE", `${room}/users/s1/properties`, { properties: ["seat"] });
      await ask("PUT", `${room}/extApps/io.walk.clock/properties`, { properties: { at: 1 }, common: { state: 1 } });
      await ask("DELETE", `${room}/extApps/io.walk.clock/properties`, { properties: ["at"] });
      const quiz = await ask("POST", `${room}/widgets/popupQuizs/start`, { items: ["A", "B"], correctItems: ["A"] }, "t1");
      const quizId = String(quiz.body.data.popupQuizId);
      await ask("PUT", `${room}/widgets/popupQuizs/${quizId}/users/s1`, { selectedItems: ["A"] }, "s1");
      await ask("POST", `${room}/widgets/popupQuizs/${quizId}/stop`, {}, "t1");
      const vote = await ask("POST", `${room}/widgets/polls/start`, { mode: 2, pollItems: ["Yes", "No"] }, "t1");
      const pollId = String(vote.body.data.pollId);
      await ask("POST", `${room}/widgets/polls/${pollId}/users/s2`, { selectIndex: [0, 1] }, "s2");
      await ask("POST", `${room}/widgets/polls/${pollId}/stop`, {}, "t1");
      await ask("GET", `${room}/widgets/popupQuiz/sequences`);
      await ask("GET", `${room}/widgets/poll/sequences`);
      await ask("PUT", `${room}/groups/states/1`, { groups: [{ groupUuid: "g1", groupName: "One", users: [{ userUuid: "s1" }] }] });
      await ask("PUT", `${room}/groups/states/0`);
      await ask("POST", `${room}/users/s2/exit`, { dirty: { state: 1, duration: 60 } });
      await ask("PUT", "/v3/rooms/walk-1/users/s2", { role: 2 }, "s2");
      await ask("GET", `${room}/users/s2`);
      pass(60);
      await ask("PUT", "/v3/rooms/walk-1/users/s2", { role: 2, userName: "S2" }, "s2");
      await ask("PUT", `${room}/records/states/0`);
      await ask("PUT", `${room}/records/states/0`);
      await ask("GET", `${room}/records`);
      await ask("GET", room);
      await poll();
      await ask("PUT", "/v2/rooms/fin2-001/states/2");
      await ask("PUT", "/v2/rooms/fin2-001/states/1");
      // Every ten minutes until all have closed and are gone.
      for (let step = 0; step < 22; step += 1) {
        pass(600);
        await poll();
      }
      await ask("GET", `${room}/sequences`);
      await ask("GET", "/v2/rooms/fin2-002/sequences");
    });
    expectAsRecorded("quiet-exam", lines);
    expect(lines.at(-1)).toContain('"code":20404100');
  });

  it("half an hour of a full exam day: forty rooms, a proctor who mends what goes wrong", async () => {
    const lines = await walk({ scenario: "exam-day", seed: 3, keeping: "digest" }, async ({ ask, pass, poll }) => {
      await poll();
      for (let minute = 2; minute <= 30; minute += 2) {
        pass(120);
        await poll();
        if (minute === 2)
          for (const number of ["008", "016", "024", "032"]) await ask("PUT", `/v2/rooms/fin2-${number}/records/states/1`, {});
        if (minute === 4) await ask("PUT", "/v2/rooms/fin2-021/records/states/1", {});
        if (minute === 6) await ask("POST", "/v2/rooms/fin2-012/users/stu-012-06/exit", { dirty: { state: 1, duration: 600 } });
        if (minute === 20) await ask("PUT", "/v2/rooms/fin2-003/states/2");
      }
      for (const path of ["records", "users/stu-012-06", "widgets/poll/sequences"]) await ask("GET", `/v2/rooms/fin2-012/${path}`);
      await ask("GET", "/v2/rooms/fin2-003");
      await ask("GET", "!/practice/rehearsal");
    });
    expectAsRecorded("exam-day", lines);
  });
});
