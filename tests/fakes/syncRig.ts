/** Sync over a real journal in a folder of its own, the model of the service, and a virtual clock. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RoomFacts } from "../../electron/cloud/types.ts";
import { createFiles } from "../../electron/platform/files.ts";
import { createSqliteDriver } from "../../electron/platform/sqlite.ts";
import { openStore, type Store } from "../../electron/store/index.ts";
import { createSync, type Sync } from "../../electron/sync/index.ts";
import type { DatabaseDriver, Files, Log } from "../../shared/ports.ts";
import { createVirtualClock, type VirtualClock } from "./clock.ts";
import { createFakeBudget, createFakeCloud, type FakeCloud, type Fate, type Operation } from "./cloud.ts";
import { createSeededRandom } from "./random.ts";
import { createService, type Service } from "./service.ts";

export const quietLog = (onError: (fields: unknown, message: string) => void = () => undefined): Log => {
  const log: Log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: onError, child: () => log };
  return log;
};

export type Rig = {
  clock: VirtualClock;
  service: Service;
  folder: string;
  cloud(): FakeCloud;
  sync(): Sync;
  store(): Store;
  /** Ends this run and begins another on the same files. */
  restart(): Promise<void>;
  end(): Promise<void>;
  /** What the log called an error. */
  errors: string[];
  /** The service's clock. */
  serverTime(): number;
};

export type RigOptions = {
  seed?: number;
  perSecond?: number;
  pollSeconds?: number;
  /** Server minus workstation, ms. */
  offset?: number;
  pageSize?: number;
  fate?: (operation: Operation, roomUuid: string) => Fate;
  facts?: (roomUuid: string) => Omit<RoomFacts, "raw"> | null;
  /** Where it is stored; a folder of its own where left out. */
  disk?: { folder: string; driver: DatabaseDriver; files: Files };
};

export const createRig = (options: RigOptions = {}): Rig => {
  const { seed = 1, perSecond = 50, pollSeconds = 2, offset = 0, pageSize = 100, fate, facts } = options;
  const clock = createVirtualClock();
  // The service's clock is nobody's to set: it follows monotonic time and sleep, not the workstation's wall clock.
  const started = clock.wall() + offset;
  let slept = 0;
  const serverTime = (): number => started + clock.monotonic() + slept;
  const sleep = clock.sleepSystem;
  clock.sleepSystem = (ms) => {
    slept += ms;
    sleep(ms);
  };
  const service = createService({ now: serverTime, pageSize });
  const { folder, driver, files } = options.disk ?? {
    folder: mkdtempSync(join(tmpdir(), "console-sync-")),
    driver: createSqliteDriver(),
    files: createFiles(),
  };
  const errors: string[] = [];
  const log = quietLog((fields, message) => errors.push(`${message} ${String((fields as { error?: unknown }).error)}`));
  let generation = 0;

  const begin = (): { sync: Sync; store: Store; cloud: FakeCloud } => {
    const opened = openStore({ driver, files, clock, log }, folder);
    if (!opened.ok) throw new Error(opened.error.message);
    generation += 1;
    const mine = generation;
    const dead: Fate = { there: 1e12, back: 0 };
    const cloud = createFakeCloud({
      service,
      clock,
      serverTime,
      ...(facts ? { facts } : {}),
      fate: (operation, roomUuid) => (mine === generation ? (fate?.(operation, roomUuid) ?? { there: 5, back: 5 }) : dead),
      answerSeen: (seen) => current.sync.answerSeen(seen),
    });
    const sync = createSync({
      cloud,
      budget: createFakeBudget(clock, perSecond),
      journal: opened.value.journal,
      registry: opened.value.registry,
      clock,
      random: createSeededRandom(seed * 1_000 + generation),
      log,
      region: "eu",
      pollSeconds,
    });
    return { sync, store: opened.value, cloud };
  };
  let current = begin();

  const stop = async (): Promise<void> => {
    const stopping = current.sync.stop();
    // What waits in virtual time must be let through.
    await clock.advance(2_000);
    await stopping;
  };

  return {
    clock,
    service,
    folder,
    errors,
    serverTime,
    cloud: () => current.cloud,
    sync: () => current.sync,
    store: () => current.store,
    restart: async () => {
      await stop();
      current.store.close();
      current = begin();
      current.sync.start();
    },
    end: async () => {
      await stop();
      current.store.close();
      if (options.disk === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
};
