// @ts-check
/** `npm test`: every check and every test, in order, to the first that is red; the last line counts them. */
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "./build.mjs";
import { needChromium, needKeychain } from "./machine.mjs";
import { run } from "./processes.mjs";

/** @typedef {{ name: string, program: string, args: readonly string[], counts?: true }} Step */

const TSC = "node_modules/@typescript/native/bin/tsc";
/** @param {string} project @returns {Step} */
const types = (project) => ({ name: `types of ${project}`, program: TSC, args: ["-p", project] });

/** @type {readonly Step[]} */
export const CHECKS = [
  { name: "format", program: "node_modules/@biomejs/biome/bin/biome", args: ["check", "."] },
  {
    name: "lint",
    program: "node_modules/oxlint/bin/oxlint",
    args: ["--type-aware", "--deny-warnings", "electron", "renderer", "shared", "scripts", "tests"],
  },
  types("shared"),
  types("electron"),
  types("renderer"),
  types("tests"),
  types("scripts"),
  { name: "layers", program: "tests/checks/layers.ts", args: [] },
  { name: "dead code", program: "node_modules/knip/bin/knip.js", args: [] },
];

const VITEST = "node_modules/vitest/vitest.mjs";
/** All at once: what waits for a browser leaves the processor to what reckons. @type {readonly Step[]} */
const SUITES = [{ name: "tests", program: VITEST, args: ["run"], counts: true }];

const tally = () => ({ passed: 0, failed: 0 });

/**
 * Runs steps until one is red; a step that counts tells its tests, any other counts as one.
 * @param {string} root @param {readonly Step[]} steps @param {{ passed: number, failed: number }} count
 * @returns {Promise<boolean>}
 */
const runSteps = async (root, steps, count) => {
  const reports = join(root, "node_modules", ".cache", "console");
  mkdirSync(reports, { recursive: true });
  // Tests start many programs and threads; reading and compiling the same files takes most of a short one's time.
  const env = { ...process.env, NODE_COMPILE_CACHE: join(reports, "compiled") };
  for (const step of steps) {
    const started = Date.now();
    console.log(`\n── ${step.name}`);
    const report = join(reports, "vitest.json");
    rmSync(report, { force: true });
    const reporting = step.counts ? ["--reporter=default", "--reporter=json", `--outputFile=${report}`] : [];
    const status = await run("node", [join(root, step.program), ...step.args, ...reporting], { cwd: root, env });
    if (step.counts && existsSync(report)) {
      const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, "utf8"));
      count.passed += numPassedTests;
      count.failed += numFailedTests;
      // A file that cannot be read has no tests that fail.
      if (status !== 0 && numFailedTests === 0) count.failed += 1;
    } else if (status === 0) count.passed += 1;
    else count.failed += 1;
    if (status !== 0) {
      console.log(`\n✗ ${step.name} is red; what follows it was not run`);
      return false;
    }
    console.log(`✓ ${step.name}, ${((Date.now() - started) / 1000).toFixed(1)} s`);
  }
  return true;
};

/** @param {boolean} green @param {{ passed: number, failed: number }} count */
const conclude = (green, { passed, failed }) => {
  console.log(`\n${passed} passed, ${failed} failed`);
  return green && failed === 0 ? 0 : 1;
};

/** The checks alone. @param {string} root */
export const check = async (root) => {
  const count = tally();
  return conclude(await runSteps(root, CHECKS, count), count);
};

/** Everything. @param {string} root */
export const test = async (root) => {
  const count = tally();
  const chromium = await needChromium();
  if (chromium === null || !(await needKeychain())) return conclude(false, { passed: 0, failed: 1 });
  process.env["CHROMIUM_PATH"] = chromium;
  if (!(await runSteps(root, CHECKS, count))) return conclude(false, count);
  console.log("\n── build");
  const built = await build(root);
  count[built === 0 ? "passed" : "failed"] += 1;
  return conclude(built === 0 && (await runSteps(root, SUITES, count)), count);
};
