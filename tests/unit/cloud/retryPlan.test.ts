import { describe, expect, test } from "vitest";
import { ADJACENT, hostsOf } from "../../../electron/cloud/hosts.ts";
import { FAILURE, type Failure, JITTER, nextTry, type OtherHosts, plannedTries, type Try } from "../../../electron/cloud/retryPlan.ts";
import type { HostRole, ProblemCode } from "../../../electron/cloud/types.ts";
import { REGIONS, type Service } from "../../../shared/model/profile.ts";

const ALL: OtherHosts = { alternate: true, regional: true };
/** No jitter: the middle of its range. */
const CALM = { unit: 0.5, retryAfterMs: null, longestWaitMs: Number.POSITIVE_INFINITY };

/** The whole walk where each attempt fails as told; the last kind goes on for ever. */
const walk = (failures: readonly Failure[], others: OtherHosts = ALL, start: HostRole = "primary"): string[] => {
  const tries: Try[] = [];
  const steps: string[] = [start];
  let role: HostRole = start;
  for (let index = 0; index < 20; index += 1) {
    tries.push({ role, failure: failures[Math.min(index, failures.length - 1)] ?? "final" });
    const next = nextTry(tries, others, CALM);
    if (next === null) return steps;
    steps.push(`${next.waitMs / 1_000} s`, next.role);
    role = next.role;
  }
  throw new Error("the plan has no end");
};

describe("the specification's order", () => {
  const WHOLE = ["primary", "1 s", "primary", "3 s", "alternate", "6 s", "regional"];
  const PAST_ALTERNATE = ["primary", "1 s", "primary", "3 s", "regional"];
  const STAYS = ["primary", "1 s", "primary", "3 s", "primary", "6 s", "primary"];

  const byFailure: Record<Failure, string[]> = { dns: WHOLE, server: WHOLE, network: PAST_ALTERNATE, busy: STAYS, final: ["primary"] };
  test.each(Object.entries(byFailure) as [Failure, string[]][])("every attempt fails by %s", (failure, steps) => {
    expect(walk([failure])).toEqual(steps);
  });

  const byHosts: Record<string, { others: OtherHosts; steps: Record<"dns" | "server" | "network", string[]> }> = {
    "no alternate": {
      others: { alternate: false, regional: true },
      steps: { dns: PAST_ALTERNATE, server: PAST_ALTERNATE, network: PAST_ALTERNATE },
    },
    "no regional host": {
      others: { alternate: true, regional: false },
      steps: { dns: WHOLE.slice(0, 5), server: WHOLE.slice(0, 5), network: WHOLE.slice(0, 3) },
    },
    "one host alone": {
      others: { alternate: false, regional: false },
      steps: { dns: WHOLE.slice(0, 3), server: WHOLE.slice(0, 3), network: WHOLE.slice(0, 3) },
    },
  };
  for (const [hosts, { others, steps }] of Object.entries(byHosts)) {
    test.each(Object.entries(steps) as [Failure, string[]][])(`with ${hosts}, failing by %s`, (failure, expected) => {
      expect(walk([failure], others)).toEqual(expected);
    });
  }

  test("what the latest attempt failed by decides about the alternate", () => {
    expect(walk(["network", "dns", "server"])).toEqual(WHOLE);
    expect(walk(["server", "network"])).toEqual(PAST_ALTERNATE);
    expect(walk(["dns", "dns", "network"])).toEqual(WHOLE);
  });

  test("429 takes nothing away from the plan that a real failure has", () => {
    expect(walk(["busy", "server"])).toEqual(["primary", "1 s", "primary", "1 s", "primary", "3 s", "alternate", "6 s", "regional"]);
    expect(walk(["dns", "dns", "busy", "final"])).toEqual(["primary", "1 s", "primary", "3 s", "alternate", "1 s", "alternate"]);
  });

  test("a 4xx ends it at once, wherever it comes", () => {
    expect(walk(["server", "final"])).toEqual(["primary", "1 s", "primary"]);
  });
});

describe("a request that begins elsewhere after a fail-over", () => {
  test("goes back to the primary, then through the hosts that it has not tried", () => {
    expect(walk(["server"], ALL, "alternate")).toEqual(["alternate", "1 s", "primary", "3 s", "regional"]);
    expect(walk(["server"], ALL, "regional")).toEqual(["regional", "1 s", "primary", "3 s", "alternate"]);
    expect(walk(["network"], ALL, "regional")).toEqual(["regional", "1 s", "primary", "3 s", "primary"]);
  });
});

describe("waits", () => {
  const once: Try[] = [{ role: "primary", failure: "server" }];

  test("jitter makes them shorter or longer by a fifth", () => {
    expect(nextTry(once, ALL, { ...CALM, unit: 0 })?.waitMs).toBe(1_000 * (1 - JITTER));
    expect(nextTry(once, ALL, { ...CALM, unit: 0.999_999 })?.waitMs).toBe(1_000 * (1 + JITTER));
  });

  test.each([
    [500, Number.POSITIVE_INFINITY, 1_000],
    [5_000, Number.POSITIVE_INFINITY, 5_000],
    [600_000, Number.POSITIVE_INFINITY, 600_000],
    [600_000, 60_000, 60_000],
    [0, 60_000, 1_000],
  ])("Retry-After of %d ms under a cap of %d ms waits %d ms", (retryAfterMs, longestWaitMs, waitMs) => {
    expect(nextTry(once, ALL, { unit: 0.5, retryAfterMs, longestWaitMs })).toEqual({ role: "primary", waitMs });
  });
});

test("how many attempts are planned follows from the way they fail", () => {
  expect(plannedTries([], ALL)).toBe(4);
  expect(plannedTries([{ role: "primary", failure: "network" }], ALL)).toBe(3);
  expect(plannedTries([], { alternate: false, regional: false })).toBe(2);
  expect(plannedTries([{ role: "primary", failure: "final" }], ALL)).toBe(1);
});

test("every problem has its kind of failure; network faults lead past the alternate, refusals end it", () => {
  const expected: Record<Failure, ProblemCode[]> = {
    dns: ["dns"],
    network: ["refused", "reset", "timeout", "tls", "network", "truncated", "notJson"],
    server: ["serverError", "unavailable"],
    busy: ["rateLimited"],
    final: [
      "tooBig",
      "badShape",
      "noToken",
      "unauthorized",
      "forbidden",
      "notFound",
      "roomAbsent",
      "userAbsent",
      "alreadyStarted",
      "alreadyEnded",
      "classOver",
      "roleFull",
      "tenantMissing",
      "rootUrlMissing",
      "sequenceAbsent",
      "notOnStage",
      "processConflict",
      "screenNotShared",
      "handConflict",
      "alreadyInvited",
    ],
  };
  for (const [failure, codes] of Object.entries(expected)) for (const code of codes) expect(FAILURE[code], code).toBe(failure);
});

describe("hosts of a profile", () => {
  const hosts = {
    primary: "https://global.example",
    alternate: "https://cn.example:8443",
    regional: { "ap-northeast-1": "https://api-ap-northeast-1.example" },
  };

  test("where the workstation is decides which primary comes first", () => {
    const outside = hostsOf({ hosts, region: "ap", insideMainlandChina: false });
    const inside = hostsOf({ hosts, region: "ap", insideMainlandChina: true });
    expect([outside.originOf("primary"), outside.originOf("alternate")]).toEqual(["https://global.example", "https://cn.example:8443"]);
    expect([inside.originOf("primary"), inside.originOf("alternate")]).toEqual(["https://cn.example:8443", "https://global.example"]);
    expect(inside.nameOf("primary")).toBe("cn.example:8443");
  });

  test("without an alternate the primary is the first everywhere", () => {
    const only = hostsOf({ hosts: { primary: "http://127.0.0.1:1", regional: {} }, region: "cn", insideMainlandChina: true });
    expect(only.originOf("primary")).toBe("http://127.0.0.1:1");
    expect(only.others).toEqual({ alternate: false, regional: false });
  });

  test("the adjacent host is used only where the profile says that it is deployed", () => {
    const deployed = REGIONS.map((region) => hostsOf({ hosts, region, insideMainlandChina: false }).others.regional);
    expect(deployed).toEqual([false, true, false, false]);
    const partly = {
      ...hosts,
      regional: { "ap-northeast-1": { url: "https://asia.example", services: ["rooms" as const, "events" as const] } },
    };
    const forServices = (...services: Service[]) => hostsOf({ hosts: partly, region: "ap", insideMainlandChina: false }, services);
    expect(forServices("events").originOf("regional")).toBe("https://asia.example");
    expect(forServices("recording").others.regional).toBe(false);
    expect(hostsOf({ hosts: partly, region: "ap", insideMainlandChina: false }).others.regional).toBe(false);
    expect(ADJACENT).toEqual({ cn: "cn-north-1", ap: "ap-northeast-1", eu: "eu-west-1", na: "us-east-1" });
  });
});
