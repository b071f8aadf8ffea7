import { readFileSync } from "node:fs";
import { FuseV1Options } from "@electron/fuses";
import { expect, test } from "vitest";
import { fusesOf } from "../../../scripts/fuses.mjs";

const settings = readFileSync("electron.builder.yml", "utf8");
/** The lines of the block `electronFuses`. */
const block = /^electronFuses:\n((?: {2}.*\n)+)/m.exec(settings)?.[1] ?? "";
const electronFuses: Record<string, boolean> = Object.fromEntries(
  [...block.matchAll(/^ {2}(\w+): (true|false)$/gm)].map(([, name = "", value]) => [name, value === "true"]),
);

/** The compiler asks for each fuse of this Electron. */
const WANTED: Record<keyof typeof FuseV1Options, boolean> = {
  RunAsNode: false,
  EnableCookieEncryption: true,
  EnableNodeOptionsEnvironmentVariable: false,
  EnableNodeCliInspectArguments: false,
  EnableEmbeddedAsarIntegrityValidation: true,
  OnlyLoadAppFromAsar: true,
  LoadBrowserProcessSpecificV8Snapshot: false,
  GrantFileProtocolExtraPrivileges: false,
  WasmTrapHandlers: true,
};

test("every fuse of this Electron is set as wanted", () => {
  const fuses = fusesOf(electronFuses) as unknown as Record<number, boolean>;
  for (const [name, value] of Object.entries(WANTED))
    expect([name, fuses[FuseV1Options[name as keyof typeof FuseV1Options]]]).toEqual([name, value]);
  expect(fusesOf(electronFuses).strictlyRequireAllFuses).toBe(true);
});

test("a forgotten fuse is an error that names it", () => {
  const { onlyLoadAppFromAsar: _, ...forgotten } = electronFuses;
  expect(() => fusesOf(forgotten)).toThrow("OnlyLoadAppFromAsar");
});

test("native files stay outside the archive, and all three systems have a package", () => {
  expect(settings).toMatch(/^asarUnpack:\n {2}- "\*\*\/\*\.node"$/m);
  for (const target of ["nsis", "dmg", "AppImage"]) expect(settings).toContain(`target: ${target}\n`);
});
