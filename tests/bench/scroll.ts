/** Scrolling the wall of 1,000 rooms while events come, beside a blank virtual list scrolled alike in the same browser. */
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { launchBrowser, openFixture, serveFixture } from "../e2e/renderer/page.ts";
import { type Figure, round } from "./figure.ts";

const ROOMS = 1_000;
const COMMANDS = 10_000;
const SCROLL_MS = 5_000;
const VIEWPORT = { width: 1_920, height: 1_080 };

type Measured = { framesPerSecond: number; p95: number };

/** Scrolls the list up and down by a row and a half per frame and times the frames. */
const scroll = (page: Page, selector: string): Promise<Measured> =>
  page.evaluate(
    ({ selector: list, forMs }) =>
      new Promise<Measured>((resolve, reject) => {
        const element = document.querySelector(list);
        if (element === null) return reject(new Error(`no ${list}`));
        const frames: number[] = [];
        const begin = performance.now();
        let last = begin;
        let step = 48;
        const frame = (now: number): void => {
          frames.push(now - last);
          last = now;
          element.scrollTop += step;
          if (element.scrollTop <= 0 || element.scrollTop + element.clientHeight >= element.scrollHeight) step = -step;
          if (now - begin < forMs) requestAnimationFrame(frame);
          else {
            const sorted = frames.slice(1).sort((a, b) => a - b);
            resolve({ framesPerSecond: (sorted.length * 1_000) / (now - begin), p95: sorted[Math.floor(sorted.length * 0.95)] ?? 0 });
          }
        };
        requestAnimationFrame(frame);
      }),
    { selector, forMs: SCROLL_MS },
  );

/** The list of commands with ten thousand of them, read page by page to its end. */
const commandList = async (browser: Browser, url: string, floor: Measured): Promise<Figure[]> => {
  const { page } = await openFixture(browser, url, { rooms: 40, rate: 50, commands: COMMANDS }, VIEWPORT);
  await page.locator('.rail button[title="Commands"]').click();
  await page.locator(".command-row[data-command]").first().waitFor();
  const toEnd = (): Promise<boolean> =>
    page.locator(".command-grid").evaluate((list, rows) => {
      list.scrollTop = list.scrollHeight;
      return list.scrollHeight >= rows * 34;
    }, COMMANDS);
  while (!(await toEnd())) await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  const measured = await scroll(page, ".command-grid");
  await page.context().close();
  const against = "a blank virtual list";
  const ratio = round(measured.framesPerSecond / floor.framesPerSecond);
  return [
    { name: `scroll.commands.${COMMANDS}`, value: round(measured.framesPerSecond), unit: "frames/s", ratio, against },
    { name: `scroll.commands.${COMMANDS}.p95`, value: round(measured.p95), unit: "ms", ratio: round(measured.p95 / floor.p95), against },
  ];
};

export const run = async (): Promise<Figure[]> => {
  const [served, blank, browser] = await Promise.all([
    serveFixture(),
    serveFixture(join(import.meta.dirname, "../fakes/blankList")),
    launchBrowser(),
  ]);
  try {
    const { page: peer } = await openFixture(browser, blank.url, { rows: ROOMS }, VIEWPORT);
    await peer.locator(".list").waitFor();
    const floor = await scroll(peer, ".list");
    await peer.context().close();

    const figures: Figure[] = [{ name: "scroll.blankList", value: round(floor.framesPerSecond), unit: "frames/s" }];
    for (const rate of [50, 1_000]) {
      const { page } = await openFixture(browser, served.url, { rooms: ROOMS, rate }, VIEWPORT);
      await page.locator(".row[data-room]").first().waitFor();
      await page.evaluate((seconds) => window.fixture?.prepare(seconds), SCROLL_MS / 1_000 + 1);
      const measured = await scroll(page, ".grid");
      const told = await page.evaluate(() => window.fixture?.counts.events ?? 0);
      if (told < rate * 4) throw new Error(`only ${told} events came at ${rate}/s`);
      const ratio = round(measured.framesPerSecond / floor.framesPerSecond);
      figures.push({
        name: `scroll.wall.${rate}PerSecond`,
        value: round(measured.framesPerSecond),
        unit: "frames/s",
        ratio,
        against: "a blank virtual list",
      });
      figures.push({
        name: `scroll.wall.${rate}PerSecond.p95`,
        value: round(measured.p95),
        unit: "ms",
        ratio: round(measured.p95 / floor.p95),
        against: "a blank virtual list",
      });
      await page.context().close();
    }
    figures.push(...(await commandList(browser, served.url, floor)));
    return figures;
  } finally {
    await browser.close();
    await Promise.all([served.close(), blank.close()]);
  }
};
