/** Asking for commands on the fixture bridge: every dialog as a screen, and what a person does with them by keys. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Screen, SMALL, WALK_MS, WIDE, walk } from "./clean.ts";
import { launchBrowser, openFixture, type Served, serveFixture } from "./page.ts";

let served: Served;
let browser: Browser;
beforeAll(async () => {
  [served, browser] = await Promise.all([serveFixture(), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await served?.close();
});

const dialog = (page: Page) => page.getByRole("dialog");
const escape = async (page: Page): Promise<void> => {
  await page.keyboard.press("Escape");
  await dialog(page).waitFor({ state: "detached" });
};
/** An entry of the palette by its name in the contract, which is the same in every language. */
const choose = async (page: Page, entry: string): Promise<void> => {
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill(entry);
  await page.keyboard.press("Enter");
};
const ask = async (page: Page, entry: string): Promise<void> => {
  await choose(page, entry);
  await dialog(page).locator("form.ask").waitFor();
};
const openRoom = async (page: Page): Promise<void> => {
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.locator(".ev-row").first().waitFor();
};
const form = (entry: string, fill: (page: Page) => Promise<unknown> = async () => undefined): Screen => ({
  show: async (page) => (await ask(page, entry), await fill(page)),
  leave: escape,
});
/** Of the same parts as another screen. */
const alike = (screen: Screen): Screen => ({ ...screen, alike: true });
const send = (page: Page) => dialog(page).locator(".dialog-do button").last();
const menu = (page: Page) => page.locator("[aria-haspopup=menu]").last();

const screens: Record<string, Screen> = {
  palette: {
    show: async (page) => (await page.keyboard.press("Control+k"), await page.getByRole("combobox").fill("r")),
    leave: escape,
  },
  "nothing found": {
    show: async (page) => (await page.keyboard.press("Control+k"), await page.getByRole("combobox").fill("zzz")),
    leave: escape,
    alike: true,
  },
  "create a room": form("room.create", async (page) => {
    await dialog(page).locator("summary").press("Enter");
    await dialog(page).getByRole("textbox").first().fill("房间");
    await send(page).press("Enter");
    await dialog(page).getByRole("alert").waitFor();
  }),
  "no room chosen": alike(form("person.remove", (page) => dialog(page).getByRole("combobox").first().fill("nowhere"))),
  "the room's menu": {
    show: async (page) => (await openRoom(page), await menu(page).press("Enter"), await page.getByRole("menu").waitFor()),
    leave: (page) => page.keyboard.press("Escape"),
  },
  "not possible": { show: (page) => choose(page, "moreTime"), leave: escape, alike: true },
  "remove for good": form("person.remove", async (page) => {
    await dialog(page).getByRole("combobox").first().fill("somebody");
    await dialog(page).getByRole("radio").nth(2).check();
    await dialog(page).locator("#ask-count").waitFor();
  }),
  "end at a time": alike(
    form("room.setState:end", async (page) => {
      await dialog(page).getByRole("radio").nth(3).check();
      await dialog(page).getByRole("textbox").first().fill("10");
    }),
  ),
  "close for good": alike(form("room.setState:close")),
  "record another page": alike(form("recording.update", (page) => dialog(page).locator("summary").press("Enter"))),
  properties: form("roomProperties.set", (page) => dialog(page).getByRole("textbox").first().fill('{\n  "seat": 12,\n  "paper": "B"\n}')),
  "broken properties": alike(
    form("userProperties.set", (page) => dialog(page).getByRole("textbox").first().fill('{\n  "seat": 12\n  "x"')),
  ),
  "delete properties": alike(form("extAppProperties.remove", (page) => dialog(page).getByRole("textbox").first().fill("a\nb.c"))),
  "breakout rooms": form("groups.create", async (page) => {
    await dialog(page).getByRole("radio").nth(1).check();
    await dialog(page).locator(".compose .line button").press("Enter");
    await dialog(page).locator(".members select").first().waitFor();
    await dialog(page).getByRole("radio").nth(2).check();
  }),
  "many rooms": {
    show: async (page) => {
      await page.keyboard.press("1");
      await page.locator(".row[data-room]").first().waitFor();
      await page.keyboard.press("/");
      await page.keyboard.type("id:fin2-03");
      await page.locator(".bar button.small").first().press("Enter");
      await menu(page).waitFor();
      await ask(page, "room.setState:end");
      await dialog(page).locator(".excluded").waitFor();
    },
  },
  "many on their way": {
    show: async (page) => {
      const asked = await dialog(page).locator("label[for=ask-count]").textContent();
      await dialog(page)
        .locator("#ask-count")
        .fill(/\d+/.exec(asked ?? "")?.[0] ?? "");
      await send(page).press("Enter");
      await dialog(page).locator("progress").waitFor();
    },
    leave: escape,
  },
  commands: {
    show: async (page) => {
      await page.keyboard.press("5");
      await page.locator(".command-row[data-command]").first().waitFor();
      await page.getByRole("grid").press("End");
      await page.getByRole("grid").press("Enter");
      await page.locator(".command-details").waitFor();
    },
  },
  "its keys": { show: (page) => page.keyboard.press("?"), leave: escape, alike: true },
};

it.each([
  ["light", "en", SMALL],
  ["dark", "zh", WIDE],
] as const)(
  "every dialog is clean in the %s theme, speaking %s",
  async (theme, language, viewport) => {
    const { page, faults } = await openFixture(browser, served.url, { rate: 0, language, theme }, viewport);
    await page.locator(".row[data-room]").first().waitFor();
    await walk(page, faults, screens);
    await page.context().close();
  },
  WALK_MS,
);

const open = async (asked: Record<string, string | number> = {}): Promise<Page> => {
  const { page } = await openFixture(browser, served.url, { rate: 0, ...asked });
  await page.locator(".row[data-room]").first().waitFor();
  return page;
};

describe("what is typed", () => {
  it("is checked at its field with line and column, kept when the dialog is left, and compared before it is sent", async () => {
    const page = await open();
    await openRoom(page);
    await ask(page, "roomProperties.set");
    const field = dialog(page).getByLabel(/^Properties, JSON/);
    await field.fill('{\n  "seat": 12\n  "paper": "B"\n}');
    await dialog(page).getByText("Line 3, column 3: a comma or the closing bracket should stand here.").waitFor();
    await send(page).press("Enter");
    await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
    await escape(page);
    await page.keyboard.press("5");
    await page.keyboard.press("1");
    await page.keyboard.press("Enter");
    await page.locator(".ev-row").first().waitFor();
    await ask(page, "roomProperties.set");
    await dialog(page).getByText("What you had typed here before.").waitFor();
    expect(await field.inputValue()).toContain('"paper": "B"');
    const undo = dialog(page).getByText(/take it back/);
    expect(await undo.count()).toBe(0);
    await field.fill('{"seat": 12}');
    await dialog(page).getByRole("list", { name: "What changes" }).getByText("seat").waitFor();
    // What was there before is not known, so there is no opposite to send.
    await dialog(page).getByText("It is held for 5 s, so that you can take it back.").waitFor();
    await send(page).press("Enter");
    await dialog(page).waitFor({ state: "detached" });
    await page.getByRole("contentinfo").getByText("Set room properties", { exact: true }).waitFor();
    await ask(page, "roomProperties.set");
    expect(await dialog(page).getByText("What you had typed here before.").count()).toBe(0);
    await page.context().close();
  });
});

describe("many rooms", () => {
  it("are chosen by a filter, shown as a list with reasons, agreed to by their count, and only what failed is tried again", async () => {
    const page = await open();
    expect(await page.getByRole("button", { name: /^Mark the/ }).count()).toBe(0);
    await page.keyboard.press("/");
    await page.keyboard.type("room");
    await page.getByRole("button", { name: "Mark the 40 shown" }).press("Enter");
    await page.getByRole("button", { name: "Do with 40 rooms…" }).press("Enter");
    await page.getByRole("menuitem", { name: "End class…" }).press("Enter");
    await dialog(page).getByText("39 rooms are meant").waitFor();
    await dialog(page).getByText("Room 36, Statistics II B: it is so already").waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Cancel");
    await send(page).press("Enter");
    await dialog(page).getByText("That is not 39.").waitFor();
    await dialog(page).getByLabel("Type 39 to go on").fill("39");
    await send(page).press("Enter");
    await dialog(page).getByText("All 39 done").waitFor();
    await dialog(page).getByText("3 failed", { exact: true }).waitFor();
    await dialog(page).getByRole("button", { name: "Try 3 failed rooms again…" }).press("Enter");
    await dialog(page).getByText("3 rooms are meant").waitFor();
    await dialog(page).getByLabel("Type 3 to go on").fill("3");
    await send(page).press("Enter");
    await dialog(page).getByText("All 3 done").waitFor();
    await page.context().close();
  });
});

describe("the palette", () => {
  it("reaches rooms, and says what the service has no call for, as the chat does itself", async () => {
    const page = await open();
    await choose(page, "fin2-017");
    await page.getByRole("heading", { level: 1, name: /^Room 17,/ }).waitFor();
    await choose(page, "message to cand");
    await dialog(page).getByText("no call by which the console could send a message").waitFor();
    await escape(page);
    await page.getByRole("button", { name: "Message to candidates: not possible" }).press("Enter");
    await dialog(page).getByText("Ask the teacher or an assistant in the room").waitFor();
    await page.context().close();
  });

  it("has no commands where the profile only observes", async () => {
    const page = await open({ scene: "observe" });
    await page.keyboard.press("Control+k");
    await page.getByRole("option").first().waitFor();
    expect(await page.getByRole("option", { name: /class|recording|person|properties/i }).count()).toBe(0);
    await page.context().close();
  });
});
