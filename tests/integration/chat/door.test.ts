/** The token server alone, as `npm run token-server` starts it. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { afterEach, expect, test } from "vitest";
import { PRACTICE_KEYS, startPracticeCloud } from "../../../electron/practice/practiceCloud.ts";
import { PRACTICE_APP_KEY } from "../../../shared/model/practice.ts";

const DOOR = new URL("../../../electron/doors/tokenServer.ts", import.meta.url).pathname;
const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
});

const start = (env: Record<string, string>, args: readonly string[] = ["--port", "0"]) => {
  const child = spawn(process.execPath, [DOOR, ...args], { env: { PATH: process.env["PATH"], ...env }, stdio: ["ignore", "pipe", "pipe"] });
  children.push(child);
  let stderr = "";
  child.stderr.on("data", (part: Buffer) => {
    stderr += part.toString();
  });
  const line = Promise.race([
    once(createInterface(child.stdout), "line").then(([text]: string[]) => JSON.parse(text ?? "") as { url: string }),
    once(child, "exit").then(([code]: number[]) => {
      throw new Error(`exit status ${code}: ${stderr}`);
    }),
  ]);
  return { child, line, stderr: () => stderr };
};

test("with nothing configured it listens on loopback, and answers each request with the table's text", async () => {
  const { line, child } = start({});
  const { url } = await line;
  expect(new URL(url).hostname).toBe("127.0.0.1");
  for (const path of ["/chat/app/token", "/chat/user/ann/token", "/chat/user//token"]) {
    const answer = await fetch(`${url}${path}`);
    expect([answer.status, await answer.text()]).toEqual([200, "appid or appcert is not empty"]);
  }
  child.kill("SIGTERM");
  expect((await once(child, "exit"))[0]).toBe(0);
});

test("configured by variables it serves tokens; a password, a key and origins are taken too", async () => {
  const practice = await startPracticeCloud({ port: 0, scenario: "none", seed: 1, speed: 1, ...PRACTICE_KEYS });
  if (!practice.ok) throw new Error(practice.error);
  const { line, stderr } = start({
    APP_ID: PRACTICE_KEYS.appId,
    APP_CERTIFICATE: PRACTICE_KEYS.appCertificate,
    APP_KEY: PRACTICE_APP_KEY,
    CHAT_DOMAIN: practice.value.baseUrl,
    EXPIRE_SECONDS: "600",
    ACCESS_KEY: "geheim",
    REGISTRATION_PASSWORD: "school-1",
    CORS_ORIGINS: "https://a.example, https://b.example",
  });
  const { url } = await line;
  expect((await fetch(`${url}/chat/user/ann/token`)).status).toBe(401);
  const answer = await fetch(`${url}/chat/user/ann/token`, { headers: { authorization: "Bearer geheim", origin: "https://b.example" } });
  expect(answer.headers.get("access-control-allow-origin")).toBe("https://b.example");
  expect(await answer.text()).toMatch(/^007/);
  expect(stderr()).not.toMatch(/geheim|school-1|007/);
  await practice.value.close();
});

test.each<[string, Record<string, string>, string[], RegExp]>([
  ["a port that is none", {}, ["--port", "x"], /port must be a number/],
  ["an option that is not known", {}, ["--what"], /usage:/],
  ["another address than loopback without an access key", { LISTEN_HOST: "0.0.0.0" }, ["--port", "0"], /access key/],
])("it does not start with %s, and says so in a sentence", async (_what, env, args, sentence) => {
  const { child, stderr, line } = start(env, args);
  await expect(line).rejects.toThrow(/exit status [12]/);
  expect(child.exitCode).not.toBe(0);
  expect(stderr()).toMatch(sentence);
  expect(stderr()).not.toMatch(/\bat .*\.ts:/);
});
