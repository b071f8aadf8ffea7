/** Secrets are planted in a whole run of the main process, and looked for afterwards in everything that it has written or told. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createIpcServer } from "../../electron/ipc/server.ts";
import type { Sender, Transport } from "../../electron/ipc/transport.ts";
import { createSystemClock } from "../../electron/platform/clock.ts";
import { createSystemRandom } from "../../electron/platform/random.ts";
import { createVault } from "../../electron/vault/vault.ts";
import { CHANNEL } from "../../shared/contract/channels.ts";
import { contract } from "../../shared/contract.ts";
import type { Result } from "../../shared/result.ts";
import { placesOf } from "../checks/secrets.ts";
import { createMemoryLog } from "../contract/harness.ts";
import { createFakeKeychain } from "../fakes/keychain.ts";
import { APP, openDesk, profileFor, startCloud, until, untilLive } from "./workstation/desk.ts";

const OURS: Sender = { window: 1, frame: { origin: "console://app", main: true } };
const ACCESS_KEY = "canary-access-key-4711";
const PASSWORD = "canary-password-0815";

test("neither the certificate nor a token nor any other secret is written or told anywhere", async () => {
  const cloud = await startCloud();
  const traces = mkdtempSync(join(tmpdir(), "canary-"));
  const said: unknown[] = [];
  const clipboardTexts: string[] = [];
  const exported: string[] = [];
  const desk = await openDesk();

  // The window's side of the wire, kept whole.
  const listeners = new Map<string, (sender: Sender, message: unknown) => Promise<unknown>>();
  const transport: Transport = {
    handle: (channel, listener) => void listeners.set(channel, listener),
    send: (_window, _channel, payload) => {
      said.push(payload);
      return true;
    },
    onGone: () => undefined,
    close: () => undefined,
  };
  const server = createIpcServer({
    transport,
    handlers: desk.core.handlers,
    sources: desk.core.sources,
    clock: createSystemClock(),
    random: createSystemRandom(),
    log: createMemoryLog(),
    trusted: () => true,
    observeOnly: () => false,
  });
  const call = async (name: string, input: unknown): Promise<Record<string, unknown>> => {
    const answer = (await listeners.get(CHANNEL.call)?.(OURS, { name, input })) as Result<Record<string, unknown>>;
    said.push(answer);
    return answer.ok ? answer.value : {};
  };
  for (const [index, topic] of Object.keys(contract.topics).entries())
    await listeners.get(CHANNEL.subscribe)?.(OURS, { subscription: `s${index}`, topic, params: {} });

  try {
    const file = JSON.stringify({ ...profileFor(cloud.baseUrl), appCertificate: APP.appCertificate });
    const { id } = await call("profiles.import", { text: file });
    await call("certificate.save", { id, certificate: APP.appCertificate, where: "keychain" });
    await call("connection.test", { id });
    await call("profiles.switch", { id });
    await untilLive(desk);
    await call("rooms.add", { roomUuids: ["canary-room"] });
    for (const kind of ["chat-app", "signaling", "education-app"]) {
      await call("token.build", { profileId: id, kind, account: "console", validForSeconds: 600 });
      clipboardTexts.push(desk.clipboard.text);
    }
    await call("token.inspect", { text: clipboardTexts[0], profileId: id, account: null });
    await call("chatUsers.register", { profileId: id, users: [{ username: "ann", password: PASSWORD }] });
    await call("chatUsers.issueToken", { profileId: id, username: "ann", validForSeconds: 600 });
    clipboardTexts.push(desk.clipboard.text);
    const { url } = await call("tokenServer.start", {
      port: 0,
      listenHost: "127.0.0.1",
      accessKey: ACCESS_KEY,
      registrationPassword: PASSWORD,
      validSeconds: 600,
      corsOrigins: [],
    });
    for (const path of ["/chat/app/token", "/chat/user/bob/token"])
      clipboardTexts.push(await (await fetch(`${String(url)}${path}`, { headers: { authorization: `Bearer ${ACCESS_KEY}` } })).text());
    // What goes wrong is told at length, and must not tell more than that.
    await call("certificate.save", { id, certificate: `${APP.appCertificate}x`, where: "keychain" });
    await call("profiles.import", { text: file.replace('"region"', '"regoin"') });
    writeFileSync(join(traces, "export.json"), String((await call("profiles.export", { id }))["text"]));
    await until(() => expect(desk.value("tokenServer").requests).toHaveLength(2));
    await call("certificate.forget", { id });
    // What has been seen and done is taken out in each form; it lies with the rest of the user data.
    for (const format of ["csv", "jsonl", "html"]) {
      const { path } = await call("record.export", { format, part: { room: null, examId: null, from: null, to: null }, language: "en" });
      exported.push(String(path));
    }
  } finally {
    server.close();
    await desk.stop();
    await cloud.close();
  }
  writeFileSync(join(traces, "ipc.json"), said.map((one) => JSON.stringify(one)).join("\n"));

  expect(exported.every((path) => readFileSync(path, "utf8").includes("School"))).toBe(true);
  expect(clipboardTexts).toHaveLength(6);
  expect(clipboardTexts.every((text) => text.startsWith("007"))).toBe(true);
  // The practice cloud's certificate is public; this one and its tokens are nobody's but the keychain's.
  expect(desk.tokensSent.size).toBeGreaterThan(1);
  const secrets = [APP.appCertificate, ACCESS_KEY, PASSWORD, ...clipboardTexts, ...desk.tokensSent];
  expect(readdirSync(desk.userData, { recursive: true })).toEqual(
    expect.arrayContaining(["profiles.json", "logs/console.log", expect.stringContaining("outbox.db") as string]),
  );
  expect([...placesOf(desk.userData, secrets), ...placesOf(traces, secrets)]).toEqual([]);
  rmSync(traces, { recursive: true });
  rmSync(desk.userData, { recursive: true });
}, 60_000);

test("a keychain's complaint is logged without what was to be kept", async () => {
  const log = createMemoryLog();
  const vault = createVault({
    keychain: createFakeKeychain({ state: "refused" }),
    log,
    clock: createSystemClock(),
    times: { savedAt: () => null, note: () => undefined },
  });
  await vault.save({ region: "ap", appId: APP.appId }, APP.appCertificate, "either");
  expect(log.lines.length).toBeGreaterThan(0);
  expect(JSON.stringify(log.lines)).not.toContain(APP.appCertificate);
});
