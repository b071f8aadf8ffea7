// @ts-check
/** The launcher behind every npm script: brings a Node that is new enough, then runs the step. Runs itself on Node 18 and newer, without packages. */
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "./steps/build.mjs";
import { needChromium } from "./steps/machine.mjs";
import { findNode, useNode } from "./steps/node.mjs";
import { run, say } from "./steps/processes.mjs";
import { start } from "./steps/start.mjs";
import { check, test } from "./steps/test.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** A program of the project's own, its standard output untouched. @param {string} path @param {readonly string[]} args */
const program = (path, args) => run("node", [join(root, path), ...args]);

/** With the bundles built and a browser at hand. @param {string} path @param {readonly string[]} args */
const onTheConsole = async (path, args) => {
  const built = await build(root);
  if (built !== 0) return built;
  const chromium = await needChromium();
  if (chromium === null) return 1;
  process.env["CHROMIUM_PATH"] = chromium;
  return await program(path, args);
};

/** @type {Record<string, (args: readonly string[], node: string) => Promise<number>>} */
const steps = {
  start: (args, node) => start(root, args, node),
  test: () => test(root),
  check: () => check(root),
  build: () => build(root, { always: true }),
  format: () => program("node_modules/@biomejs/biome/bin/biome", ["check", "--write", "."]),
  "practice-cloud": (args) => program("electron/doors/practiceCloud.ts", args),
  token: (args) => program("electron/doors/token.ts", args),
  record: (args) => program("electron/doors/record.ts", args),
  "token-server": (args) => program("electron/doors/tokenServer.ts", args),
  bench: (args) => onTheConsole("tests/bench/run.ts", args),
  simulate: (args) => program("tests/simulation/cli.ts", args),
  campaign: (args) => program("tests/campaigns/cli.ts", args),
  pictures: (args) => onTheConsole("tests/pictures/run.ts", args),
  package: async (args) => {
    const built = await build(root, { always: true });
    return built === 0 ? program("node_modules/electron-builder/cli.js", ["--config", "electron.builder.yml", ...args]) : built;
  },
};

const [name = "", ...args] = process.argv.slice(2);
const step = steps[name];
if (step === undefined) {
  say(`there is no step "${name}"; there are ${Object.keys(steps).join(", ")}`);
  process.exitCode = 2;
} else {
  const node = await findNode(root);
  if (node === null) process.exitCode = 1;
  else {
    useNode(root, node);
    process.exitCode = await step(args, node);
  }
}
