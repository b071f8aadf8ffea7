import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { main, type TokenDoorIo } from "../../../electron/doors/token.ts";
import vectors from "../../fixtures/token-vectors.json" with { type: "json" };

const { appId, appCertificate } = vectors;
const ISSUED = 1_700_000_000;

const run = async (argv: string[], more: Partial<TokenDoorIo> = {}) => {
  const printed: string[] = [];
  const told: string[] = [];
  const status = await main(argv, {
    print: (json) => void printed.push(json),
    tell: (line) => void told.push(line),
    environmentCertificate: undefined,
    readInput: () => null,
    now: () => ISSUED,
    salt: () => 42,
    ...more,
  });
  return {
    status,
    told: told.join("\n"),
    printed,
    json: printed[0] === undefined ? null : (JSON.parse(printed[0]) as Record<string, unknown>),
  };
};
const SECRET = ["--app-certificate", appCertificate];
const APP = ["--app-id", appId, ...SECRET];
const buildToken = async (...options: string[]): Promise<string> => {
  const { json, told } = await run(["build", ...APP, "--valid-for", "600", ...options]);
  if (json === null) throw new Error(told);
  return String(json["token"]);
};

test.each([
  [["chat-app"], [{ type: 5, name: "chat", privileges: { 2: 600 }, account: "" }]],
  [["chat-user", "--account", "uuid-1"], [{ type: 5, name: "chat", privileges: { 1: 600 }, account: "uuid-1" }]],
  [["signaling", "--account", "u1"], [{ type: 2, name: "signaling", privileges: { 1: 600 }, account: "u1" }]],
  [["education-app"], [{ type: 7, name: "education", privileges: { 3: 600 }, account: "", room: "", role: -1 }]],
  [["education-user", "--account", "u1"], [{ type: 7, name: "education", privileges: { 2: 600 }, account: "u1", room: "", role: -1 }]],
  [
    ["education-room-user", "--account", "u1", "--room", "r1", "--role", "0"],
    [
      { type: 2, name: "signaling", privileges: { 1: 600 }, account: "u1" },
      { type: 5, name: "chat", privileges: { 1: 600 }, account: createHash("md5").update("u1").digest("hex") },
      { type: 7, name: "education", privileges: { 1: 600 }, account: "u1", room: "r1", role: 0 },
    ],
  ],
])("build %j, then inspect, shows exactly what was asked for", async (options, services) => {
  const token = await buildToken("--kind", ...options, "--issued-at", "1111111", "--salt", "7");
  const { status, json } = await run(["inspect", token, ...SECRET]);
  expect(status).toBe(0);
  expect(json).toEqual({ version: "007", appId, issuedAt: 1_111_111, expiresIn: 600, salt: 7, services, signatureValid: true });
});

test("inspecting without a certificate says nothing about the signature", async () => {
  const { json } = await run(["inspect", await buildToken("--kind", "chat-app")]);
  expect(json).not.toHaveProperty("signatureValid");
});

test("the first generation shows application and salt, and its signature once the account is told", async () => {
  const old = vectors.v006[0]?.token ?? "";
  expect(await run(["inspect", old])).toMatchObject({
    status: 0,
    json: { version: "006", appId, salt: 1, services: [{ type: 2, name: "signaling", privileges: { 1000: 1446455471 } }] },
  });
  expect(await run(["inspect", old, ...SECRET])).toMatchObject({ json: { signatureValid: null } });
  expect(await run(["inspect", old, ...SECRET, "--account", "test_user"])).toMatchObject({ json: { signatureValid: true } });
});

const verify = async (token: string, now: number, options = APP) => run(["verify", token, ...options], { now: () => now });

describe("verify answers 0 only for a token that is valid now", () => {
  test("from its issue to its end, and not at its end", async () => {
    const token = await buildToken("--kind", "signaling", "--account", "u");
    expect(await verify(token, ISSUED)).toMatchObject({ status: 0, json: { valid: true, faults: [], signatureValid: true } });
    expect((await verify(token, ISSUED + 599)).status).toBe(0);
    expect(await verify(token, ISSUED + 600)).toMatchObject({ status: 1, json: { valid: false, faults: ["it has expired"] } });
  });

  test("not before its issue", async () => {
    const token = await buildToken("--kind", "signaling", "--account", "u", "--issued-at", String(ISSUED + 3_600));
    expect((await verify(token, ISSUED)).status).toBe(1);
  });

  test("not for another application or certificate", async () => {
    const token = await buildToken("--kind", "chat-app");
    expect((await verify(token, ISSUED, ["--app-id", "0".repeat(32), ...SECRET])).status).toBe(1);
    expect((await verify(token, ISSUED, ["--app-id", appId, "--app-certificate", "0".repeat(32)])).status).toBe(1);
  });

  test("not for something that is no token", async () => {
    expect(await verify("007rubbish", ISSUED)).toMatchObject({ status: 1, json: { valid: false } });
  });
});

test.each([["0"], ["-1"], ["86401"], ["1.5"], ["soon"], [""]])("build refuses a validity of %j", async (seconds) => {
  expect(await run(["build", "--kind", "chat-app", ...APP, `--valid-for=${seconds}`])).toMatchObject({ status: 2, printed: [] });
});

test("build takes a validity of 24 hours", async () => {
  expect(await run(["build", "--kind", "chat-app", ...APP, "--valid-for", "86400"])).toMatchObject({ status: 0 });
});

test.each([
  ["nothing at all", []],
  ["an action that does not exist", ["forge"]],
  ["no token", ["inspect"]],
  ["two tokens", ["inspect", "a", "b"]],
  ["an option that does not exist", ["inspect", "a", "--colour", "red"]],
  ["an option without its value", ["build", "--kind"]],
  ["a kind that does not exist", ["build", "--kind", "master", ...APP, "--valid-for", "60"]],
  ["a kind without its account", ["build", "--kind", "signaling", ...APP, "--valid-for", "60"]],
  ["no application", ["verify", "a", ...SECRET]],
  ["no certificate anywhere", ["verify", "a", "--app-id", appId]],
])("%s is a wrong use: status 2, nothing on standard output, the usage on standard error", async (_what, argv) => {
  const { status, printed, told } = await run(argv);
  expect({ status, printed }).toEqual({ status: 2, printed: [] });
  expect(told).toContain("usage:");
});

test("what cannot be read or built is status 1, without output and without quoting the certificate", async () => {
  expect(await run(["inspect", "hello"])).toMatchObject({ status: 1, printed: [] });
  const secret = "not-a-certificate";
  const built = await run(["build", "--kind", "chat-app", "--app-id", appId, "--app-certificate", secret, "--valid-for", "60"]);
  expect(built).toMatchObject({ status: 1, printed: [] });
  expect(built.told).not.toContain(secret);
});

test("the certificate is taken from the environment, or from standard input", async () => {
  const argv = ["build", "--kind", "chat-app", "--app-id", appId, "--valid-for", "60"];
  expect(await run(argv, { environmentCertificate: appCertificate })).toMatchObject({ status: 0 });
  expect(await run(argv, { readInput: async () => `${appCertificate}\n` })).toMatchObject({ status: 0 });
  const token = await buildToken("--kind", "chat-app");
  expect(await run(["inspect", token, "--app-certificate", "-"], { readInput: async () => appCertificate })).toMatchObject({
    json: { signatureValid: true },
  });
});

test("as a program: one JSON line, exit status", async () => {
  const program = new URL("../../../electron/doors/token.ts", import.meta.url).pathname;
  const execute = promisify(execFile);
  const { stdout, stderr } = await execute(process.execPath, [program, "inspect", vectors.vectors[1]?.token ?? "", ...SECRET]);
  expect(JSON.parse(stdout)).toMatchObject({ signatureValid: true, services: [{ account: "test_user" }] });
  expect(stderr).toBe("");
  await expect(execute(process.execPath, [program, "verify", vectors.vectors[1]?.token ?? "", ...APP])).rejects.toMatchObject({ code: 1 });
});
