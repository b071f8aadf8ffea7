/** The whole main process on a virtual clock: what the first page shows is there before anything is asked of the cloud. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import type { HttpRequest } from "../../../shared/ports.ts";
import { createVirtualClock } from "../../fakes/clock.ts";
import { createScriptedHttp, type ScriptedReply } from "../../fakes/http.ts";
import { createFakeKeychain } from "../../fakes/keychain.ts";
import { APP, type Desk, good, openDesk, profileFor } from "./desk.ts";

let open: Desk | null = null;
afterEach(async () => {
  await open?.close();
  open = null;
});

test("rooms, commands and alarms of the run before are told before the first request", async () => {
  const clock = createVirtualClock();
  const asked: string[] = [];
  const handler = ({ path }: HttpRequest): ScriptedReply => {
    asked.push(path);
    const data = path.includes("/hall/sequences")
      ? { total: 0, count: 0, list: [], nextId: null }
      : path.endsWith("/hall")
        ? { roomName: "Hall", roomProperties: {} }
        : [];
    return { status: 200, json: { code: 0, msg: "Success", ts: clock.wall(), data }, afterMs: 5 };
  };
  const keychain = createFakeKeychain();
  const world = { clock, http: createScriptedHttp({ clock, handler }) };
  const first = await openDesk({ world, held: true });
  open = first;
  const profileFile = join(first.userData, "school.json");
  writeFileSync(profileFile, JSON.stringify({ ...profileFor("https://api.example.com"), appCertificate: APP.appCertificate }));
  await first.core.stop();

  const before = await openDesk({ world, keychain, userData: first.userData, profileFile });
  open = before;
  await clock.advanceUntil(() => before.value("connection").phase === "live");
  const added = before.call("rooms.add", { roomUuids: ["hall"] });
  await clock.advanceUntil(() => before.list("rooms")[0]?.name === "Hall");
  good(await added);
  const commandId = "11111111-2222-4333-8444-555555555555";
  const when = { by: "clock", at: clock.wall() + 3_600_000 } as const;
  good(await before.call("room.setState", { commandId, roomUuid: "hall", state: 1, when }));
  await before.core.stop();

  asked.length = 0;
  const after = await openDesk({ world, keychain, userData: first.userData, profileFile, held: true });
  open = after;
  await clock.advance(60_000);
  expect(after.list("rooms").map(({ roomUuid }) => roomUuid)).toEqual(["hall"]);
  expect(after.list("commands")).toMatchObject([{ id: commandId, state: "scheduled" }]);
  expect(asked).toEqual([]);

  after.core.start();
  await clock.advanceUntil(() => asked.length > 0);
});
