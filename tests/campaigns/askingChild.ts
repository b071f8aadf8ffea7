/** Asks commands on a real outbox as fast as it can, and says each acknowledged id on standard output. Made to be killed. */
import { writeSync } from "node:fs";
import type { Cloud, CloudAnswer, Sending } from "../../electron/cloud/types.ts";
import { createCommands } from "../../electron/commands/index.ts";
import { createSystemClock } from "../../electron/platform/clock.ts";
import { createFiles } from "../../electron/platform/files.ts";
import { createSystemRandom } from "../../electron/platform/random.ts";
import { createSqliteDriver } from "../../electron/platform/sqlite.ts";
import { openOutbox } from "../../electron/store/outbox.ts";
import type { RoomEvent } from "../../shared/model/event.ts";
import type { Log } from "../../shared/ports.ts";
import { ok } from "../../shared/result.ts";
import { createSignal } from "../../shared/signal.ts";
import { aReading } from "../unit/commands/rows.ts";

const path = process.argv[2];
if (path === undefined) throw new Error("the outbox's path is missing");

const clock = createSystemClock();
const random = createSystemRandom();
const silent: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {}, child: () => silent };
const opened = openOutbox({ driver: createSqliteDriver(), files: createFiles() }, path);
if (!opened.ok) throw new Error(opened.error.message);

/** What has been read of each room: with its event, and not before. */
const rooms = new Map<string, { state: number; provedAt: number }>();
const events = createSignal<RoomEvent[]>();
let sequence = 0;

/** Takes a few ms, then does what was asked and lets the room show it. */
const setRoomState = (roomUuid: string, state: number): Sending<null> => {
  const done = new Promise<{ ok: true; value: CloudAnswer<null> }>((resolve) => {
    clock.after(random.unit() * 4, () => {
      resolve(
        ok({
          value: null,
          ts: clock.wall(),
          host: "api",
          hostRole: "primary",
          route: { attempt: 1, waitedMs: 0, tookMs: 0, timeLeftMs: null },
        }),
      );
      clock.after(random.unit() * 4, () => {
        sequence += 1;
        rooms.set(roomUuid, { state, provedAt: clock.wall() });
        const time = { kind: "exact" as const, at: clock.wall() };
        events.emit([
          { roomUuid, incarnation: 1, sequence, ordinal: 0, cmd: 1, data: { state }, time, receivedAt: clock.wall(), via: "room" as const },
        ]);
      });
    });
  });
  return { done, abort: () => {} };
};

const commands = createCommands({
  cloud: { setRoomState } as unknown as Cloud,
  outbox: opened.value,
  clock,
  random,
  log: silent,
  serverNow: () => clock.wall(),
  operator: () => "Ann",
  outageMs: () => null,
  roomEvents: events.watch,
  journalled: () => [],
  answers: () => 1,
  keepAwake: () => () => {},
  readRoom: (roomUuid) => aReading({ roomUuid, ...(rooms.get(roomUuid) ?? { state: 0, provedAt: 0 }) }),
  adopt: async () => {},
  closedState: () => true,
});
const loaded = commands.load();
if (!loaded.ok) throw new Error(loaded.error.message);
commands.start();

const askOn = (): void => {
  const commandId = random.uuid();
  // A start is held, an end leaves at once, and a newer one supersedes: all phases are there when the end comes.
  const state = random.unit() < 0.2 ? 1 : 2;
  const answer = commands.ask("room.setState", { commandId, roomUuid: `room-${Math.floor(random.unit() * 20)}`, state });
  if (!answer.ok) throw new Error(answer.error.message);
  writeSync(1, `${commandId}\n`);
  clock.after(random.unit() * 2, askOn);
};
askOn();
