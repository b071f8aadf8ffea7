/** The chat service: look-up and registration. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Answer, startTestCloud, type TestCloud, tokenFor } from "./cloud.ts";

let cloud: TestCloud;
beforeEach(async () => {
  cloud = await startTestCloud();
});
afterEach(() => cloud.close());

const register = (body: unknown, bearer?: string): Promise<Answer> => cloud.chat("POST", "/users", body, bearer);

describe("chat REST", () => {
  it("registers a user and finds it again", async () => {
    const made = await register({ username: "ann", password: "x", nickname: "Ann" });
    expect(made.body).toMatchObject({
      action: "post",
      path: "/users",
      uri: expect.stringContaining("/users"),
      organization: expect.any(String),
      applicationName: expect.any(String),
      timestamp: cloud.now(),
      duration: expect.any(Number),
    });
    const [entity] = made.body.entities;
    expect(entity).toEqual({
      uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      type: "user",
      created: cloud.now(),
      modified: cloud.now(),
      username: "ann",
      activated: true,
      nickname: "Ann",
    });
    expect((await cloud.chat("GET", "/users/ann")).body.entities).toEqual([entity]);
  });

  it("registers a list, and says per name what was not possible", async () => {
    await register({ username: "ann", password: "x" });
    const answer = await register([
      { username: "ann", password: "x" },
      { username: "李雷 1", password: "x" },
    ]);
    expect(answer).toMatchObject({ status: 200, body: { data: [{ username: "ann", registerUserFailReason: "the ann already exists" }] } });
    expect(answer.body.entities.map((entity: { username: string }) => entity.username)).toEqual(["李雷 1"]);
    expect((await cloud.chat("GET", `/users/${encodeURIComponent("李雷 1")}`)).status).toBe(200);
  });

  it("refuses in the words of the public facts", async () => {
    await register({ username: "ann", password: "x" });
    const table: [Promise<Answer>, number, string][] = [
      [cloud.chat("GET", "/users/nobody"), 404, "service_resource_not_found"],
      [register({ username: "ann", password: "x" }), 400, "duplicate_unique_property_exists"],
      [register({ username: "x".repeat(65), password: "x" }), 400, "illegal_argument"],
      [register({ username: "bob" }), 400, "illegal_argument"],
      [register(Array.from({ length: 61 }, (_, index) => ({ username: `u${index}`, password: "x" }))), 400, "illegal_argument"],
      [register({ username: "bob", password: "x" }, "bad"), 401, "unauthorized"],
      [cloud.chat("GET", "/users/ann", undefined, "bad"), 401, "auth_bad_access_token"],
      [cloud.chat("GET", "/users/ann", undefined, tokenFor("x", { kind: "chat-user" })), 401, "auth_bad_access_token"],
      [cloud.chat("GET", "/users/ann", undefined, tokenFor("", { kind: "chat-app", issuedAt: 1, expiresIn: 1 })), 401, "unauthorized"],
      [cloud.raw("GET", "/other/app/users/ann"), 404, "organization_application_not_found"],
    ];
    for (const [sending, status, error] of table)
      expect(await sending).toMatchObject({ status, body: { error, error_description: expect.any(String) } });
  });

  it("has a limit of 100 calls a second", async () => {
    const answers = await Promise.all(Array.from({ length: 101 }, () => cloud.chat("GET", "/users/nobody")));
    expect(answers.filter((answer) => answer.status === 429).map((answer) => answer.body.error)).toEqual(["reach_limit"]);
    cloud.pass(1);
    expect((await cloud.chat("GET", "/users/nobody")).status).toBe(404);
  });
});
