/** What a proctor does, by keyboard, on the fixture bridge. */
import { readFile } from "node:fs/promises";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import "../../fakes/bridge/hooks.ts";
import { type Asked, launchBrowser, openFixture, type Served, serveFixture } from "./page.ts";

let served: Served;
let browser: Browser;
let opened: Page | null = null;
beforeAll(async () => {
  [served, browser] = await Promise.all([serveFixture(), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await served?.close();
});
afterEach(async () => {
  await opened?.context().close();
  opened = null;
});

const open = async (asked: Asked = {}): Promise<Page> => {
  const { page } = await openFixture(browser, served.url, asked);
  opened = page;
  await page.locator(".row[data-room], .empty").first().waitFor();
  return page;
};
const rooms = (page: Page) => page.getByRole("grid", { name: "Rooms" });

describe("a small screen", () => {
  /** What stands out of the header, or of the head of the alarms. */
  const outside = (page: Page): Promise<string[]> =>
    page.evaluate(() =>
      [...document.querySelectorAll(".top *, .alarms > header *")].flatMap((element) => {
        const frame = element.closest(".top, .alarms > header")?.getBoundingClientRect();
        const { top, bottom, right, width } = element.getBoundingClientRect();
        if (frame === undefined || width === 0) return [];
        return top < frame.top || bottom > frame.bottom || right > frame.right ? [element.outerHTML] : [];
      }),
    );

  it("keeps the connection in its one line during an outage", async () => {
    const page = await open({ scene: "offline", rate: 0 });
    await page
      .getByText(/no answer since|cannot be resolved since|since \d/)
      .first()
      .waitFor();
    expect(await outside(page)).toEqual([]);
  });

  it("cuts nothing off beside the alarms", async () => {
    const page = await open({ rate: 0 });
    await page.getByRole("button", { name: "Acknowledge shown" }).waitFor();
    expect(await outside(page)).toEqual([]);
  });
});

describe("the wall", () => {
  it("counts all rooms and its header, and gives each row its true place", async () => {
    const page = await open({ rooms: 1_000, rate: 0 });
    expect(await rooms(page).getAttribute("aria-rowcount")).toBe("1001");
    await page.keyboard.press("End");
    const last = page.locator('[role="row"][aria-rowindex="1001"]');
    await last.waitFor();
    expect(await page.locator('[role="row"][data-room]').count()).toBeLessThan(80);
    expect(await page.getByRole("row", { name: /^Room 1000, / }).count()).toBe(1);
  });

  it("filters by words, keeps its last result while a pattern is broken, and says so", async () => {
    const page = await open({ rate: 0 });
    await page.keyboard.press("/");
    await page.keyboard.type("/room 1[0-9]/");
    await expect.poll(() => rooms(page).getAttribute("aria-rowcount")).toBe("11");
    await page.keyboard.type(" /(");
    await page.locator("#filter-fault").waitFor();
    expect(await rooms(page).getAttribute("aria-rowcount")).toBe("11");
    await page.keyboard.press("Escape");
    expect(await rooms(page).evaluate((element) => element === document.activeElement)).toBe(true);
  });

  it("sorts by a column and says which way", async () => {
    const page = await open({ rate: 0 });
    await page.getByTitle("Sort by Hands").click();
    await page.locator('[role="columnheader"][aria-sort="ascending"]', { hasText: "Hands" }).waitFor();
    await page.getByTitle("Sort by Hands").click();
    await page.locator('[role="columnheader"][aria-sort="descending"]', { hasText: "Hands" }).waitFor();
  });

  it("keeps positions while the pointer is on the list, and re-sorts on r", async () => {
    const page = await open({ rate: 0 });
    await page.getByRole("button", { name: "Last event" }).click();
    const first = page.locator('[role="row"][aria-rowindex="2"]');
    const before = await first.getAttribute("data-room");
    await first.hover();
    // The list goes and comes back under a pointer that rests.
    await page.keyboard.press("/");
    await page.keyboard.type("zzz");
    await rooms(page).waitFor({ state: "detached" });
    await page.keyboard.press("Control+a");
    await page.keyboard.press("Backspace");
    await rooms(page).waitFor();
    await page.evaluate(() => window.fixture?.setRate(40));
    await page.getByRole("button", { name: /Re-sort/ }).waitFor();
    expect(await first.getAttribute("data-room")).toBe(before);
    await page.evaluate(() => window.fixture?.setRate(0));
    const row = await first.elementHandle();
    await rooms(page).focus();
    await page.keyboard.press("r");
    await page.getByRole("button", { name: /Re-sort/ }).waitFor({ state: "detached" });
    expect(await row?.getAttribute("data-room")).toBe(before);
  });

  it("saves a view under a name and applies it again", async () => {
    const page = await open({ rate: 0 });
    await page.keyboard.press("/");
    await page.keyboard.type("state:started");
    await page.getByRole("button", { name: "Views" }).click();
    await page.getByRole("button", { name: "Save this view…" }).click();
    await page.getByLabel("Name").fill("Running");
    await page.keyboard.press("Enter");
    await page.getByText("View “Running” saved.").waitFor();
    await page.getByRole("button", { name: "Clear the filter" }).click();
    await page.getByRole("button", { name: "Views" }).click();
    await page.getByRole("button", { name: "Apply view Running" }).click();
    await expect.poll(() => page.getByLabel("Filter rooms").inputValue()).toBe("state:started");
  });

  it("hides marked rooms and brings them back", async () => {
    const page = await open({ rate: 0 });
    await page.keyboard.press(" ");
    await page.getByRole("button", { name: "Hide" }).click();
    await expect.poll(() => rooms(page).getAttribute("aria-rowcount")).toBe("40");
    await page.getByRole("button", { name: "Views" }).click();
    await page.getByRole("radio", { name: "Hidden" }).click();
    await expect.poll(() => rooms(page).getAttribute("aria-rowcount")).toBe("2");
    await rooms(page).focus();
    await page.keyboard.press("Home");
    await page.keyboard.press(" ");
    await page.getByRole("button", { name: "Show again" }).click();
    await page.getByText("No hidden rooms").waitFor();
  });

  it("adds rooms by id, names the line of an id that is too long, and keeps what was not taken", async () => {
    const page = await open({ scene: "empty" });
    await page.getByRole("button", { name: "Add rooms…" }).first().click();
    const field = page.getByLabel(/Room ids/);
    await field.fill(`hall-1\n${"€".repeat(22)}`);
    await page.getByText(/^Line 2: .* has 66 bytes, 63 are allowed/).waitFor();
    await field.fill("hall-1, hall-2\nnowhere");
    await page.getByRole("button", { name: "Add 3 rooms" }).click();
    await page.getByText("2 added, 0 known before, 1 not added").waitFor();
    expect(await field.inputValue()).toBe("nowhere");
  });

  it("survives a lost push: it subscribes again and goes on", async () => {
    const page = await open({ rate: 0 });
    await page.evaluate(() => {
      window.fixture?.losePush();
      window.fixture?.setRate(100);
    });
    const row = page.getByRole("row", { name: /^Room 2,/ });
    const before = await row.textContent();
    await expect.poll(() => row.textContent(), { timeout: 60_000 }).not.toBe(before);
  });
});

describe("the room", () => {
  it("starts a class that can be undone while it is held", async () => {
    const page = await open({ rate: 0, scene: "quiet" });
    await page.keyboard.press("/");
    await page.keyboard.type("id:fin2-038");
    await expect.poll(() => rooms(page).getAttribute("aria-rowcount")).toBe("2");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Home");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Start class" }).click();
    await page.getByRole("button", { name: /^Undo, leaves in [1-5] s$/ }).click();
    await page.getByText("cancelled before it left").waitFor();
    await page.getByRole("button", { name: "Start class" }).click();
    await page.getByRole("button", { name: "End class…" }).waitFor();
    await page
      .getByText(/^observed/)
      .first()
      .waitFor();
  });

  it("asks before it ends a class, with the people by name and the focus on Cancel", async () => {
    const page = await open({ rate: 0 });
    await page.keyboard.press("Home");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "End class…" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText(/are inside now/).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Cancel");
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "End class…" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "End class", exact: true }).click();
    await page.getByText("This class is over.").waitFor();
    await page
      .getByText(/^observed/)
      .first()
      .waitFor();
  });

  it("offers nothing to change where the profile only observes", async () => {
    const page = await open({ scene: "observe" });
    await page.keyboard.press("Home");
    await page.keyboard.press("Enter");
    await page.locator(".ev-row").first().waitFor();
    expect(await page.getByRole("button", { name: /class/i }).count()).toBe(0);
  });

  it("saves a quiz with who has not answered as a file, and tells a person who asks for one", async () => {
    const page = await open({ rate: 0 });
    await page.keyboard.press("Home");
    await page.keyboard.press("Enter");
    await page.getByRole("tab", { name: "Quiz and poll" }).click();
    const quiz = page.getByRole("region", { name: "Quiz", exact: true });
    await quiz.getByText(/^Did not answer: /).waitFor();
    const [download] = await Promise.all([page.waitForEvent("download"), quiz.getByRole("button", { name: "Save as CSV" }).click()]);
    const text = await readFile(await download.path(), "utf8");
    expect(download.suggestedFilename()).toBe("fin2-001-quiz-quiz-2.csv");
    expect(text.split("\r\n").filter((line) => line.includes(",not answered,"))).toHaveLength(3);
    expect(text.split("\r\n").filter((line) => line.includes(",answered,"))).toHaveLength(17);

    await page.locator(".person-row").first().focus();
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog");
    await dialog.getByText("1417753684").waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await expect.poll(() => page.evaluate(() => document.activeElement?.classList.contains("person-row"))).toBe(true);
  });

  it("keeps everybody in their place while somebody is at the list of people", async () => {
    const page = await open({ rate: 40, rooms: 2 });
    await page.keyboard.press("Home");
    await page.keyboard.press("Enter");
    const people = page.locator(".person-row");
    await people.first().focus();
    const names = () => people.locator(".cut").allTextContents();
    const before = await names();
    const away = () => page.locator(".person-row.dimmed").count();
    const gone = await away();
    await expect.poll(away, { timeout: 60_000 }).not.toBe(gone);
    expect((await names()).slice(0, before.length)).toEqual(before);
  });

  it("shows the event as it came one key away, and goes back by Escape", async () => {
    const page = await open({ rate: 0 });
    await page.keyboard.press("Home");
    await page.keyboard.press("Enter");
    await page.locator(".ev-row").first().waitFor();
    await page.getByRole("grid", { name: "Timeline" }).focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.locator(".ev-detail pre").waitFor();
    await page.keyboard.press("Escape");
    await rooms(page).waitFor();
  });
});

describe("alarms", () => {
  it("come whatever the filter hides, and one key acknowledges one", async () => {
    const page = await open({ rate: 0 });
    await page.keyboard.press("/");
    await page.keyboard.type("nothing like this");
    await page.keyboard.press("Escape");
    await page.evaluate(() =>
      window.fixture?.raise({
        id: "x",
        rule: "noAnswer",
        priority: 1,
        roomUuid: null,
        params: {},
        raisedAt: Date.now() + 60_000,
        acknowledgedAt: null,
        acknowledgedBy: null,
        clearedAt: null,
      }),
    );
    const region = page.getByRole("region", { name: "Alarms" });
    await region.getByText("No answer from the cloud").waitFor();
    const buttons = region.getByRole("button", { name: "Acknowledge", exact: true });
    const before = await buttons.count();
    await page.keyboard.press("a");
    await expect.poll(() => buttons.count()).toBe(before - 1);
  });
});

describe("a console that has stopped", () => {
  it("says so over every value, and since when; ages grow on", async () => {
    const page = await open({ rate: 0 });
    await page.evaluate(() => window.fixture?.stop());
    await page.getByRole("alert").getByText("The console itself has stopped").waitFor({ timeout: 60_000 });
    await expect.poll(() => page.getByRole("row", { name: /^Room 2,/ }).textContent(), { timeout: 60_000 }).toMatch(/late/);
  });
});

describe("old rooms", () => {
  it("are counted before anything, removed after the count is typed, with the focus on Cancel, and the end is told", async () => {
    const page = await open({ rate: 0 });
    await page.keyboard.press("7");
    const card = page.getByRole("region", { name: "Remove old rooms" });
    await card.getByRole("button", { name: "Count what would go" }).click();
    await card.getByText("A day that has begun is needed.").waitFor();
    await card.getByLabel("Nothing seen on or after").fill("2026-11-01");
    await card.getByRole("button", { name: "Count what would go" }).click();
    await card.getByText("41,207").waitFor();
    await card.getByText("38 rooms stay: they run, or were heard of within a day.").waitFor();
    await card.getByRole("button", { name: "Export and remove…" }).click();
    const dialog = page.getByRole("dialog", { name: "Remove 3 rooms from this workstation?" });
    expect(await dialog.getByRole("button", { name: "Cancel" }).evaluate((button) => button === document.activeElement)).toBe(true);
    await dialog.getByRole("button", { name: "Export, then remove 3 rooms" }).click();
    await dialog.getByText("That is not 3.").waitFor();
    await dialog.getByLabel("Type 3 to go on").fill("3");
    await dialog.getByRole("button", { name: "Export, then remove 3 rooms" }).click();
    await card.getByText("Removed: 3 rooms, 41,207 events.").waitFor();
    expect(await dialog.count()).toBe(0);
  });
});
