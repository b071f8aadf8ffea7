// @ts-check
/** `npm start`: the console on Electron, or the same bundles on the system's Chromium. */
import { realpathSync } from "node:fs";
import nodeModule from "node:module";
import { createServer } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "./build.mjs";
import { findElectron, needElectron } from "./electron.mjs";
import { needChromium } from "./machine.mjs";
import { run, say, whenOrphaned } from "./processes.mjs";

const WITH_VALUE = new Set(["user-data-dir", "profile-file", "remote-debugging-port", "lang"]);
const ALONE = new Set(["headless"]);

/**
 * `--name value` and `--name=value` in the one form that Chromium reads too; an unknown one is answered as `unknown`.
 * @param {readonly string[]} args
 * @returns {{ switches: Map<string, string>, unknown: string | null }}
 */
export const readSwitches = (args) => {
  /** @type {Map<string, string>} */
  const switches = new Map();
  for (let index = 0; index < args.length; index++) {
    const argument = args[index] ?? "";
    const [, name = "", value] = /^--([a-z-]+)(?:=(.*))?$/s.exec(argument) ?? [];
    if (ALONE.has(name) && value === undefined) switches.set(name, "");
    else if (WITH_VALUE.has(name) && (value ?? args[index + 1]) !== undefined) switches.set(name, value ?? args[++index] ?? "");
    else return { switches, unknown: argument };
  }
  return { switches, unknown: null };
};

/** @returns {Promise<number>} */
const freePort = () =>
  new Promise((resolve, reject) => {
    const server = createServer().on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });

const hasDisplay = () => process.platform !== "linux" || Boolean(process.env["DISPLAY"] || process.env["WAYLAND_DISPLAY"]);
const isRoot = () => process.getuid?.() === 0;

/**
 * Runs the host in this very process, which is of the right Node: another one takes its time to start. It ends the process itself.
 * @param {string} host @param {readonly string[]} switches
 * @returns {Promise<never>}
 */
const runHere = async (host, switches) => {
  process.argv = [process.execPath, host, ...switches];
  whenOrphaned(() => process.kill(process.pid, "SIGTERM"));
  await import(pathToFileURL(host).href);
  return await new Promise(() => undefined);
};

/** @param {string} root @param {readonly string[]} args @param {string} node the one that shall be used */
export const start = async (root, args, node) => {
  const { switches, unknown } = readSwitches(args);
  if (unknown !== null) {
    say(
      `${unknown} is not understood; npm start takes --user-data-dir D, --profile-file F, --headless, --remote-debugging-port N, --lang L`,
    );
    return 2;
  }
  const built = await build(root);
  if (built !== 0) return built;

  const withSwitches = () => [...switches].map(([name, value]) => (value === "" ? `--${name}` : `--${name}=${value}`));
  // Electron draws nothing without a display, so there it is not even fetched.
  const electron = hasDisplay()
    ? await needElectron(root)
    : { missing: findElectron(root) ? "Electron needs a display" : "there is no display for Electron" };
  if ("path" in electron) {
    if (Number(switches.get("remote-debugging-port") ?? 0) === 0) switches.set("remote-debugging-port", String(await freePort()));
    // Chromium's sandbox refuses to work for root.
    return await run(electron.path, [...(isRoot() ? ["--no-sandbox"] : []), root, ...withSwitches()]);
  }
  const chromium = await needChromium();
  if (chromium === null) return 1;
  const isHeadless = !hasDisplay() || switches.has("headless");
  if (isHeadless) switches.set("headless", "");
  say(`The console runs on the system's Chromium (${chromium})${isHeadless ? ", headless" : ""}: ${electron.missing}.`);
  const host = join(root, "tests", "host", "main.ts");
  // What was read once is not parsed again, as Electron's binary does it.
  const compiled = join(root, "node_modules", ".cache", "console", "compiled");
  process.env["CHROMIUM_PATH"] = chromium;
  if (realpathSync(node) === realpathSync(process.execPath)) {
    nodeModule.enableCompileCache(compiled);
    return await runHere(host, withSwitches());
  }
  process.env["NODE_COMPILE_CACHE"] = compiled;
  return await run("node", [host, ...withSwitches()]);
};
