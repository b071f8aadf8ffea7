/** What time alone does, and what the service may lack. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startTestCloud, T0, type TestCloud } from "./cloud.ts";

let cloud: TestCloud;
beforeEach(async () => {
  cloud = await startTestCloud();
});
afterEach(() => cloud.close());

describe("time", () => {
  it("is told by ts and the Date header alike", async () => {
    cloud.pass(12.5);
    const answer = await cloud.call("GET", "/v2/rooms/r1/sequences");
    expect(answer.body.ts).toBe(T0 + 12_500);
    expect(Date.parse(answer.headers.get("date") ?? "")).toBe(T0 + 12_000);
  });

  it("starts, ends, closes and destroys a room by its schedule; the id then begins a new life", async () => {
    const startTime = T0 + 60_000;
    await cloud.room("r1", { schedule: { startTime, duration: 600, closeDelay: 30 } }, ["s1"]);
    cloud.pass(60 + 600 + 30);
    const states = (await cloud.events("r1", 1)).map((event) => event.data);
    const endTime = startTime + 600_000;
    expect(states).toEqual([
      { state: 1, startTime },
      { state: 2, startTime, endTime },
      { state: 3, startTime, endTime, closeTime: endTime + 30_000 },
    ]);
    cloud.pass(3599);
    expect((await cloud.call("GET", "/v2/rooms/r1/sequences")).status).toBe(200);
    cloud.pass(1);
    expect((await cloud.call("GET", "/v2/rooms/r1/sequences")).body.code).toBe(20404100);
    await cloud.room("r1");
    await cloud.call("PUT", "/v2/rooms/r1/states/1");
    expect((await cloud.events("r1"))[0].sequence).toBe(1);
  });

  it("ends the reservation of a room after five days", async () => {
    await cloud.room("r1");
    cloud.pass(5 * 86_400 - 1);
    expect((await cloud.call("GET", "/v2/rooms/r1")).status).toBe(200);
    cloud.pass(1);
    expect((await cloud.call("GET", "/v2/rooms/r1")).body.code).toBe(20404100);
  });

  it("destroys a room that people made by entering an hour after the last has left", async () => {
    await cloud.call("PUT", "/v3/rooms/r1/users/s1", { role: 2, roomName: "Ad hoc", roomType: 4 }, "s1");
    cloud.pass(7200);
    expect((await cloud.call("GET", "/v2/rooms/r1")).status).toBe(200);
    await cloud.call("DELETE", "/v3/rooms/r1/users/s1", undefined, "s1");
    cloud.pass(3600);
    expect((await cloud.call("GET", "/v2/rooms/r1")).status).toBe(404);
  });

  it("runs faster at a higher speed, for schedules too", async () => {
    const fast = await startTestCloud({ speed: 60, now: () => cloud.now() });
    await fast.room("r1", { schedule: { startTime: T0 + 60_000, duration: 60 } });
    cloud.pass(2);
    expect((await fast.events("r1", 1)).map((event) => event.data.state)).toEqual([1, 2]);
    await fast.close();
  });
});

describe("what the service may lack", () => {
  it("is left out where it is switched off", async () => {
    const bare = await startTestCloud({ features: { getRoom: false, propertyEvents: false, closedState: false }, now: () => cloud.now() });
    await bare.room("r1", { schedule: { closeDelay: 10 } }, ["s1"]);
    expect((await bare.call("GET", "/v2/rooms/r1")).body).toEqual({ message: expect.any(String) });
    await bare.call("PUT", "/v2/rooms/r1/properties", { properties: { a: 1 } });
    expect((await bare.call("PUT", "/v2/rooms/r1/states/3")).status).toBe(400);
    await bare.call("PUT", "/v2/rooms/r1/states/2");
    cloud.pass(10);
    const told = (await bare.events("r1")).map((event) => [event.cmd, event.data.state ?? event.data.total]);
    expect(told).toEqual([
      [20, 1],
      [1, 2],
      [20, 0],
    ]);
    await bare.close();
  });
});
