import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CMD, type RoomEvent } from "../../../shared/model/event.ts";
import { CHAT_KEPT, RoomView } from "../../../shared/model/room.ts";
import {
  applyEvent,
  BRIEF_KEYS,
  briefOf,
  emptyView,
  eventKey,
  eventTime,
  gapKey,
  incarnationKey,
  parseKey,
  summaryOf,
} from "../../../shared/projection/index.ts";

const AT = 1_700_000_000_000;
let sequence = 0;
const event = (cmd: number, data: unknown, part: Partial<RoomEvent> = {}): RoomEvent => ({
  roomUuid: "r",
  incarnation: 1,
  sequence: ++sequence,
  ordinal: 0,
  cmd,
  data,
  time: { kind: "exact", at: AT + sequence },
  receivedAt: AT,
  via: "room",
  ...part,
});
const fold = (...events: RoomEvent[]): RoomView => events.reduce(applyEvent, emptyView());
const ann = { userUuid: "a", userName: "Ann", role: "2", type: 1 };

describe("people", () => {
  it("come, go, are removed and come back", () => {
    const came = event(CMD.presence, { total: 1, onlineUsers: [ann], offlineUsers: [] });
    const removed = event(CMD.presence, { total: 0, offlineUsers: [{ userUuid: "a", type: 2 }] });
    const back = event(CMD.presence, { total: 1, onlineUsers: [{ ...ann, role: 2 }] });
    expect(fold(came).people["a"]).toMatchObject({ userName: "Ann", role: "student", present: true, entries: 1 });
    expect(fold(came, removed).people["a"]).toMatchObject({
      userName: "Ann",
      present: false,
      leftBecause: "removed",
      leftAt: removed.time,
    });
    expect(fold(came, removed, back).people["a"]).toMatchObject({ present: true, entries: 2, leftBecause: null });
    expect(summaryOf(fold(came, removed, back))).toMatchObject({ present: 1, total: 1, eventCount: 3 });
  });

  it("who reconnect have not come in again", () => {
    const view = fold(event(20, { onlineUsers: [ann] }), event(20, { onlineUsers: [{ ...ann, type: 2 }] }));
    expect(view.people["a"]?.entries).toBe(1);
  });

  it.each([
    [1, "teacher"],
    ["1", "teacher"],
    ["host", "teacher"],
    ["audience", "student"],
    ["server", "server"],
  ])("have role %s as %s", (wire, role) => {
    expect(fold(event(20, { onlineUsers: [{ userUuid: "a", role: wire }] })).people["a"]?.role).toBe(role);
  });

  it("may be called like something that every object has", () => {
    const view = fold(
      event(20, { onlineUsers: ["__proto__", "constructor"] }),
      event(1101, { rewardDetails: [{ userUuid: "constructor", changedReward: 2 }] }),
    );
    expect(summaryOf(view).present).toBe(2);
    expect(Object.getOwnPropertyDescriptor(view.rewards, "constructor")?.value).toMatchObject({ count: 2 });
  });
});

const reward = (part: object): RoomEvent => event(CMD.rewards, { rewardDetails: [{ userUuid: "a", ...part }] });
const change = (action: number, name: string): RoomEvent =>
  event(CMD.resources, {
    action,
    resources: [{ resourceUuid: "f", resourceName: name, size: 1, url: "https://x" }],
    operator: { userUuid: "t", userName: "Tom" },
  });

describe("hands, stage, rewards, resources, chat, recording", () => {
  it("keeps the time at which a hand went up", () => {
    const up = event(CMD.hands, { addProgressUsers: [{ userUuid: "a" }] });
    const more = event(CMD.hands, { progressUsers: [{ userUuid: "a" }, { userUuid: "b" }] });
    expect(fold(up, more).hands).toEqual([
      { userUuid: "a", since: up.time },
      { userUuid: "b", since: more.time },
    ]);
    expect(summaryOf(fold(up, more)).longestHand).toEqual(up.time);
    expect(fold(up, more, event(CMD.hands, { removeProgressUsers: [{ userUuid: "a" }] })).hands).toHaveLength(1);
  });

  it("follows the stage with or without the whole list", () => {
    const view = fold(
      event(CMD.stage, { addAcceptedUsers: [{ userUuid: "a" }, { userUuid: "b" }] }),
      event(CMD.stage, { removeAcceptedUsers: ["a"] }),
    );
    expect(view.stage).toMatchObject([{ userUuid: "b", since: { kind: "exact" } }]);
  });

  it("reads rewards as total or as change", () => {
    expect(fold(reward({ changedReward: 1 }), reward({ changeReward: 2 })).rewards["a"]?.count).toBe(3);
    expect(fold(reward({ total: 7, changedReward: 1 })).rewards["a"]?.count).toBe(7);
    expect(fold(reward({ totalReward: 10, total: 7 })).rewards["a"]?.count).toBe(10);
  });

  it("adds, updates and removes resources", () => {
    const second = change(1, "b");
    const [file] = fold(change(1, "a"), second).resources;
    expect(file).toEqual({ resourceUuid: "f", resourceName: "b", size: 1, url: "https://x", by: "Tom", time: second.time });
    expect(fold(change(1, "a"), change(2, "a")).resources).toEqual([]);
  });

  it("keeps the last messages only", () => {
    const many = Array.from({ length: CHAT_KEPT + 5 }, (_, n) => event(CMD.chat, { fromUser: ann, message: `m${n}`, type: 1 }));
    expect(fold(...many).chat).toHaveLength(CHAT_KEPT);
    expect(fold(...many).chat.at(-1)).toMatchObject({ from: "Ann", text: `m${CHAT_KEPT + 4}` });
  });

  it.each([0, 2])("takes recording state %s for ended", (state) => {
    const view = fold(event(CMD.recording, { state: 1, recordId: "r1", startTime: AT }), event(CMD.recording, { state }));
    expect(view.recording).toMatchObject({ state, recordId: "r1", startTime: AT });
    expect(view.lastEvent?.brief.key).toBe("recordingEnded");
  });
});

describe("an event in a few words", () => {
  it.each([
    [1, { state: 1 }, "classStarted"],
    [1, { state: 2 }, "classEnded"],
    [1, { state: 3 }, "classClosed"],
    [1, { state: 7 }, "stateUnknown"],
    [3, { message: "hi" }, "chat"],
    [20, { onlineUsers: [ann] }, "entered"],
    [20, { onlineUsers: [ann, "b"] }, "enteredMany"],
    [20, { offlineUsers: [{ userUuid: "a", type: 1 }] }, "left"],
    [20, { offlineUsers: [{ userUuid: "a", type: 2 }] }, "removed"],
    [20, { onlineUsers: [ann], offlineUsers: ["b"] }, "cameAndWent"],
    [1001, { state: 1 }, "recordingStarted"],
    [1001, { state: 0, reason: 5 }, "recordingGaveUp"],
    [1003, { action: 2, resources: [{ resourceUuid: "f" }] }, "resourceRemoved"],
    [1101, { rewardDetails: [{ userUuid: "a", totalReward: 1 }] }, "reward"],
    [1501, { addAcceptedUsers: ["a"] }, "stageJoined"],
    [1502, { removeProgressUsers: ["a"] }, "handLowered"],
    [4711, { x: 1 }, "unknownKind"],
    [20, "nonsense", "unreadable"],
  ])("kind %s of %j is %s", (cmd, data, key) => {
    expect(briefOf(event(cmd, data)).key).toBe(key);
  });

  it("calls people by the name that the view knows", () => {
    const view = fold(event(20, { onlineUsers: [ann] }));
    expect(briefOf(event(1502, { addProgressUsers: [{ userUuid: "a" }] }), view).params).toMatchObject({ name: "Ann", count: 1 });
  });
});

describe("anything at all", () => {
  const anything = fc.record({
    cmd: fc.oneof(fc.constantFrom(...Object.values(CMD)), fc.integer()),
    data: fc.oneof(
      fc.jsonValue(),
      fc.dictionary(
        fc.constantFrom(
          "state",
          "startTime",
          "fromUser",
          "message",
          "total",
          "onlineUsers",
          "offlineUsers",
          "rewardDetails",
          "resources",
          "action",
          "acceptedUsers",
          "addAcceptedUsers",
          "progressUsers",
          "removeProgressUsers",
          "reason",
          "updateTime",
          "changeProperties",
          "widgetUuid",
          "cause",
          "muteChat",
        ),
        fc.oneof(
          fc.jsonValue(),
          fc.constantFrom("popupQuiz", "poll", 1, 2),
          fc.dictionary(
            fc.constantFrom(
              "a.b",
              "groups.state",
              "groups.details",
              "extApps.x",
              "extra.popupQuizId",
              "extra.answerState",
              "selectedItems",
              "extra.pollId",
              "extra.pollDetails",
              "selectIndex",
              "state",
            ),
            fc.oneof(fc.jsonValue(), fc.constantFrom(0, 1, "deleted")),
          ),
          fc.array(
            fc.dictionary(
              fc.constantFrom("userUuid", "userName", "role", "type", "resourceUuid", "totalReward", "changedReward"),
              fc.jsonValue(),
            ),
          ),
        ),
      ),
    ),
  });

  it("is folded without an error into a valid view, and changes nothing that was there", () => {
    fc.assert(
      fc.property(fc.array(anything, { maxLength: 12 }), (list) => {
        let view = emptyView();
        for (const { cmd, data } of list) {
          const before = structuredClone(view);
          const next = applyEvent(view, event(cmd, data, { time: eventTime(cmd, data, null, AT) }));
          expect(view).toEqual(before);
          view = next;
        }
        expect(RoomView.safeParse(view).success).toBe(true);
        expect(view.eventCount).toBe(list.length);
        const { brief } = view.lastEvent ?? { brief: { key: "entered", params: { name: "", count: 0 } } };
        expect(Object.keys(brief.params).sort()).toEqual([...(BRIEF_KEYS[brief.key as keyof typeof BRIEF_KEYS] ?? ["?"])].sort());
      }),
      { numRuns: 500 },
    );
  });
});

describe("when it happened", () => {
  it("is the event's own time where it has one", () => {
    expect(eventTime(1, { state: 1, startTime: AT }, null, AT + 5)).toEqual({ kind: "exact", at: AT });
    expect(eventTime(1, { state: 2, startTime: AT, endTime: AT + 3 }, null, AT + 5)).toEqual({ kind: "exact", at: AT + 3 });
    expect(eventTime(1101, { updateTime: AT }, null, AT + 5)).toEqual({ kind: "exact", at: AT });
  });

  it("is between the proof before it and the answer that brought it where it has none", () => {
    expect(eventTime(1, { state: 2, startTime: AT }, AT + 1, AT + 5)).toEqual({ kind: "between", notBefore: AT + 1, notAfter: AT + 5 });
    expect(eventTime(1001, { state: 0, startTime: AT }, null, AT + 5)).toEqual({ kind: "between", notBefore: null, notAfter: AT + 5 });
    expect(eventTime(20, {}, AT + 9, AT + 5)).toEqual({ kind: "between", notBefore: AT + 5, notAfter: AT + 5 });
  });

  it("is not a time that lies ahead of the answer", () => {
    expect(eventTime(1, { state: 1, startTime: AT + 3_600_000 }, null, AT).kind).toBe("between");
  });
});

describe("keys of the timeline", () => {
  it("sort as text in the order of incarnation, sequence, and what stands behind it", () => {
    const keys = [
      eventKey({ incarnation: 1, sequence: 9, ordinal: 0 }),
      eventKey({ incarnation: 1, sequence: 9, ordinal: 2 }),
      gapKey({ incarnation: 1, from: 10 }),
      eventKey({ incarnation: 1, sequence: 100, ordinal: 0 }),
      incarnationKey(2),
      eventKey({ incarnation: 2, sequence: 0, ordinal: 1 }),
    ];
    expect(keys.toSorted()).toEqual(keys);
    expect(parseKey(keys[1] ?? "")).toEqual({ incarnation: 1, sequence: 9, ordinal: 2, kind: "event" });
    expect(parseKey("else")).toBeNull();
  });
});
