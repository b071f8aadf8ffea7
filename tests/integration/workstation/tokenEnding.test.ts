/** The whole main process on a virtual clock: a token that cannot be renewed becomes an alarm once it would end before the exam does. */
import { afterEach, expect, test } from "vitest";
import type { HttpRequest } from "../../../shared/ports.ts";
import { createVirtualClock } from "../../fakes/clock.ts";
import { createScriptedHttp, type ScriptedReply } from "../../fakes/http.ts";
import { createFakeKeychain } from "../../fakes/keychain.ts";
import { APP, type Desk, good, openDesk, profileFor } from "./desk.ts";

const HOUR_MS = 3_600_000;

let open: Desk | null = null;
afterEach(async () => {
  await open?.close();
  open = null;
});

test("it is raised when the exam outlasts the token, names the token's end, and clears once the keychain is back", async () => {
  const clock = createVirtualClock();
  const begin = clock.wall();
  /** How long each room's class lasts, seconds; all of them begin with the run. */
  const lasts: Readonly<Record<string, number>> = { short: 13 * 3_600, long: 24 * 3_600 };
  const answer = ({ path }: HttpRequest): ScriptedReply => {
    const room = /\/rooms\/([a-z]+)(\/sequences)?(\?|$)/.exec(path);
    const reply = (data: unknown): ScriptedReply => ({
      status: 200,
      json: { code: 0, msg: "Success", ts: clock.wall(), data },
      afterMs: 5,
    });
    if (room === null || room[1] === "sequences") return reply([]);
    if (room[2] !== undefined) return reply({ total: 0, count: 0, list: [], nextId: null });
    return reply({ roomName: room[1], roomProperties: { state: 1, schedule: { startTime: begin, duration: lasts[room[1] ?? ""] } } });
  };
  const keychain = createFakeKeychain();
  const at = await openDesk({ keychain, world: { clock, http: createScriptedHttp({ clock, handler: answer }) } });
  open = at;
  const { id } = good(await at.call("profiles.save", { id: null, profile: profileFor("https://api.example.com", { pollSeconds: 30 }) }));
  good(await at.call("certificate.save", { id, certificate: APP.appCertificate, where: "keychain" }));
  good(await at.call("profiles.switch", { id }));
  const live = (): boolean => at.value("connection").phase === "live";
  const alarm = () => at.list("alarms").find(({ rule }) => rule === "tokenEnding");
  const withRoom = async (roomUuid: string): Promise<void> => {
    const added = at.call("rooms.add", { roomUuids: [roomUuid] });
    await clock.advanceUntil(() => at.list("rooms").some((room) => room.roomUuid === roomUuid && room.schedule !== null));
    good(await added);
  };
  await clock.advanceUntil(live);
  await withRoom("short");

  // Half the token's life later it is to be renewed, and the keychain has gone. It serves on, longer than the exam lasts.
  keychain.become("missing");
  clock.sleepSystem(12.5 * HOUR_MS);
  at.core.wake();
  await clock.advance(180_000);
  expect(live()).toBe(true);
  expect(alarm()).toBeUndefined();

  await withRoom("long");
  await clock.advanceUntil(() => alarm() !== undefined);
  expect(alarm()).toMatchObject({ priority: 1, clearedAt: null });
  const ends = Number(alarm()?.params["at"]);
  expect(Math.abs(ends - (begin + 24 * HOUR_MS))).toBeLessThan(HOUR_MS / 6);
  expect(live()).toBe(true);

  keychain.become("working");
  await clock.advanceUntil(() => alarm() === undefined || alarm()?.clearedAt !== null);
  expect(live()).toBe(true);
});

test("a certificate that is forgotten while the console runs is an alarm of its own until there is one again", async () => {
  const clock = createVirtualClock();
  const handler = (): ScriptedReply => ({ status: 200, json: { code: 0, msg: "Success", ts: clock.wall(), data: [] }, afterMs: 5 });
  const at = await openDesk({ world: { clock, http: createScriptedHttp({ clock, handler }) } });
  open = at;
  const { id } = good(await at.call("profiles.save", { id: null, profile: profileFor("https://api.example.com") }));
  good(await at.call("certificate.save", { id, certificate: APP.appCertificate, where: "memory" }));
  good(await at.call("profiles.switch", { id }));
  await clock.advanceUntil(() => at.value("connection").phase === "live");
  const isOpen = () => at.list("alarms").some(({ rule, clearedAt }) => rule === "noCertificate" && clearedAt === null);
  expect(isOpen()).toBe(false);
  good(await at.call("certificate.forget", { id }));
  await clock.advanceUntil(isOpen);
  good(await at.call("certificate.save", { id, certificate: APP.appCertificate, where: "memory" }));
  await clock.advanceUntil(() => !isOpen());
});
