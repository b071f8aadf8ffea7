/** The program around the core, as far as it is without a window. */
import { EventEmitter } from "node:events";
import { chmodSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { App } from "electron";
import { expect, test } from "vitest";
import { createBoundsFile, isReachable } from "../../../electron/app/bounds.ts";
import { localesOf, readOptions } from "../../../electron/app/options.ts";
import { createReviver } from "../../../electron/app/revive.ts";
import { endInOrder, STOP_WITHIN_MS } from "../../../electron/app/shutdown.ts";
import { prepareUserData } from "../../../electron/app/userData.ts";
import { zoomAfter } from "../../../electron/app/zoom.ts";
import { createFiles } from "../../../electron/platform/files.ts";
import { debuggingAllowed, policyFile } from "../../../electron/security/debugging.ts";
import { createVirtualClock } from "../../fakes/clock.ts";

const temporary = (): string => mkdtempSync(join(tmpdir(), "app-"));

test("options are read with a space or an equals sign, and the last one counts", () => {
  const options = readOptions([
    "electron",
    ".",
    "--user-data-dir=/a=b",
    "--profile-file",
    "/p.json",
    "--headless",
    "--user-data-dir",
    "/c",
  ]);
  expect(options).toEqual({ userData: "/c", profileFile: "/p.json", headless: true, language: null });
  expect(readOptions(["electron", "."])).toEqual({ userData: null, profileFile: null, headless: false, language: null });
});

test("headless speaks English unless a language is named; a desktop speaks the system's languages", () => {
  expect(localesOf({ headless: true, language: null }, ["zh-CN"])).toEqual(["en"]);
  expect(localesOf({ headless: true, language: "zh-CN" }, ["en"])).toEqual(["zh-CN"]);
  expect(localesOf({ headless: false, language: null }, ["zh-CN", "en"])).toEqual(["zh-CN", "en"]);
  expect(localesOf({ headless: false, language: null }, [])).toEqual(["en"]);
});

test("a user-data folder is made where it is missing; one that cannot be is named, and nothing is overwritten", () => {
  const folder = join(temporary(), "deep", "data");
  expect(prepareUserData(folder).ok).toBe(true);
  expect(existsSync(folder)).toBe(true);
  const inTheWay = join(temporary(), "file");
  writeFileSync(inTheWay, "kept");
  const refused = prepareUserData(join(inTheWay, "data"));
  expect(refused).toMatchObject({ ok: false, error: { message: expect.stringContaining(join(inTheWay, "data")) as string } });
  expect(readFileSync(inTheWay, "utf8")).toBe("kept");
});

const SCREEN = { x: 0, y: 0, width: 1920, height: 1080 };
test.each([
  ["on the screen", { x: 100, y: 100, width: 800, height: 600 }, true],
  ["mostly to its right, its bar still in reach", { x: 1700, y: 100, width: 800, height: 600 }, true],
  ["on a screen that is gone", { x: 2000, y: 100, width: 800, height: 600 }, false],
  ["above it, its bar out of reach", { x: 100, y: -200, width: 800, height: 600 }, false],
])("a window %s: reachable is %#", (_where, bounds, reachable) => {
  expect(isReachable(bounds, [SCREEN])).toBe(reachable);
});

test("bounds come back as they were kept; damaged or out of reach they do not", () => {
  const folder = temporary();
  const file = createBoundsFile(createFiles(), folder);
  expect(file.read([SCREEN])).toBeNull();
  const bounds = { x: 10, y: 20, width: 900, height: 700, maximized: true };
  file.write(bounds);
  expect(file.read([SCREEN])).toEqual(bounds);
  expect(file.read([{ ...SCREEN, x: 5_000 }])).toBeNull();
  for (const damaged of ["", "{", '{"x":1}', "null"]) {
    writeFileSync(join(folder, "window.json"), damaged);
    expect(file.read([SCREEN])).toBeNull();
  }
});

const key = (name: string, more = {}) => ({ type: "keyDown", control: true, meta: false, alt: false, key: name, ...more });
test.each([
  ["plus", key("+"), 1, 1.1],
  ["equals, which is plus without shift", key("="), 1, 1.1],
  ["minus", key("-"), 1, 0.9],
  ["plus at the largest", key("+"), 2, 2],
  ["minus at the smallest", key("-"), 0.8, 0.8],
  ["zero", key("0"), 1.7, 1],
  ["Cmd on macOS", key("+", { control: false, meta: true }), 1, 1.1],
  ["another key", key("a"), 1, null],
  ["plus alone", key("+", { control: false }), 1, null],
  ["the key let go", key("+", { type: "keyUp" }), 1, null],
] as const)("zoom by %s", (_name, input, before, after) => {
  expect(zoomAfter(input, before)).toBe(after);
});

test("a page that dies comes back at once, dying again after growing waits, and at once again when it has lived", async () => {
  const clock = createVirtualClock();
  const reloads: number[] = [];
  const gone = createReviver(clock, () => reloads.push(clock.monotonic()));
  const start = clock.monotonic();
  gone();
  await clock.advance(0);
  expect(reloads).toEqual([start]);
  gone();
  await clock.advance(999);
  expect(reloads).toHaveLength(1);
  await clock.advance(1);
  expect(reloads).toHaveLength(2);
  await clock.advance(61_000);
  gone();
  await clock.advance(0);
  expect(reloads).toHaveLength(3);
});

/** An app that notes what is done to it. */
const fakeApp = () => {
  const emitter = new EventEmitter();
  const done: (string | number)[] = [];
  const app = {
    on: emitter.on.bind(emitter),
    exit: (code: number) => done.push(code),
    quit: () => {
      done.push("quit");
      emitter.emit("will-quit", { preventDefault: () => done.push("held") });
    },
  } as unknown as Pick<App, "on" | "exit" | "quit">;
  return { app, emitter, done };
};

test("the last window closed, the core stops and then the program ends", async () => {
  const { app, emitter, done } = fakeApp();
  endInOrder({ app, clock: createVirtualClock(), stop: async () => void done.push("stopped") });
  emitter.emit("window-all-closed");
  await expect.poll(() => done).toEqual(["quit", "held", "stopped", 0]);
  // Asked again while ending, it goes on ending once.
  app.quit();
  expect(done).toEqual(["quit", "held", "stopped", 0, "quit", "held"]);
});

test("a core that does not stop is not waited for without end, and one that fails is a failure", async () => {
  const clock = createVirtualClock();
  const hung = fakeApp();
  endInOrder({ app: hung.app, clock, stop: () => new Promise(() => undefined) });
  hung.app.quit();
  await clock.advance(STOP_WITHIN_MS - 1);
  expect(hung.done).toEqual(["quit", "held"]);
  await clock.advance(1);
  await expect.poll(() => hung.done).toEqual(["quit", "held", 1]);

  const failing = fakeApp();
  endInOrder({ app: failing.app, clock, stop: () => Promise.reject(new Error("disk")) });
  failing.app.quit();
  await expect.poll(() => failing.done.at(-1)).toBe(1);
});

test("a packaged build opens the debugging port only by a readable policy file that says so", () => {
  const file = join(temporary(), "policy.json");
  expect(debuggingAllowed(file)).toBe(false);
  for (const [text, allowed] of [
    ['{"allowRemoteDebugging":true}', true],
    ['{"allowRemoteDebugging":"true"}', false],
    ["{}", false],
    ["null", false],
    ["{", false],
  ] as const) {
    writeFileSync(file, text);
    expect([text, debuggingAllowed(file)]).toEqual([text, allowed]);
  }
  chmodSync(file, 0o600);
  expect(policyFile({ platform: "linux", programData: undefined })).toBe("/etc/classroom-console/policy.json");
  expect(policyFile({ platform: "win32", programData: "D:\\PD" })).toContain("Classroom Console");
});
