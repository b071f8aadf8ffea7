/** Streams on the real console: fetched by main, played by the page under its closed content policy; and the check before an exam. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { type Launched, launch } from "./launch.ts";

let launched: Launched;
beforeEach(async () => {
  launched = await launch();
  await launched.page.waitForFunction(() => document.querySelector('[role="grid"]')?.getAttribute("aria-rowcount") === "41");
});
// Fails where anything broke the content policy.
afterEach(() => launched?.close());

it("shows main and reserve of a room side by side, each with what is seen of it", async () => {
  const { page } = launched;
  await page.getByRole("row", { name: /^Room 1,/ }).click();
  await page.getByRole("tab", { name: "Hosting scene" }).click();
  await page.getByText("Moves", { exact: true }).nth(1).waitFor();
  await page.getByText("h264, aac").nth(1).waitFor();
  const muted = (): Promise<boolean[]> =>
    page.evaluate(() => [...document.querySelectorAll("video")].map((video) => video.muted && video.src.startsWith("blob:")));
  await expect.poll(muted).toEqual([true, true]);
});

it("checks every room of the exam, and says what needs a person first", async () => {
  const { page } = launched;
  // What a room was made with is known once it was read.
  await page.getByText("Live", { exact: true }).waitFor();
  await page.getByRole("button", { name: /^Check/ }).click();
  await page.getByRole("button", { name: "Check every room" }).click();
  await page.getByText(/^last check /).waitFor();
  const rows = page.locator(".board-grid tbody tr");
  // Two of the forty are over before the console starts.
  await expect.poll(() => rows.count()).toBe(38);
  const first = rows.filter({ hasText: /^Room 1,/ });
  for (const word of ["the class runs", "held until", "Exam papers, fin2-001", "moves"]) await first.getByText(word).first().waitFor();
  expect(await page.getByText("cannot be reached").count()).toBe(0);
});
