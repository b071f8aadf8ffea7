/** A rehearsal over HTTP: what is seen by asking, what is answered by calling, and what the cloud says of it. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Rehearsal } from "../../../shared/model/rehearsal.ts";
import { startTestCloud, T0, type TestCloud } from "./cloud.ts";

let cloud: TestCloud;
afterEach(() => cloud.close());

const told = async (): Promise<Rehearsal> => (await cloud.raw("GET", "/practice/rehearsal")).body as Rehearsal;
const incidents = async () => (await told()).incidents;
const poll = (): Promise<unknown> => cloud.call("GET", `${cloud.polling}/v2/rooms/sequences`);

describe("late-starters", () => {
  beforeEach(async () => {
    cloud = await startTestCloud({ scenario: "late-starters" });
    cloud.pass(120);
  });

  it("is told from its beginning", async () => {
    expect(await told()).toMatchObject({
      scenario: "late-starters",
      seed: 1,
      speed: 1,
      without: [],
      startedAt: T0,
      now: T0 + 120_000,
      happened: 3,
      seen: 0,
      acted: 0,
      score: null,
      troubles: [],
    });
  });

  it("counts as seen what an answer of operation 9 or 8 shows, and as answered the call that mends it", async () => {
    cloud.pass(4);
    await cloud.call("GET", "/v2/rooms/fin2-003/sequences");
    await expect.poll(async () => (await told()).seen).toBe(1);
    cloud.pass(2);
    await poll();
    await expect.poll(async () => (await told()).seen).toBe(3);
    cloud.pass(14);
    expect((await cloud.call("PUT", "/v2/rooms/fin2-002/states/1")).status).toBe(200);
    const at = (seconds: number): number => T0 + (120 + seconds) * 1000;
    expect(await incidents()).toMatchObject([
      { roomUuid: "fin2-004", seenAt: at(6), actedAt: null, overAt: null, points: 40, outOf: 40, pending: true },
      { roomUuid: "fin2-003", seenAt: at(4), actedAt: null, pending: true },
      { roomUuid: "fin2-002", seenAt: at(6), actedAt: at(20), overAt: at(20), points: 100, outOf: 100, pending: false },
    ]);
    expect(await told()).toMatchObject({ happened: 3, seen: 3, acted: 1, score: 100 });
    cloud.pass(600);
    expect(await told()).toMatchObject({ score: Math.round((100 * (40 + 40 + 100)) / 300) });
  });

  it("does not count a page that is filtered, or an answer that never arrived whole", async () => {
    await cloud.call("GET", "/v2/rooms/fin2-002/sequences?cmd=20");
    await cloud.trouble([
      { kind: "lost", count: 1 },
      { kind: "half", count: 1 },
    ]);
    await expect(cloud.call("GET", "/v2/rooms/fin2-002/sequences")).rejects.toThrow();
    await expect(cloud.call("GET", "/v2/rooms/fin2-002/sequences")).rejects.toThrow();
    expect((await told()).seen).toBe(0);
    await cloud.call("GET", "/v2/rooms/fin2-002/sequences");
    await expect.poll(async () => (await told()).seen).toBe(1);
  });
});

it("a call that is refused answers nothing", async () => {
  cloud = await startTestCloud({ scenario: "forgotten-recording" });
  cloud.pass(20);
  expect((await cloud.call("PUT", "/v2/rooms/fin2-001/records/states/1", { mode: "web" })).status).toBe(400);
  expect((await told()).acted).toBe(0);
  expect((await cloud.call("PUT", "/v2/rooms/fin2-001/records/states/1", {})).status).toBe(200);
  expect((await incidents()).filter(({ actedAt }) => actedAt !== null).map(({ roomUuid }) => roomUuid)).toEqual(["fin2-001"]);
});

it("the scenario's own trouble comes and goes at its times, at any speed", async () => {
  cloud = await startTestCloud({ scenario: "rough-network", speed: 10 });
  const planned = (await told()).troubles;
  expect(planned.every(({ scheduled }) => scheduled)).toBe(true);
  const kinds = planned.map(({ name }) => name);
  expect(kinds).toContain("unauthorized");
  const refusing = planned.find(({ name }) => name === "unauthorized");
  if (refusing === undefined || refusing.until === null) throw new Error("no such trouble");
  const status = async (): Promise<number> => (await cloud.call("GET", "/v2/rooms/fin2-001/records")).status;
  /** Ten seconds of the cloud's time are one of ours. */
  const passUntil = async (time: number): Promise<void> => cloud.pass((time - (await told()).now) / 10_000);
  await passUntil(refusing.from);
  expect((await told()).troubles[0]).toMatchObject({ name: "unauthorized", active: true });
  expect(await status()).toBe(401);
  await passUntil(refusing.until);
  expect(await status()).toBe(200);
  expect(refusing.until - refusing.from).toBe(25_000);
});
