/** The window, its confinement, and its life; the same on Electron and on the system's Chromium. */
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createCodec } from "../host/codec.ts";
import { FROM_MAIN, PRELOAD_WORLD, TO_MAIN, type ToMain } from "../host/worlds.ts";
import { type Launched, launch, startFailing } from "./launch.ts";

const CERTIFICATE = "5cfd2fd1755d40ecb72977518be15d3b";
/** A profile whose cloud is not there: these specs look at the window alone. */
const profileFile = join(mkdtempSync(join(tmpdir(), "profile-")), "profile.json");
writeFileSync(
  profileFile,
  JSON.stringify({
    name: "Window",
    region: "ap",
    hosts: { primary: "http://127.0.0.1:9", regional: {} },
    appId: "970ca35de60c44645bbae8a215061b33",
    uid: "proctor-1",
  }),
);
const start = (): Promise<Launched> => launch({ profileFile, env: { CONSOLE_APP_CERTIFICATE: CERTIFICATE }, secrets: [CERTIFICATE] });

const open: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const thing of open.splice(0).toReversed()) await thing.close();
});
/** A console that the spec may end. */
const ofItsOwn = async (): Promise<Launched> => {
  const launched = await start();
  open.push(launched);
  return launched;
};

let common: Launched;
beforeAll(async () => {
  common = await start();
});
afterAll(() => common?.close());
/** The console of all specs that leave it running, with its page as it comes. */
const opened = async (): Promise<Launched> => {
  await common.page.reload();
  return common;
};

type Answer = { ok: boolean; value?: { mode?: string; locales?: string[] }; error?: { code: string } };
type PageWithBridge = { bridge: { call(name: string, input: unknown): Promise<Answer> } };

/** Runs in the page: asks main over the bridge. */
const askInfo = (): Promise<Answer> => (window as unknown as PageWithBridge).bridge.call("app.info", {});

/** Runs in the page. */
const nonceOf = (): string => document.querySelector<HTMLMetaElement>("meta[property=csp-nonce]")?.nonce ?? "";

/** A server that notes what is asked of it. */
const listener = async (): Promise<{ url: string; asked: string[] }> => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    response.setHeader("access-control-allow-origin", "*").end("<title>elsewhere</title>");
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  open.push({
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
};

test("the window comes up with its page, its bridge, and nothing of Node", async () => {
  const launched = await opened();
  expect(await launched.page.title()).toContain("Classroom Console");
  const seen = await launched.page.evaluate(() => ({
    secure: window.isSecureContext,
    bridge: Object.keys((window as unknown as { bridge: object }).bridge).sort(),
    frozen: Object.isFrozen((window as unknown as { bridge: object }).bridge),
    node: ["require", "process", "module", "Buffer", "global"].filter((name) => name in window),
  }));
  expect(seen).toEqual({ secure: true, bridge: ["call", "subscribe"], frozen: true, node: [] });
  const info = await launched.page.evaluate(askInfo);
  expect(info.value).toMatchObject({ mode: launched.mode, locales: ["en"] });
});

test("the content policy is in force: no inline script, no eval, no style without the nonce, no word to elsewhere", async () => {
  const launched = await opened();
  const elsewhere = await listener();
  const outcome = await launched.page.evaluate(async (url) => {
    const violated: string[] = [];
    document.addEventListener("securitypolicyviolation", (event) => violated.push(event.effectiveDirective));
    const script = document.createElement("script");
    script.textContent = "window.ranInline = true;";
    const style = document.createElement("style");
    style.textContent = "body { outline: 7px solid red }";
    const frame = document.createElement("iframe");
    frame.src = url;
    const image = document.createElement("img");
    image.src = `${url}/image`;
    document.body.append(script, style, frame, image);
    const reached = await fetch(`${url}/fetched`).then(
      () => true,
      () => false,
    );
    await new Promise((resolve) => setTimeout(resolve, 200));
    return {
      violated: [...new Set(violated)].sort(),
      inline: "ranInline" in window,
      styled: getComputedStyle(document.body).outlineWidth === "7px",
      reached,
    };
  }, elsewhere.url);
  expect(outcome).toEqual({
    violated: ["connect-src", "frame-src", "img-src", "script-src-elem", "style-src-elem"],
    inline: false,
    styled: false,
    reached: false,
  });
  expect(elsewhere.asked).toEqual([]);
  // These were meant.
  expect(launched.faults.splice(0).length).toBeGreaterThan(0);
});

test("a style with the nonce of this load is let through, and each load has another", async () => {
  const launched = await opened();
  const nonce = await launched.page.evaluate(nonceOf);
  expect(nonce).toMatch(/^[A-Za-z0-9+/]{22}==$/);
  const width = await launched.page.evaluate((value) => {
    const style = document.createElement("style");
    style.nonce = value;
    style.textContent = "body { outline: 7px solid red }";
    document.head.append(style);
    return getComputedStyle(document.body).outlineWidth;
  }, nonce);
  expect(width).toBe("7px");
  await launched.page.reload();
  expect(await launched.page.evaluate(nonceOf)).not.toBe(nonce);
});

test("the window cannot be led elsewhere, and opens no other", async () => {
  const launched = await opened();
  const elsewhere = await listener();
  const address = launched.page.url();
  await launched.page.evaluate((url) => {
    window.location.href = `${url}/navigated`;
  }, elsewhere.url);
  await launched.page.evaluate((url) => void window.open(`${url}/opened`), elsewhere.url);
  const answer = await launched.page.evaluate(askInfo);
  expect(answer.ok).toBe(true);
  expect(launched.page.url()).toBe(address);
  await expect.poll(() => launched.page.context().pages().length).toBe(1);
  expect(elsewhere.asked).toEqual([]);
});

test("every permission is denied", async () => {
  const launched = await opened();
  const states = await launched.page.evaluate(async () => {
    const names = ["geolocation", "notifications", "camera", "microphone", "midi", "clipboard-read"];
    return await Promise.all(names.map(async (name) => (await navigator.permissions.query({ name: name as PermissionName })).state));
  });
  expect(new Set(states)).toEqual(new Set(["denied"]));
});

test("a frame inside the page has no bridge", async () => {
  const launched = await opened();
  const inside = await launched.page.evaluate(() => {
    const frame = document.createElement("iframe");
    document.body.append(frame);
    return { made: frame.contentWindow !== null, bridge: frame.contentWindow !== null && "bridge" in frame.contentWindow };
  });
  expect(inside).toEqual({ made: true, bridge: false });
});

test("what a frame inside the page says is refused by main, even in the preload's own words", async () => {
  const launched = await opened();
  // Only here can a spec stand where Electron would never put the preload.
  if (launched.mode !== "chromium") return;
  await launched.page.evaluate(() => document.body.append(document.createElement("iframe")));
  const session = await launched.page.context().newCDPSession(launched.page);
  await session.send("Page.enable");
  const { frameTree } = await session.send("Page.getFrameTree");
  const frameId = frameTree.childFrames?.[0]?.frame.id ?? "";
  const { executionContextId } = await session.send("Page.createIsolatedWorld", { frameId, worldName: PRELOAD_WORLD });
  const codec = createCodec();
  const message: ToMain = { kind: "invoke", id: 1, channel: "console:call", args: [{ name: "app.info", input: {} }] };
  const expression = `new Promise((resolve) => { globalThis.${FROM_MAIN} = resolve; globalThis.${TO_MAIN}(${JSON.stringify(codec.encode(message))}); })`;
  const { result } = await session.send("Runtime.evaluate", {
    expression,
    contextId: executionContextId,
    awaitPromise: true,
    returnByValue: true,
  });
  expect(codec.decode(String(result.value))).toMatchObject({
    ok: true,
    value: { ok: false, error: { code: "forbidden", reason: "sender" } },
  });
  expect((await launched.page.evaluate(askInfo)).ok).toBe(true);
});

test("after a reload, and after its process was killed, the page speaks with main again", async () => {
  const launched = await ofItsOwn();
  await launched.page.reload();
  expect((await launched.page.evaluate(askInfo)).ok).toBe(true);

  const session = await launched.page.context().newCDPSession(launched.page);
  const crashed = new Promise((resolve) => launched.page.once("crash", resolve));
  session.send("Page.crash").catch(() => undefined);
  await crashed;
  // A page that crashed stays crashed for whoever had attached; the window has a new one.
  const { chromium } = await import("playwright-core");
  const answers = async (): Promise<boolean> => {
    const again = await chromium.connectOverCDP(`http://127.0.0.1:${launched.debuggingPort}`);
    try {
      return (await again.contexts()[0]?.pages()[0]?.evaluate(askInfo))?.ok ?? false;
    } catch {
      return false;
    } finally {
      await again.close();
    }
  };
  await expect.poll(answers, { timeout: 60_000 }).toBe(true);
});

test("a second start on the same user data says that the console runs, and leaves the first alone", async () => {
  const launched = await opened();
  const second = await startFailing({ userDataDir: launched.userDataDir });
  expect(second.exitCode).not.toBe(0);
  expect(second.stdout).toBe("");
  expect(second.stderr).toContain("already runs");
  expect((await launched.page.evaluate(askInfo)).ok).toBe(true);
});

test("it ends in order when asked, keeps its bounds, and can start again at once after SIGKILL", async () => {
  const launched = await ofItsOwn();
  expect(await launched.stop()).toBe(0);
  const bounds: unknown = JSON.parse(readFileSync(join(launched.userDataDir, "window.json"), "utf8"));
  expect(bounds).toMatchObject({ maximized: false });
  await launched.restart();
  await launched.kill();
  await launched.restart();
  expect((await launched.page.evaluate(askInfo)).ok).toBe(true);
});

test("closing the window ends the console", async () => {
  const launched = await ofItsOwn();
  const { pid } = launched;
  await launched.page.close();
  const runs = (): boolean => {
    try {
      process.kill(pid, 0);
      return true;
    } catch {
      return false;
    }
  };
  await expect.poll(runs, { timeout: 60_000 }).toBe(false);
  expect(existsSync(join(launched.userDataDir, "logs"))).toBe(true);
});

test("the certificate of the environment is not handed to what the console starts", async () => {
  const launched = await opened();
  if (process.platform !== "linux" || launched.mode !== "chromium") return;
  const session = await (launched.page.context().browser() ?? fail()).newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  const browser = processInfo.find(({ type }) => type === "browser")?.id;
  expect(readFileSync(`/proc/${browser}/environ`, "utf8")).not.toContain(CERTIFICATE);
});

const fail = (): never => {
  throw new Error("not attached");
};
