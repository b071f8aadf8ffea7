/** A new profile from nothing to a live wall: a real cloud, a real keyring, the built console. */
import { afterEach, expect, test } from "vitest";
import { type SpecCloud, startCloud } from "./cloud.ts";
import { keyringHere, startKeyring } from "./keyring.ts";
import { type Launched, launch } from "./launch.ts";

/** Not the practice application: this one's certificate is a secret. */
const APP_ID = "0f1e2d3c4b5a69788796a5b4c3d2e1f0";
const CERTIFICATE = "c0ffee00c0ffee11c0ffee22c0ffee33";

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
const consoleIn = async (keyring: "unlocked" | "absent"): Promise<Launched> => {
  const session = await startKeyring(keyring);
  open.push(session);
  const launched = await launch({ env: session.env, secrets: [CERTIFICATE] });
  open.push(launched);
  return launched;
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
  await page.getByText("“Spring finals” is in use now.").waitFor();
  await page.getByRole("button", { name: "Wall", exact: true }).click();
  await page
    .getByRole("grid", { name: "Rooms" })
    .getByRole("row", { name: /^Room alpha/ })
    .waitFor({ timeout: 30_000 });
  await page.getByRole("region", { name: "State of the console" }).getByText("Live", { exact: true }).waitFor({ timeout: 30_000 });
};

test.skipIf(!keyringHere)("a new profile reaches a live wall, and again after a restart, and its certificate is in no file", async () => {
  const cloud = await cloudWith();
  const launched = await consoleIn("unlocked");
  await toProfiles(launched);
  await writeProfile(launched, cloud);
  await launched.page.getByRole("button", { name: "Save profile" }).click();
  await launched.page.getByText("Next comes its certificate.").waitFor();

  await launched.page.getByRole("button", { name: "Test connection" }).click();
  await launched.page.getByText("there is no certificate to sign with").waitFor({ timeout: 30_000 });

  await launched.page.getByLabel("Application certificate").fill(CERTIFICATE);
  await launched.page.getByRole("button", { name: "Save certificate" }).click();
  await launched.page.getByText("In the keychain of this workstation").waitFor({ timeout: 30_000 });
  expect(await launched.page.getByLabel("Another certificate in its place").inputValue()).toBe("");

  await launched.page.getByRole("button", { name: "Test connection" }).click();
  await launched.page.getByText("The connection works").waitFor({ timeout: 30_000 });
  await reachWall(launched);

  await launched.restart();
  await launched.page
    .getByRole("grid", { name: "Rooms" })
    .getByRole("row", { name: /^Room alpha/ })
    .waitFor();
  await launched.page.getByRole("region", { name: "State of the console" }).getByText("Live", { exact: true }).waitFor({ timeout: 30_000 });
});

test.skipIf(!keyringHere)("without a keychain it says so, and on request the certificate is held for this run", async () => {
  const cloud = await cloudWith();
  const launched = await consoleIn("absent");
  await toProfiles(launched);
  await writeProfile(launched, cloud);
  await launched.page.getByRole("button", { name: "Save profile" }).click();
  const field = launched.page.getByLabel("Application certificate");
  await field.fill(CERTIFICATE);
  await launched.page.getByRole("button", { name: "Save certificate" }).click();
  await launched.page.getByText("The keychain did not take it.").waitFor({ timeout: 30_000 });
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
    const launched = await consoleIn("absent");
    await toProfiles(launched);
    await writeProfile(launched, cloud);
    await launched.page.getByRole("button", { name: "Save profile" }).click();
    await launched.page.getByLabel("Application certificate").fill("0".repeat(32));
    await launched.page.getByLabel(/^for this run only/).check();
    await launched.page.getByRole("button", { name: "Save certificate" }).click();
    await launched.page.getByText("In memory, for this run only", { exact: true }).waitFor();
    await launched.page.getByRole("button", { name: "Test connection" }).click();
    await launched.page.getByText("The service did not accept the token (401)").waitFor({ timeout: 30_000 });
    await launched.page
      .getByRole("region", { name: "What it can still be" })
      .getByText(/^The certificate:/)
      .waitFor();
    await launched.page.getByRole("region", { name: "Ruled out" }).getByText("The clocks agree well enough.").waitFor();
    // The practice profile runs on.
    await launched.page.getByRole("region", { name: "State of the console" }).getByText("Live", { exact: true }).waitFor();
  },
);
