import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, expect, test, vi } from "vitest";
import type { RecordFormat } from "../../../shared/model/record.ts";
import { createFakeKeychain } from "../../fakes/keychain.ts";
import { APP, type Desk, good, openDesk, profileFor, startCloud, until, untilLive } from "./desk.ts";

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

type Line = Record<string, unknown> & { kind: string };
const WHOLE = { room: null, examId: null, from: null, to: null };
const take = async (desk: Desk, format: RecordFormat | "pdf") =>
  good(await desk.call("record.export", { format, part: WHOLE, language: "en" }));
const linesOf = async (desk: Desk): Promise<Line[]> => {
  const { path, verdict } = await take(desk, "jsonl");
  expect(verdict).toMatchObject({ ok: true, faults: [] });
  return readFileSync(path, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);
};

/** Every state that a command has come into, as the outbox has them. */
const statesInOutbox = (userData: string): string[] => {
  const paths = readdirSync(userData, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith("outbox.db"));
  return paths.flatMap((path) => {
    const database = new DatabaseSync(join(userData, path), { readOnly: true });
    const rows = database.prepare("SELECT state FROM feed ORDER BY seq").all();
    database.close();
    return rows.map(({ state }) => String(state));
  });
};

test("what was seen and done is in the record once, with who did it, across a restart", async () => {
  const cloud = await startCloud();
  open.push(cloud);
  const keychain = createFakeKeychain();
  const first = await openDesk({ keychain });
  good(await first.call("settings.change", { operator: "Ana" }));
  const { id } = good(await first.call("profiles.save", { id: null, profile: profileFor(cloud.baseUrl) }));
  good(await first.call("profiles.switch", { id }));
  good(await first.call("settings.change", { operator: "Ben" }));
  // Without a certificate nothing leaves: what is asked waits, also for the next run.
  good(await first.call("rooms.add", { roomUuids: ["room-1"] }));
  const commandId = "0190b6a4-5b7e-4c3a-9f10-0a1b2c3d4e5f";
  good(await first.call("room.setState", { commandId, roomUuid: "room-1", state: 2 }));
  await first.stop();

  const desk = await openDesk({ keychain, userData: first.userData });
  open.push(desk);
  good(await desk.call("certificate.save", { id, certificate: APP.appCertificate, where: "keychain" }));
  await untilLive(desk);
  // The service has no such room, so it ends.
  await until(() => expect(desk.list("commands")).toMatchObject([{ id: commandId, state: "failed" }]));
  const passed = statesInOutbox(desk.userData);
  await vi.waitFor(
    async () => {
      const { kinds } = good(await desk.call("record.summary", {}));
      expect(kinds).toContainEqual({ kind: "command", count: passed.length });
      expect(kinds.map(({ kind }) => kind)).toContain("token");
    },
    { timeout: 60_000, interval: 100 },
  );
  const lines = await linesOf(desk);
  const states = lines.filter(({ kind }) => kind === "command");
  expect(passed.slice(0, 2)).toEqual(["asked", "queued"]);
  expect(states.map(({ state }) => state)).toEqual(passed);
  for (const { command } of states) expect(command).toMatchObject({ id: commandId, operator: "Ben", roomUuid: "room-1" });
  expect(lines.filter(({ kind }) => kind === "operator")).toMatchObject([{ before: "Ana", operator: "Ben" }]);
  expect(lines.filter(({ kind }) => kind === "started")).toMatchObject([
    { operator: "Ana", profile: { name: "School", appId: APP.appId } },
    { operator: "Ben" },
  ]);
  expect(lines.filter(({ kind }) => kind === "ended")).toHaveLength(1);
  expect(lines.filter(({ kind }) => kind === "certificate")).toMatchObject([{ place: "keychain", operator: "Ben" }]);
  expect(lines.at(-1)).toMatchObject({ kind: "footer", key: "keychain" });

  expect(good(await desk.call("record.verify", { examId: null }))).toMatchObject({ ok: true, what: "journal", faults: [] });
  expect(await take(desk, "pdf")).toMatchObject({ path: expect.stringMatching(/\.pdf$/) as string, verdict: null });
});

test("a class that is over is removed when a person says so, and the wall, the record and the next run know it no longer", async () => {
  const cloud = await startCloud();
  open.push(cloud);
  const keychain = createFakeKeychain();
  const desk = await openDesk({ keychain });
  good(await desk.call("settings.change", { operator: "Ana" }));
  const { id } = good(await desk.call("profiles.save", { id: null, profile: profileFor(cloud.baseUrl) }));
  good(await desk.call("certificate.save", { id, certificate: APP.appCertificate, where: "keychain" }));
  good(await desk.call("profiles.switch", { id }));
  await untilLive(desk);
  const commandId = (n: number): string => `0190b6a4-5b7e-4c3a-9f10-0a1b2c3d4e5${n}`;
  const ended = (n: number) =>
    until(() => expect(desk.list("commands").find((row) => row.id === commandId(n))).toMatchObject({ state: "observed" }));
  good(await desk.call("room.create", { commandId: commandId(1), roomUuid: "hall", roomType: 4, roomName: "Hall" }));
  await ended(1);
  good(await desk.call("room.setState", { commandId: commandId(2), roomUuid: "hall", state: 2 }));
  await ended(2);
  const choice = { rooms: ["hall"], before: null };
  // It has ended, and may still be heard of.
  expect(good(await desk.call("record.removalPlan", choice))).toMatchObject({ rooms: 0, kept: [{ reason: "live", count: 1 }] });
  await until(() => expect(desk.value("serviceExtras").closedState).toBe(true));
  good(await desk.call("room.setState", { commandId: commandId(3), roomUuid: "hall", state: 3 }));
  await ended(3);
  const plan = good(await desk.call("record.removalPlan", choice));
  expect(plan).toMatchObject({ rooms: 1, kept: [] });
  expect(plan.events).toBeGreaterThan(1);
  good(await desk.call("record.remove", { choice, agreed: { rooms: 1, events: plan.events } }));
  await until(() => expect(desk.value("removal")).toMatchObject({ phase: "ended", gone: 1, removed: plan.events }));
  expect(desk.list("rooms")).toEqual([]);
  expect(good(await desk.call("record.verify", { examId: null }))).toMatchObject({
    ok: true,
    pruned: plan.events,
    removals: [{ operator: "Ana", rooms: 1, entries: plan.events }],
  });
  const exported = readFileSync(desk.value("removal").file ?? "", "utf8");
  expect(exported.split("\n").filter((line) => line.includes('"kind":"event"'))).toHaveLength(plan.events);
  await desk.stop();
  const next = await openDesk({ keychain, userData: desk.userData });
  open.push(next);
  expect(next.list("rooms")).toEqual([]);
});
