/** The launcher, as far as it is without starting anything large. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { isNewEnough, NODE_VERSION } from "../../../scripts/steps/node.mjs";
import { readSwitches } from "../../../scripts/steps/start.mjs";
import { CHECKS } from "../../../scripts/steps/test.mjs";

test.each([
  ["22.19.0", true],
  ["22.18.9", false],
  ["24.21.0", true],
  ["20.20.2", false],
  ["18.0.0", false],
  ["23.0.0", true],
])("Node %s is new enough: %s", (version, enough) => {
  expect(isNewEnough(version)).toBe(enough);
});

test("the Node it brings is the one that package.json pins", () => {
  const { optionalDependencies } = JSON.parse(readFileSync("package.json", "utf8")) as { optionalDependencies: Record<string, string> };
  expect(new Set(Object.values(optionalDependencies))).toEqual(new Set([NODE_VERSION]));
});

test("switches are understood with a space or an equals sign; anything else is named", () => {
  const read = readSwitches(["--user-data-dir", "/a", "--profile-file=/p.json", "--headless", "--remote-debugging-port", "0"]);
  expect(read.unknown).toBeNull();
  expect(Object.fromEntries(read.switches)).toEqual({
    "user-data-dir": "/a",
    "profile-file": "/p.json",
    headless: "",
    "remote-debugging-port": "0",
  });
  for (const wrong of ["--user-dir", "profile.json", "--headless=no", "--user-data-dir"]) expect(readSwitches([wrong]).unknown).toBe(wrong);
});

test("a step that does not exist is refused, and nothing is on standard output", () => {
  const asked = spawnSync(process.execPath, ["scripts/run.mjs", "strat"], { encoding: "utf8" });
  expect(asked.status).toBe(2);
  expect(asked.stdout).toBe("");
  expect(asked.stderr).toContain("strat");
});

test("a switch that npm start does not know is refused before anything is built", () => {
  const asked = spawnSync(process.execPath, ["scripts/run.mjs", "start", "--user-dir", "/x"], { encoding: "utf8" });
  expect([asked.status, asked.stdout]).toEqual([2, ""]);
  expect(asked.stderr).toContain("--user-dir");
});

test("npm test types every environment and knows the layers and dead code", () => {
  const names = CHECKS.map(({ name }) => name);
  for (const environment of ["shared", "electron", "renderer", "tests", "scripts"]) expect(names).toContain(`types of ${environment}`);
  for (const name of ["format", "lint", "layers", "dead code"]) expect(names).toContain(name);
});
