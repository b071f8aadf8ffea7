/** Typing in a cell of an exam sheet of 1,000 rows on the screen: from the key to the frame that shows the verdict. */
import type { Page } from "playwright-core";
import { launchBrowser, openFixture, serveFixture } from "../e2e/renderer/page.ts";
import { type Figure, median, round } from "./figure.ts";

const ROWS = 1_000;
const KEYS = 60;
const BAR_MS = 50;
const ADDRESS_COLUMN = 7;

const openSheet = async (page: Page): Promise<void> => {
  await page.locator(".row[data-room]").first().waitFor();
  await page.keyboard.press("e");
  await page.getByRole("button", { name: "Autumn finals, sitting 3" }).click();
  await page.locator("#cell-0-0").waitFor();
  const grid = page.getByRole("grid", { name: /^Exam sheet: / });
  await grid.focus();
  const text = Array.from({ length: ROWS }, (_, index) => `typed-${index}\tHall ${index}`).join("\n");
  await grid.evaluate((element, plain) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", plain);
    element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, text);
  await page.waitForFunction(
    (rows) => Number(document.querySelector('[aria-label^="Exam sheet: "]')?.getAttribute("aria-rowcount")) > rows,
    ROWS,
  );
};

/** Ms from each key to the frame after what the line below the sheet says of the cell has changed. */
const watchKeys = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const times: number[] = [];
    let pressed = Number.NaN;
    Object.assign(window, { sheetTimes: times });
    window.addEventListener("keydown", ({ timeStamp }) => (pressed = timeStamp), true);
    const verdict = document.querySelector("#cell-line");
    if (verdict === null) throw new Error("no verdict");
    new MutationObserver(() => {
      if (Number.isNaN(pressed)) return;
      const from = pressed;
      pressed = Number.NaN;
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener("message", () => times.push(performance.now() - from));
      port1.start();
      requestAnimationFrame(() => port2.postMessage(null));
    }).observe(verdict, { subtree: true, childList: true, characterData: true });
  });
const seen = (page: Page): Promise<number[]> => page.evaluate(() => (window as unknown as { sheetTimes: number[] }).sheetTimes);

export const run = async (): Promise<Figure[]> => {
  const [served, browser] = await Promise.all([serveFixture(), launchBrowser()]);
  try {
    const { page } = await openFixture(browser, served.url, { rooms: 40, rate: 0 }, { width: 1_920, height: 1_080 });
    await openSheet(page);
    await page.keyboard.press("Home");
    for (let column = 0; column < ADDRESS_COLUMN; column += 1) await page.keyboard.press("ArrowRight");
    await page.keyboard.type("https://exam.example/{roomUuid}");
    await page.getByText("is meant as https://exam.example/").waitFor();
    await watchKeys(page);
    // With the bracket it is an address, without it there is an error: each key changes the verdict.
    for (let key = 0; key < KEYS; key += 1) {
      await page.keyboard.press(key % 2 === 0 ? "Backspace" : "}");
      await page.waitForFunction((count) => (window as unknown as { sheetTimes: number[] }).sheetTimes.length >= count, key + 1);
    }
    const times = (await seen(page)).toSorted((a, b) => a - b);
    const figure = (name: string, value: number): Figure => ({
      name,
      value: round(value),
      unit: "ms",
      ratio: round(value / BAR_MS),
      against: `${BAR_MS} ms`,
    });
    return [
      figure(`typing in a cell of ${ROWS} rows, to the verdict on the screen`, median(times)),
      figure(`typing in a cell of ${ROWS} rows, the slowest of ${KEYS}`, times.at(-1) ?? Number.NaN),
    ];
  } finally {
    await browser.close();
    await served.close();
  }
};
