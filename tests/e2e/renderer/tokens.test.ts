/** Tokens on the fixture bridge: looked into, built, served; chat users. */
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { clean, SMALL, WIDE } from "./clean.ts";
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

/** By keys alone: the place, and arrows to the tab. */
const openTokens = async (asked: Asked = {}, tab = 0, viewport = SMALL): Promise<{ page: Page; faults: string[] }> => {
  const found = await openFixture(browser, served.url, { rate: 0, ...asked }, viewport);
  opened = found.page;
  await found.page.locator(".row[data-room], .empty").first().waitFor();
  await found.page.keyboard.press("4");
  await found.page.getByRole("tab").first().focus();
  for (let step = 0; step < tab; step += 1) await found.page.keyboard.press("ArrowRight");
  return found;
};
const INSPECT = 0;
const BUILD = 1;
const SERVER = 2;
const USERS = 3;
const shown = (page: Page, selector: string) => page.locator(`[role=tabpanel]:not([hidden]) ${selector}`);

const screens: Record<string, { tab: number; act: (page: Page) => Promise<void> }> = {
  inspected: {
    tab: INSPECT,
    act: async (page) => (await shown(page, "textarea").fill("007old"), await shown(page, ".facts-list").first().waitFor()),
  },
  "first generation": {
    tab: INSPECT,
    act: async (page) => (await shown(page, "textarea").fill("006abc"), await shown(page, "input").waitFor()),
  },
  built: {
    tab: BUILD,
    act: async (page) => {
      await shown(page, "input").first().fill("uuid-1");
      await page.keyboard.press("Enter");
      await shown(page, ".copied").waitFor();
    },
  },
  "server to start": { tab: SERVER, act: (page) => shown(page, "input").nth(1).fill("0.0.0.0") },
  "server running": {
    tab: SERVER,
    act: async (page) => (await shown(page, "button.go").press("Enter"), await shown(page, "table").waitFor()),
  },
  users: {
    tab: USERS,
    act: async (page) => {
      await shown(page, "textarea").fill("ben, pw\nhas space, y");
      await shown(page, "button.go").press("Enter");
      await shown(page, ".verdicts").waitFor();
    },
  },
};

describe.each([
  ["light", "en", SMALL],
  ["dark", "zh", WIDE],
] as const)("in the %s theme, speaking %s", (theme, language, viewport) => {
  it.each(Object.keys(screens))("%s", async (name) => {
    const screen = screens[name];
    if (screen === undefined) throw new Error(name);
    const { page, faults } = await openTokens({ language, theme }, screen.tab, viewport);
    await screen.act(page);
    await clean(page, faults);
  });
});

describe("the inspector", () => {
  it("says what stands in a token and why it is not valid, as it is pasted", async () => {
    const { page } = await openTokens();
    await page.getByLabel("Token", { exact: true }).fill("007old");
    await page.getByRole("heading", { name: "Not valid for “Autumn finals, sitting 2”" }).waitFor();
    await page.getByText("It has ended.").waitFor();
    await page.getByText(/^act in this room: /).waitFor();
    await page.getByLabel("Token", { exact: true }).fill("hello");
    await page.getByRole("heading", { name: "This is not a token" }).waitFor();
  });

  it("checks a token of the first generation once it is told whose it is", async () => {
    const { page } = await openTokens();
    await page.getByLabel("Token", { exact: true }).fill("006abc");
    await page.getByRole("heading", { name: "Whether it is valid cannot be told" }).waitFor();
    await page.getByLabel("Whose token is it?").fill("ana");
    await page.getByRole("heading", { name: /^Valid now/ }).waitFor();
  });

  it("refuses a megabyte at once, says how much is too much, and keeps what was there", async () => {
    const { page } = await openTokens();
    const field = page.getByLabel("Token", { exact: true });
    await field.fill("007abc");
    const took = await field.evaluate((element) => {
      const data = new DataTransfer();
      data.setData("text", "007".padEnd(1_048_576, "A"));
      const begin = performance.now();
      element.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
      return performance.now() - begin;
    });
    await page.getByText(/^1,048,576 characters were pasted/).waitFor();
    expect(took).toBeLessThan(200);
    expect(await field.inputValue()).toBe("007abc");
  });
});

describe("a token that is built", () => {
  it("asks for what its kind needs, and says that it is on the clipboard and when that is cleared", async () => {
    const { page } = await openTokens({}, BUILD);
    await page.getByLabel("Kind").selectOption("education-room-user");
    await page.getByRole("button", { name: "Build and copy" }).click();
    expect(await page.getByText("This is needed.").count()).toBe(2);
    await page.getByLabel("Person’s id").fill("ana");
    await page.getByLabel("Room id").fill("fin2-017");
    await page.getByLabel("Valid for, seconds").first().fill("90000");
    await page.getByText("A whole number from 1 to 86,400.").waitFor();
    await page.getByLabel("Valid for, seconds").first().fill("600");
    await page.getByRole("button", { name: "Build and copy" }).click();
    await page.getByText("The token is on the clipboard.").waitFor();
    await page.getByText(/^The clipboard is cleared in [01]:\d\d\.$/).waitFor();
  });
});

describe("the token server", () => {
  it("is not opened to the network without an access key; runs, lists its requests, and stops", async () => {
    const { page } = await openTokens({}, SERVER);
    await page.getByLabel("Listen on").fill("0.0.0.0");
    await page.getByText(/^Beyond this workstation an access key is needed/).waitFor();
    await page.getByRole("button", { name: "Start token server" }).click();
    expect(await page.getByRole("button", { name: "Stop token server" }).count()).toBe(0);
    await page.getByLabel("Listen on").fill("127.0.0.1");
    await page.getByLabel("Port").fill("80");
    await page.getByRole("button", { name: "Start token server" }).click();
    await page.getByText(/^This port is not allowed/).waitFor();
    await page.getByLabel("Port").fill("8091");
    await page.getByRole("button", { name: "Start token server" }).click();
    await page.getByText("http://127.0.0.1:8091").waitFor();
    await page.getByRole("cell", { name: "the chat service failed" }).waitFor();
    await page.getByRole("button", { name: "Stop token server" }).click();
    await expect.poll(() => page.getByLabel("Port").inputValue()).toBe("8091");
  });
});

describe("chat users", () => {
  it("are looked up, and a token is issued to one that is there", async () => {
    const { page } = await openTokens({}, USERS);
    await page.getByLabel("User name").fill("nobody");
    await page.keyboard.press("Enter");
    await page.getByText("There is no user “nobody”.", { exact: false }).waitFor();
    await page.getByLabel("User name").fill("ana.costa");
    await page.keyboard.press("Enter");
    await page.getByText("uuid-ana.costa").waitFor();
    await page.getByRole("button", { name: "Issue a token and copy" }).click();
    await page.getByText("The token is on the clipboard.").waitFor();
  });

  it("are registered with a verdict each; those that were not taken stay in the field, and so does what another tab is looked at for", async () => {
    const { page } = await openTokens({}, USERS);
    const list = page.getByLabel("Users, one per line");
    await list.fill("ben, pw\nana.costa, x\nhas space, y");
    await page.getByRole("tab", { name: "Build" }).click();
    await page.getByRole("tab", { name: "Chat users" }).click();
    await page.getByRole("button", { name: "Register 3 users" }).click();
    await page.getByText("1 registered, 1 were there before, 1 not registered").waitFor();
    expect(await list.inputValue()).toBe("has space, y");
  });
});
