/** Whatever is not the specification gets an answer. */
import { connect } from "node:net";
import * as fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { MAX_BODY } from "../../../electron/practice/http/server.ts";
import { startTestCloud, type TestCloud } from "./cloud.ts";

let cloud: TestCloud;
beforeEach(async () => {
  cloud = await startTestCloud();
});
afterEach(() => cloud.close());

describe("what is not the specification", () => {
  const NOISE: Record<string, readonly [method: string, path: string, status: number]> = {
    "an unknown path": ["GET", "/nothing", 404],
    "an unknown method": ["PATCH", "/v2/rooms/r1", 404],
    "an unknown region": ["GET", "!/xx/edu/apps/a/v2/rooms/r1", 401],
    "a path that cannot be decoded": ["GET", "!/%zz", 400],
    "an empty id": ["GET", "/v2/rooms//sequences", 400],
    "a dot for an id": ["GET", "/v2/rooms/%2e%2e/sequences", 404],
  };
  it.each(Object.entries(NOISE))("gets an answer: %s", async (_what, [method, path, status]) => {
    const answer = await cloud.call(method, path);
    expect(answer.status).toBe(status);
    expect(answer.body).toBeDefined();
  });

  it("a body beyond the limit is refused unread", async () => {
    const answer = await cloud.call("PUT", "/v2/rooms/r1/properties", "x".repeat(MAX_BODY + 1));
    expect({ status: answer.status, body: answer.body }).toEqual({ status: 413, body: { message: expect.any(String) } });
  });

  it("bytes that are no request are answered and the connection ends", async () => {
    const { port } = new URL(cloud.baseUrl);
    const text = await new Promise<string>((resolve, reject) => {
      let received = "";
      const socket = connect(Number(port), "127.0.0.1", () => socket.write("NONSENSE\r\n\r\n"));
      socket.on("data", (chunk) => {
        received += chunk.toString();
      });
      socket.on("end", () => resolve(received));
      socket.on("error", reject);
    });
    expect(text).toMatch(/^HTTP\/1\.1 400 [\s\S]*"code":400/);
  });

  it("whatever JSON a body holds, no operation fails inside", async () => {
    await cloud.room("r1", {}, ["t1", "s1"]);
    const targets = [
      ["POST", "/v2/rooms/r2"],
      ["POST", "/v2/rooms/r1/users/s1/exit"],
      ["PUT", "/v2/rooms/r1/states/1"],
      ["PUT", "/v2/rooms/r1/records/states/1"],
      ["PUT", "/v2/rooms/r1/properties"],
      ["DELETE", "/v2/rooms/r1/properties"],
      ["PUT", "/v2/rooms/r1/users/s1/properties"],
      ["PUT", "/v2/rooms/r1/extApps/x/properties"],
      ["PUT", "/v2/rooms/r1/groups/states/1"],
      ["PUT", "/v3/rooms/r1/users/t1"],
      ["POST", "/v2/rooms/r1/rewards"],
      ["POST", "/v2/rooms/r1/widgets/polls/start"],
      ["POST", "/v2/rooms/r1/widgets/popupQuizs/start"],
    ] as const;
    const keys = fc.constantFrom(
      "properties",
      "cause",
      "roomType",
      "roomName",
      "roomProperties",
      "schedule",
      "dirty",
      "state",
      "groups",
      "mode",
      "items",
      "__proto__",
      "a.b",
    );
    const bodies = fc.oneof(
      fc.json(),
      fc.dictionary(keys, fc.jsonValue({ maxDepth: 3 })).map((value) => JSON.stringify(value)),
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...targets), bodies, async ([method, path], body) => {
        const answer = await cloud.call(method, path, body, "t1");
        expect(answer.status, answer.text).toBeLessThan(500);
        expect(answer.body).toBeTypeOf("object");
      }),
      { numRuns: 200 },
    );
  });
});
