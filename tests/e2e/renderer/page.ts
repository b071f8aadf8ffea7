/** Serves the renderer on the fixture bridge under the product's own content policy, and opens pages of it. */
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rename, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { basename, extname, join, normalize } from "node:path";
import { setTimeout as pass } from "node:timers/promises";
import { type Browser, chromium, type Page } from "playwright-core";
import { build } from "vite";
import { contentPolicy } from "../../../electron/security/contentPolicy.ts";
import { EXAM_MORNING } from "../../fakes/bridge/scene.ts";

const NONCE = "Zml4dHVyZSBub25jZSE=";
const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".woff2": "font/woff2",
};

export type Served = { url: string; close(): Promise<void> };

/** Where a run of several specs keeps what was built once (see `builtPages.ts`). */
const shared = process.env["BUILT_PAGES"];

const buildPage = (root: string, outDir: string) =>
  build({
    root,
    configFile: join(root, "vite.config.ts"),
    logLevel: "error",
    build: { outDir, emptyOutDir: true, chunkSizeWarningLimit: 2_000 },
  });

/** The folder of the built page; in a run of specs it is built by whoever asks first, and whoever comes meanwhile waits for it. */
const builtPage = async (root: string): Promise<string> => {
  if (shared === undefined) {
    const folder = await mkdtemp(join(tmpdir(), "renderer-"));
    await buildPage(root, folder);
    return folder;
  }
  const folder = join(shared, basename(root));
  const mine = `${folder}.building`;
  while (!existsSync(folder)) {
    const first = await mkdir(mine).then(
      () => true,
      () => false,
    );
    if (!first) {
      await pass(100);
      continue;
    }
    try {
      await buildPage(root, join(mine, "page"));
      await rename(join(mine, "page"), folder);
    } catch (error) {
      await rm(mine, { recursive: true });
      throw error;
    }
  }
  return folder;
};

/** Builds the page and serves it on loopback. */
export const serveFixture = async (root = join(import.meta.dirname, "../../fakes/bridge")): Promise<Served> => {
  const folder = await builtPage(root);
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? "/", "http://localhost").pathname);
    const file = join(folder, path === "/" ? "index.html" : path);
    const type = TYPES[extname(file)];
    if (type === undefined || !file.startsWith(folder)) return response.writeHead(404).end();
    readFile(file).then(
      (content) => {
        const kept = type.startsWith("text/html") ? "no-store" : "max-age=600";
        response.writeHead(200, { "content-type": type, "content-security-policy": contentPolicy(NONCE), "cache-control": kept });
        response.end(type.startsWith("text/html") ? content.toString("utf8").replaceAll("__CSP_NONCE__", NONCE) : content);
      },
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      if (shared === undefined) await rm(folder, { recursive: true, force: true });
    },
  };
};

/** `CHROMIUM` names another browser than the system's. */
export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium",
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--autoplay-policy=no-user-gesture-required",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });

export type Asked = Record<string, string | number>;

/** The address of a scene; going there again begins it anew. */
export const addressOf = (url: string, asked: Asked): string =>
  `${url}?${new URLSearchParams(Object.entries(asked).map(([name, value]) => [name, String(value)]))}`;

/** A page of the fixture with what went wrong in it: errors, refused by policy, written to the console. */
export const openFixture = async (
  browser: Browser,
  url: string,
  asked: Asked = {},
  viewport = { width: 1_366, height: 768 },
): Promise<{ page: Page; faults: string[] }> => {
  const context = await browser.newContext({ viewport, reducedMotion: "reduce" });
  // The workstation's clock is near the exam's, as it is on an exam day.
  await context.addInitScript(
    (shift) => {
      const real = Date.now;
      Date.now = () => real() + shift;
    },
    EXAM_MORNING - 120 - Date.now(),
  );
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") faults.push(message.text());
  });
  await page.goto(addressOf(url, asked));
  return { page, faults };
};
