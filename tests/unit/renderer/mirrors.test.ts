import { describe, expect, it } from "vitest";
import { mirrorList, mirrorValue } from "../../../renderer/state/mirrors.ts";
import { RESUBSCRIBE_MS } from "../../../renderer/state/subscription.ts";
import type { Push } from "../../../shared/contract/kinds.ts";
import { appError } from "../../../shared/result.ts";
import { createHandBridge, createHandClock } from "./clock.ts";
import { room } from "./rooms.ts";

type List = Extract<Push, { kind: "list" }>;
const list = (revision: number, part: Partial<List>): Push => ({
  kind: "list",
  subscription: "s",
  revision,
  reset: false,
  complete: true,
  upsert: [],
  remove: [],
  ...part,
});
const FRAME = 16;

const setUp = () => {
  const time = createHandClock();
  const { bridge, opened } = createHandBridge();
  const rooms = mirrorList(bridge, time.clock, "rooms", {});
  const send = (push: Push, index = opened.length - 1): void => opened[index]?.listener(push);
  const ids = (): string[] => [...rooms.store.getState().items.keys()];
  return { ...time, opened, send, ids, rooms, bridge };
};

describe("a mirror of a list", () => {
  it("shows a snapshot of several pushes only when it is whole", () => {
    const { send, ids, rooms } = setUp();
    send(list(1, { reset: true, complete: false, upsert: [room("a")] }));
    expect(rooms.store.getState().phase).toBe("waiting");
    send(list(2, { complete: true, upsert: [room("b")] }));
    expect(ids()).toEqual(["a", "b"]);
    expect(rooms.store.getState().phase).toBe("live");
  });

  it("applies the changes of a frame together, the last for each key", () => {
    const { send, pass, rooms, ids } = setUp();
    send(list(1, { reset: true, upsert: [room("a"), room("b")] }));
    let renders = 0;
    rooms.store.subscribe(() => {
      renders += 1;
    });
    send(list(2, { upsert: [room("a", { present: 1 })] }));
    send(list(3, { upsert: [room("a", { present: 2 })], remove: ["b"] }));
    expect(renders).toBe(0);
    pass(FRAME);
    expect(renders).toBe(1);
    expect(ids()).toEqual(["a"]);
    expect(rooms.store.getState().items.get("a")?.present).toBe(2);
  });

  it("keeps the object of every row that did not change, so that only changed rows render", () => {
    const { send, pass, rooms } = setUp();
    send(list(1, { reset: true, upsert: [room("a"), room("b")] }));
    const before = rooms.store.getState().items.get("a");
    send(list(2, { upsert: [room("b", { present: 9 })] }));
    pass(FRAME);
    expect(rooms.store.getState().items.get("a")).toBe(before);
  });

  it("subscribes again after a hole in the revisions, and keeps what it has until the new snapshot", () => {
    const { send, opened, ids, pass } = setUp();
    send(list(1, { reset: true, upsert: [room("a"), room("b")] }));
    send(list(3, { remove: ["a"] }));
    expect(opened).toHaveLength(2);
    expect(opened[0]?.closed).toBe(true);
    pass(FRAME);
    expect(ids()).toEqual(["a", "b"]);
    send(list(1, { reset: true, upsert: [room("c")] }));
    expect(ids()).toEqual(["c"]);
  });

  it("listens no more to a subscription that it has left", () => {
    const { send, ids, pass } = setUp();
    send(list(1, { reset: true, upsert: [room("a")] }));
    send(list(7, {}));
    send(list(1, { reset: true, upsert: [room("b")] }), 1);
    send(list(2, { upsert: [room("ghost")] }), 0);
    pass(FRAME);
    expect(ids()).toEqual(["b"]);
  });

  it("does not carry a change from before the hole into the new snapshot", () => {
    const { send, ids, pass } = setUp();
    send(list(1, { reset: true, upsert: [room("a")] }));
    send(list(2, { upsert: [room("late")] }));
    send(list(4, {}));
    send(list(1, { reset: true, upsert: [room("a")] }));
    pass(FRAME);
    expect(ids()).toEqual(["a"]);
  });

  it("comes back after main closed it for a fault of its own, and stays closed for one that is final", () => {
    const { send, opened, rooms, pass } = setUp();
    send({ kind: "closed", subscription: "s", revision: 1, error: appError("internal", "fault") });
    expect(opened).toHaveLength(1);
    pass(RESUBSCRIBE_MS);
    expect(opened).toHaveLength(2);
    // A refusal bears no revision of its own.
    send({ kind: "closed", subscription: "s", revision: 0, error: appError("forbidden", "no") });
    pass(10 * RESUBSCRIBE_MS);
    expect(opened).toHaveLength(2);
    expect(rooms.store.getState().phase).toBe("closed");
  });

  it("ends with its subscription", () => {
    const { opened, rooms, send, ids, pass } = setUp();
    rooms.stop();
    expect(opened[0]?.closed).toBe(true);
    send(list(1, { reset: true, upsert: [room("a")] }));
    pass(FRAME);
    expect(ids()).toEqual([]);
  });
});

describe("a mirror of a value", () => {
  it("takes each value whole and subscribes again on a hole", () => {
    const time = createHandClock();
    const { bridge, opened } = createHandBridge();
    const { store } = mirrorValue(bridge, time.clock, "heartbeat", {});
    opened[0]?.listener({ kind: "value", subscription: "s", revision: 1, value: { beat: 1 } });
    opened[0]?.listener({ kind: "value", subscription: "s", revision: 3, value: { beat: 3 } });
    expect(store.getState().value).toEqual({ beat: 1 });
    opened[1]?.listener({ kind: "value", subscription: "s", revision: 1, value: { beat: 4 } });
    expect(store.getState().value).toEqual({ beat: 4 });
  });
});
