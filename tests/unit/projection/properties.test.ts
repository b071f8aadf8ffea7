import { describe, expect, it } from "vitest";
import { PROPERTIES_KEPT } from "../../../shared/model/property.ts";
import { RoomView } from "../../../shared/model/room.ts";
import { briefOf, summaryOf } from "../../../shared/projection/index.ts";
import { breakoutOf, examinationUrlOf, extAppsOf, plainPropertiesOf, readMuted } from "../../../shared/projection/properties.ts";
import { foldOf, history, secondsIn, values } from "./history.ts";

const set = (changeProperties: unknown, more: object = {}) => ({ action: 1, changeProperties, cause: {}, ...more });
const gone = (changeProperties: unknown, more: object = {}) => ({ action: 2, changeProperties, cause: {}, ...more });
const ann = { userUuid: "a", userName: "Ann", role: "audience" };

describe("the room's properties", () => {
  it.each<[string, readonly (readonly [number, unknown])[], Record<string, unknown>]>([
    ["one", [[4, set({ topic: "algebra" })]], { topic: "algebra" }],
    ["many at once", [[5, set({ a: 1, b: [2] })]], { a: 1, b: [2] }],
    [
      "a plain name replaces its whole value",
      [
        [5, set({ a: { x: 1, y: 2 } })],
        [4, set({ a: { z: 3 } })],
      ],
      { a: { z: 3 } },
    ],
    [
      "a dotted name sets only what it names",
      [
        [4, set({ a: { x: 1, y: 2 } })],
        [4, set({ "a.x": 9 })],
      ],
      { a: { x: 9, y: 2 } },
    ],
    ["a dotted name makes what is not there", [[4, set({ "a.b.c": true })]], { a: { b: { c: true } } }],
    [
      "a dotted name replaces what holds nothing",
      [
        [4, set({ a: 7 })],
        [4, set({ "a.b": 1 })],
      ],
      { a: { b: 1 } },
    ],
    [
      "gone",
      [
        [5, set({ a: 1, b: 2 })],
        [4, gone({ a: "deleted" })],
      ],
      { b: 2 },
    ],
    [
      "gone, by a list of names",
      [
        [5, set({ a: 1, b: 2 })],
        [5, { changeProperties: ["a", "b"] }],
      ],
      {},
    ],
    [
      "gone from inside",
      [
        [4, set({ a: { x: 1, y: 2 } })],
        [4, gone({ "a.x": "deleted" })],
      ],
      { a: { y: 2 } },
    ],
    [
      "gone where it never was",
      [
        [4, set({ a: 1 })],
        [5, gone({ "a.x.y": "deleted", z: "deleted" })],
      ],
      { a: 1 },
    ],
    ["under the name of the older clients", [[4, { action: 1, properties: { a: 1 } }]], { a: 1 }],
    [
      "nothing that can be read",
      [
        [4, set({ a: 1 })],
        [4, "nonsense"],
        [5, set(7)],
        [5, null],
      ],
      { a: 1 },
    ],
    ["called like something that every object has", [[5, set({ "constructor.x": 1 })]], { constructor: { x: 1 } }],
  ])("%s", (_case, events, expected) => {
    expect(values(foldOf(...events).properties)).toEqual(expected);
  });

  it("know when each of them was set last", () => {
    const view = foldOf([5, set({ a: { x: 1 }, b: 1 })], [4, set({ "a.x": 2 })]);
    expect(view.properties["a"]?.time).toEqual({ kind: "exact", at: secondsIn(1) });
    expect(view.properties["b"]?.time).toEqual({ kind: "exact", at: secondsIn(0) });
  });

  it("are bounded: what is too much keeps its name, and is whole again once a smaller value comes", () => {
    const huge = "x".repeat(PROPERTIES_KEPT);
    const events: [number, unknown][] = [
      [4, set({ small: 1 })],
      [4, set({ big: huge })],
      [4, set({ "big.part": 1 })],
    ];
    const view = foldOf(...events);
    expect(view.properties["big"]).toMatchObject({ value: null, cut: true });
    expect(values(view.properties)).toMatchObject({ small: 1 });
    expect(foldOf(...events, [4, set({ big: 3 })]).properties["big"]).toMatchObject({ value: 3, cut: false });
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`${n}`.repeat(100), n]));
    expect(JSON.stringify(foldOf([5, set(many)]).properties).length).toBeLessThan(PROPERTIES_KEPT + 1_000);
  });

  it("tell the address of the exam papers, to the wall as well", () => {
    const url = "https://exam.example/1";
    expect(examinationUrlOf(foldOf([4, set({ examinationUrl: url })]))).toBe(url);
    expect(summaryOf(foldOf([5, set({ roomProperties: { examinationUrl: url } })])).examinationUrl).toBe(url);
    expect(summaryOf(foldOf([5, set({ "roomProperties.examinationUrl": url })])).examinationUrl).toBe(url);
    expect(examinationUrlOf(foldOf())).toBeNull();
  });

  it("tell the breakout rooms, and that they are gone", () => {
    const details = { g1: { groupName: "One", users: [{ userUuid: "a" }, { userUuid: "b" }] }, g2: { users: [] } };
    const made: [number, unknown] = [5, set({ "groups.state": 1, "groups.details": details })];
    expect(breakoutOf(foldOf(made))).toMatchObject({
      active: true,
      groups: [
        { groupUuid: "g1", name: "One", userUuids: ["a", "b"] },
        { groupUuid: "g2", name: "", userUuids: [] },
      ],
    });
    expect(breakoutOf(foldOf(made, [5, set({ "groups.state": 0, "groups.details": {} })]))).toMatchObject({ active: false, groups: [] });
    expect(breakoutOf(foldOf())).toBeNull();
  });

  it("tell the embedded apps, their own and what all share", () => {
    const view = foldOf(
      [5, set({ "extApps.io_agora_countdown.left": 30, "extAppsCommon.io_agora_countdown.state": 1 })],
      [4, set({ "extApps.vote": { open: true } })],
      [4, set({ mine: 1 })],
    );
    expect(extAppsOf(view).apps).toEqual([
      { id: "io_agora_countdown", properties: { left: 30 }, common: { state: 1 } },
      { id: "vote", properties: { open: true }, common: {} },
    ]);
    expect(plainPropertiesOf(view).map(([name]) => name)).toEqual(["mine"]);
  });
});

describe("a person's properties", () => {
  it("are told by their own events and by entering", () => {
    const view = foldOf(
      [20, { onlineUsers: [{ ...ann, userProperties: { seat: 4, flags: { late: true } } }] }],
      [22, set({ "flags.late": false }, { fromUser: ann })],
      [23, gone({ seat: "deleted" }, { fromUser: ann })],
      [22, set({ x: 1 }, { userUuid: "b" })],
      [22, set({ x: 1 })],
    );
    expect(values(view.userProperties["a"] ?? {})).toEqual({ flags: { late: false } });
    expect(values(view.userProperties["b"] ?? {})).toEqual({ x: 1 });
    expect(Object.keys(view.userProperties)).toEqual(["a", "b"]);
  });

  it("stay as they are when somebody comes back with the same, and with nothing", () => {
    const enter = (userProperties: object): [number, unknown] => [20, { onlineUsers: [{ ...ann, userProperties }] }];
    const view = foldOf(enter({ seat: 4, gone: 1 }), enter({}), enter({ seat: 4, colour: "red" }));
    expect(view.userProperties["a"]).toEqual({
      seat: { value: 4, cut: false, time: { kind: "exact", at: secondsIn(0) } },
      colour: { value: "red", cut: false, time: { kind: "exact", at: secondsIn(2) } },
    });
    expect(RoomView.parse(view)).toEqual(view);
  });
});

describe("muting", () => {
  it.each([
    [{ muteChat: true }, true],
    [{ muteChat: 0 }, false],
    [{ muteChat: { audience: 1, host: 0 } }, true],
    [{ muteChat: { audience: 0 } }, false],
    [{ muted: "1" }, true],
    [{}, null],
    ["nonsense", null],
  ])("%j is %s", (data, muted) => {
    expect(readMuted(data)).toBe(muted);
    expect(foldOf([2, data]).muted).toBe(muted);
  });

  it("stays as it was where an event does not tell", () => {
    expect(foldOf([2, { muteChat: true }], [2, {}]).muted).toBe(true);
  });
});

describe("a change of properties in a few words", () => {
  it.each<[number, unknown, string, object]>([
    [2, { muteChat: true }, "chatMuted", {}],
    [2, { muteChat: false }, "chatUnmuted", {}],
    [2, 7, "unreadable", { cmd: 2 }],
    [4, set({ topic: 1 }), "propertySet", { name: "topic", count: 1 }],
    [5, set({ a: 1, "b.c": 2, d: 3, e: 4 }), "propertySet", { name: "a, b.c, d", count: 4 }],
    [4, gone({ topic: "deleted" }), "propertyRemoved", { name: "topic", count: 1 }],
    [4, set({ examinationUrl: "https://x" }), "examinationUrlSet", { url: "https://x" }],
    [4, gone({ examinationUrl: "deleted" }), "propertyRemoved", { name: "examinationUrl", count: 1 }],
    [5, set({ "groups.state": 1, "groups.details": { g: {} } }), "groupsMade", { groups: 1 }],
    [5, set({ "groups.state": 0, "groups.details": {} }), "groupsRemoved", {}],
    [5, set({ "extApps.vote.x": 1, "extAppsCommon.vote.state": 1 }), "appChanged", { name: "vote", count: 1 }],
    [4, gone({ "extApps.vote.x": "deleted" }), "appChanged", { name: "vote", count: 1 }],
    [5, [], "unreadable", { cmd: 5 }],
    [22, set({ seat: 1 }, { fromUser: ann }), "userPropertySet", { user: "Ann", name: "seat", count: 1 }],
    [23, gone(["seat"], { fromUser: ann }), "userPropertyRemoved", { user: "Ann", name: "seat", count: 1 }],
    [22, set({ seat: 1 }), "unreadable", { cmd: 22 }],
  ])("kind %s of %j is %s", (cmd, data, key, params) => {
    const [event] = history([cmd, data]);
    expect(event && briefOf(event)).toEqual({ key, params });
  });
});
