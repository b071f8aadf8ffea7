/** `npm run practice-cloud` and the thread inside the console: what they print or post, and how they end. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Worker } from "node:worker_threads";
import { afterEach, describe, expect, it } from "vitest";
import { PRACTICE_KEYS } from "../../../electron/practice/practiceCloud.ts";
import type { WorkerMessage } from "../../../electron/practice/worker.ts";
import { startTestCloud, tokenFor } from "./cloud.ts";

type Line = { baseUrl: string; appId: string; region: string };
const running: ReturnType<typeof spawn>[] = [];
afterEach(() => {
  for (const child of running.splice(0)) child.kill("SIGKILL");
});

const start = (...flags: string[]) => {
  const child = spawn(process.execPath, ["electron/doors/practiceCloud.ts", ...flags], { stdio: ["ignore", "pipe", "pipe"] });
  running.push(child);
  const said = { out: "", err: "" };
  child.stdout.on("data", (chunk: Buffer) => {
    said.out += chunk.toString();
  });
  child.stderr.on("data", (chunk: Buffer) => {
    said.err += chunk.toString();
  });
  return { child, said };
};

const listening = async (...flags: string[]) => {
  const door = start(...flags);
  const [text] = (await once(createInterface(door.child.stdout), "line")) as [string];
  return { ...door, line: JSON.parse(text) as Line };
};

const uid = "door";
const ask = async (line: Line, method: string, path: string, body?: unknown) => {
  const headers = {
    "x-service-token": tokenFor(uid, { issuedAt: Math.floor(Date.now() / 1000) }),
    "x-service-uid": uid,
    "content-type": "application/json",
  };
  const answer = await fetch(`${line.baseUrl}/${line.region}/edu/apps/${line.appId}${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return (await answer.json()) as { code: number; data: { list: { sequence: number }[] } };
};

/** Other processes, on a machine that may be busy. */
const LIMIT = { timeout: 120_000 };

describe("the door", LIMIT, () => {
  it("prints exactly one JSON line, and ends well when asked to", async () => {
    const { child, said, line } = await listening("--scenario", "quiet");
    expect(line).toEqual({
      baseUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      ...PRACTICE_KEYS,
      appKey: expect.stringContaining("#"),
      chatDomain: line.baseUrl,
      region: line.region,
      alternateUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    });
    expect((await ask(line, "GET", "/v2/rooms/fin2-001/sequences")).code).toBe(0);
    child.kill("SIGTERM");
    expect(await once(child, "exit")).toEqual([0, null]);
    expect(said.out.split("\n")).toHaveLength(2);
  });

  it("refuses a wrong flag in one sentence with exit status 1", async () => {
    const { child, said } = start("--speed", "0");
    expect(await once(child, "close")).toEqual([1, null]);
    expect(said).toEqual({ out: "", err: expect.stringMatching(/^--speed must be .*\n$/) });
  });

  it("says that a port is in use", async () => {
    const cloud = await startTestCloud();
    const { port } = new URL(cloud.baseUrl);
    const { child, said } = start("--port", port);
    expect(await once(child, "close")).toEqual([1, null]);
    expect(said).toEqual({ out: "", err: `Port ${port} is in use by another program.\n` });
    await cloud.close();
  });

  it("killed hard, goes on where it was: what it answered is there, and no number is given twice", async () => {
    const dataDir = mkdtempSync(join(tmpdir(), "practice-"));
    const first = await listening("--data-dir", dataDir, "--scenario", "exam-day", "--speed", "20");
    await ask(first.line, "POST", "/v2/rooms/mine", { roomType: 4, roomName: "Mine" });
    await ask(first.line, "PUT", "/v2/rooms/mine/states/1");
    const before = (await ask(first.line, "GET", "/v2/rooms/fin2-001/sequences")).data.list;
    first.child.kill("SIGKILL");
    await once(first.child, "exit");

    const second = await listening("--data-dir", dataDir, "--scenario", "exam-day", "--speed", "20");
    expect((await ask(second.line, "GET", "/v2/rooms/mine/sequences")).data.list).toHaveLength(1);
    const after = (await ask(second.line, "GET", "/v2/rooms/fin2-001/sequences")).data.list;
    expect(after.slice(0, before.length)).toEqual(before);
  });
});

const post = async (workerData: unknown): Promise<WorkerMessage> => {
  const worker = new Worker(new URL("../../../electron/practice/worker.ts", import.meta.url), { workerData });
  const [message] = (await once(worker, "message")) as [WorkerMessage];
  if (message.kind === "listening") expect((await fetch(`${message.baseUrl}/practice/trouble`)).status).toBe(200);
  await worker.terminate();
  return message;
};
describe("the thread", LIMIT, () => {
  const data = { seed: 1, speed: 1, scenario: "quiet", ...PRACTICE_KEYS };

  it("posts where it listens", async () => {
    expect(await post(data)).toEqual({
      kind: "listening",
      baseUrl: expect.stringContaining("http://127.0.0.1:"),
      alternateUrl: expect.stringContaining("http://127.0.0.1:"),
      region: expect.any(String),
    });
  });

  it("posts why it does not", async () => {
    const cloud = await startTestCloud();
    const port = Number(new URL(cloud.baseUrl).port);
    expect(await post({ ...data, port })).toEqual({ kind: "failed", message: `Port ${port} is in use by another program.` });
    await cloud.close();
  });
});
