import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createKeychain } from "../../../electron/platform/keychain.ts";
import { createVirtualClock } from "../../fakes/clock.ts";
import type { Step } from "./session.ts";

const execute = promisify(execFile);
const SESSION = new URL("./session.ts", import.meta.url).pathname;
const here =
  process.platform === "linux" &&
  ["dbus-run-session", "gnome-keyring-daemon"].every((program) => spawnSync("which", [program]).status === 0);

let home = "";
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "console-keyring-"));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

/** Everything of the keyring lives in a folder of its own: no keyring of the machine is touched. */
const environment = (): NodeJS.ProcessEnv => ({ PATH: process.env["PATH"], HOME: home, XDG_RUNTIME_DIR: home });
const inSession = async (keyring: "unlocked" | "locked", steps: Step[]): Promise<unknown> => {
  const { stdout } = await execute("dbus-run-session", ["--", process.execPath, SESSION, keyring, JSON.stringify(steps)], {
    env: environment(),
    timeout: 100_000,
  });
  return JSON.parse(stdout);
};

const APP = "fedcba9876543210fedcba9876543210";
const CERTIFICATE = "0123456789abcdef0123456789abcdef";

describe.skipIf(!here)("the real keyring of a Linux machine", () => {
  test("what is saved is read, in this session and the next, until it is forgotten", async () => {
    const first: Step[] = [
      ["read", "ap:app"],
      ["save", "ap:app", "geheim 教室"],
      ["save", "ap:app", "changed"],
      ["read", "ap:app"],
    ];
    expect(await inSession("unlocked", first)).toEqual([
      { ok: true, value: null },
      { ok: true },
      { ok: true },
      { ok: true, value: "changed" },
    ]);
    const second: Step[] = [
      ["read", "ap:app"],
      ["read", "eu:app"],
      ["forget", "ap:app"],
      ["read", "ap:app"],
      ["forget", "ap:app"],
    ];
    expect(await inSession("unlocked", second)).toEqual([
      { ok: true, value: "changed" },
      { ok: true, value: null },
      { ok: true },
      { ok: true, value: null },
      { ok: true },
    ]);
  });

  test("a keyring that is there but locked refuses to keep anything, as locked", async () => {
    await inSession("unlocked", [["save", "ap:app", "secret"]]);
    expect(await inSession("locked", [["save", "ap:app", "other"]])).toMatchObject([{ ok: false, error: { kind: "locked" } }]);
    expect(await inSession("unlocked", [["read", "ap:app"]])).toEqual([{ ok: true, value: "secret" }]);
  });

  test("what a locked keyring holds reads as locked, not as nothing, and is not forgotten by it", async () => {
    await inSession("unlocked", [["save", `ap:${APP}`, CERTIFICATE]]);
    const steps: Step[] = [
      ["read", `ap:${APP}`],
      ["forget", `ap:${APP}`],
      ["vaultState", APP],
      ["vaultForget", APP],
      ["vaultUse", APP],
    ];
    const locked = { ok: false, error: { kind: "locked" } };
    expect(await inSession("locked", steps)).toMatchObject([
      locked,
      locked,
      { place: "unknown", fault: "locked" },
      { place: "unknown", fault: "locked" },
      { ok: false, error: { kind: "noCertificate", detail: expect.stringContaining("locked") as string } },
    ]);
    expect(await inSession("unlocked", [["read", `ap:${APP}`]])).toEqual([{ ok: true, value: CERTIFICATE }]);
  });

  test("a keyring that is locked while the console runs is told, and is used again once it is open", async () => {
    const steps: Step[] = [["vaultSave", APP, CERTIFICATE, "keychain"], ["lock"], ["vaultState", APP], ["unlock"], ["vaultState", APP]];
    expect(await inSession("unlocked", steps)).toMatchObject([
      { ok: true, value: { place: "keychain" } },
      true,
      { place: "unknown", fault: "locked" },
      true,
      { place: "keychain", fault: null },
    ]);
  });

  test("a machine whose keyring was never set up is locked too", async () => {
    expect(await inSession("locked", [["save", "ap:app", "secret"]])).toMatchObject([{ ok: false, error: { kind: "locked" } }]);
  });

  test("the vault says where a certificate is, in this run and the next, until it is forgotten", async () => {
    const kept = { place: "keychain", fault: null, fingerprint: expect.stringMatching(/^[0-9a-f]{4}$/) as string };
    const first: Step[] = [
      ["vaultState", APP],
      ["vaultSave", APP, CERTIFICATE, "keychain"],
      ["vaultUse", APP],
    ];
    expect(await inSession("unlocked", first)).toMatchObject([
      { place: "absent", fault: null },
      { ok: true, value: kept },
      { ok: true, value: CERTIFICATE },
    ]);
    const second: Step[] = [
      ["vaultState", APP],
      ["vaultForget", APP],
      ["vaultState", APP],
    ];
    expect(await inSession("unlocked", second)).toMatchObject([kept, { place: "absent" }, { place: "absent" }]);
  });

  test("the vault keeps nothing in a locked keyring, and in memory when asked to", async () => {
    const steps: Step[] = [
      ["vaultSave", APP, CERTIFICATE, "keychain"],
      ["vaultUse", APP],
      ["vaultSave", APP, CERTIFICATE, "memory"],
      ["vaultUse", APP],
    ];
    expect(await inSession("locked", steps)).toMatchObject([
      { ok: true, value: { place: "absent", fault: "locked" } },
      { ok: false, error: { kind: "noCertificate" } },
      { ok: true, value: { place: "memory", fault: null } },
      { ok: true, value: CERTIFICATE },
    ]);
  });

  test("an item of the keyring that was cut is told so, and builds nothing", async () => {
    const steps: Step[] = [
      ["save", `ap:${APP}`, CERTIFICATE.slice(0, 12)],
      ["vaultState", APP],
      ["vaultUse", APP],
    ];
    expect(await inSession("unlocked", steps)).toMatchObject([
      { ok: true },
      { place: "unknown", fault: "cut" },
      { ok: false, error: { kind: "noCertificate" } },
    ]);
  });

  test("without a bus the keychain is missing, for every call", async () => {
    const steps: Step[] = [
      ["read", "a"],
      ["save", "a", "b"],
      ["forget", "a"],
    ];
    const { stdout } = await execute(process.execPath, [SESSION, "absent", JSON.stringify(steps)], {
      env: environment(),
      timeout: 100_000,
    });
    expect(JSON.parse(stdout)).toMatchObject(Array.from({ length: 3 }, () => ({ ok: false, error: { kind: "missing" } })));
  });
});

describe("on any machine", () => {
  const clock = createVirtualClock();
  type Library = NonNullable<Parameters<typeof createKeychain>[0]["load"]> extends () => Promise<infer K> ? K : never;
  const library = (more: Partial<Library>): Library => ({
    getPassword: async () => null,
    setPassword: async () => undefined,
    deletePassword: async () => true,
    ...more,
  });

  test("a library that cannot be loaded is a missing keychain, and is tried once", async () => {
    let loads = 0;
    const keychain = createKeychain({
      clock,
      load: async () => {
        loads += 1;
        throw new Error("Failed to load keytar native addon");
      },
    });
    expect(await keychain.read("a")).toMatchObject({ ok: false, error: { kind: "missing" } });
    expect(await keychain.save("a", "b")).toMatchObject({ ok: false, error: { kind: "missing" } });
    expect(loads).toBe(1);
  });

  test("a keychain that waits for a person is slow after its limit", async () => {
    const keychain = createKeychain({
      clock,
      limitMs: 10_000,
      load: async () => library({ getPassword: () => new Promise(() => undefined) }),
    });
    const reading = keychain.read("a");
    await clock.advance(9_999);
    expect(clock.pending()).toBe(1);
    await clock.advance(1);
    expect(await reading).toMatchObject({ ok: false, error: { kind: "slow" } });
  });

  test("is asked one thing at a time; while it waits for a person every other question is slow at once, and goes on after", async () => {
    let asked = 0;
    let answerFirst = (_found: string): void => undefined;
    const keychain = createKeychain({
      clock,
      limitMs: 10_000,
      load: async () =>
        library({
          getPassword: (_service, account) => {
            asked += 1;
            return asked === 1 ? new Promise((resolve) => (answerFirst = resolve)) : Promise.resolve(`of ${account}`);
          },
        }),
    });
    const slow = { ok: false, error: { kind: "slow" } };
    const both = Promise.all([keychain.read("a"), keychain.read("b")]);
    await clock.advance(10_000);
    expect(await both).toMatchObject([slow, slow]);
    expect(await keychain.read("c")).toMatchObject(slow);
    expect(asked).toBe(1);
    answerFirst("late");
    await clock.advance(0);
    expect(await Promise.all([keychain.read("d"), keychain.read("e")])).toEqual([
      { ok: true, value: "of d" },
      { ok: true, value: "of e" },
    ]);
    expect(clock.pending()).toBe(0);
  });

  test.skipIf(process.platform === "win32")("that never answers does not keep the program from ending", async () => {
    const pipe = join(home, "pipe");
    spawnSync("mkfifo", [pipe]);
    // Opening a pipe that nobody writes to holds a thread, as a keyring that waits for a person does.
    const program = `
      import { readFile } from "node:fs/promises";
      import { createSystemClock } from "./electron/platform/clock.ts";
      import { createKeychain } from "./electron/platform/keychain.ts";
      const load = async () => ({ getPassword: () => readFile(${JSON.stringify(pipe)}, "utf8") });
      const answer = await createKeychain({ clock: createSystemClock(), limitMs: 50, load }).read("a");
      process.stdout.write(answer.error.kind);
      process.exit(0);`;
    const ended = spawnSync(process.execPath, ["--input-type=module", "--eval", program], { encoding: "utf8", timeout: 60_000 });
    expect(ended.stdout).toBe("slow");
    expect(ended.error).toBeUndefined();
  });

  test("a keychain that keeps less than it was given has cut it", async () => {
    const keychain = createKeychain({ clock, load: async () => library({ getPassword: async () => "0123" }) });
    expect(await keychain.save("a", "0123456789")).toMatchObject({ ok: false, error: { kind: "cut" } });
  });

  test("only where it holds nothing is a keychain asked whether it is locked", async () => {
    let asked = 0;
    const locked = async () => {
      asked += 1;
      return true;
    };
    const full = createKeychain({ clock, locked, load: async () => library({ getPassword: async () => "x" }) });
    expect(await full.read("a")).toEqual({ ok: true, value: "x" });
    expect(await full.forget("a")).toEqual({ ok: true });
    expect(asked).toBe(0);
    const empty = { clock, load: async () => library({ deletePassword: async () => false }) };
    expect(await createKeychain({ ...empty, locked }).read("a")).toMatchObject({ ok: false, error: { kind: "locked" } });
    for (const told of [false, null]) {
      const keychain = createKeychain({ ...empty, locked: async () => told });
      expect(await keychain.read("a")).toEqual({ ok: true, value: null });
      expect(await keychain.forget("a")).toEqual({ ok: true });
    }
  });

  test.each([
    ["User canceled the operation", "refused"],
    ["User interaction is not allowed", "locked"],
    ["The name org.freedesktop.secrets was not provided by any .service files", "missing"],
    ["The name :1.4 was not provided by any .service files", "missing"],
    ["The session wrapping the secret does not exist", "missing"],
  ])("%s is %s", async (text, kind) => {
    const keychain = createKeychain({ clock, load: async () => library({ getPassword: () => Promise.reject(new Error(text)) }) });
    expect(await keychain.read("a")).toMatchObject({ ok: false, error: { kind } });
  });
});
