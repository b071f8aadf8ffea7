// @ts-check
/** Electron's binary: present, or fetched once within bounds. npm brings only its types. */
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { say } from "./processes.mjs";

/** Given up when nothing has come for this long, ms. */
const SILENCE_MS = 20_000;
const LOOK_MS = 1_000;
/** After a failure it is not tried again for this long, ms. */
const PAUSE_MS = 24 * 3_600_000;

/** @param {string} root @returns {string | null} */
export const findElectron = (root) => {
  const folder = join(root, "node_modules", "electron");
  const pointer = join(folder, "path.txt");
  if (!existsSync(pointer)) return null;
  const binary = join(process.env["ELECTRON_OVERRIDE_DIST_PATH"] ?? join(folder, "dist"), readFileSync(pointer, "utf8").trim());
  return existsSync(binary) ? binary : null;
};

/** Bytes below a folder. @param {string} folder @returns {number} */
const sizeOf = (folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((path) => statSync(join(folder, path), { throwIfNoEntry: false }))
    .reduce((sum, found) => sum + (found?.isFile() ? found.size : 0), 0);

/**
 * Lets Electron's own installer fetch the binary, for as long as bytes come.
 * @param {string} root @param {string} scratch
 * @returns {Promise<boolean>}
 */
const fetchElectron = (root, scratch) =>
  new Promise((resolve) => {
    const env = { ...process.env, TMPDIR: scratch, TEMP: scratch, TMP: scratch };
    const child = spawn("node", [join(root, "node_modules", "electron", "install.js")], { stdio: "ignore", env });
    let bytes = 0;
    let heard = Date.now();
    const watch = setInterval(() => {
      const now = sizeOf(scratch) + (existsSync(join(root, "node_modules", "electron", "dist")) ? 1 : 0);
      if (now !== bytes) heard = Date.now();
      bytes = now;
      if (Date.now() - heard > SILENCE_MS) child.kill();
    }, LOOK_MS);
    /** @param {boolean} done */
    const end = (done) => {
      clearInterval(watch);
      resolve(done);
    };
    child.on("error", () => end(false));
    child.on("exit", (code) => end(code === 0));
  });

/**
 * The binary's path, fetched where it is missing and there is hope; else why there is none.
 * @param {string} root
 * @returns {Promise<{ path: string } | { missing: string }>}
 */
export const needElectron = async (root) => {
  const found = findElectron(root);
  if (found !== null) return { path: found };
  if (process.env["CI"]) return { missing: "Electron's binary is not here" };
  const cache = join(root, "node_modules", ".cache", "console");
  const failed = join(cache, "electron-failed");
  const last = statSync(failed, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (Date.now() - last < PAUSE_MS) return { missing: "Electron's binary could not be had within the last day" };
  const scratch = join(cache, "fetching");
  mkdirSync(scratch, { recursive: true });
  say("Fetching Electron's binary, once…");
  const fetched = await fetchElectron(root, scratch);
  rmSync(scratch, { recursive: true, force: true });
  const path = fetched ? findElectron(root) : null;
  if (path !== null) return { path };
  writeFileSync(failed, "");
  return { missing: "Electron's binary cannot be had from here" };
};
