/** Click → on disk, and one command for a hundred rooms against what the request budget allows: the whole main process on real sockets and files. */
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
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
import { type Figure, percentile, round } from "./figure.ts";

const CLICKS = 500;
const CLICK_BAR_MS = 30;
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
      await wait(2);
    }

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
