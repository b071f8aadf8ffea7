/** The main job on real input: a real cloud on a real port, the built bundles, a real browser window. */

import { readFileSync } from "node:fs";
import { afterEach, expect, test } from "vitest";
import { type SpecCloud, startCloud } from "./cloud.ts";
import { journalled } from "./journals.ts";
import { type Launched, launch } from "./launch.ts";

const open: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const thing of open.splice(0).reverse()) await thing.close();
});

const cloudFor = async (options?: Parameters<typeof startCloud>[0]): Promise<SpecCloud> => {
  const cloud = await startCloud(options);
  open.push({ close: cloud.stop });
  return cloud;
};
const consoleFor = async (options: Parameters<typeof launch>[0]): Promise<Launched> => {
  const launched = await launch(options);
  open.push(launched);
  return launched;
};

const wall = (launched: Launched) => launched.page.getByRole("grid", { name: "Rooms" });
const rowOf = (launched: Launched, name: string) => wall(launched).getByRole("row", { name: new RegExp(`^${name}`) });
const openRoom = async (launched: Launched, name: string) => {
  await rowOf(launched, name).dblclick();
  await launched.page.getByRole("heading", { name: new RegExp(`^${name}`) }).waitFor();
};
const timeline = (launched: Launched) => launched.page.getByLabel("Timeline", { exact: true });

/** Sequences of a room in the console's journal, in order. */
const numbered = (userDataDir: string, roomUuid: string): number[] =>
  journalled(userDataDir, roomUuid).flatMap(({ sequence }) => sequence ?? []);

/** Waits until the journal holds exactly what the cloud lists for a room. */
const nothingMissing = async (launched: Launched, cloud: SpecCloud, roomUuid: string): Promise<void> => {
  await expect
    .poll(
      async () => {
        const listed = (await cloud.sequences(roomUuid)).flatMap((event) => (event.sequence === undefined ? [] : [event.sequence]));
        return JSON.stringify(numbered(launched.userDataDir, roomUuid)) === JSON.stringify(listed);
      },
      { timeout: 60_000 },
    )
    .toBe(true);
};

test("without a profile the practice exam of forty rooms is on the wall, alive", async () => {
  const launched = await consoleFor({});
  await expect.poll(() => wall(launched).getAttribute("aria-rowcount"), { timeout: 60_000 }).toBe("41");
  await launched.page.getByText("PRACTICE", { exact: true }).first().waitFor();
  const events = () => wall(launched).innerText();
  const before = await events();
  await expect.poll(events, { timeout: 60_000 }).not.toBe(before);
});

test("an event made at the cloud appears in the room, and the class starts by event 1, not by hope", async () => {
  const cloud = await cloudFor({ scenario: "none" });
  await cloud.room("alpha", ["ann", "bo"]);
  const launched = await consoleFor({ profileFile: cloud.profileFile() });
  await rowOf(launched, "Room alpha").waitFor();
  await openRoom(launched, "Room alpha");

  await cloud.chat("alpha", "ann", "the second page does not load");
  await timeline(launched).getByText("the second page does not load").waitFor();

  // What the events tell of a quiz, and what the service lists of it, are one.
  const answer = await cloud.quiz("alpha", "ann");
  await answer("ann", "A");
  await launched.page.getByText("1 of 2 answered, 100% correct").first().waitFor();
  await launched.page.getByRole("tab", { name: "Quiz and poll" }).click();
  await launched.page.getByText("Not yet: bo").waitFor();
  await launched.page.getByRole("button", { name: "Ask the service" }).click();
  await launched.page.getByRole("region", { name: "Quiz 1" }).getByText("1 of 2 answered, 100% correct").waitFor();
  await launched.page.getByRole("tab", { name: "Timeline" }).click();

  await launched.page.getByRole("button", { name: "Start class" }).click();
  await timeline(launched).getByText("Class started").first().waitFor({ timeout: 60_000 });
  expect((await cloud.sequences("alpha")).some((event) => event.cmd === 1)).toBe(true);
  await launched.page
    .getByText(/observed/i)
    .first()
    .waitFor({ timeout: 60_000 });
  await nothingMissing(launched, cloud, "alpha");
});

test("ending asks first, names the people inside, and focuses Cancel", async () => {
  const cloud = await cloudFor({ scenario: "none" });
  await cloud.room("beta", ["ann", "bo"]);
  await cloud.send("PUT", `${cloud.app()}/v2/rooms/beta/states/1`);
  const launched = await consoleFor({ profileFile: cloud.profileFile() });
  await rowOf(launched, "Room beta").waitFor();
  await openRoom(launched, "Room beta");
  await launched.page.getByRole("button", { name: /^End class/ }).click();
  const dialog = launched.page.getByRole("dialog");
  await dialog.getByText(/2 people/).waitFor();
  await dialog.getByText(/ann/).first().waitFor();
  expect(await dialog.getByRole("button", { name: "Cancel" }).evaluate((element) => element === document.activeElement)).toBe(true);
  await dialog.getByRole("button", { name: /^End/ }).click();
  await launched.page
    .getByText(/observed/i)
    .first()
    .waitFor({ timeout: 60_000 });
  expect((await cloud.sequences("beta")).filter((event) => event.cmd === 1)).toHaveLength(2);
});

test("with the cloud gone every row says how old it is; when it returns nothing is missing", async () => {
  const cloud = await cloudFor({ scenario: "none" });
  await cloud.room("gamma", ["ann"]);
  await cloud.room("delta", ["bo"]);
  const launched = await consoleFor({ profileFile: cloud.profileFile() });
  await rowOf(launched, "Room gamma").waitFor();
  await cloud.chat("gamma", "ann", "before");
  await nothingMissing(launched, cloud, "gamma");

  await cloud.stop();
  for (const room of ["Room gamma", "Room delta"]) {
    await rowOf(launched, room)
      .getByText(/^late|^offline/)
      .waitFor({ timeout: 60_000 });
  }
  await launched.page
    .getByText(/no answer/i)
    .first()
    .waitFor();

  await cloud.restart();
  await cloud.chat("gamma", "ann", "after");
  await nothingMissing(launched, cloud, "gamma");
  await rowOf(launched, "Room gamma")
    .getByText(/^late|^offline|^stale/)
    .waitFor({ state: "detached", timeout: 60_000 });
});

test("a main process that hangs is said to have stopped; freed, it misses nothing", async () => {
  const cloud = await cloudFor({ scenario: "none" });
  await cloud.room("epsilon", ["ann"]);
  const launched = await consoleFor({ profileFile: cloud.profileFile() });
  await rowOf(launched, "Room epsilon").waitFor();
  // The code of the places that a start does not show comes by itself.
  await launched.page.waitForFunction(() => {
    const names = performance.getEntriesByType("resource").map(({ name }) => name);
    return ["Settings", "Record"].every((place) => names.some((name) => name.includes(`${place}Place-`)));
  });
  process.kill(launched.pid, "SIGSTOP");
  await launched.page.getByText(/console itself has stopped/i).waitFor({ timeout: 60_000 });
  await launched.page.getByRole("button", { name: "Settings" }).click();
  await launched.page.getByRole("heading", { name: "Settings" }).waitFor();
  await cloud.chat("epsilon", "ann", "while it hung");
  process.kill(launched.pid, "SIGCONT");
  await launched.page.getByText(/console itself has stopped/i).waitFor({ state: "detached", timeout: 60_000 });
  await nothingMissing(launched, cloud, "epsilon");
});

test("killed hard and opened again it goes on where it was", async () => {
  const cloud = await cloudFor({ scenario: "none" });
  await cloud.room("zeta", ["ann"]);
  const launched = await consoleFor({ profileFile: cloud.profileFile() });
  await rowOf(launched, "Room zeta").waitFor();
  await cloud.chat("zeta", "ann", "before the kill");
  await nothingMissing(launched, cloud, "zeta");
  await launched.kill();
  await cloud.chat("zeta", "ann", "while it was gone");
  await launched.restart();
  await rowOf(launched, "Room zeta").waitFor();
  await nothingMissing(launched, cloud, "zeta");
  await openRoom(launched, "Room zeta");
  await timeline(launched).getByText("while it was gone").waitFor();
});

test("opened with no network it shows the last known wall at once, each value with its age", async () => {
  const cloud = await cloudFor({ scenario: "none" });
  await cloud.room("eta", ["ann", "bo"]);
  await cloud.send("PUT", `${cloud.app()}/v2/rooms/eta/states/1`);
  const launched = await consoleFor({ profileFile: cloud.profileFile() });
  await rowOf(launched, "Room eta").getByText("Started", { exact: true }).waitFor();
  await nothingMissing(launched, cloud, "eta");
  await cloud.stop();
  await launched.restart();
  await rowOf(launched, "Room eta").getByText("Started", { exact: true }).waitFor();
  await rowOf(launched, "Room eta")
    .getByText(/^late|^offline/)
    .waitFor({ timeout: 60_000 });
  await cloud.restart();
  await cloud.chat("eta", "bo", "network is back");
  await nothingMissing(launched, cloud, "eta");
});

test("rooms are added by id, hidden and settings changed; a restart remembers", async () => {
  const cloud = await cloudFor({ scenario: "none" });
  await cloud.room("quiet-room");
  await cloud.room("theta", ["ann"]);
  const launched = await consoleFor({ profileFile: cloud.profileFile() });
  await rowOf(launched, "Room theta").waitFor();

  await launched.page.getByRole("button", { name: "Add rooms…" }).first().click();
  await launched.page.getByLabel(/Room ids/).fill("quiet-room\nnot-there");
  await launched.page.getByRole("button", { name: "Add 2 rooms" }).click();
  await launched.page.getByText("1 added, 0 known before, 1 not added").waitFor();
  await launched.page.keyboard.press("Escape");
  await rowOf(launched, "Room quiet-room").waitFor();

  await rowOf(launched, "Room theta").getByRole("checkbox").click();
  await launched.page.getByRole("button", { name: "Hide" }).click();
  await rowOf(launched, "Room theta").waitFor({ state: "detached" });

  await launched.page.getByRole("button", { name: "Settings" }).click();
  await launched.page.getByRole("radio", { name: "中文" }).click();
  await launched.page.getByRole("radio", { name: "深色" }).click();

  await launched.restart();
  const rooms = launched.page.getByRole("grid", { name: "教室" });
  await rooms.getByRole("row", { name: /^Room quiet-room/ }).waitFor();
  expect(await rooms.getByRole("row", { name: /^Room theta/ }).count()).toBe(0);
  expect(await launched.page.evaluate(() => document.documentElement.lang)).toMatch(/^zh/);
  expect(await launched.page.evaluate(() => document.documentElement.dataset["theme"])).toBe("dark");
});

test("the record is verified, and printed as a report, from its own place", async () => {
  const cloud = await cloudFor({ scenario: "none" });
  await cloud.room("alpha", ["ann"]);
  const launched = await consoleFor({ profileFile: cloud.profileFile() });
  const { page } = launched;
  await rowOf(launched, "Room alpha").waitFor();
  await page.getByRole("button", { name: "Record", exact: true }).click();
  await page.getByRole("button", { name: "Verify now" }).click();
  await page.getByText(/^Whole: all [\d,]+ entries/).waitFor();
  await page.getByLabel("As", { exact: true }).selectOption("pdf");
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const path = await page.getByText(/record-\d{8}-\d{6}\.pdf$/).innerText();
  const printed = readFileSync(path).toString("latin1");
  expect(printed.slice(0, 5)).toBe("%PDF-");
  expect(printed.trimEnd().slice(-5)).toBe("%%EOF");
});
