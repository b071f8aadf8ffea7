import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { createFiles } from "../../../electron/platform/files.ts";
import { profileFolderName, takeOverFolders } from "../../../electron/vault/profileFolders.ts";
import type { Files } from "../../../shared/ports.ts";
import { err } from "../../../shared/result.ts";
import { createMemoryLog } from "../../contract/harness.ts";

const APP = { region: "ap" as const, appId: "fedcba9876543210fedcba9876543210" };
const FORMER = profileFolderName("x", APP).slice(2);

const roots: string[] = [];
afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true });
});
const rootWith = (...folders: string[]): string => {
  const root = mkdtempSync(join(tmpdir(), "folders-"));
  roots.push(root);
  for (const folder of folders) mkdirSync(join(root, folder));
  return root;
};
const take = (root: string, owners: [id: string, usedAt: number | null][], files: Files = createFiles()) =>
  takeOverFolders(
    { files, log: createMemoryLog() },
    root,
    owners.map(([id, usedAt]) => ({ id, profile: APP, usedAt })),
  );

test("a profile's folder is a plain name of its own, and another one for another application or region", () => {
  const folder = profileFolderName("1a2b3c4d", APP);
  expect(folder).toMatch(/^1a2b3c4d-ap-fedcba98-[0-9a-f]{8}$/);
  const others = [
    profileFolderName("1a2b3c4e", APP),
    profileFolderName("1a2b3c4d", { ...APP, region: "eu" }),
    profileFolderName("1a2b3c4d", { ...APP, appId: APP.appId.toUpperCase() }),
  ];
  expect(new Set([folder, ...others]).size).toBe(4);
  expect(profileFolderName("practice", APP)).toBe("practice");
});

describe("a folder of the former kind", () => {
  test.each<[string, [string, number | null][], string]>([
    [
      "goes to the profile that was used last",
      [
        ["a", 1],
        ["b", 3],
        ["c", 2],
      ],
      "b",
    ],
    [
      "goes to the first where none was ever used",
      [
        ["a", null],
        ["b", null],
      ],
      "a",
    ],
    [
      "goes to a profile that was used before one that never was",
      [
        ["a", null],
        ["b", 1],
      ],
      "b",
    ],
  ])("%s", (_what, owners, heir) => {
    const root = rootWith(FORMER, "practice");
    expect(take(root, owners).size).toBe(0);
    expect(readdirSync(root).sort()).toEqual([profileFolderName(heir, APP), "practice"].sort());
  });

  test("is never put over a folder that is there, and stays where no profile asks for it", () => {
    const own = profileFolderName("a", APP);
    const root = rootWith(FORMER, own);
    expect(take(root, [["a", 1]]).size).toBe(0);
    expect(take(root, []).size).toBe(0);
    expect(readdirSync(root).sort()).toEqual([FORMER, own].sort());
  });

  test("that cannot be renamed is used where it is", () => {
    const root = rootWith(FORMER);
    const files: Files = { ...createFiles(), rename: () => err({ kind: "denied", detail: "in use" }) };
    expect([...take(root, [["a", 1]], files)]).toEqual([[join(root, profileFolderName("a", APP)), join(root, FORMER)]]);
  });
});
