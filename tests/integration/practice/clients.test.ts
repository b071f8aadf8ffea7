/** What clients do, and the events that come of it; quizzes and polls (operations 16 and 17). */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Answer, NEEDS_OWN_CLOUD, startTestCloud, type TestCloud } from "./cloud.ts";

let cloud: TestCloud;
beforeEach(async () => {
  cloud = await startTestCloud();
});
afterEach(() => cloud.close());

const last = async (cmd: number) => (await cloud.events("r1", cmd)).at(-1).data;

describe("what clients do", () => {
  beforeEach(() => cloud.room("r1", { processes: { handsUp: { maxAccept: 1 } } }, ["t1", "s1", "s2"]));

  it("reaches the events: chat, hands, stage, rewards, resources", async () => {
    await cloud.call("POST", "/v2/rooms/r1/from/s1/chat", { message: "你好", type: 1 }, "s1");
    expect(await last(3)).toEqual({ fromUser: { userUuid: "s1", userName: "S1", role: "audience" }, message: "你好", type: 1 });
    await cloud.call("POST", "/v2/rooms/r1/processes/handsUp/progress", { toUserUuid: "t1", timeout: 30, payload: { n: 1 } }, "s1");
    expect(await last(1502)).toEqual({
      progressUsers: [{ userUuid: "s1", payload: { n: 1 } }],
      addProgressUsers: [{ userUuid: "s1", payload: { n: 1 } }],
      removeProgressUsers: [],
    });
    await cloud.call("POST", "/v2/rooms/r1/processes/handsUp/acceptance", { toUserUuid: "s1" }, "t1");
    expect(await last(1502)).toMatchObject({ progressUsers: [], removeProgressUsers: [{ userUuid: "s1" }] });
    expect(await last(1501)).toEqual({
      acceptedUsers: [{ userUuid: "s1" }],
      addAcceptedUsers: [{ userUuid: "s1" }],
      removeAcceptedUsers: [],
    });
    expect((await cloud.call("POST", "/v2/rooms/r1/processes/handsUp/acceptance", { toUserUuid: "s2" }, "t1")).body.code).toBe(30429461);
    await cloud.call("DELETE", "/v2/rooms/r1/processes/handsUp/acceptance", { toUserUuid: "s1" }, "t1");
    expect(await last(1501)).toMatchObject({ acceptedUsers: [], removeAcceptedUsers: [{ userUuid: "s1" }] });
    await cloud.call("POST", "/v2/rooms/r1/rewards", { rewardDetails: [{ userUuid: "s1", changeReward: 2 }] }, "t1");
    expect(await last(1101)).toEqual({ rewardDetails: [{ userUuid: "s1", changedReward: 2, totalReward: 2 }], updateTime: cloud.now() });
    await cloud.call(
      "PUT",
      "/v2/rooms/r1/resources",
      { resources: [{ resourceUuid: "f1", resourceName: "a.pdf", size: 9, url: "https://e/x" }] },
      "t1",
    );
    expect(await last(1003)).toMatchObject({
      action: 1,
      operator: { userUuid: "t1", role: "1" },
      resources: [{ resourceUuid: "f1", size: 9 }],
    });
  });

  it("is refused where a role has all the people that it may have", async () => {
    await cloud.room("small", { roleConfig: { 2: { limit: 1 } } }, ["t1", "s1"]);
    const enter = (uid: string): Promise<Answer> => cloud.call("PUT", `/v3/rooms/small/users/${uid}`, { role: 2 }, uid);
    expect(await enter("s2")).toMatchObject({ status: 403, body: { code: 20403001 } });
    expect((await enter("s1")).status).toBe(200);
  });

  it("a raised hand comes down by itself after its time", NEEDS_OWN_CLOUD, async () => {
    await cloud.call("POST", "/v2/rooms/r1/processes/waveArm/progress", { timeout: 30 }, "s1");
    cloud.pass(30);
    expect(await last(1502)).toMatchObject({ progressUsers: [], removeProgressUsers: [{ userUuid: "s1" }] });
  });

  it("is refused where the room is muted, the person has left, or nobody knows of one", async () => {
    await cloud.call("PUT", "/v2/rooms/r1/mute", { muteChat: true }, "t1");
    const say = (uid: string): Promise<Answer> => cloud.call("POST", `/v2/rooms/r1/from/${uid}/chat`, { message: "x" }, uid);
    expect(await say("s1")).toMatchObject({ status: 403, body: { code: 30403200 } });
    expect((await say("t1")).status).toBe(200);
    await cloud.call("DELETE", "/v3/rooms/r1/users/s1", undefined, "s1");
    expect(await say("s1")).toMatchObject({ status: 410, body: { code: 20410200 } });
    expect(await say("nobody")).toMatchObject({ status: 404, body: { code: 20404200 } });
  });

  it("gives a quiz its records", async () => {
    const { popupQuizId } = (
      await cloud.call("POST", "/v2/rooms/r1/widgets/popupQuizs/start", { items: ["A", "B", "C"], correctItems: ["B"] }, "t1")
    ).body.data;
    await cloud.call("PUT", `/v2/rooms/r1/widgets/popupQuizs/${popupQuizId}/users/s1`, { selectedItems: ["B"] }, "s1");
    await cloud.call("PUT", `/v2/rooms/r1/widgets/popupQuizs/${popupQuizId}/users/s2`, { selectedItems: ["A"] }, "s2");
    await cloud.call("POST", `/v2/rooms/r1/widgets/popupQuizs/${popupQuizId}/stop`, undefined, "t1");
    const path = "/v2/rooms/r1/widgets/popupQuiz/sequences";
    const { data } = (await cloud.call("GET", `${cloud.regionless}${path}`)).body;
    expect((await cloud.call("GET", path)).body.data).toEqual(data);
    expect(data).toMatchObject({ total: 6, count: 6, nextId: null });
    const [start, answer, summary] = data.list.map((record: { cmd: number; data: { changeProperties: unknown } }) => record.data);
    expect(start).toMatchObject({
      action: 1,
      widgetUuid: "popupQuiz",
      cause: { popQuizId: popupQuizId, action: 1 },
      operator: { userUuid: "server" },
    });
    expect(start.changeProperties).toMatchObject({ "extra.answerState": 1, "extra.totalCount": 2, "extra.correctItems": ["B"], state: 1 });
    expect(answer).toMatchObject({
      changeProperties: { popupQuizId, selectedItems: ["B"], isCorrect: true, lastCommitTime: cloud.now() },
      fromUser: { userUuid: "s1" },
    });
    expect(summary.changeProperties).toMatchObject({ "extra.selectedCount": 1, "extra.correctCount": 1, "extra.averageAccuracy": 1 });
    expect(data.list[5].data.changeProperties).toMatchObject({
      "extra.answerState": 0,
      "extra.selectedCount": 2,
      "extra.averageAccuracy": 0.5,
    });
    const page = (await cloud.call("GET", `${path}?count=2&nextId=${data.list[2].sequence}`)).body.data;
    expect(page.list).toEqual(data.list.slice(2, 4));
    expect(page.nextId).toBe(String(data.list[4].sequence));
  });

  it("gives a poll its records, with shares of those who have chosen", async () => {
    await cloud.call("PUT", "/v3/rooms/r1/users/s3", { role: 2 }, "s3");
    const { pollId } = (
      await cloud.call("POST", "/v2/rooms/r1/widgets/polls/start", { mode: 2, pollTitle: "t", pollItems: ["x", "y"] }, "t1")
    ).body.data;
    for (const [uid, selectIndex] of [
      ["s1", [0]],
      ["s2", [0, 1]],
      ["s3", [1]],
    ] as const) {
      await cloud.call("POST", `/v2/rooms/r1/widgets/polls/${pollId}/users/${uid}`, { selectIndex }, uid);
    }
    const { list } = (await cloud.call("GET", `${cloud.regionless}/v2/rooms/r1/widgets/poll/sequences`)).body.data;
    expect(list[0].data.changeProperties).toMatchObject({ "extra.pollState": 1, "extra.pollingState": 1, "extra.mode": 2, state: 1 });
    expect(list[1].data).toMatchObject({ changeProperties: { pollId, selectIndex: [0] }, fromUser: { userUuid: "s1" } });
    expect(list.at(-1).data.changeProperties["extra.pollDetails"]).toEqual({
      0: { num: 2, percentage: 0.6666667 },
      1: { num: 2, percentage: 0.6666667 },
    });
    const stop = (): Promise<Answer> => cloud.call("POST", `/v2/rooms/r1/widgets/polls/${pollId}/stop`, undefined, "t1");
    expect((await stop()).status).toBe(200);
    expect((await stop()).body.code).toBe(20409000);
    expect((await cloud.call("POST", "/v2/rooms/r1/widgets/polls/none/stop", undefined, "t1")).status).toBe(404);
  });
});
