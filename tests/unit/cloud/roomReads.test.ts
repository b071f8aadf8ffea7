import { describe, expect, test } from "vitest";
import { createRoomReads } from "../../../electron/cloud/roomReads.ts";
import type { HttpRequest } from "../../../shared/ports.ts";
import type { ScriptedReply } from "../../fakes/http.ts";
import { createCloudWorld } from "./world.ts";

const TS = 1_700_000_000_123;
const NOW = TS + 5;
const good = (data: unknown): ScriptedReply => ({ status: 200, json: { code: 0, msg: "Success", ts: TS, data } });
const refusal = (status: number, code: number): ScriptedReply => ({ status, json: { code, msg: "no", ts: TS } });

const world = (script: (request: HttpRequest, number: number) => ScriptedReply) => {
  const made = createCloudWorld(script);
  return { ...made, reads: createRoomReads({ cloud: made.cloud, clock: made.clock, serverNow: () => NOW }) };
};
const pathsOf = ({ http }: ReturnType<typeof world>): string[] => http.requests.map(({ path }) => path.replace(/.*\/rooms\//, ""));

const quizRecord = (quizId: string, changes: object) => ({
  sequence: 1,
  data: { action: 1, widgetUuid: "popupQuiz", changeProperties: { "extra.popupQuizId": quizId, ...changes } },
});
/** As many pages as are asked for, each naming the next. */
const endless = ({ path }: HttpRequest): ScriptedReply => {
  const page = Number(new URL(`http://x${path}`).searchParams.get("nextId") ?? 1);
  return good({ list: [quizRecord(`q${page}`, {})], nextId: String(page + 1) });
};

describe("recordings", () => {
  test("are read a page at a time, without what came raw, each page with its time and the place of the next", async () => {
    const at = world(() => good({ list: [{ recordId: "r1", url: "a.m3u8", status: 2 }, { status: 1 }], nextId: 101 }));
    const first = await at.settled(at.reads.recordings("r", null));
    expect(first).toMatchObject({
      ok: true,
      value: { readAt: TS, next: "101", unreadable: 1, items: [{ recordId: "r1", url: "a.m3u8" }] },
    });
    expect(JSON.stringify(first)).not.toContain('"raw"');
    expect(await at.settled(at.reads.recordings("r", "101"))).toMatchObject({ value: { next: null } });
    expect(pathsOf(at)).toEqual(["r/records", "r/records?nextId=101"]);
  });
});

describe("quizzes and polls", () => {
  test("are read to the end of their records, and no further than a person can wait for", async () => {
    const short = world(({ path }) =>
      path.includes("nextId")
        ? good({ list: [quizRecord("q1", { "extra.answerState": 0 })], nextId: null })
        : good({ list: [quizRecord("q1", { "extra.items": ["A"] }), "nonsense"], nextId: "2" }),
    );
    expect(await short.settled(short.reads.quizzes("r"))).toMatchObject({
      ok: true,
      value: { whole: true, unreadable: 1, readAt: TS, quizzes: [{ id: "q1", items: ["A"], running: false }] },
    });
    const long = world(endless);
    const answer = await long.settled(long.reads.quizzes("r"));
    expect(answer).toMatchObject({ ok: true, value: { whole: false } });
    expect(long.http.requests).toHaveLength(20);
  });

  test("polls come by their own operation", async () => {
    const at = world(() => good({ list: [], nextId: null }));
    expect(await at.settled(at.reads.polls("r"))).toEqual({ ok: true, value: { readAt: TS, polls: [], unreadable: 0, whole: true } });
    expect(at.http.requests[0]?.path).toContain("/widgets/poll/sequences");
  });
});

describe("one room's facts", () => {
  test("are its stored properties", async () => {
    const at = world(() =>
      good({ roomName: "Exam", state: 1, roomProperties: { examinationUrl: "https://x", schedule: { duration: 60 } } }),
    );
    expect(await at.settled(at.reads.facts("r"))).toMatchObject({
      ok: true,
      value: {
        facts: { name: "Exam", state: 1, properties: { examinationUrl: "https://x" }, schedule: { duration: 60 } },
        capabilities: { getRoom: "present" },
      },
    });
  });

  test("are none where the service cannot be asked, which is asked once", async () => {
    const at = world(() => ({ status: 404, json: { message: "no Route matched" } }));
    const lacking = { ok: true, value: { facts: null, readAt: NOW, capabilities: { getRoom: "lacking" } } };
    expect(await at.settled(at.reads.facts("r"))).toMatchObject(lacking);
    expect(await at.settled(at.reads.facts("other"))).toMatchObject(lacking);
    expect(at.http.requests).toHaveLength(1);
  });
});

describe("what cannot be read", () => {
  test.each<[string, ScriptedReply, object]>([
    ["nobody of that id", refusal(404, 20404200), { code: "notFound", params: { problem: "userAbsent" } }],
    ["a room that is gone", refusal(404, 20404100), { code: "notFound", params: { problem: "roomAbsent" } }],
    ["a refusal", refusal(403, 403), { code: "unavailable", params: { problem: "forbidden" } }],
  ])("%s is told by the service's own problem", async (_case, reply, error) => {
    const at = world(() => reply);
    expect(await at.settled(at.reads.userState("r", "u"))).toMatchObject({ ok: false, error: { reason: "read", ...error } });
  });

  test("is given up when the session ends", async () => {
    const at = world(() => ({ never: true }));
    const reading = at.reads.quizzes("r");
    await at.clock.advanceUntil(() => at.http.requests.length === 1);
    at.reads.stop();
    expect(await at.settled(reading)).toMatchObject({ ok: false, error: { params: { problem: "aborted" } } });
  });
});
