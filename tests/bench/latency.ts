/** Event at the server → on the screen, with 1,000 rooms at some 50 events/s beside the rooms that are watched. */
import { startCloud } from "../e2e/cloud.ts";
import { launch } from "../e2e/launch.ts";
import { type Figure, percentile, round } from "./figure.ts";

const POLL_SECONDS = 2;
const PROBE_ROOMS = 20;
const PROBES = 240;
const PROBE_EVERY_MS = 125;
/** The bar: an event is on the screen one poll interval and this much after it happened, ms. */
const ALLOWANCE_MS = 250;

export const run = async (): Promise<Figure[]> => {
  const cloud = await startCloud({ scenario: "thousand" });
  try {
    const rooms = Array.from({ length: PROBE_ROOMS }, (_, index) => `probe-${index}`);
    for (const room of rooms) await cloud.room(room, ["ann"]);
    const launched = await launch({
      profileFile: cloud.profileFile({ pollSeconds: POLL_SECONDS, requestsPerSecond: 100 }),
      size: { width: 1920, height: 1080 },
    });
    try {
      const { page } = launched;
      const grid = page.getByRole("grid", { name: "Rooms" });
      await grid.waitFor();
      await page.waitForFunction(
        () => Number(document.querySelector('[role="grid"][aria-label="Rooms"]')?.getAttribute("aria-rowcount")) > 1_000,
        undefined,
        { timeout: 120_000 },
      );
      await page.getByRole("banner").getByText("Live", { exact: true }).waitFor({ timeout: 180_000 });
      await page.keyboard.press("/");
      await page.keyboard.type("probe-");
      await page.getByRole("row", { name: /probe-19/ }).waitFor();
      await page.evaluate(() => {
        const seen = new Map<string, number>();
        Object.assign(window, { seen });
        new MutationObserver(() => {
          const text = document.querySelector('[role="grid"]')?.textContent ?? "";
          for (const [mark] of text.matchAll(/mark-\d+-/g)) if (!seen.has(mark)) seen.set(mark, performance.timeOrigin + performance.now());
        }).observe(document.body, { subtree: true, childList: true, characterData: true });
      });

      const made = new Map<string, number>();
      for (let index = 0; index < PROBES; index += 1) {
        const mark = `mark-${index}-`;
        await cloud.chat(rooms[index % rooms.length] ?? "", "ann", mark);
        made.set(mark, Date.now());
        await new Promise((resolve) => setTimeout(resolve, PROBE_EVERY_MS));
      }
      await page.waitForFunction((last) => (window as unknown as { seen: Map<string, number> }).seen.has(last), `mark-${PROBES - 1}-`);
      const seen = new Map(await page.evaluate(() => [...(window as unknown as { seen: Map<string, number> }).seen]));

      // A later message of the same room may have replaced an earlier one before it was drawn; the later one is then the measure.
      const delays = [...made].flatMap(([mark, at]) => (seen.has(mark) ? [(seen.get(mark) ?? 0) - at] : []));
      const p99 = percentile(delays, 0.99);
      const bar = POLL_SECONDS * 1_000 + ALLOWANCE_MS;
      return [
        {
          name: "event to screen, p99",
          value: round(p99, 0),
          unit: "ms",
          ratio: round(p99 / bar),
          against: `poll interval ${POLL_SECONDS} s + ${ALLOWANCE_MS} ms`,
        },
        { name: "event to screen, median", value: round(percentile(delays, 0.5), 0), unit: "ms" },
        {
          name: "marks seen of made",
          value: delays.length,
          unit: "events",
          ratio: round(delays.length / made.size),
          against: "marks made",
        },
      ];
    } finally {
      await launched.close();
    }
  } finally {
    await cloud.stop();
  }
};
