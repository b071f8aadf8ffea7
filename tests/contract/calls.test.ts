import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Sender } from "../../electron/ipc/transport.ts";
import { CHANNEL } from "../../shared/contract/channels.ts";
import { MAX_CALL_CHARACTERS } from "../../shared/contract/kinds.ts";
import { type CallName, calls, contract, type TopicName } from "../../shared/contract.ts";
import { err, ok } from "../../shared/result.ts";
import { createHarness, OUR_ORIGIN, OUR_WINDOW } from "./harness.ts";
import { inputs, outputs, params, whileObserving } from "./samples.ts";

const callNames = Object.keys(calls) as CallName[];
const topicNames = Object.keys(contract.topics) as TopicName[];

const strangers: Record<string, Sender> = {
  "a frame that is gone": { window: OUR_WINDOW, frame: null },
  "a frame inside the page": { window: OUR_WINDOW, frame: { origin: OUR_ORIGIN, main: false } },
  "a foreign origin": { window: OUR_WINDOW, frame: { origin: "https://example.com", main: true } },
  "an opaque origin": { window: OUR_WINDOW, frame: { origin: "null", main: true } },
  "a window that is not ours": { window: 2, frame: { origin: OUR_ORIGIN, main: true } },
};

const TOO_LARGE = "x".repeat(MAX_CALL_CHARACTERS + 1);

const boom = () => {
  throw new Error("boom");
};

const refusal = (code: string, reason?: string) => ({ ok: false, error: expect.objectContaining(reason ? { code, reason } : { code }) });

/** Values of a wrong type for any input of the contract: none of them is an object with the entry's fields. */
const wrong: unknown[] = [null, undefined, 7, "text", [], { surprise: 1 }, [inputs], true];

describe("whichever call it is, known or not", () => {
  // Sizes are looked at before names are, so one of each kind stands for all.
  it.each(["rooms.add", "room.setState", "timeline.page", "no.such.call"])(
    "%s is refused when too large, whatever the input means",
    async (name) => {
      const harness = createHarness();
      for (const input of [
        TOO_LARGE,
        Array.from({ length: MAX_CALL_CHARACTERS }, () => 1),
        { [`k${"x".repeat(MAX_CALL_CHARACTERS)}`]: 1 },
        new Map([["k", "x".repeat(MAX_CALL_CHARACTERS)]]),
        new Uint8Array(MAX_CALL_CHARACTERS + 1),
        circular(),
      ])
        expect(await harness.call(name, input)).toEqual(refusal("tooLarge"));
      expect(harness.handled).toEqual([]);
    },
  );
});

describe.each(callNames)("the call %s", (name) => {
  const serving = (handler = () => ok(outputs[name] as unknown)) => createHarness({ handlers: { [name]: handler } });

  it("answers what its handler answers", async () => {
    expect(await serving().call(name, inputs[name])).toEqual({ ok: true, value: outputs[name] });
  });

  it.each(Object.entries(strangers))("is refused to %s before anything else is looked at", async (_who, sender) => {
    const harness = createHarness();
    expect(await harness.call(name, inputs[name], sender)).toEqual(refusal("forbidden", "sender"));
    expect(await harness.call(name, TOO_LARGE, sender)).toEqual(refusal("forbidden", "sender"));
    expect(harness.handled).toEqual([]);
  });

  it("is refused with the field named when an input breaks its schema", async () => {
    const harness = createHarness();
    for (const input of wrong) {
      const answer = await harness.call(name, input);
      expect(answer, JSON.stringify(input)).toEqual(refusal("invalid"));
    }
    expect(await harness.call(name, { ...(inputs[name] as object), surprise: 1 })).toEqual(refusal("invalid"));
    for (const field of Object.keys(inputs[name])) {
      const answer = await harness.call(name, { ...(inputs[name] as object), [field]: Number.NaN });
      expect(answer).toEqual({ ok: false, error: expect.objectContaining({ code: "invalid", field: expect.stringContaining(field) }) });
    }
    expect(harness.handled).toEqual([]);
  });

  it("turns a throw of its handler into a reference, and keeps the message and the stack at home", async () => {
    const secret = "5CFd2fd1755d40ecb72977518be15d3b";
    for (const handler of [
      () => {
        throw new Error(`with ${secret}`);
      },
      () => Promise.reject(new TypeError(`later with ${secret}`)),
      () => {
        throw secret;
      },
    ]) {
      const harness = createHarness({ handlers: { [name]: handler } });
      const answer = await harness.call(name, inputs[name]);
      expect(answer).toEqual(refusal("internal"));
      expect(JSON.stringify(answer)).not.toMatch(/5CFd|\.ts|\bat\b .*\(/);
      const reference = answer.ok ? "" : answer.error.reference;
      expect(harness.log.lines).toEqual([expect.objectContaining({ level: "error", fields: expect.objectContaining({ reference }) })]);
      expect(JSON.stringify(harness.log.lines)).not.toContain(secret);
    }
  });

  it("does not let an answer out that breaks its own schema", async () => {
    const answer = await serving(() => ok(7)).call(name, inputs[name]);
    expect(answer).toEqual(refusal("internal"));
  });

  it("passes an error of its handler on as it is", async () => {
    const error = { code: "conflict", message: "not now" } as const;
    const harness = createHarness({ handlers: { [name]: () => err(error) } });
    expect(await harness.call(name, inputs[name])).toEqual({ ok: false, error });
  });

  it("is served or refused in an observe-only profile, as the table says", async () => {
    const harness = createHarness({ observeOnly: true, handlers: { [name]: () => ok(outputs[name]) } });
    expect(await harness.call(name, inputs[name])).toEqual(
      whileObserving[name] ? { ok: true, value: outputs[name] } : refusal("forbidden", "observeOnly"),
    );
  });

  it("survives any input at all with a Result", async () => {
    const harness = createHarness();
    await fc.assert(
      fc.asyncProperty(
        fc.anything({ withBigInt: true, withMap: true, withSet: true, withTypedArray: true, withDate: true }),
        async (input) => {
          const answer = await harness.call(name, input);
          expect(typeof answer.ok).toBe("boolean");
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe.each(topicNames)("the topic %s", (topic) => {
  it.each(Object.entries(strangers))("is refused to %s", async (_who, sender) => {
    const harness = createHarness();
    expect(await harness.subscribe(topic, params[topic], "s", sender)).toEqual(refusal("forbidden", "sender"));
    expect(harness.pushes).toEqual([]);
  });

  it("is refused when too large or when its params break the schema", async () => {
    const harness = createHarness();
    expect(await harness.subscribe(topic, "x".repeat(MAX_CALL_CHARACTERS + 1))).toEqual(refusal("tooLarge"));
    for (const bad of wrong) expect(await harness.subscribe(topic, bad)).toEqual(refusal("invalid"));
    expect(harness.pushes).toEqual([]);
  });

  it("turns a throw while opening, reading or listing into a reference", async () => {
    for (const source of [boom, () => ok({ read: boom, readAll: boom, close: () => {} })]) {
      const harness = createHarness({ sources: { [topic]: source } });
      expect(await harness.subscribe(topic, params[topic])).toEqual(refusal("internal"));
      expect(harness.pushes).toEqual([]);
    }
  });
});

describe("the wire", () => {
  it("knows no other name, not even those of every object", async () => {
    const harness = createHarness();
    for (const name of ["", "room.destroy", "toString", "constructor", "__proto__", "rooms"]) {
      expect(await harness.call(name, {})).toEqual(refusal("unknownName"));
      if (name !== "rooms") expect(await harness.subscribe(name, {})).toEqual(refusal("unknownName"));
    }
  });

  it.each(Object.values(CHANNEL).filter((channel) => channel !== CHANNEL.push))("takes only its own envelope on %s", async (channel) => {
    const harness = createHarness();
    for (const message of [null, undefined, 1, "x", [], {}, { name: 1 }, { subscription: "" }, { name: "app.info", input: {}, more: 1 }])
      expect(await harness.say(channel, message)).toEqual(refusal("invalid"));
  });

  it("answers a throw that has a sentence of its own with that, and any other with a reference", async () => {
    const full = { code: "unavailable", message: "the disk is full", reason: "store.full" } as const;
    const handlers = {
      "views.remove": () => {
        throw new Error("SQLITE_FULL");
      },
      "app.info": boom,
    };
    const sentenceOf = (error: unknown) => (error instanceof Error && error.message === "SQLITE_FULL" ? full : null);
    const harness = createHarness({ handlers, sentenceOf });
    expect(await harness.call("views.remove", { id: "v" })).toEqual({ ok: false, error: full });
    expect(await harness.call("app.info", {})).toEqual(refusal("internal"));
  });

  it("refuses to end a subscription for a stranger", async () => {
    const harness = createHarness();
    for (const sender of Object.values(strangers)) expect(await harness.unsubscribe("s", sender)).toEqual(refusal("forbidden", "sender"));
  });
});

function circular(): unknown {
  const loop: Record<string, unknown> = {};
  loop["again"] = loop;
  return loop;
}
