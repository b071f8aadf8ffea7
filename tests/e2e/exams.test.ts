/** An exam on the real console against a real cloud: from the file to what is seen of the rooms. */
import { afterEach, expect, test } from "vitest";
import { type SpecCloud, startCloud } from "./cloud.ts";
import { type Launched, launch } from "./launch.ts";

const open: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const thing of open.splice(0).reverse()) await thing.close();
});

const LONG = { timeout: 60_000 };
const ROOMS = Array.from({ length: 40 }, (_, index) => `hall-${String(index + 1).padStart(2, "0")}`);
const DAY_MS = 86_400_000;

/** Two cells are wrong: an address without its beginning, and a type in words. */
const file = (): Buffer => {
  const start = `${new Date(Date.now() + DAY_MS).toISOString().slice(0, 10)} 09:00 Z`;
  const line = (room: string, index: number): string =>
    [room, `Room ${room}`, index === 9 ? "six" : "4", start, "2h", index === 4 ? "exam.example/5" : "https://exam.example/{roomUuid}"].join(
      ",",
    );
  return Buffer.from(["id,name,type,start,duration,paper", ...ROOMS.map(line)].join("\r\n"));
};

test("a sheet of forty rooms is imported, mended, applied while the cloud fails, finished after a restart, read back, and drift is seen", async () => {
  const cloud: SpecCloud = await startCloud({ scenario: "none" });
  open.push({ close: cloud.stop });
  const launched: Launched = await launch({ profileFile: cloud.profileFile() });
  open.push(launched);
  const lift = await cloud.trouble({ kind: "unauthorized", path: "/rooms/hall-[34]" });

  const { page } = launched;
  await page.keyboard.press("e");
  await page.getByRole("button", { name: "New exam…" }).press("Enter");
  await page.getByLabel("Name", { exact: true }).fill("Finals");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Import…" }).first().press("Enter");
  await page.getByLabel("File (CSV)").setInputFiles({ name: "finals.csv", mimeType: "text/csv", buffer: file() });
  await page.getByRole("button", { name: "Import 40 rows" }).press("Enter");
  const sheet = page.getByRole("grid", { name: "Exam sheet: Finals" });
  await sheet.focus();
  await page.getByText("2 rows with errors, 0 with doubts").waitFor(LONG);
  for (const mended of ["https://exam.example/{roomUuid}", "4"]) {
    await page.keyboard.press("F8");
    await page.keyboard.type(mended);
    await page.keyboard.press("Enter");
  }
  await page.getByText("Nothing is wrong").waitFor(LONG);

  await page.getByRole("tab", { name: "Apply" }).press("Enter");
  await page.getByRole("button", { name: "Make the plan" }).press("Enter");
  await page.getByRole("button", { name: "Apply to 40 rooms…" }).press("Enter");
  await page.getByLabel("Type 40 to go on").fill("40");
  await page.getByRole("button", { name: "Apply to 40 rooms", exact: true }).press("Enter");
  await page.getByText("11 failed", { exact: true }).waitFor(LONG);
  await launched.kill();
  await lift();

  await launched.restart();
  const again = launched.page;
  await again.keyboard.press("e");
  await again.getByRole("button", { name: "Finals", exact: true }).press("Enter");
  await again.getByRole("tab", { name: "Apply" }).press("Enter");
  await again.getByRole("button", { name: "Try the 11 failed again" }).press("Enter", LONG);
  await again.getByRole("button", { name: "Unchanged 40" }).waitFor(LONG);
  for (const room of ROOMS) {
    const { body } = await cloud.send("GET", `${cloud.app()}/v2/rooms/${room}/sequences`);
    expect(body.code).toBe(0);
  }
  await again.getByRole("row", { name: /Room hall-01 .* as wanted/ }).waitFor(LONG);

  await cloud.send("PUT", `${cloud.app()}/v2/rooms/hall-01/properties`, {
    properties: {},
    roomProperties: { examinationUrl: "https://elsewhere.example/" },
  });
  await again.getByRole("button", { name: "Read the rooms now" }).press("Enter");
  await again.getByRole("row", { name: /Room hall-01 .*https:\/\/elsewhere\.example\// }).waitFor(LONG);
  await again.getByRole("button", { name: "Seen otherwise 1" }).waitFor(LONG);

  // Who comes to a class that began half an hour ago: one left and is back, one sits in both rooms, one was never expected, one never came.
  await cloud.room("alpha", ["ann", "ben", "dan"]);
  await cloud.room("beta", ["ben", "cat"]);
  await cloud.leave("alpha", "ann");
  await cloud.enter("alpha", "ann");
  await cloud.leave("beta", "cat");
  const began = new Date(Date.now() - 1_800_000).toISOString();
  const seats = ["id,name,type,start,candidates", `alpha,Alpha,4,${began},ann;ben;eve`, `beta,Beta,4,${began},cat`].join("\n");
  await again.keyboard.press("e");
  await again.getByRole("button", { name: "New exam…" }).press("Enter");
  await again.getByLabel("Name", { exact: true }).fill("Sitting");
  await again.keyboard.press("Enter");
  await again.getByRole("button", { name: "Import…" }).first().press("Enter");
  await again.getByLabel("File (CSV)").setInputFiles({ name: "seats.csv", mimeType: "text/csv", buffer: Buffer.from(seats) });
  await again.getByRole("button", { name: "Import 2 rows" }).press("Enter");
  await again.getByRole("tab", { name: "Seating" }).press("Enter");
  const told = async (): Promise<string | null> => {
    await again.getByRole("button", { name: "Read again" }).press("Enter");
    return again.locator(".sheet-view [role=status]").textContent();
  };
  await expect
    .poll(told, { timeout: LONG.timeout, interval: 500 })
    .toBe("absent 1 · did not show up 1 · unexpected 2 · in two rooms 2 · came back 1");
  await again.getByRole("row", { name: /^Alpha 2 of 3 .*eve.*dan.*ben.* also in beta.*ann.* once/ }).waitFor();
  await again.getByRole("row", { name: /^Beta 0 of 1 .*cat.*ben.* belongs in alpha/ }).waitFor();
});
