/** A profile's journal and outbox on real files with a recorder between them, on a virtual clock. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createFiles } from "../../../electron/platform/files.ts";
import { createSqliteDriver } from "../../../electron/platform/sqlite.ts";
import { createRecorder } from "../../../electron/record/recorder.ts";
import { openStore } from "../../../electron/store/index.ts";
import type { NewEvent } from "../../../electron/store/journalTypes.ts";
import { openOutbox } from "../../../electron/store/outbox.ts";
import type { StoredCommand } from "../../../electron/store/outboxRows.ts";
import type { Alarm } from "../../../shared/model/alarm.ts";
import type { DatabaseDriver, Files } from "../../../shared/ports.ts";
import { createVirtualClock } from "../../fakes/clock.ts";
import { quietLog } from "../../fakes/syncRig.ts";
import { aStored } from "../../unit/commands/rows.ts";

export const driver = createSqliteDriver();
export const files = createFiles();

export const newFolder = (): string => mkdtempSync(join(tmpdir(), "console-record-"));
export const dropFolder = (folder: string): void => rmSync(folder, { recursive: true, force: true });

export type Desk = ReturnType<typeof openDesk>;

/** `bootedAt` is told by the test: a restart of the machine is another number. */
export const openDesk = (
  folder: string,
  { bootedAt = 1_000_000, disk = { driver, files } }: { bootedAt?: number; disk?: { driver: DatabaseDriver; files: Files } } = {},
) => {
  const clock = createVirtualClock();
  const log = quietLog();
  const store = openStore({ ...disk, clock, log }, folder);
  if (!store.ok) throw new Error(store.error.message);
  const outbox = openOutbox(disk, join(folder, "outbox.db"));
  if (!outbox.ok) throw new Error(outbox.error.message);
  const { journal, notices } = store.value;
  const recorder = createRecorder({
    ledger: journal.ledger,
    happenings: outbox.value.happenings,
    driver: disk.driver,
    clock,
    serverNow: clock.wall,
    bootedAt: () => bootedAt,
    setAside: notices.find(({ code }) => code === "journalSetAside")?.params["file"] ?? null,
    log,
  });
  recorder.start();
  const dropFiles = (): void => {
    outbox.value.close();
    store.value.close();
  };
  return {
    journal,
    exams: store.value.exams,
    outbox: outbox.value,
    recorder,
    clock,
    /** Lets the recorder look once more. */
    look: () => clock.advance(1_000),
    close: () => {
      recorder.stop();
      dropFiles();
    },
    /** As after a `kill -9`: nothing is said to anybody. */
    drop: dropFiles,
  };
};

export const eventOf = (sequence: number, part: Partial<NewEvent> = {}): NewEvent => ({
  sequence,
  ordinal: 0,
  cmd: 3,
  data: { message: `message ${sequence}` },
  raw: JSON.stringify({ cmd: 3, sequence, data: { message: `message ${sequence}` }, unknown: { kept: sequence } }),
  hash: `h${sequence}`,
  time: { kind: "between", notBefore: null, notAfter: 1_000 + sequence },
  answeredAt: 1_000 + sequence,
  receivedAt: 2_000 + sequence,
  via: "room",
  ...part,
});

export const commandOf = (id: string, roomUuid = "room-a"): StoredCommand =>
  aStored({ id, number: 0, roomUuid, operator: "Ana", askedAt: 5_000, expiresAt: 605_000 }, { askedWall: 5_000 });

export const alarmOf = (id: string, part: Partial<Alarm> = {}): Alarm => ({
  id,
  rule: "gap",
  priority: 2,
  roomUuid: "room-a",
  params: {},
  raisedAt: 7_000,
  acknowledgedAt: null,
  acknowledgedBy: null,
  clearedAt: null,
  ...part,
});
