// @ts-check
/** The bundles in `out/`, made when the sources are not the ones they were made of. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run, TALK } from "./processes.mjs";

const SOURCES = ["electron", "renderer", "shared", "electron.vite.config.ts", "package.json", "package-lock.json"];
const BUNDLES = ["main/main.js", "main/practiceWorker.js", "main/readWorker.js", "preload/preload.cjs", "renderer/index.html"];

/** Of names, sizes and times: reading all of them would be felt at each start. @param {string} root */
const digestOf = (root) => {
  const hash = createHash("sha256");
  /** @param {string} path */
  const add = (path) => {
    const found = statSync(join(root, path), { throwIfNoEntry: false });
    if (found?.isFile()) hash.update(`${path}\0${found.size}\0${found.mtimeMs}\0`);
  };
  for (const source of SOURCES) {
    if (source.includes(".")) add(source);
    else if (existsSync(join(root, source))) {
      for (const path of readdirSync(join(root, source), { recursive: true, encoding: "utf8" }).sort()) add(join(source, path));
    }
  }
  return hash.digest("hex");
};

/**
 * Builds unless `out/` is of these very sources; answers the exit status.
 * @param {string} root @param {{ always?: boolean }} [options]
 */
export const build = async (root, { always = false } = {}) => {
  const stamp = join(root, "out", "built-from");
  const digest = digestOf(root);
  const isFresh =
    BUNDLES.every((path) => existsSync(join(root, "out", path))) && existsSync(stamp) && readFileSync(stamp, "utf8") === digest;
  if (isFresh && !always) return 0;
  const vite = join(root, "node_modules", "electron-vite", "bin", "electron-vite.js");
  const status = await run("node", [vite, "build", "--logLevel", "warn"], { stdio: TALK, cwd: root });
  if (status === 0) writeFileSync(stamp, digest);
  return status;
};
