import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createSystemClock } from "../../../electron/platform/clock.ts";
import { createLog } from "../../../electron/platform/log.ts";
import { createNodePlatform } from "../../../electron/platform/platform.ts";
import { createSystemRandom } from "../../../electron/platform/random.ts";
import { createWorkers } from "../../../electron/platform/workers.ts";

const execute = promisify(execFile);
let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "console-world-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const program = (file: string): string => JSON.stringify(new URL(`../../../electron/platform/${file}`, import.meta.url).href);
const TOKEN =
  "007eJxTYNDNaz3snC8huEfHWdz6s98qltq4zqy9fl99Uh0FDvy6F6DAYGlu4OxobJqSamaQbGJiZmKalJSYapFoZGhqYGaYZGzs/kWAIYKJgYGRAYRZGRgZmMB8BgYArfIYaw==";
const CERTIFICATE = "5CFd2fd1755d40ecb72977518be15d3b";

/** Runs in a process of its own that ends at once: what is buffered must be written all the same. */
const logOnce = async (file: string, statements: string): Promise<{ stderr: string }> =>
  execute(process.execPath, [
    "--input-type=module",
    "--eval",
    `import { createLog } from ${program("log.ts")}; const log = createLog({ file: ${JSON.stringify(file)} }); ${statements}`,
  ]);

describe("the log", () => {
  test("lines are JSON and whole, although the process ended right behind them", async () => {
    const file = join(folder, "logs", "console.log");
    await logOnce(
      file,
      'log.info({ room: "r1" }, "first"); log.child({ area: "sync" }).error({ error: new Error("broken") }, "second"); process.exit(0)',
    );
    const lines = readFileSync(file, "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines).toMatchObject([
      { room: "r1", msg: "first" },
      { area: "sync", msg: "second", error: { type: "Error", message: "broken" } },
    ]);
  });

  test("no secret is in it, at any depth, by name or by its looks", async () => {
    const file = join(folder, "console.log");
    const secrets = {
      token: "s1",
      a: { b: [{ appCertificate: CERTIFICATE, Authorization: "s2", "x-service-token": "s3", PASSWORD: "s4" }] },
    };
    await logOnce(
      file,
      `log.info(${JSON.stringify(secrets)}, "said ${TOKEN} here"); log.warn({ error: new Error("with ${TOKEN}", { cause: new Error("${TOKEN}") }), url: "x?t=${TOKEN}" }, "m"); log.child({ certificate: "${CERTIFICATE}" }).info({}, "c"); log.info({ control: "kept" }, "plain")`,
    );
    const text = readFileSync(file, "utf8");
    for (const secret of [TOKEN, CERTIFICATE, '"s1"', '"s2"', '"s3"', '"s4"']) expect(text).not.toContain(secret);
    expect(text).toContain("kept");
    expect(text).toContain("[hidden]");
  });

  test("a file that cannot be opened sends it to standard error", async () => {
    writeFileSync(join(folder, "file"), "");
    const { stderr } = await logOnce(join(folder, "file", "console.log"), 'log.info({}, "still said")');
    expect(stderr).toContain("cannot be opened");
    expect(stderr).toContain("still said");
  });

  test("a file that has grown large is set aside at the next start", () => {
    const file = join(folder, "console.log");
    writeFileSync(file, "x".repeat(11 * 1024 * 1024));
    createLog({ file });
    expect(statSync(`${file}.1`).size).toBe(11 * 1024 * 1024);
    expect(statSync(file).size).toBe(0);
  });
});

test("monotonic time goes forward with real time, and a cancelled timer does not fire", async () => {
  const clock = createSystemClock();
  const began = clock.monotonic();
  let cancelled = false;
  clock.after(5, () => {
    cancelled = true;
  })();
  await new Promise<void>((resolve) => void clock.after(30, resolve));
  expect(cancelled).toBe(false);
  // Timers count whole milliseconds, so they may be early by up to one at either end.
  expect(clock.monotonic() - began).toBeGreaterThan(25);
  expect(Math.abs(clock.wall() - Date.now())).toBeLessThan(1_000);
});

test("a wait longer than a timer can count does not fire at once", async () => {
  const clock = createSystemClock();
  let fired = false;
  const cancel = clock.after(2 ** 32, () => {
    fired = true;
  });
  await new Promise<void>((resolve) => void clock.after(10, resolve));
  cancel();
  expect(fired).toBe(false);
});

test("randomness is spread over [0, 1) and ids differ", () => {
  const random = createSystemRandom();
  const units = Array.from({ length: 1_000 }, () => random.unit());
  expect(Math.min(...units)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...units)).toBeLessThan(1);
  expect(new Set(units).size).toBe(1_000);
  expect(random.bytes(5)).toHaveLength(5);
  expect(random.uuid()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

const script = (text: string): URL => {
  const file = join(folder, "worker.mjs");
  writeFileSync(file, text);
  return pathToFileURL(file);
};

describe("worker threads", () => {
  const log = createLog({ file: null, level: "silent" });

  test("a worker gets its data, answers messages and tells its end", async () => {
    const url = script(
      'import { parentPort, workerData } from "node:worker_threads"; parentPort.on("message", (m) => parentPort.postMessage({ m, workerData }));',
    );
    const worker = createWorkers({ urls: { practiceCloud: url, reader: url }, log }).start("practiceCloud", { port: 7 });
    const answered = new Promise((resolve) => worker.onMessage(resolve));
    const ended = new Promise((resolve) => worker.onExit(resolve));
    worker.post("hello");
    expect(await answered).toEqual({ m: "hello", workerData: { port: 7 } });
    await worker.terminate();
    expect(await ended).toBe(1);
  });

  test("a worker that throws ends by itself, not with the process", async () => {
    const url = script('throw new Error("broken");');
    const worker = createWorkers({ urls: { practiceCloud: url, reader: url }, log }).start("practiceCloud", null);
    expect(await new Promise((resolve) => worker.onExit(resolve))).toBe(1);
  });
});

test("the Node platform is whole without Electron", async () => {
  const none = new URL("file:///none.mjs");
  const platform = createNodePlatform({ logFile: join(folder, "console.log"), workerUrls: { practiceCloud: none, reader: none } });
  const database = platform.database.open(platform.files.join(folder, "a.sqlite"), { durability: "FULL" });
  expect(database.ok).toBe(true);
  if (database.ok) database.value.close();
  expect(await platform.shell.openExternal("https://example.com")).toMatchObject({ ok: false, error: { code: "unavailable" } });
  platform.shell.keepAwake()();
  platform.shell.copyText("secret");
  await platform.http.close();
});
