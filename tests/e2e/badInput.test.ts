/** What cannot work is said in a sentence before any window, and nothing on disk is touched. */

import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, expect, test } from "vitest";
import type { TroubleOrder } from "../../electron/practice/trouble/orders.ts";
import { startCloud } from "./cloud.ts";
import { launch, startFailing } from "./launch.ts";

const open: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const thing of open.splice(0).reverse()) await thing.close();
});

const temporary = (): string => mkdtempSync(join(tmpdir(), "console-"));
const fileWith = (text: string): string => {
  const path = join(temporary(), "profile.json");
  writeFileSync(path, text);
  return path;
};
const GOOD = {
  name: "Spec exam",
  region: "ap",
  hosts: { primary: "http://127.0.0.1:9", regional: {} },
  appId: "970ca35de60c44645bbae8a215061b33",
  uid: "proctor-1",
};

test.each([
  ["hosts.primary", { ...GOOD, hosts: { primary: "classroom.example/path", regional: {} } }],
  ["requestPerSecond", { ...GOOD, requestPerSecond: 5 }],
])("a profile file with a wrong %s names the field", async (field, profile) => {
  const failed = await startFailing({ profileFile: fileWith(JSON.stringify(profile)) });
  expect(failed.exitCode).not.toBe(0);
  expect(failed.stderr).toContain(field);
  expect(failed.stdout).toBe("");
});

test("a profile file that is not JSON or not there is named", async () => {
  const broken = await startFailing({ profileFile: fileWith('{ "name": ') });
  expect(broken.exitCode).not.toBe(0);
  expect(broken.stderr).toMatch(/profile\.json.*JSON/s);
  const missing = await startFailing({ profileFile: "/nowhere/profile.json" });
  expect(missing.exitCode).not.toBe(0);
  expect(missing.stderr).toContain("/nowhere/profile.json");
});

test("a user-data folder that cannot be written is named", async () => {
  const path = join(temporary(), "a-file");
  writeFileSync(path, "in the way");
  chmodSync(path, 0o400);
  const failed = await startFailing({ userDataDir: join(path, "data") });
  expect(failed.exitCode).not.toBe(0);
  expect(failed.stderr).toContain(join(path, "data"));
  expect(readFileSync(path, "utf8")).toBe("in the way");
});

const journalOf = (userDataDir: string): string => {
  const profiles = join(userDataDir, "profiles");
  return join(profiles, readdirSync(profiles)[0] ?? "", "journal.db");
};

test("a journal that a newer program wrote is refused and left as it is; a corrupt one is set aside, kept, and rebuilt", async () => {
  const cloud = await startCloud({ scenario: "none" });
  open.push({ close: cloud.stop });
  await cloud.room("alpha", ["ann"]);
  const profileFile = cloud.profileFile();
  const launched = await launch({ profileFile });
  open.push(launched);
  const row = () => launched.page.getByRole("grid", { name: "Rooms" }).getByRole("row", { name: /^Room alpha/ });
  await row().waitFor();
  await launched.stop();

  const journal = journalOf(launched.userDataDir);
  const database = new DatabaseSync(journal);
  const version = Number(database.prepare("PRAGMA user_version").get()?.["user_version"]);
  database.exec("PRAGMA user_version = 9999");
  database.close();
  const failed = await startFailing({ profileFile, userDataDir: launched.userDataDir });
  expect(failed.exitCode).not.toBe(0);
  expect(failed.stderr).toMatch(/newer/);
  const again = new DatabaseSync(journal);
  expect(Number(again.prepare("PRAGMA user_version").get()?.["user_version"])).toBe(9999);
  again.exec(`PRAGMA user_version = ${version}`);
  again.close();

  const garbage = Buffer.alloc(8192, "not a database ");
  writeFileSync(journal, garbage);
  await launched.restart();
  await row().waitFor();
  const aside = readdirSync(join(journal, "..")).filter((name) => name.startsWith("journal.db.") && !/-(wal|shm)$/.test(name));
  expect(aside.some((name) => readFileSync(join(journal, "..", name)).equals(garbage))).toBe(true);
  expect(existsSync(journal)).toBe(true);
});

test("answers that are HTML, cut or 50 MB never stop the loop, and are visible", async () => {
  const cloud = await startCloud({ scenario: "none" });
  open.push({ close: cloud.stop });
  await cloud.room("beta", ["ann"]);
  const launched = await launch({ profileFile: cloud.profileFile() });
  open.push(launched);
  const { page } = launched;
  const row = page.getByRole("row", { name: /^Room beta/ });
  await row.waitFor();
  const trouble = page.getByRole("banner").getByText(/no answer since/i);
  const orders: TroubleOrder[] = [
    { kind: "body", body: "html", path: "sequences" },
    { kind: "half", path: "sequences" },
    { kind: "body", body: "huge", path: "sequences" },
  ];
  for (const order of orders) {
    const lift = await cloud.trouble(order);
    await trouble.waitFor({ timeout: 60_000 });
    await lift();
    await trouble.waitFor({ state: "detached", timeout: 60_000 });
    const heard = `heard after ${"body" in order ? order.body : order.kind}`;
    await cloud.chat("beta", "ann", heard);
    await row.getByText(heard).waitFor();
  }
});
