/** Click → on disk, beside one bare write that is synced to the same disk, and one command for a hundred rooms: the whole main process on real sockets and files. */
import { randomUUID } from "node:crypto";
import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Console, compose } from "../../electron/compose.ts";
import { createHeadlessShell } from "../../electron/platform/headlessShell.ts";
import { createNodePlatform } from "../../electron/platform/platform.ts";
import type { Bulk } from "../../shared/model/bulk.ts";
import type { RoomSummary } from "../../shared/model/room.ts";
import { startCloud } from "../e2e/cloud.ts";
import { createFakeKeychain } from "../fakes/keychain.ts";
import { quietLog } from "../fakes/syncRig.ts";
import { type Figure, median, percentile, round } from "./figure.ts";

const CLICKS = 500;
const CLICK_BAR_MS = 30;
/** About what one command adds to the outbox's log. */
const FRAMES = new Uint8Array(32_768);
const ROOMS = 100;
const REQUESTS_PER_SECOND = 20;
/** Of what the budget allows. */
const BULK_BAR = 1.1;

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const listOf = <T>(core: Console, topic: "rooms" | "bulks"): T[] => {
  const opened = core.sources[topic]({}, () => undefined);
  if (!opened.ok) throw new Error(opened.error.message);
  const items = opened.value.readAll() as T[];
  opened.value.close();
  return items;
};

export const run = async (): Promise<Figure[]> => {
  const cloud = await startCloud({ scenario: "none" });
  const userData = mkdtempSync(join(tmpdir(), "bench-commands-"));
  const node = createNodePlatform({
    logFile: join(userData, "console.log"),
    workerUrls: {
      practiceCloud: new URL("../../electron/practice/worker.ts", import.meta.url),
      reader: new URL("../../electron/readWorker.ts", import.meta.url),
    },
    shell: createHeadlessShell(quietLog()),
  });
  const profileFile = cloud.profileFile({ requestsPerSecond: REQUESTS_PER_SECOND });
  const composed = await compose(
    { ...node, keychain: createFakeKeychain() },
    { userData, profileFile, mode: "chromium", version: "1", locales: ["en"] },
  );
  if (!composed.ok) throw new Error(composed.error.message);
  const core = composed.value;
  try {
    const rooms = Array.from({ length: ROOMS }, (_, index) => `hall-${index}`);
    for (const room of rooms) await cloud.room(room);
    core.start();
    await core.handlers["rooms.add"]({ roomUuids: rooms });
    while (listOf<RoomSummary>(core, "rooms").filter(({ phase }) => phase === "live").length < ROOMS) await wait(100);

    const clicks: number[] = [];
    const floor: number[] = [];
    const bare = openSync(join(userData, "bare"), "w");
    for (let click = 0; click < CLICKS; click += 1) {
      const started = performance.now();
      const asked = await core.handlers["person.letIn"]({
        commandId: randomUUID(),
        roomUuid: rooms[click % ROOMS] ?? "",
        userUuid: "ann",
        when: { by: "delay", seconds: 86_400 },
      });
      clicks.push(performance.now() - started);
      if (!asked.ok) throw new Error(asked.error.message);
      const bareStarted = performance.now();
      writeSync(bare, FRAMES);
      fdatasyncSync(bare);
      floor.push(performance.now() - bareStarted);
      await wait(2);
    }
    closeSync(bare);

    const bulkId = randomUUID();
    const started = performance.now();
    const asked = await core.handlers["bulk.ask"]({
      bulkId,
      name: "room.setState",
      input: { state: 2 },
      targets: rooms.map((roomUuid) => ({ roomUuid })),
      count: ROOMS,
    });
    const onDisk = performance.now() - started;
    if (!asked.ok) throw new Error(asked.error.message);
    const bulk = (): Bulk | undefined => listOf<Bulk>(core, "bulks").find(({ id }) => id === bulkId);
    const answered = ({ counts }: Bulk): number => (counts.accepted ?? 0) + (counts.observed ?? 0) + (counts.failed ?? 0);
    for (let now = bulk(); now === undefined || answered(now) < ROOMS; now = bulk()) await wait(20);
    const took = performance.now() - started;
    const allowed = (ROOMS / REQUESTS_PER_SECOND) * 1_000;
    return [
      {
        name: "click to on disk, p99",
        value: round(percentile(clicks, 0.99)),
        unit: "ms",
        ratio: round(percentile(clicks, 0.99) / CLICK_BAR_MS),
        against: `${CLICK_BAR_MS} ms`,
      },
      { name: "one bare write synced to the same disk, p99", value: round(percentile(floor, 0.99)), unit: "ms" },
      {
        name: "click to on disk, median",
        value: round(median(clicks)),
        unit: "ms",
        ratio: round(median(clicks) / median(floor)),
        against: "one bare write synced to the same disk, median",
      },
      { name: "a hundred commands to on disk", value: round(onDisk), unit: "ms" },
      {
        name: "a hundred rooms at once, to the last answer",
        value: round(took),
        unit: "ms",
        ratio: round(took / (allowed * BULK_BAR)),
        against: `${allowed} ms by the request budget, and 10 %`,
      },
    ];
  } finally {
    await core.stop();
    await cloud.kill();
    rmSync(userData, { recursive: true, force: true });
  }
};
