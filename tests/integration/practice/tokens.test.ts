/** Which tokens are taken, and as whom. */

import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { PRACTICE_KEYS } from "../../../electron/practice/practiceCloud.ts";
import { type Answer, startTestCloud, T0, type TestCloud, tokenFor } from "./cloud.ts";

let cloud: TestCloud;
beforeEach(async () => {
  cloud = await startTestCloud();
});
afterEach(() => cloud.close());

const ask = (headers: Record<string, string>, appId: string = PRACTICE_KEYS.appId): Promise<Answer> =>
  cloud.raw("GET", `/${cloud.region}/edu/polling/apps/${appId}/v2/rooms/sequences`, { headers });

describe("a token", () => {
  const own = tokenFor("op");
  const GOOD: Record<string, Record<string, string>> = {
    "in the specification's headers": { "x-service-token": own, "x-service-uid": "op" },
    "in the vendor's headers": { "x-agora-token": own, "x-agora-uid": "op" },
    "in Authorization, quoted": { authorization: `agora token="${own}"` },
    "in Authorization, bare": { authorization: `agora token=${own}` },
    "of the education kind for the app": { "x-service-token": tokenFor("", { kind: "education-app" }), "x-service-uid": "anybody" },
    "of the education kind for a user": { "x-service-token": tokenFor("op", { kind: "education-user" }), "x-service-uid": "op" },
  };
  it.each(Object.entries(GOOD))("is taken %s", async (_where, headers) => {
    expect((await ask(headers)).status).toBe(200);
  });

  const BAD: Record<string, Record<string, string>> = {
    "that is missing": {},
    "without its uid": { "x-service-token": own },
    "with another uid": { "x-service-token": own, "x-service-uid": "other" },
    "that has ended": { "x-service-token": tokenFor("op", { issuedAt: T0 / 1000 - 600, expiresIn: 600 }), "x-service-uid": "op" },
    "of another certificate": { "x-service-token": tokenFor("op", { certificate: "0".repeat(32) }), "x-service-uid": "op" },
    "of another app": { "x-service-token": tokenFor("op", { appId: "0".repeat(32) }), "x-service-uid": "op" },
    "of the chat": { "x-service-token": tokenFor("op", { kind: "chat-user" }), "x-service-uid": "op" },
    "that is no token": { "x-service-token": "007garbage", "x-service-uid": "op" },
  };
  it.each(Object.entries(BAD))("%s is refused without a code and without a reason", async (_which, headers) => {
    const answer = await ask(headers);
    expect({ status: answer.status, body: answer.body }).toEqual({ status: 401, body: { message: "invalid token" } });
  });

  it("of this app says nothing at another app's path", async () => {
    expect((await ask({ "x-service-token": own, "x-service-uid": "op" }, "f".repeat(32))).status).toBe(401);
  });

  it("ends while the cloud runs", async () => {
    const headers = { "x-service-token": tokenFor("op", { expiresIn: 60 }), "x-service-uid": "op" };
    cloud.pass(59);
    expect((await ask(headers)).status).toBe(200);
    cloud.pass(1);
    expect((await ask(headers)).status).toBe(401);
  });

  it("acts for nobody but its own user", async () => {
    await cloud.room("r1", {}, ["s1", "s2"]);
    expect((await cloud.call("POST", "/v2/rooms/r1/from/s1/chat", { message: "hi" }, "s2")).status).toBe(401);
    expect((await cloud.call("PUT", "/v3/rooms/r1/users/s3", { role: 2 }, "s2")).status).toBe(401);
  });
});
