/** Tokens on the fixture bridge: looked into, built, served; chat users. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Screen, SMALL, WALK_MS, WIDE, walk } from "./clean.ts";
import { type Asked, addressOf, launchBrowser, openFixture, type Served, serveFixture } from "./page.ts";

let served: Served;
let browser: Browser;
/** The page of all specs that look at behaviour: each begins it anew. */
let common: { page: Page; faults: string[] };
const ONE_ROOM = { rate: 0, rooms: 1 };
beforeAll(async () => {
  [served, browser] = await Promise.all([serveFixture(), launchBrowser()]);
  common = await openFixture(browser, served.url, ONE_ROOM);
});
afterAll(async () => {
  await browser?.close();
  await served?.close();
});

const INSPECT = 0;
const BUILD = 1;
const SERVER = 2;
const USERS = 3;
const selected = (page: Page, tab: number) => page.getByRole("tab").nth(tab).and(page.locator("[aria-selected=true]"));
/** By keys alone: arrows to the tab. */
const toTab = async (page: Page, tab: number): Promise<void> => {
  await page.locator("[role=tab][aria-selected=true]").focus();
  for (let steps = 0; steps < 4 && (await selected(page, tab).count()) === 0; steps += 1) await page.keyboard.press("ArrowRight");
  await selected(page, tab).waitFor();
};
const toTokens = async (page: Page): Promise<void> => {
  await page.locator(".row[data-room], .empty").first().waitFor();
  await page.keyboard.press("8");
  await page.getByRole("tab").first().waitFor();
};
const openTokens = async (asked: Asked = {}, tab = INSPECT): Promise<{ page: Page }> => {
  const { page } = common;
  await page.goto(addressOf(served.url, { ...ONE_ROOM, ...asked }));
  await toTokens(page);
  await toTab(page, tab);
  return { page };
};
const shown = (page: Page, selector: string) => page.locator(`[role=tabpanel]:not([hidden]) ${selector}`);

const at = (tab: number, act: (page: Page) => Promise<unknown>): Screen => ({
  show: async (page) => (await toTab(page, tab), await act(page)),
});
const screens: Record<string, Screen> = {
  inspected: at(INSPECT, async (page) => {
    await shown(page, "textarea").fill("007old");
    await shown(page, ".facts-list").first().waitFor();
  }),
  "first generation": at(INSPECT, async (page) => (await shown(page, "textarea").fill("006abc"), await shown(page, "input").waitFor())),
  built: at(BUILD, async (page) => {
    await shown(page, "input").first().fill("uuid-1");
    await page.keyboard.press("Enter");
    await shown(page, ".copied").waitFor();
  }),
  "server to start": at(SERVER, (page) => shown(page, "input").nth(1).fill("0.0.0.0")),
  "server running": at(SERVER, async (page) => {
    await shown(page, "input").nth(1).fill("127.0.0.1");
    await shown(page, "button.go").press("Enter");
    await shown(page, "table").waitFor();
  }),
  users: at(USERS, async (page) => {
    await shown(page, "textarea").fill("ben, pw\nana.costa, y\nhas space, y");
    await shown(page, "button.go").last().press("Enter");
    await shown(page, ".verdicts").waitFor();
    await shown(page, "table button").first().press("Enter");
    await shown(page, ".copied").waitFor();
  }),
};

it.each([
  ["light", "en", SMALL],
  ["dark", "zh", WIDE],
] as const)(
  "every screen is clean in the %s theme, speaking %s",
  async (theme, language, viewport) => {
    const { page, faults } = await openFixture(browser, served.url, { ...ONE_ROOM, language, theme }, viewport);
    await toTokens(page);
    await walk(page, faults, screens);
    await page.context().close();
  },
  WALK_MS,
);

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

  it("reads a megabyte that was pasted beside the field, and says how much is too much", async () => {
    const { page } = await openTokens();
    const field = page.getByLabel("Token", { exact: true });
    const paste = (length: number) =>
      field.evaluate((element, characters) => {
        const data = new DataTransfer();
        data.setData("text", "hello".padEnd(characters, "A"));
        element.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
      }, length);
    await paste(1_048_576);
    await page.getByText(/^1,048,576 characters were pasted\. All of them were read/).waitFor();
    await page.getByRole("heading", { name: "This is not a token" }).waitFor();
    expect(await field.inputValue()).toBe("");
    await paste(2_097_153);
    await page.getByText("2,097,153 characters were pasted; the inspector reads at most 2,097,152. Nothing was read.").waitFor();
    await field.fill("007abc");
    await page.getByRole("heading", { name: /^Valid now/ }).waitFor();
  });
});

describe("a token that is built", () => {
  it("asks for what its kind needs, and says that it is on the clipboard and when that is cleared", async () => {
    const { page } = await openTokens({}, BUILD);
    await page.getByLabel("Kind").selectOption("education-room-user");
    await page.getByRole("button", { name: "Build and copy" }).click();
    await expect.poll(() => page.getByText("This is needed.").count()).toBe(2);
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
    await expect.poll(() => page.getByLabel("Access key").evaluate((field) => field.getAttribute("aria-invalid"))).toBe("true");
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
  it("that were looked up are listed, a token is issued for each, and they are there when one comes back", async () => {
    const { page } = await openTokens({}, USERS);
    await page.getByText("Users who were looked up or registered appear here", { exact: false }).waitFor();
    await page.getByLabel("User name").fill("nobody");
    await page.keyboard.press("Enter");
    await page.getByText("There is no user “nobody”.", { exact: false }).waitFor();
    await page.getByLabel("User name").fill("ana.costa");
    await page.keyboard.press("Enter");
    await page.getByRole("cell", { name: "uuid-ana.costa" }).waitFor();
    await page.getByRole("button", { name: "Issue token for ana.costa and copy it" }).click();
    await page.getByText("For ana.costa:").waitFor();
    await page.getByText("The token is on the clipboard.").waitFor();

    await page.keyboard.press("1");
    await page.locator(".row[data-room]").first().waitFor();
    await page.keyboard.press("8");
    await toTab(page, USERS);
    await page.getByRole("cell", { name: "uuid-ana.costa" }).waitFor();
  });

  it("are registered with a verdict each; those that were not taken stay in the field, and so does what another tab is looked at for", async () => {
    const { page } = await openTokens({}, USERS);
    const list = page.getByLabel("Users, one per line");
    await list.fill("ben, pw\nana.costa, x\nhas space, y");
    await page.getByRole("tab", { name: "Build" }).click();
    await page.getByRole("tab", { name: "Chat users" }).click();
    await page.getByRole("button", { name: "Register 3 users" }).click();
    await page.getByText("1 registered, 1 were there before, 1 not registered").waitFor();
    await page.getByRole("listitem").filter({ hasText: "has space" }).getByText("not taken").waitFor();
    await page.getByRole("row", { name: /^ben .*registered here/ }).waitFor();
    await page.getByRole("row", { name: /^ana\.costa .*was there before/ }).waitFor();
    await expect.poll(() => list.inputValue()).toBe("has space, y");
  });
});
