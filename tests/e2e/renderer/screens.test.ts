/** Every screen on the fixture bridge, in both themes and languages: clean under axe, within the content policy, nothing cut off the page. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { violations } from "./clean.ts";
import { type Asked, addressOf, launchBrowser, openFixture, type Served, serveFixture } from "./page.ts";

let served: Served;
let browser: Browser;
beforeAll(async () => {
  [served, browser] = await Promise.all([serveFixture(), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await served?.close();
});

const press =
  (...keys: string[]) =>
  async (page: Page): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key);
  };
const openRoom = async (page: Page): Promise<void> => {
  await press("Home", "ArrowDown", "Enter")(page);
  await page.locator(".ev-row").first().waitFor();
};

/** Rows are alike, and axe looks at each for some 10 ms. */
const FEW = 12;

/** How each screen is reached, by keys alone, and what shows that it is there. */
const screens: Record<string, { asked?: Asked; act?: (page: Page) => Promise<void>; shown: string }> = {
  wall: { asked: { rooms: 40 }, shown: '[role="row"][data-room]' },
  marked: { act: press(" ", "ArrowDown", " "), shown: ".row.marked" },
  broken: { act: press("/", "/", "("), shown: "#filter-fault" },
  keys: { act: press("?"), shown: ".dialog" },
  room: { act: openRoom, shown: ".ev-row" },
  event: {
    act: async (page) => (await openRoom(page), await page.locator(".timeline").focus(), await press("ArrowDown", "Enter")(page)),
    shown: ".ev-detail",
  },
  alarms: { act: press("4"), shown: ".alarm-groups" },
  commands: { act: press("5"), shown: ".command-row[data-command]" },
  rehearsal: {
    act: async (page) => (await page.locator(".rail button").last().focus(), await press("Enter")(page)),
    shown: ".rehearsal",
  },
  board: {
    act: async (page) => (
      await press("Control+k")(page),
      await page.keyboard.type("board"),
      await press("Enter")(page),
      await page.locator(".board .go").press("Enter")
    ),
    shown: ".board-mark.bad",
  },
  settings: { act: press("9"), shown: ".settings" },
  record: {
    asked: { scene: "quiet" },
    act: async (page) => (await press("7")(page), await page.locator(".record .go").first().click()),
    shown: ".finding.bad",
  },
  removal: {
    act: async (page) => (
      await press("7")(page),
      await page.locator(".record select").last().selectOption("archived"),
      await page.locator(".record .stacked button[type=submit]").last().click(),
      await page.locator(".record .end").click()
    ),
    shown: ".dialog .end.filled",
  },
  past: { act: press("b"), shown: ".past-row .link" },
  pastRoom: { act: async (page) => (await openRoom(page), await press("b")(page)), shown: ".entry" },
  search: {
    act: async (page) => (
      await openRoom(page),
      await press("f")(page),
      await page.locator("input:focus").waitFor(),
      await page.keyboard.type("e"),
      await press("Enter")(page)
    ),
    shown: ".entry",
  },
  since: { act: press("w"), shown: ".since-list" },
  offline: { asked: { scene: "offline" }, shown: ".row.stale" },
  stopped: { asked: { scene: "stopped" }, shown: ".halted" },
  empty: { asked: { scene: "empty" }, shown: ".empty" },
  notices: { asked: { scene: "quiet" }, shown: ".notice" },
  observe: { asked: { scene: "observe" }, act: openRoom, shown: ".ev-row" },
  zoomed: { asked: { zoom: 1.5 }, shown: '[role="row"][data-room]' },
};

/** What sticks out of the window to the right or below, which nobody could see. */
const cutOff = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll(".top, .lines, .rail, .place, .main > .alarms, .tray, .dialog")]
      .filter((element) => {
        const { right, bottom, width } = element.getBoundingClientRect();
        return width > 0 && (right > window.innerWidth + 1 || bottom > window.innerHeight + 1);
      })
      .map((element) => element.className || element.tagName),
  );

/** Clean under axe, and nothing cut off. */
const whole = async (page: Page, within?: string): Promise<void> => {
  expect(await violations(page, within)).toEqual([]);
  expect(await cutOff(page)).toEqual([]);
};

// Each screen in both themes and both languages; theme and language do not depend on each other.
describe.each([
  { theme: "light", language: "en" },
  { theme: "dark", language: "zh" },
])("in the $theme theme, speaking $language", ({ theme, language }) => {
  let page: Page;
  let faults: string[];
  beforeAll(async () => {
    ({ page, faults } = await openFixture(browser, served.url, { language, theme, rate: 0, rooms: FEW }));
  });
  afterAll(() => page?.context().close());

  /** The exam begins anew. */
  const begin = async (asked: Asked = {}): Promise<void> => {
    faults.length = 0;
    await page.goto(addressOf(served.url, { language, theme, rate: 0, rooms: FEW, ...asked }));
    await page.locator(".row[data-room], .empty").first().waitFor();
  };

  it.each(Object.keys(screens))("%s", async (name) => {
    const screen = screens[name];
    if (screen === undefined) throw new Error(name);
    await begin(screen.asked);
    await screen.act?.(page);
    await page.locator(screen.shown).first().waitFor();

    await whole(page);
    expect(faults).toEqual([]);
  });

  it("an exam's list, sheet, import, plan, seating and report, one after another", async () => {
    await begin({ rooms: 6 });
    const escape = async (): Promise<void> => {
      await press("Escape")(page);
      await page.locator(".dialog").waitFor({ state: "detached" });
    };
    const show = async (tab: number, shown: string): Promise<void> => {
      await page.getByRole("tab").nth(tab).click();
      await page.locator(shown).first().waitFor();
    };
    await press("e")(page);
    await page.locator(".exams table .link").waitFor();
    await whole(page, ".exams");
    await page.locator(".exams .go").click();
    await page.locator(".dialog input[type=date]").waitFor();
    await whole(page, ".dialog");
    await escape();

    await page.locator(".exams table .link").click();
    await page.locator("#cell-0-0").waitFor();
    await page.locator(".sheet-grid").focus();
    await press("F8", "Enter")(page);
    await page.locator(".sheet-grid textarea").waitFor();
    await whole(page, ".exams");
    await press("Escape")(page);
    await page.locator(".tools button").first().click();
    await page.locator(".import textarea").fill("id,name,desk\nhall-1,Hall 1,A\nhall-2,,B");
    await page.locator(".import .preview").waitFor();
    await whole(page, ".dialog");
    await escape();

    await show(1, ".apply-row");
    await page.locator(".plan-line .go").click();
    await page.locator(".plan-line .end").waitFor();
    await page.locator(".apply-list").focus();
    await press("End")(page);
    await page.locator(".cell-line .change").first().waitFor();
    await whole(page, ".exams");
    await page.locator(".plan-line .end").click();
    await page.locator("#apply-count").waitFor();
    await whole(page, ".dialog");
    await escape();

    await show(3, "table.seating");
    await whole(page, ".tabpanel");
    await show(4, ".record-what button");
    await page.locator(".record-what button").first().click();
    await page.locator(".record-what .technical").waitFor();
    await whole(page, ".tabpanel");
    expect(faults).toEqual([]);
  });

  it("the room's views, one after another, and a person", async () => {
    await begin();
    await openRoom(page);
    await page.getByRole("tab").first().focus();
    for (const shown of [".outcome", "table.list", ".two-cards", ".tabpanel .li", ".props", ".groups section", ".scene .stream"]) {
      await page.keyboard.press("ArrowRight");
      await page.locator(shown).first().waitFor();
      const ask = page.locator(".readline button").first();
      if ((await ask.count()) > 0) {
        await ask.click();
        await page.locator(".readline .hint").first().waitFor();
        await page.getByRole("tab", { selected: true }).focus();
      }
      await whole(page, ".tabs");
    }
    await page.locator(".person-row").first().focus();
    await press("ArrowDown", "Enter")(page);
    await page.locator(".person .facts-list").nth(1).waitFor();
    await whole(page, ".dialog");
    expect(faults).toEqual([]);
  });
});
