/** Profiles on the fixture bridge: every screen clean in both themes and languages, and what is typed stays. */
import { readFile } from "node:fs/promises";
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

/** By keys alone: to Settings, and from there to the profiles. */
const toProfiles = async (page: Page): Promise<void> => {
  await page.locator(".row[data-room], .empty").first().waitFor();
  await page.keyboard.press("9");
  await page.locator(".settings button").last().press("Enter");
  await page.locator(".profile-line").first().waitFor();
};
const openProfiles = async (asked: Asked = {}): Promise<{ page: Page }> => {
  const { page } = common;
  await page.goto(addressOf(served.url, { ...ONE_ROOM, ...asked }));
  await toProfiles(page);
  return { page };
};
/** Shows the profile of that name. */
const choose = async (page: Page, name: string): Promise<void> => {
  await page
    .locator(".pick")
    .filter({ has: page.locator("b", { hasText: name }) })
    .press("Enter");
  await page.locator(".editor > .head h2").filter({ hasText: name }).waitFor();
};
const bar = (page: Page, number: number) => page.locator(".bar button").nth(number);
const dialog = (page: Page) => page.locator(".dialog");
const escape = (page: Page): Promise<void> => page.keyboard.press("Escape").then(() => dialog(page).waitFor({ state: "detached" }));

const alike = (screen: Screen): Screen => ({ ...screen, alike: true });
const chosen = (name: string): Screen => ({ show: (page) => choose(page, name) });
const tested = (name: string, verdict: string): Screen => ({
  show: async (page) => {
    await choose(page, name);
    await page.locator(".cards > .card").nth(1).getByRole("button").press("Enter");
    await page.locator(".verdict h3").filter({ hasText: verdict }).waitFor();
  },
});
const asked = (show: (page: Page) => Promise<unknown>): Screen => ({
  show: async (page) => {
    await show(page);
    await dialog(page).waitFor();
  },
  leave: escape,
});

type Verdicts = Record<"proved" | "unauthorized" | "unreachable" | "unresolved" | "reached", string>;
const screens = (verdict: Verdicts): Record<string, Screen> => ({
  list: { show: async () => undefined },
  practice: chosen("Practice"),
  "keychain locked": chosen("Keychain locked"),
  "keychain in memory": chosen("Keychain in memory"),
  ...Object.fromEntries(
    ["locked", "missing", "slow", "refused", "cut", "in memory", "unasked"].map((state) => [
      `keychain ${state}`,
      chosen(`Keychain ${state}`),
    ]),
  ),
  proved: tested("Autumn", verdict.proved),
  unauthorized: tested("Spring", verdict.unauthorized),
  unreachable: alike(tested("Host unreachable", verdict.unreachable)),
  unresolved: alike(tested("Host unresolved", verdict.unresolved)),
  "something else answers": alike(tested("Host reached", verdict.reached)),
  remove: asked(async (page) => (await choose(page, "Inspectorate"), await page.locator(".editor > .head .end").press("Enter"))),
  export: asked(async (page) => {
    await choose(page, "Spring");
    await page.locator(".editor > .head button").nth(3).press("Enter");
    await expect.poll(() => page.locator(".dialog textarea").inputValue()).toContain("Spring");
  }),
  forget: asked(async (page) => (await choose(page, "Autumn"), await page.locator(".card .end").press("Enter"))),
  import: asked(async (page) => {
    await bar(page, 0).press("Enter");
    await page.locator(".dialog textarea").fill("{}");
    await page.locator(".dialog .go").press("Enter");
    await page.locator(".dialog .fault").waitFor();
  }),
  "faults of a new profile": {
    show: async (page) => {
      await bar(page, 1).press("Enter");
      await page.locator(".editor details summary").press("Enter");
      await page.locator(".editor details input[type=text]").first().fill("nowhere");
      for (const service of await page.locator(".services input").all()) await service.uncheck();
      await page.locator(".editor button[type=submit]").press("Enter");
      await page.locator(".services .fault, .area .fault").first().waitFor();
    },
  },
});

it.each([
  [
    "light",
    "en",
    SMALL,
    {
      proved: "The connection works",
      unauthorized: "(401)",
      unreachable: "No host answers",
      unresolved: "No host name could be resolved",
      reached: "Something answered",
    },
  ],
  [
    "dark",
    "zh",
    WIDE,
    { proved: "连接正常", unauthorized: "（401）", unreachable: "都没有应答", unresolved: "都无法解析", reached: "不像是该服务" },
  ],
] as const)(
  "every screen is clean in the %s theme, speaking %s",
  async (theme, language, viewport, verdicts) => {
    const { page, faults } = await openFixture(browser, served.url, { ...ONE_ROOM, language, theme, scene: "troubles" }, viewport);
    await toProfiles(page);
    await walk(page, faults, screens(verdicts));
    await page.context().close();
  },
  WALK_MS,
);

describe("writing a profile", () => {
  it("names each limit at its field, puts the focus on the first, and keeps what was typed while another place is looked at", async () => {
    const { page } = await openProfiles();
    await page.getByRole("button", { name: "New profile" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Winter");
    await page.getByLabel("Application id").fill("abc");
    await page.getByLabel("User id of this console").fill("€".repeat(22));
    await page.getByRole("button", { name: "Save profile" }).click();
    await page.getByText("An application id has 32 characters, each 0 to 9 or a to f. Typed: 3.").waitFor();
    await page.getByText("A user id has 1 to 63 bytes and is neither “.” nor “..”. Typed: 66 bytes.").waitFor();
    await expect.poll(() => page.getByLabel("Application id").evaluate((field) => field === document.activeElement)).toBe(true);

    await page.getByRole("button", { name: "Wall" }).click();
    await page.getByRole("button", { name: /Autumn finals/ }).click();
    await page.getByLabel("Name", { exact: true }).waitFor();
    expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe("Winter");
    expect(await page.getByLabel("Application id").inputValue()).toBe("abc");
  });

  it("takes the public service's header names and hosts by a preset", async () => {
    const { page } = await openProfiles();
    await page.getByRole("button", { name: "New profile" }).click();
    await page.getByLabel("The public service’s").check();
    await expect.poll(() => page.getByLabel("Token header").inputValue()).toBe("x-agora-token");
    expect(await page.getByLabel("Global host").inputValue()).toBe("https://api.agora.io");
    expect(await page.getByLabel("Mainland China host").inputValue()).toBe("https://api.sd-rtn.com");
    // Where everything is deployed it is one host; what is not is unticked there, and asked for nowhere.
    const area = page.locator(".area").filter({ hasText: "us-east-1" });
    expect(await area.getByRole("textbox").inputValue()).toBe("https://api-us-east-1.agora.io");
    await area.getByLabel("Recording").uncheck();
    await page.getByLabel("Name", { exact: true }).fill("Public");
    await page.getByLabel("Application id").fill("0f1e2d3c4b5a69788796a5b4c3d2e1f0");
    await page.getByLabel("User id of this console").fill("proctor-1");
    await page.getByRole("button", { name: "Save profile" }).click();
    await page.getByText(/us-east-1: https:\/\/api-us-east-1\.agora\.io \(Rooms, People, Events, Properties/).waitFor();
  });

  it("shows the new profile once the list knows it, and never another in its place", async () => {
    const { page } = await openProfiles();
    await page.getByRole("button", { name: "New profile" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Winter");
    await page.getByLabel("Application id").fill("0f1e2d3c4b5a69788796a5b4c3d2e1f0");
    await page.getByLabel("User id of this console").fill("proctor-1");
    await page.getByLabel("Global host").fill("https://api.example.com");
    const shown = await page.evaluateHandle(() => {
      const seen: string[] = [];
      new MutationObserver(() => {
        const title = document.querySelector(".editor > .head h2")?.textContent;
        if (title != null && seen.at(-1) !== title) seen.push(title);
      }).observe(document.body, { childList: true, subtree: true, characterData: true });
      return seen;
    });
    await page.getByRole("button", { name: "Save profile" }).click();
    await page.getByRole("heading", { name: "Winter", level: 2 }).waitFor();
    await page.getByRole("button", { name: "Test connection" }).waitFor();
    expect((await shown.jsonValue()).filter((title) => title !== "New profile")).toEqual(["Winter"]);
  });

  it("changes a profile and shows it at once", async () => {
    const { page } = await openProfiles();
    await choose(page, "Spring");
    await page.getByRole("button", { name: "Edit" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Summer re-sits");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Summer re-sits" }).waitFor();
    await page.locator(".pick").filter({ hasText: "Summer re-sits" }).waitFor();
  });
});

describe("a certificate", () => {
  it("is written and never shown again", async () => {
    const { page } = await openProfiles();
    await choose(page, "Spring");
    const field = page.getByLabel("Application certificate");
    await field.fill("nothex");
    await page.keyboard.press("Enter");
    await page.getByText("A certificate has 32 characters, each 0 to 9 or a to f. Typed: 6.").waitFor();
    expect(await field.inputValue()).toBe("nothex");
    await field.fill(`${"0".repeat(28)}beef`);
    await page.keyboard.press("Enter");
    await page.getByText("…beef").waitFor();
    await expect.poll(() => page.locator("input[type=password]").inputValue()).toBe("");
    expect(await page.content()).not.toContain(`${"0".repeat(28)}beef`);
  });

  it("that the keychain did not take stays in the field, with a way to keep it for this run", async () => {
    const { page } = await openProfiles();
    await choose(page, "Spring");
    await page.getByLabel("Application certificate").fill(`dead${"0".repeat(28)}`);
    await page.keyboard.press("Enter");
    await page.getByRole("note", { name: "Keychain locked" }).waitFor();
    await page.getByRole("button", { name: "Keep it for this run only" }).click();
    await page.getByText("In memory, for this run only", { exact: true }).waitFor();
    await expect.poll(() => page.locator("input[type=password]").inputValue()).toBe("");
  });

  it("is asked for when a profile is shown that nobody has asked about, and again when a person says so", async () => {
    const { page } = await openProfiles({ scene: "troubles" });
    await choose(page, "Keychain unasked");
    await page.getByText("In the keychain of this workstation").waitFor();
    await choose(page, "Keychain locked");
    await page.getByRole("note", { name: "Keychain locked" }).waitFor();
    await page.getByRole("button", { name: "Ask the keychain again" }).click();
    await page.getByText("In the keychain of this workstation").waitFor();
    await page.getByRole("note", { name: "Keychain locked" }).waitFor({ state: "detached" });
  });

  it("is forgotten only after a question that focuses Cancel", async () => {
    const { page } = await openProfiles();
    await page.getByRole("button", { name: "Forget certificate…" }).click();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Cancel");
    await page.getByRole("dialog").getByRole("button", { name: "Forget certificate" }).click();
    await page.getByText(/^None saved/).waitFor();
  });
});

describe("the list of profiles", () => {
  it("switches by one click", async () => {
    const { page } = await openProfiles();
    await page.getByRole("button", { name: "Switch to Spring re-sits" }).click();
    await page.locator(".profile-line").filter({ hasText: "Spring" }).getByText("IN USE").waitFor();
  });

  it("removes none that is in use or has commands waiting, and says why", async () => {
    const { page } = await openProfiles();
    await page.getByRole("button", { name: "Remove…" }).click();
    await page.getByText("This profile is in use. Switch to another one first.").waitFor();
    await page.keyboard.press("Escape");
    await choose(page, "Spring");
    await page.getByRole("button", { name: "Remove…" }).click();
    await page.getByText(/^2 commands of this profile have not ended/).waitFor();
    expect(await page.getByRole("button", { name: "Remove profile" }).count()).toBe(0);
  });

  it("takes what it has exported, and names the field of a file that cannot be used", async () => {
    const { page } = await openProfiles();
    await choose(page, "Spring");
    await page.getByRole("button", { name: "Export…" }).click();
    await page.getByText(/holds no secret/).waitFor();
    const text = page.getByLabel("Profile file");
    await expect.poll(() => text.inputValue()).toContain("Spring re-sits");
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save as a file" }).click()]);
    expect(download.suggestedFilename()).toBe("Spring re-sits.json");
    expect(await readFile(await download.path(), "utf8")).toBe(await text.inputValue());
    const file = (await text.inputValue()).replace("Spring re-sits", "Copied");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Import…" }).click();
    const field = page.getByLabel("Or paste the text of a profile file");
    const wrong = file.replace('"uid": "console"', '"uid": ""');
    await field.fill(wrong);
    await page.getByRole("button", { name: "Import profile" }).click();
    await page.getByText("The field “uid” cannot be used as it is.").waitFor();
    expect(await field.inputValue()).toBe(wrong);
    await page.getByLabel("Choose a file").setInputFiles({ name: "profile.json", mimeType: "application/json", buffer: Buffer.from(file) });
    await expect.poll(() => field.inputValue()).toBe(file);
    await page.getByRole("button", { name: "Import profile" }).click();
    await page.getByText("The profile has been imported.").waitFor();
    await page.locator(".pick").filter({ hasText: "Copied" }).waitFor();
  });
});
