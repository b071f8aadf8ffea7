/** Two consoles at one cloud, of which one loses its network for a minute: neither loses an event to the other, nor to the minute. */
import { setTimeout as pass } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { contentHash } from "../../electron/store/contentHash.ts";
import { type Listed, startCloud } from "./cloud.ts";
import { journalled } from "./journals.ts";
import { type Launched, launch } from "./launch.ts";
import { startPlug } from "./plug.ts";

const CUT_MS = 60_000;
const ROOMS = ["fin2-001", "fin2-007", "fin2-013", "fin2-040"];

const open: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const thing of open.splice(0).reverse()) await thing.close();
});

const numbered = ({ sequence, cmd, data }: Listed): string[] =>
  sequence === undefined ? [] : [`${sequence} ${cmd} ${contentHash(cmd, data)}`];
const rows = (launched: Launched) => launched.page.getByRole("grid", { name: "Rooms" }).locator("[data-room]");

test("two consoles poll one application, the plug of one is pulled for a minute, and both journals are the cloud's own list, event by event", async () => {
  const cloud = await startCloud({ speed: 3 });
  open.push({ close: cloud.stop });
  const plug = await startPlug(Number(new URL(cloud.line().baseUrl).port));
  open.push(plug);
  const [cut, other] = await Promise.all([
    launch({ profileFile: cloud.profileFile({ hosts: { primary: plug.url, regional: {} } }) }),
    launch({ profileFile: cloud.profileFile() }),
  ]);
  open.push(cut, other);
  for (const { page } of [cut, other]) await page.getByText("another program reads this application's events", { exact: true }).waitFor();

  plug.pull();
  const whole = pass(CUT_MS);
  await rows(cut)
    .first()
    .getByText(/^offline|^late|^stale/)
    .waitFor();
  await cut.page
    .getByText(/no answer/i)
    .first()
    .waitFor();
  await whole;
  expect(await cut.page.getByRole("dialog").count()).toBe(0);
  expect(
    await rows(other)
      .first()
      .getByText(/^offline/)
      .count(),
  ).toBe(0);
  plug.plugIn();

  let met = 0;
  for (const roomUuid of ROOMS) {
    const listed = (await cloud.sequences(roomUuid)).flatMap(numbered);
    met += listed.length;
    for (const { userDataDir } of [cut, other]) {
      // What came since the list was read is not in it.
      await expect.poll(() => journalled(userDataDir, roomUuid).flatMap(numbered).slice(0, listed.length)).toEqual(listed);
    }
  }
  expect(met).toBeGreaterThan(100);
  await rows(cut)
    .first()
    .getByText(/^offline/)
    .waitFor({ state: "detached" });
});
