/** Commands on the real console against a real cloud: what is asked is seen to have happened. */
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, expect, test } from "vitest";
import { type SpecCloud, startCloud } from "./cloud.ts";
import { type Launched, launch } from "./launch.ts";

const open: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const thing of open.splice(0).reverse()) await thing.close();
});

const LONG = { timeout: 60_000 };
const REMOVAL_LIVES_MS = 2 * 60_000;

test("a person whose removal was answered to nobody is removed once, and seen to be gone", async () => {
  const cloud: SpecCloud = await startCloud({ scenario: "none" });
  open.push({ close: cloud.stop });
  await cloud.room("alpha", ["ann", "bo"]);
  await cloud.send("PUT", `${cloud.app()}/v2/rooms/alpha/states/1`);
  const launched: Launched = await launch({ profileFile: cloud.profileFile() });
  open.push(launched);
  const { page } = launched;
  const row = page.getByRole("grid", { name: "Rooms" }).getByRole("row", { name: /^Room alpha/ });
  await row.waitFor(LONG);
  await row.dblclick();
  await page.getByRole("heading", { level: 1, name: /^Room alpha/ }).waitFor(LONG);

  await cloud.trouble({ kind: "lost", path: "/users/ann/exit", count: 1, afterMs: 0, chance: 1 });
  await page.getByRole("button", { name: "Remove a person…" }).press("Enter");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(/^Person/).fill("ann");
  await dialog.getByText("ann, student, in the room").waitFor(LONG);
  await dialog.getByRole("button", { name: "Remove ann" }).press("Enter");
  await page
    .getByRole("contentinfo")
    .getByText(/^observed/)
    .first()
    .waitFor(LONG);
  const gone = (await cloud.sequences("alpha")).filter((event) => event.cmd === 20 && JSON.stringify(event).includes('"type":2'));
  expect(gone).toHaveLength(1);
});

test("forty classes end, three refuse, and only those are tried again", async () => {
  const cloud: SpecCloud = await startCloud({ scenario: "none" });
  open.push({ close: cloud.stop });
  const rooms = Array.from({ length: 40 }, (_, index) => `hall-${index + 1}`);
  for (const room of rooms) {
    await cloud.room(room, ["ann"]);
    await cloud.send("PUT", `${cloud.app()}/v2/rooms/${room}/states/1`);
  }
  const lift = await cloud.trouble({ kind: "unauthorized", path: "/rooms/hall-(3|17|40)/states/2" });
  const launched: Launched = await launch({ profileFile: cloud.profileFile() });
  open.push(launched);
  const { page } = launched;
  const grid = page.getByRole("grid", { name: "Rooms" });
  await page.keyboard.press("/");
  await page.keyboard.type("state:started");
  await expect.poll(() => grid.getAttribute("aria-rowcount"), LONG).toBe("41");
  await page.getByRole("button", { name: "Mark the 40 shown" }).press("Enter");
  await page.getByRole("button", { name: "Do with 40 rooms…" }).press("Enter");
  await page.getByRole("menuitem", { name: "End class…" }).press("Enter");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Type 40 to go on").fill("40");
  await dialog.getByRole("button", { name: "End class in 40 rooms" }).press("Enter");
  await dialog.getByText("All 40 done").waitFor(LONG);
  await dialog.getByText("3 failed", { exact: true }).waitFor();
  await lift();
  await dialog.getByRole("button", { name: "Try 3 failed rooms again…" }).press("Enter");
  await dialog.getByLabel("Type 3 to go on").fill("3");
  await dialog.getByRole("button", { name: "End class in 3 rooms" }).press("Enter");
  await dialog.getByText("All 3 done").waitFor(LONG);
  for (const room of rooms) expect((await cloud.sequences(room)).filter((event) => event.cmd === 1)).toHaveLength(2);
});

/** So long has everything waited that the outbox holds, as if the console had been closed meanwhile. */
const letWait = (userDataDir: string, ms: number): void => {
  const [path] = globSync(join(userDataDir, "**", "outbox.db"));
  if (path === undefined) throw new Error("no outbox");
  const outbox = new DatabaseSync(path);
  outbox.prepare("UPDATE commands SET body = json_set(body, '$.askedWall', json_extract(body, '$.askedWall') - ?) WHERE ended = 0").run(ms);
  outbox.close();
};

test("what is asked without a network is kept over a restart, and is seen to have happened when the network is back; a removal that has outlived its two minutes is never sent", async () => {
  const cloud: SpecCloud = await startCloud({ scenario: "none" });
  open.push({ close: cloud.stop });
  await cloud.room("alpha", ["ann"]);
  const launched = await launch({ profileFile: cloud.profileFile() });
  open.push(launched);
  const row = () => launched.page.getByRole("grid", { name: "Rooms" }).getByRole("row", { name: /^Room alpha/ });
  await row().waitFor(LONG);
  await row().dblclick();
  await cloud.stop();
  await launched.page.getByRole("button", { name: "Start class" }).press("Enter");
  await launched.page
    .getByRole("contentinfo")
    .getByText(/^queued, valid until/)
    .waitFor(LONG);
  await launched.page.getByRole("button", { name: "Remove a person…" }).press("Enter");
  await launched.page.getByLabel(/^Person/).fill("ann");
  await launched.page.getByRole("button", { name: "Remove ann" }).press("Enter");
  await launched.page.getByRole("contentinfo").getByText("Remove ann", { exact: true }).waitFor(LONG);
  await launched.stop();
  letWait(launched.userDataDir, REMOVAL_LIVES_MS + 1_000);
  await launched.restart();
  await launched.page
    .getByRole("contentinfo")
    .getByText(/^queued, valid until/)
    .waitFor(LONG);
  await launched.page
    .getByRole("contentinfo")
    .getByText(/^expired unsent/)
    .waitFor(LONG);
  await cloud.restart();
  await launched.page
    .getByRole("contentinfo")
    .getByText(/^observed/)
    .waitFor(LONG);
  await row().getByText("Started", { exact: true }).waitFor(LONG);
  const events = await cloud.sequences("alpha");
  expect(events.filter((event) => event.cmd === 1)).toHaveLength(1);
  expect(events.filter((event) => event.cmd === 20 && JSON.stringify(event).includes('"type":2'))).toEqual([]);
});

test("what is typed of a command is there again after the console was killed, and after another profile was used", async () => {
  const cloud: SpecCloud = await startCloud({ scenario: "none" });
  open.push({ close: cloud.stop });
  await cloud.room("alpha", ["ann"]);
  const profileFile = cloud.profileFile();
  const first = await launch({ profileFile });
  open.push(first);
  const typing = async ({ page }: Launched) => {
    const row = page.getByRole("grid", { name: "Rooms" }).getByRole("row", { name: /^Room alpha/ });
    await row.waitFor(LONG);
    await row.dblclick();
    await page.getByRole("button", { name: "Remove a person…" }).press("Enter");
    return page.getByRole("dialog");
  };
  await (await typing(first)).getByLabel(/^Person/).fill("somebody-else");
  const kept = join(first.userDataDir, "drafts.json");
  await expect.poll(() => existsSync(kept) && readFileSync(kept, "utf8"), LONG).toContain("somebody-else");
  await first.kill();

  const second = await launch({ profileFile, userDataDir: first.userDataDir });
  open.push(second);
  const dialog = await typing(second);
  await dialog.getByText("What you had typed here before.").waitFor(LONG);
  expect(await dialog.getByLabel(/^Person/).inputValue()).toBe("somebody-else");

  const { page } = second;
  await page.keyboard.press("Escape");
  for (const [from, to] of [
    ["Spec exam", "Practice"],
    ["Practice", "Spec exam"],
  ] as const) {
    await page.getByRole("banner").getByRole("button", { name: from, exact: true }).press("Enter");
    await page.getByRole("button", { name: `Switch to ${to}` }).press("Enter");
    await page.locator(".profile-line").filter({ hasText: to }).getByText("IN USE").waitFor(LONG);
  }
  await page.keyboard.press("1");
  const again = await typing(second);
  expect(await again.getByLabel(/^Person/).inputValue()).toBe("somebody-else");
});
