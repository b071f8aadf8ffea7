import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { createFakeKeychain } from "../../fakes/keychain.ts";
import { APP, type Desk, good, openDesk, profileFor, startCloud, until, untilLive } from "./desk.ts";

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});
const keep = <T extends { close(): Promise<void> }>(one: T): T => {
  open.push(one);
  return one;
};
const cloud = async (keys?: Parameters<typeof startCloud>[0]) => keep(await startCloud(keys));
const desk = async (options?: Parameters<typeof openDesk>[0]): Promise<Desk> => keep(await openDesk(options));
const entry = (at: Desk, id: string) => at.list("profiles").find((one) => one.id === id);
const running = (at: Desk): string | undefined => at.list("profiles").find(({ current }) => current)?.id;

test("from nothing to a live profile: made, given its certificate, tested, switched to, and found again by the next run", async () => {
  const { baseUrl } = await cloud();
  const keychain = createFakeKeychain();
  const first = await openDesk({ keychain });
  expect(running(first)).toBe("practice");
  const { id } = good(await first.call("profiles.save", { id: null, profile: profileFor(baseUrl) }));
  expect(good(await first.call("connection.test", { id })).verdict).toBe("noCertificate");
  expect(good(await first.call("certificate.save", { id, certificate: APP.appCertificate, where: "keychain" }))).toMatchObject({
    place: "keychain",
    fault: null,
    fingerprint: expect.stringMatching(/^[0-9a-f]{4}$/) as string,
  });
  expect(good(await first.call("connection.test", { id }))).toMatchObject({
    verdict: "proved",
    hosts: [{ role: "primary", problem: null }],
  });
  good(await first.call("profiles.switch", { id }));
  expect(running(first)).toBe(id);
  expect(first.value("profile")).toMatchObject({ name: "School", practice: false, certificate: "keychain" });
  await untilLive(first);
  await first.stop();

  const next = await desk({ userData: first.userData, keychain });
  expect(running(next)).toBe(id);
  await untilLive(next);
  expect(entry(next, id)).toMatchObject({ certificate: { place: "keychain", savedAt: expect.any(Number) as number } });
});

test("what runs in one profile waits on disk while another runs, and is counted", async () => {
  const [one, other] = [await cloud(), await cloud({ ...APP, appId: "1f1e2d3c4b5a69788796a5b4c3d2e1f0" })];
  const at = await desk();
  const first = good(await at.call("profiles.save", { id: null, profile: profileFor(one.baseUrl) })).id;
  const second = good(
    await at.call("profiles.save", {
      id: null,
      profile: profileFor(other.baseUrl, { name: "Other", appId: "1f1e2d3c4b5a69788796a5b4c3d2e1f0" }),
    }),
  ).id;
  // Without a certificate nothing leaves: what is asked stays in the queue.
  good(await at.call("profiles.switch", { id: first }));
  const commandId = "0190b6a4-5b7e-4c3a-9f10-0a1b2c3d4e5f";
  good(await at.call("rooms.add", { roomUuids: ["room-1"] }));
  good(await at.call("room.setState", { commandId, roomUuid: "room-1", state: 1 }));
  expect(entry(at, first)).toMatchObject({ current: true, queuedCommands: 1 });
  good(await at.call("profiles.switch", { id: second }));
  expect(at.list("commands")).toEqual([]);
  await until(() => expect(entry(at, first)).toMatchObject({ current: false, queuedCommands: 1 }));
  expect(await at.call("profiles.remove", { id: first })).toMatchObject({ ok: false, error: { reason: "profileHasCommands" } });
  good(await at.call("profiles.switch", { id: first }));
  expect(at.list("commands").map((row) => row.id)).toEqual([commandId]);
});

test("two profiles of one application each keep their own rooms and queue; neither's application changes while commands wait", async () => {
  const { baseUrl } = await cloud();
  const at = await desk();
  const made = async (name: string) => good(await at.call("profiles.save", { id: null, profile: profileFor(baseUrl, { name }) })).id;
  const [first, second] = [await made("First sitting"), await made("Second sitting")];
  good(await at.call("profiles.switch", { id: first }));
  good(await at.call("rooms.add", { roomUuids: ["room-1"] }));
  // Without a certificate nothing leaves.
  good(await at.call("room.setState", { commandId: "0190b6a4-5b7e-4c3a-9f10-0a1b2c3d4e60", roomUuid: "room-1", state: 1 }));
  good(await at.call("profiles.switch", { id: second }));
  expect(at.list("rooms")).toEqual([]);
  await until(() => expect([entry(at, first), entry(at, second)].map((one) => one?.queuedCommands)).toEqual([1, 0]));

  const other = profileFor(baseUrl, { name: "First sitting", appId: "1f1e2d3c4b5a69788796a5b4c3d2e1f0" });
  expect(await at.call("profiles.save", { id: first, profile: other })).toMatchObject({
    ok: false,
    error: { reason: "profileHasCommands" },
  });
  good(await at.call("profiles.save", { id: first, profile: profileFor(baseUrl, { name: "Renamed" }) }));
  good(await at.call("profiles.save", { id: second, profile: { ...other, name: "Second sitting" } }));
  good(await at.call("profiles.switch", { id: first }));
  expect(at.list("rooms").map(({ roomUuid }) => roomUuid)).toEqual(["room-1"]);
});

test("a folder that profiles of one application shared goes to the one that was used last, with all that is in it", async () => {
  const { baseUrl } = await cloud();
  const first = await openDesk();
  const made = async (name: string) => good(await first.call("profiles.save", { id: null, profile: profileFor(baseUrl, { name }) })).id;
  const [lately, never] = [await made("Lately"), await made("Never")];
  good(await first.call("profiles.switch", { id: lately }));
  good(await first.call("rooms.add", { roomUuids: ["room-1"] }));
  await first.stop();
  const root = join(first.userData, "profiles");
  const own = readdirSync(root).find((name) => name.startsWith(`${lately}-`)) ?? "";
  const former = own.slice(lately.length + 1);
  renameSync(join(root, own), join(root, former));

  const at = await desk({ userData: first.userData });
  expect(at.list("rooms").map(({ roomUuid }) => roomUuid)).toEqual(["room-1"]);
  expect(readdirSync(root)).not.toContain(former);
  good(await at.call("profiles.switch", { id: never }));
  expect(at.list("rooms")).toEqual([]);
});

test("open topics follow the profile: lists are sent anew, an open room of the old profile closes", async () => {
  const { baseUrl } = await cloud();
  const at = await desk();
  await until(() => expect(at.list("rooms").length).toBeGreaterThan(0));
  const [room] = at.list("rooms");
  const told: (string | null)[] = [];
  const rooms = at.core.sources.rooms({}, (key) => told.push(key));
  const detail = at.core.sources.room({ roomUuid: room?.roomUuid ?? "" }, () => undefined);
  if (!rooms.ok || !detail.ok) throw new Error("not open");
  const { id } = good(await at.call("profiles.save", { id: null, profile: profileFor(baseUrl) }));
  good(await at.call("profiles.switch", { id }));
  expect(told).toContain(null);
  expect(rooms.value.readAll()).toEqual([]);
  expect(detail.value.read()).toMatchObject({ ok: false, error: { code: "notFound" } });
  detail.value.close();
  rooms.value.close();
});

test("switches come one after the other, and the last one asked for runs in the end", async () => {
  const { baseUrl } = await cloud();
  const at = await desk();
  const ids = [];
  for (const name of ["A", "B"]) ids.push(good(await at.call("profiles.save", { id: null, profile: profileFor(baseUrl, { name }) })).id);
  const [a = "", b = ""] = ids;
  const results = await Promise.all([a, b, "practice", a, "practice", b].map((id) => at.call("profiles.switch", { id })));
  expect(results.every(({ ok }) => ok)).toBe(true);
  expect(running(at)).toBe(b);
  expect(await at.call("profiles.switch", { id: "nobody" })).toMatchObject({ ok: false, error: { code: "notFound" } });
  expect(running(at)).toBe(b);
});

test("a change of the profile that runs takes effect at once", async () => {
  const { baseUrl } = await cloud();
  const at = await desk();
  const { id } = good(await at.call("profiles.save", { id: null, profile: profileFor(baseUrl) }));
  good(await at.call("profiles.switch", { id }));
  expect(at.core.observeOnly()).toBe(false);
  good(await at.call("profiles.save", { id, profile: profileFor(baseUrl, { observeOnly: true, name: "Looking" }) }));
  expect(at.core.observeOnly()).toBe(true);
  expect(at.value("profile").name).toBe("Looking");
});

describe("profiles are", () => {
  test("duplicated under a free name, removed with their certificate, and never the one that runs or the practice profile", async () => {
    const keychain = createFakeKeychain();
    const at = await desk({ keychain });
    const { id } = good(await at.call("profiles.save", { id: null, profile: profileFor("https://api.example.com") }));
    good(await at.call("certificate.save", { id, certificate: APP.appCertificate, where: "keychain" }));
    const copy = good(await at.call("profiles.duplicate", { id })).id;
    expect(entry(at, copy)?.profile.name).toBe("School (2)");
    good(await at.call("profiles.remove", { id: copy }));
    expect(keychain.secrets.size).toBe(1);
    good(await at.call("profiles.remove", { id }));
    await until(() => expect(keychain.secrets.size).toBe(0));
    for (const call of ["profiles.duplicate", "profiles.remove", "certificate.forget"] as const)
      expect(await at.call(call, { id: "practice" })).toMatchObject({ ok: false, error: { code: "conflict" } });
    expect(await at.call("profiles.save", { id: "practice", profile: profileFor("https://x.example") })).toMatchObject({ ok: false });
  });

  test("exported without a secret and imported again; a certificate in the file goes into the keychain, and the answer says so", async () => {
    const keychain = createFakeKeychain();
    const at = await desk({ keychain });
    const file = JSON.stringify({ ...profileFor("https://api.example.com"), appCertificate: APP.appCertificate });
    const { id, certificate } = good(await at.call("profiles.import", { text: file }));
    expect(certificate).toMatchObject({ place: "keychain" });
    const { text } = good(await at.call("profiles.export", { id }));
    expect(text).not.toContain(APP.appCertificate);
    expect(good(await at.call("profiles.import", { text }))).toEqual({ id, certificate: null });
    expect(readFileSync(join(at.userData, "profiles.json"), "utf8")).not.toContain(APP.appCertificate);
    expect(await at.call("profiles.import", { text: "{" })).toMatchObject({ ok: false, error: { code: "invalid" } });
  });
});

test("a profile file is kept among the profiles and opened, once however often it is given", async () => {
  const { baseUrl } = await cloud();
  const path = join((await desk()).userData, "given.json");
  writeFileSync(path, JSON.stringify({ ...profileFor(baseUrl), appCertificate: APP.appCertificate }));
  const keychain = createFakeKeychain();
  const first = await openDesk({ profileFile: path, keychain });
  const id = running(first);
  await untilLive(first);
  await first.stop();
  const second = await desk({ userData: first.userData, profileFile: path, keychain });
  expect(running(second)).toBe(id);
  expect(second.list("profiles")).toHaveLength(2);
  expect(second.value("profile").notices).toContainEqual({ code: "certificateInFile", params: { file: path } });
});

test("a profile file finds again what its profile has on disk, although the list of profiles is lost", async () => {
  const { baseUrl } = await cloud();
  const first = await openDesk();
  const path = join(first.userData, "given.json");
  writeFileSync(path, JSON.stringify(profileFor(baseUrl)));
  await first.stop();
  const opened = { userData: first.userData, profileFile: path };
  const second = await openDesk(opened);
  good(await second.call("rooms.add", { roomUuids: ["room-1"] }));
  await second.stop();
  rmSync(join(first.userData, "profiles.json"));
  const at = await desk(opened);
  expect(at.list("rooms").map(({ roomUuid }) => roomUuid)).toEqual(["room-1"]);
});

test("a file of profiles that cannot be read is set aside, and the console starts", async () => {
  const first = await openDesk();
  await first.stop();
  writeFileSync(join(first.userData, "profiles.json"), "{ half");
  const at = await desk({ userData: first.userData });
  expect(at.list("profiles").map(({ id }) => id)).toEqual(["practice"]);
});

describe("a certificate", () => {
  test.each(["missing", "locked", "slow", "refused", "cut"] as const)(
    "that a keychain cannot keep because it is %s is kept in memory on request alone, and makes the profile live",
    async (state) => {
      const { baseUrl } = await cloud();
      const at = await desk({ keychain: createFakeKeychain({ state }) });
      const { id } = good(await at.call("profiles.save", { id: null, profile: profileFor(baseUrl) }));
      good(await at.call("profiles.switch", { id }));
      const save = { id, certificate: APP.appCertificate };
      expect(good(await at.call("certificate.save", { ...save, where: "keychain" }))).toMatchObject({ place: "absent", fault: state });
      expect(at.value("profile").certificate).toBe("absent");
      expect(good(await at.call("certificate.save", { ...save, where: "memory" }))).toMatchObject({ place: "memory", fault: null });
      await untilLive(at);
    },
  );

  test("is not known of a profile that was just made, until its state is asked for", async () => {
    const keychain = createFakeKeychain();
    const at = await desk({ keychain });
    await keychain.save(`ap:${APP.appId}`, APP.appCertificate);
    const { id } = good(await at.call("profiles.save", { id: null, profile: profileFor("https://api.example.com") }));
    expect(entry(at, id)?.certificate).toMatchObject({ place: "unknown", fault: null });
    expect(good(await at.call("certificate.state", { id }))).toMatchObject({ place: "keychain" });
    expect(entry(at, id)?.certificate).toMatchObject({ place: "keychain" });
    expect(await at.call("certificate.state", { id: "nobody" })).toMatchObject({ ok: false, error: { code: "notFound" } });
  });

  test("in a keychain that is locked at start is used as soon as the keychain is open", async () => {
    const { baseUrl } = await cloud();
    const keychain = createFakeKeychain();
    const first = await openDesk({ keychain });
    const { id } = good(await first.call("profiles.save", { id: null, profile: profileFor(baseUrl) }));
    good(await first.call("certificate.save", { id, certificate: APP.appCertificate, where: "keychain" }));
    good(await first.call("profiles.switch", { id }));
    await first.stop();
    keychain.become("locked");
    const at = await desk({ userData: first.userData, keychain });
    await until(() => expect(entry(at, id)?.certificate).toMatchObject({ place: "unknown", fault: "locked" }));
    await until(() => expect(at.value("profile")).toMatchObject({ certificate: "absent", notices: [{ code: "keychainLocked" }] }));
    keychain.become("working");
    await untilLive(at);
    expect(at.value("profile")).toMatchObject({ certificate: "keychain", notices: [] });
    expect(entry(at, id)?.certificate).toMatchObject({ place: "keychain", fault: null });
  });

  test("that is forgotten is not used any more, not even by a token that was made with it", async () => {
    const { baseUrl } = await cloud();
    const at = await desk();
    const { id } = good(await at.call("profiles.save", { id: null, profile: profileFor(baseUrl) }));
    good(await at.call("certificate.save", { id, certificate: APP.appCertificate, where: "keychain" }));
    good(await at.call("profiles.switch", { id }));
    await untilLive(at);
    expect(good(await at.call("certificate.forget", { id }))).toMatchObject({ place: "absent" });
    await until(() => expect(at.value("connection").problem?.code).toBe("noToken"));
    good(await at.call("certificate.save", { id, certificate: APP.appCertificate, where: "keychain" }));
    await untilLive(at);
  });
});
