import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readEnvelope, readRoom, readSequences } from "../../../electron/cloud/wire.ts";

const EVENT = { roomUuid: "r1", cmd: 1, sequence: 7, version: 1, data: { state: 1 } };
const read = (data: unknown, room: string | null = "r1") => {
  const page = readSequences(data, room);
  if (!page.ok) throw new Error(page.error);
  return page.value;
};

describe("the standard body", () => {
  test.each([
    ['{"code":0,"msg":"Success","ts":1610167740309}', { code: 0, ts: 1_610_167_740_309, message: "Success" }],
    ['{"code":0,"ts":1}', { code: 0, ts: 1, message: "" }],
    ['{"code":"20404100","ts":"5"}', { code: 20_404_100, ts: 5 }],
    ['{"message":"invalid token"}', { code: null, ts: null, message: "invalid token" }],
    ['{"code":0,"msg":7,"ts":null}', { code: 0, ts: null, message: "" }],
    ['{"code":{},"ts":[]}', { code: null, ts: null }],
    ['{"code":0,"ts":-1}', { ts: null }],
  ])("%s", (text, expected) => {
    expect(readEnvelope(text)).toMatchObject(expected);
  });

  test.each(["", "<html></html>", '{"code":0'])("%j is no JSON", (text) => {
    expect(readEnvelope(text)).toBeNull();
  });

  test.each(["[]", "null", "7", '"text"'])("%j is JSON without a code", (text) => {
    expect(readEnvelope(text)).toMatchObject({ code: null, ts: null });
  });

  test("a long message is cut", () => {
    expect(readEnvelope(JSON.stringify({ msg: "x".repeat(10_000) }))?.message).toHaveLength(200);
  });
});

describe("a page of events", () => {
  test("known fields are read, the whole is kept", () => {
    const odd = { ...EVENT, surprise: [1] };
    expect(read({ total: 1, count: 1, list: [odd], nextId: null })).toEqual({
      events: [{ roomUuid: "r1", cmd: 1, sequence: 7, data: { state: 1 }, raw: Buffer.from(JSON.stringify(odd)) }],
      nextId: null,
      unreadable: 0,
    });
  });

  test("what is kept of an event is its text as it came; escapes are written in one way, so that text can be looked for", () => {
    const texts = [
      '{"cmd":1,"sequence":1,"big":12345678901234567890, "n":1.0}',
      '{"cmd":3,"sequence":2,"data":{"message":"\\u8001\\u5e08"}}',
    ];
    const body = `{"code":0,"data":{"list":[${texts.join(",")}]}}`;
    const page = readSequences((JSON.parse(body) as { data: unknown }).data, "r1", Buffer.from(body));
    const kept = page.ok ? page.value.events.map(({ raw }) => Buffer.from(raw).toString()) : [];
    expect(kept).toEqual([texts[0], '{"cmd":3,"sequence":2,"data":{"message":"老师"}}']);
  });

  test.each([
    [null, null],
    [undefined, null],
    ["", null],
    ["null", null],
    [0, null],
    ["50", "50"],
    [50, "50"],
    ["opaque", "opaque"],
    [{}, null],
    [true, null],
  ])("nextId %j continues at %j", (nextId, expected) => {
    expect(read({ list: [], nextId }).nextId).toBe(expected);
  });

  test("a page without nextId was the last", () => {
    expect(read({ list: [EVENT] }).nextId).toBeNull();
  });

  test("a bare array is a page, as operation 9 sends it", () => {
    expect(read([EVENT], null)).toMatchObject({ events: [{ roomUuid: "r1" }], nextId: null });
  });

  test.each([
    [7, 7],
    ["7", 7],
    [null, null],
    [undefined, null],
    [{}, null],
    [1.5, null],
  ])("sequence %j is %j", (sequence, expected) => {
    expect(read([{ ...EVENT, sequence }]).events[0]?.sequence).toBe(expected);
  });

  test("the other spelling of the room is read; where the item names none, it is the room that was asked for", () => {
    const { roomUuid: _named, ...nameless } = EVENT;
    expect(read([{ ...nameless, roomUUid: "r2" }], null).events[0]?.roomUuid).toBe("r2");
    expect(read([nameless], "r3").events[0]?.roomUuid).toBe("r3");
  });

  test("an event without data is an event", () => {
    expect(read([{ roomUuid: "r1", cmd: 9 }], null).events[0]).toMatchObject({ roomUuid: "r1", cmd: 9, sequence: null, data: undefined });
  });

  test("items that are no events are counted and left out", () => {
    const { roomUuid: _named, ...nameless } = EVENT;
    expect(read([EVENT, null, 7, "x", {}, { ...EVENT, cmd: "start" }, nameless], null)).toMatchObject({
      events: [{ cmd: 1 }],
      unreadable: 6,
    });
  });

  test.each([undefined, "x", 7, {}, { count: 0 }, { list: {} }, { list: "none" }])(
    "%j is no page: it must not look like an empty one",
    (data) => {
      expect(readSequences(data, null).ok).toBe(false);
      expect(readSequences(data, "r1").ok).toBe(false);
    },
  );

  test("a list written as null is empty", () => {
    expect(read({ list: null, nextId: null }).events).toEqual([]);
    expect(read(null, null).events).toEqual([]);
    expect(readSequences(null, "r1").ok).toBe(false);
  });
});

describe("one room", () => {
  test("name, state and schedule, wherever the state stands", () => {
    const schedule = { startTime: 5, duration: 600, closeDelay: 60 };
    const told = { roomName: "Exam", roomProperties: { state: 1, schedule } };
    expect(readRoom(told)).toEqual({ ok: true, value: { roomName: "Exam", state: 1, schedule, raw: told } });
    expect(readRoom({ roomName: "Exam", state: "2", roomProperties: { state: 1 } })).toMatchObject({
      ok: true,
      value: { roomName: "Exam", state: 2, schedule: null },
    });
  });

  test("what is missing is null", () => {
    expect(readRoom({})).toEqual({ ok: true, value: { roomName: null, state: null, schedule: null, raw: {} } });
    expect(readRoom({ roomName: 7, roomProperties: "x" })).toMatchObject({
      ok: true,
      value: { roomName: null, state: null, schedule: null },
    });
    expect(readRoom({ roomProperties: { schedule: { startTime: "5" } } })).toMatchObject({
      value: { schedule: { startTime: 5, duration: null, closeDelay: null } },
    });
    expect(readRoom([])).toMatchObject({ ok: false });
  });
});

test("nothing that JSON can say makes the reading throw", () => {
  const field = fc.constantFrom(
    "code",
    "ts",
    "msg",
    "data",
    "list",
    "nextId",
    "roomUuid",
    "cmd",
    "sequence",
    "roomProperties",
    "schedule",
    "state",
  );
  const shaped = fc.letrec<{ node: unknown }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 4 },
      fc.jsonValue({ maxDepth: 1 }),
      fc.array(tie("node"), { maxLength: 4 }),
      fc.dictionary(field, tie("node"), { maxKeys: 5 }),
    ),
  })).node;
  fc.assert(
    fc.property(shaped, (json) => {
      const envelope = readEnvelope(JSON.stringify(json));
      for (const data of [json, envelope?.data]) {
        readSequences(data, null);
        readSequences(data, "r1");
        readRoom(data);
      }
    }),
    { numRuns: 5_000 },
  );
});
