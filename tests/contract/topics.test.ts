import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { COALESCE_MS } from "../../electron/ipc/publisher.ts";
import { MAX_ITEMS_PER_PUSH, MAX_SUBSCRIPTIONS, type Push } from "../../shared/contract/kinds.ts";
import { appError, err, ok, type Result } from "../../shared/result.ts";
import { createHarness, OUR_WINDOW } from "./harness.ts";

type View = { id: string; text: string };

/** A list that a test changes, as a source of the topic `views`. */
const createList = () => {
  const items = new Map<string, View>();
  const watchers = new Set<(key: string | null) => void>();
  let closed = 0;
  return {
    items,
    closed: () => closed,
    touch: (key: string | null) => {
      for (const watcher of watchers) watcher(key);
    },
    source: (_params: unknown, changed: (key?: string | null) => void) => {
      watchers.add(changed);
      return ok({
        readAll: () => [...items.values()],
        read: (key: string) => items.get(key),
        close: () => {
          closed += 1;
          watchers.delete(changed);
        },
      });
    },
  };
};

const nothing = (): void => {};

const createValue = (initial: unknown) => {
  let value: Result<unknown> = ok(initial);
  let watcher: () => void = nothing;
  let closed = 0;
  return {
    set: (next: Result<unknown>) => {
      value = next;
      watcher();
    },
    closed: () => closed,
    source: (_params: unknown, changed: () => void) => {
      watcher = changed;
      return ok({ read: () => value, close: () => void (closed += 1) });
    },
  };
};

/** A window's mirror of a list, as strict as the contract: null once a revision is missing. */
const mirror = (pushes: readonly Push[]): Map<string, View> | null => {
  let shown = new Map<string, View>();
  let expected = 1;
  for (const push of pushes) {
    if (push.revision !== expected) return null;
    expected += 1;
    if (push.kind !== "list") continue;
    if (push.reset) shown = new Map();
    for (const item of push.upsert as View[]) shown.set(item.id, item);
    for (const key of push.remove) shown.delete(key);
  }
  return shown;
};

const pushesOf = (harness: ReturnType<typeof createHarness>, subscription = "s"): Push[] =>
  harness.pushes.map(({ push }) => push).filter((push) => push.subscription === subscription);

describe("a list topic", () => {
  it("rebuilds exactly the source's state from its snapshot and patches, whatever changes in whatever order", async () => {
    // Few keys, so that one goes and comes back unchanged; and many, so that a snapshot takes several pushes.
    const key = fc.oneof(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 400 })).map((number) => `k${number}`);
    const step = fc.oneof(
      { weight: 6, arbitrary: fc.record({ do: fc.constant("set" as const), key, text: fc.constantFrom("a", "b", "c") }) },
      { weight: 2, arbitrary: fc.record({ do: fc.constant("remove" as const), key, text: fc.constant("") }) },
      { weight: 1, arbitrary: fc.record({ do: fc.constant("fill" as const), key, text: fc.constantFrom("x", "y") }) },
      { weight: 2, arbitrary: fc.record({ do: fc.constant("wait" as const), key, text: fc.constant("") }) },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(key, { maxLength: 300 }), fc.array(step, { maxLength: 40 }), async (initial, steps) => {
        const list = createList();
        for (const id of initial) list.items.set(id, { id, text: "first" });
        const harness = createHarness({ sources: { views: list.source } });
        expect(await harness.subscribe("views", {})).toEqual({ ok: true, value: {} });
        for (const one of steps) {
          const keys = one.do === "fill" ? Array.from({ length: 250 }, (_, index) => `k${index}`) : [one.key];
          if (one.do === "wait") await harness.clock.advance(COALESCE_MS + 1);
          else if (one.do === "remove") list.items.delete(one.key);
          else for (const id of keys) list.items.set(id, { id, text: one.text });
          for (const id of keys) list.touch(id);
        }
        await harness.clock.advance(COALESCE_MS + 1);
        expect(mirror(pushesOf(harness))).toEqual(list.items);
        for (const push of pushesOf(harness))
          if (push.kind === "list") expect(push.upsert.length + push.remove.length).toBeLessThanOrEqual(MAX_ITEMS_PER_PUSH);
      }),
      { numRuns: 200 },
    );
  });

  it("lets a window see when a push was lost", async () => {
    const list = createList();
    const harness = createHarness({ sources: { views: list.source } });
    await harness.subscribe("views", {});
    for (const id of ["a", "b", "c"]) {
      list.items.set(id, { id, text: id });
      list.touch(id);
      await harness.clock.advance(COALESCE_MS);
    }
    const all = pushesOf(harness);
    expect(all).toHaveLength(4);
    for (let lost = 0; lost < all.length - 1; lost += 1) expect(mirror(all.filter((_, index) => index !== lost))).toBeNull();
  });

  it("sends 1,000 items in five pushes, from the one that resets to the one that completes", async () => {
    const list = createList();
    for (let number = 0; number < 1_000; number += 1) list.items.set(`k${number}`, { id: `k${number}`, text: "" });
    const harness = createHarness({ sources: { views: list.source } });
    await harness.subscribe("views", {});
    const shape = pushesOf(harness).map((push) => push.kind === "list" && [push.revision, push.reset, push.complete, push.upsert.length]);
    expect(shape).toEqual([
      [1, true, false, 200],
      [2, false, false, 200],
      [3, false, false, 200],
      [4, false, false, 200],
      [5, false, true, 200],
    ]);
  });

  it("tells an empty list as one whole snapshot", async () => {
    const harness = createHarness({ sources: { views: createList().source } });
    await harness.subscribe("views", {});
    expect(pushesOf(harness)).toEqual([
      { kind: "list", subscription: "s", revision: 1, reset: true, complete: true, upsert: [], remove: [] },
    ]);
  });

  it("gathers a burst into one push, and says nothing when nothing came of it", async () => {
    const list = createList();
    const harness = createHarness({ sources: { views: list.source } });
    await harness.subscribe("views", {});
    for (let number = 0; number < 100; number += 1) {
      list.items.set("a", { id: "a", text: String(number) });
      list.touch("a");
    }
    list.touch("never there");
    await harness.clock.advance(COALESCE_MS);
    expect(pushesOf(harness)).toHaveLength(2);
    list.items.set("a", { id: "a", text: "99" });
    list.touch("a");
    await harness.clock.advance(COALESCE_MS);
    expect(pushesOf(harness)).toHaveLength(2);
  });

  it("shows an item again that went and came back as it was", async () => {
    const list = createList();
    const item = { id: "a", text: "same" };
    const harness = createHarness({ sources: { views: list.source } });
    await harness.subscribe("views", {});
    for (const there of [true, false, true]) {
      if (there) list.items.set("a", item);
      else list.items.delete("a");
      list.touch("a");
      await harness.clock.advance(COALESCE_MS);
      expect(mirror(pushesOf(harness))).toEqual(list.items);
    }
  });

  it("is sent anew, and whole, when its source says that anything may have changed", async () => {
    const list = createList();
    for (const id of ["a", "b"]) list.items.set(id, { id, text: "old" });
    const harness = createHarness({ sources: { views: list.source } });
    await harness.subscribe("views", {});
    list.items.clear();
    list.items.set("c", { id: "c", text: "new" });
    list.touch("a");
    list.touch(null);
    await harness.clock.advance(COALESCE_MS);
    const last = pushesOf(harness).at(-1);
    expect(last).toMatchObject({ kind: "list", revision: 2, reset: true, complete: true, upsert: [{ id: "c" }], remove: [] });
    expect(mirror(pushesOf(harness))).toEqual(list.items);
    // What was sent before counts no more.
    list.items.set("a", { id: "a", text: "old" });
    list.touch("a");
    await harness.clock.advance(COALESCE_MS);
    expect(mirror(pushesOf(harness))).toEqual(list.items);
  });

  it("notices an item that its source changed in place", async () => {
    const list = createList();
    const item = { id: "a", text: "old" };
    list.items.set("a", item);
    const harness = createHarness({ sources: { views: list.source } });
    await harness.subscribe("views", {});
    item.text = "new";
    list.touch("a");
    await harness.clock.advance(COALESCE_MS);
    expect(mirror(pushesOf(harness))?.get("a")).toEqual({ id: "a", text: "new" });
  });
});

describe("a value topic", () => {
  it("sends the value at once, and again only when it differs", async () => {
    const value = createValue({ beat: 1 });
    const harness = createHarness({ sources: { heartbeat: value.source } });
    await harness.subscribe("heartbeat", {});
    value.set(ok({ beat: 1 }));
    await harness.clock.advance(COALESCE_MS);
    value.set(ok({ beat: 2 }));
    await harness.clock.advance(COALESCE_MS);
    expect(pushesOf(harness)).toEqual([
      { kind: "value", subscription: "s", revision: 1, value: { beat: 1 } },
      { kind: "value", subscription: "s", revision: 2, value: { beat: 2 } },
    ]);
  });

  it("closes with the error that its source answers later, and lets go of the source", async () => {
    const value = createValue({ beat: 1 });
    const harness = createHarness({ sources: { heartbeat: value.source } });
    await harness.subscribe("heartbeat", {});
    const error = appError("notFound", "it is gone");
    value.set(err(error));
    await harness.clock.advance(COALESCE_MS);
    expect(pushesOf(harness).at(-1)).toEqual({ kind: "closed", subscription: "s", revision: 2, error });
    expect(value.closed()).toBe(1);
    value.set(ok({ beat: 2 }));
    await harness.clock.advance(COALESCE_MS);
    expect(pushesOf(harness)).toHaveLength(2);
  });

  it("is refused, without a push, where its source cannot be opened or read", async () => {
    const error = appError("notFound", "no such room");
    for (const source of [() => err(error), createValue(0).source]) {
      const value = createValue(0);
      value.set(err(error));
      const harness = createHarness({ sources: { room: source === value.source ? source : () => err(error) } });
      expect(await harness.subscribe("room", { roomUuid: "x" })).toEqual({ ok: false, error });
      expect(harness.pushes).toEqual([]);
    }
  });
});

describe("a window", () => {
  it("hears nothing more of what it has ended", async () => {
    const list = createList();
    const harness = createHarness({ sources: { views: list.source } });
    await harness.subscribe("views", {});
    list.touch("a");
    await harness.unsubscribe("s");
    list.items.set("a", { id: "a", text: "" });
    list.touch("a");
    await harness.clock.advance(1_000);
    expect(pushesOf(harness)).toHaveLength(1);
    expect(list.closed()).toBe(1);
    expect(harness.clock.pending()).toBe(0);
  });

  it("takes all its subscriptions with it when its page is gone or can no longer be reached", async () => {
    for (const go of ["leave", "vanish"] as const) {
      const list = createList();
      const harness = createHarness({ sources: { views: list.source } });
      await harness.subscribe("views", {}, "one");
      await harness.subscribe("views", {}, "two");
      harness[go](OUR_WINDOW);
      list.items.set("a", { id: "a", text: "" });
      list.touch("a");
      await harness.clock.advance(COALESCE_MS);
      expect(list.closed(), go).toBe(2);
      expect(harness.pushes).toHaveLength(2);
      expect(harness.clock.pending()).toBe(0);
    }
  });

  it(`may hold ${MAX_SUBSCRIPTIONS} subscriptions, each under its own name`, async () => {
    const harness = createHarness();
    for (let number = 0; number < MAX_SUBSCRIPTIONS; number += 1)
      expect((await harness.subscribe("views", {}, `s${number}`)).ok).toBe(true);
    expect(await harness.subscribe("views", {}, "s0")).toMatchObject({ ok: false, error: { code: "conflict" } });
    expect(await harness.subscribe("views", {}, "more")).toMatchObject({ ok: false, error: { code: "tooLarge" } });
    await harness.unsubscribe("s0");
    expect((await harness.subscribe("views", {}, "more")).ok).toBe(true);
  });

  it("hears nothing more once the server is closed", async () => {
    const list = createList();
    const harness = createHarness({ sources: { views: list.source } });
    await harness.subscribe("views", {});
    harness.server.close();
    expect(list.closed()).toBe(1);
  });
});

describe("what an action changed", () => {
  const changing = () => {
    const list = createList();
    const change = () => {
      list.items.set("a", { id: "a", text: "new" });
      list.touch("a");
      return ok({});
    };
    return createHarness({
      sources: { views: list.source },
      handlers: { "views.remove": change, "timeline.page": () => (change(), ok({ entries: [], more: false })) },
    });
  };

  it("is in the window before the answer, without waiting for what travels together", async () => {
    const harness = changing();
    await harness.subscribe("views", {});
    expect(await harness.call("views.remove", { id: "b" })).toMatchObject({ ok: true });
    expect(harness.pushes.at(-1)?.push).toMatchObject({ kind: "list", upsert: [{ id: "a" }] });
    const before = harness.pushes.length;
    await harness.clock.advance(COALESCE_MS);
    expect(harness.pushes).toHaveLength(before);
  });

  it("travels together with the rest where nothing was to be changed", async () => {
    const harness = changing();
    await harness.subscribe("views", {});
    const before = harness.pushes.length;
    expect(await harness.call("timeline.page", { roomUuid: "r", before: null, limit: 1 })).toMatchObject({ ok: true });
    expect(harness.pushes).toHaveLength(before);
    await harness.clock.advance(COALESCE_MS);
    expect(harness.pushes).toHaveLength(before + 1);
  });
});
