/** A new profile from nothing to a live wall: a real cloud, a real keyring, the built console. */
import type { Page } from "playwright-core";
import { afterEach, expect, test } from "vitest";
import { type SpecCloud, startCloud } from "./cloud.ts";
import { type Keyring, keyringHere, startKeyring } from "./keyring.ts";
import { type Launched, launch } from "./launch.ts";

/** Not the practice application: this one's certificate is a secret. */
const APP_ID = "0f1e2d3c4b5a69788796a5b4c3d2e1f0";
const CERTIFICATE = "c0ffee00c0ffee11c0ffee22c0ffee33";

/** A busy machine may take its time; what does not come at all is told after that. */
const PATIENT = { timeout: 60_000 };

const open: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const thing of open.splice(0).reverse()) await thing.close();
});
const cloudWith = async (): Promise<SpecCloud> => {
  const cloud = await startCloud({ scenario: "none", appId: APP_ID, appCertificate: CERTIFICATE });
  open.push({ close: cloud.stop });
  await cloud.room("alpha", ["ann"]);
  return cloud;
};
const consoleIn = async (state: "unlocked" | "absent"): Promise<{ launched: Launched; keyring: Keyring }> => {
  const keyring = await startKeyring(state);
  open.push(keyring);
  const launched = await launch({ env: keyring.env, secrets: [CERTIFICATE] });
  open.push(launched);
  return { launched, keyring };
};

const toProfiles = async ({ page }: Launched): Promise<void> => {
  await page.getByRole("button", { name: "Practice", exact: true }).first().click();
  await page.getByRole("heading", { name: "Profiles", level: 1 }).waitFor();
};
/** Fills in everything but the certificate. */
const writeProfile = async ({ page }: Launched, cloud: SpecCloud): Promise<void> => {
  await page.getByRole("button", { name: "New profile" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Spring finals");
  await page.getByLabel("Region").selectOption("ap");
  await page.getByLabel("Application id").fill(APP_ID);
  await page.getByLabel("User id of this console").fill("proctor-1");
  await page.getByLabel("Global host").fill(cloud.line().baseUrl);
  await page.getByLabel(/^Ask for news/).fill("1");
};
const reachWall = async ({ page }: Launched): Promise<void> => {
  await page.getByRole("button", { name: "Switch to it" }).click();
  await page.locator(".profile-line").filter({ hasText: "Spring finals" }).getByText("IN USE").waitFor(PATIENT);
  await page.getByRole("button", { name: "Wall", exact: true }).click();
  await seeWall(page);
};
const seeWall = async (page: Page): Promise<void> => {
  await page
    .getByRole("grid", { name: "Rooms" })
    .getByRole("row", { name: /^Room alpha/ })
    .waitFor(PATIENT);
  await page.getByRole("region", { name: "State of the console" }).getByText("Live", { exact: true }).waitFor(PATIENT);
};

test.skipIf(!keyringHere)(
  "a new profile reaches a live wall, and again after a restart with a locked keyring that is opened, and its certificate is in no file",
  async () => {
    const cloud = await cloudWith();
    const { launched, keyring } = await consoleIn("unlocked");
    await toProfiles(launched);
    await writeProfile(launched, cloud);
    await launched.page.getByRole("button", { name: "Save profile" }).click();
    await launched.page.getByText("Next comes its certificate.").waitFor();

    await launched.page.getByRole("button", { name: "Test connection" }).click();
    await launched.page.getByText("there is no certificate to sign with").waitFor(PATIENT);

    await launched.page.getByLabel("Application certificate").fill(CERTIFICATE);
    await launched.page.getByRole("button", { name: "Save certificate" }).click();
    await launched.page.getByText("In the keychain of this workstation").waitFor(PATIENT);
    await expect.poll(() => launched.page.getByLabel("Another certificate in its place").inputValue()).toBe("");

    await launched.page.getByRole("button", { name: "Test connection" }).click();
    await launched.page.getByText("The connection works").waitFor(PATIENT);
    await reachWall(launched);

    // What was typed crossed once, to be saved; `close` looks for it everywhere else.
    if (launched.mode === "chromium") expect(launched.traced().split(CERTIFICATE)).toHaveLength(2);

    // With the keyring locked the console starts, says so, and goes on by itself once it is open.
    keyring.lock();
    await launched.restart();
    await launched.page.getByRole("button", { name: "Spring finals", exact: true }).first().click();
    await launched.page.getByRole("note", { name: "Keychain locked" }).waitFor(PATIENT);
    await keyring.unlock();
    await launched.page.getByRole("button", { name: "Ask the keychain again" }).click();
    await launched.page.getByText("In the keychain of this workstation").waitFor(PATIENT);
    await launched.page.getByRole("button", { name: "Wall", exact: true }).click();
    await seeWall(launched.page);
  },
);

test.skipIf(!keyringHere)("without a keychain it says so, and on request the certificate is held for this run", async () => {
  const cloud = await cloudWith();
  const { launched } = await consoleIn("absent");
  await toProfiles(launched);
  await writeProfile(launched, cloud);
  await launched.page.getByRole("button", { name: "Save profile" }).click();
  const field = launched.page.getByLabel("Application certificate");
  await field.fill(CERTIFICATE);
  await launched.page.getByRole("button", { name: "Save certificate" }).click();
  await launched.page.getByText("The keychain did not take it.").waitFor(PATIENT);
  await launched.page.getByRole("note", { name: "No keychain" }).first().waitFor();
  expect(await field.inputValue()).toBe(CERTIFICATE);

  await launched.page.getByRole("button", { name: "Keep it for this run only" }).click();
  await launched.page.getByText("In memory, for this run only", { exact: true }).waitFor();
  await reachWall(launched);
});

test.skipIf(!keyringHere)(
  "a wrong certificate is told as a 401, with what is ruled out and what remains; nothing else is touched",
  async () => {
    const cloud = await cloudWith();
    const { launched } = await consoleIn("absent");
    await toProfiles(launched);
    await writeProfile(launched, cloud);
    await launched.page.getByRole("button", { name: "Save profile" }).click();
    await launched.page.getByLabel("Application certificate").fill("0".repeat(32));
    await launched.page.getByLabel(/^for this run only/).check();
    await launched.page.getByRole("button", { name: "Save certificate" }).click();
    await launched.page.getByText("In memory, for this run only", { exact: true }).waitFor();
    await launched.page.getByRole("button", { name: "Test connection" }).click();
    await launched.page.getByText("The service did not accept the token (401)").waitFor(PATIENT);
    await launched.page
      .getByRole("region", { name: "What it can still be" })
      .getByText(/^The certificate:/)
      .waitFor();
    await launched.page.getByRole("region", { name: "Ruled out" }).getByText("The clocks agree well enough.").waitFor();
    // The practice profile runs on.
    await launched.page.getByRole("region", { name: "State of the console" }).getByText("Live", { exact: true }).waitFor();
  },
);
