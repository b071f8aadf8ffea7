/** Every place that writes, on a disk that is full, may not be written, or is held by another program: what is told, that nothing is lost or half done, and that it heals. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, describe, expect, it } from "vitest";
import { createLog } from "../../../electron/platform/log.ts";
import { openDiary } from "../../../electron/practice/diary.ts";
import { createEngine } from "../../../electron/practice/engine/engine.ts";
import { readJobs } from "../../../electron/readJobs.ts";
import { createSigning } from "../../../electron/record/signing.ts";
import { createTakeOut } from "../../../electron/record/takingOut.ts";
import { createKeptDrafts } from "../../../electron/store/drafts.ts";
import { storeSentence } from "../../../electron/store/faults.ts";
import { JOURNAL_MIGRATIONS } from "../../../electron/store/journalMigrations.ts";
import { openMigrated } from "../../../electron/store/open.ts";
import { type Outbox, openOutbox } from "../../../electron/store/outbox.ts";
import { createSettings } from "../../../electron/store/settings.ts";
import { createProfileStore } from "../../../electron/vault/profileStore.ts";
import { Profile } from "../../../shared/model/profile.ts";
import { WHOLE_RECORD } from "../../../shared/model/record.ts";
import { appError, err, ok, type Result } from "../../../shared/result.ts";
import { createVirtualClock } from "../../fakes/clock.ts";
import { createFakeKeychain } from "../../fakes/keychain.ts";
import { createSeededRandom } from "../../fakes/random.ts";
import { createRig, quietLog } from "../../fakes/syncRig.ts";
import { createTroubledDisk, TROUBLES, type Trouble, type TroubledDisk } from "../../fakes/troubledDisk.ts";
import { alarmOf, commandOf, eventOf, openDesk } from "../record/rig.ts";

/**
 * What a write under trouble comes to. `told`: whoever asked is answered with this reason, and nothing has changed; `again`: it is shown
 * why it stands still, and goes on by itself; `silent`: it does without, and nobody needs to know.
 */
type Outcome = `told ${string}` | "again" | "silent";
type Stage = {
  /** Writes once, in trouble. */
  act(): Promise<Outcome> | Outcome;
  /** In trouble: what was there is there, and nothing of the new. */
  intact?(): void;
  /** Trouble is over: the same write, or what goes on by itself, is there. */
  healed(): Promise<void> | void;
  close?(): Promise<void> | void;
};
type Site = { stage(disk: TroubledDisk): Promise<Stage> | Stage; expected: Record<Trouble, Outcome> };

const PROFILE = Profile.parse({
  name: "School",
  region: "ap",
  hosts: { primary: "https://cloud.example" },
  appId: "0f1e2d3c4b5a69788796a5b4c3d2e1f0",
  uid: "console",
});

/** The world of a practice cloud in which people log in to its chat. */
const aWorld = () => {
  const { world } = createEngine({ seed: 1, startAt: 1_000, scenario: "none" });
  const append = (): void => {
    const username = `user-${world.chatUsers.size}`;
    world.chatUsers.set(username, { uuid: username, username, nickname: "x".repeat(6_000), created: world.now });
  };
  return { world, append };
};

/** One job, all its steps, on this disk; its fault named as the reader names it. */
const readOn = (disk: TroubledDisk, name: "exportRecord" | "verifyFile", input: never): Result<never> => {
  const steps = readJobs[name](disk, input);
  for (;;) {
    const { done, value } = steps.next();
    if (!done) continue;
    return value.ok ? ok(value.value as never) : err(appError("unavailable", value.error.detail, { reason: `store.${value.error.kind}` }));
  }
};

const log = quietLog();
const outcome = (result: Result<unknown>): Outcome => (result.ok ? "silent" : `told ${result.error.reason}`);
const faultOf = (disk: TroubledDisk, work: () => unknown): Outcome => {
  try {
    work();
    return "silent";
  } catch (error) {
    const fault = disk.driver.faultOf(error);
    if (fault === null) throw error;
    return outcome(err(storeSentence(disk.folder, fault)));
  }
};
let present: TroubledDisk | null = null;
afterEach(() => {
  present?.end();
  present?.drop();
  present = null;
});

const FROM_STORE = { full: "told store.full", readOnly: "told store.readOnly", locked: "told store.locked" } as const;
const FROM_FILE = { full: "told file.full", readOnly: "told file.denied", locked: "told file.other" } as const;
const AGAIN = { full: "again", readOnly: "again", locked: "again" } as const;
const SILENT = { full: "silent", readOnly: "silent", locked: "silent" } as const;

const onOutbox =
  (write: (outbox: Outbox) => Result<unknown, { kind: string }>, count: (outbox: Outbox) => unknown) =>
  (disk: TroubledDisk): Stage => {
    const opened = openOutbox(disk, join(disk.folder, "outbox.db"));
    if (!opened.ok) throw new Error(opened.error.message);
    const outbox = opened.value;
    outbox.insert([{ command: commandOf("first"), passed: ["asked", "queued"] }], { superseded: [], at: 1 });
    const before = count(outbox);
    return {
      act: () => {
        const done = write(outbox);
        return done.ok ? "silent" : `told ${done.error.kind}`;
      },
      intact: () => expect(count(outbox)).toEqual(before),
      healed: () => {
        expect(write(outbox)).toMatchObject({ ok: true });
        expect(count(outbox)).not.toEqual(before);
      },
      close: outbox.close,
    };
  };
const FROM_OUTBOX = { full: "told full", readOnly: "told readOnly", locked: "told locked" } as const;

const onFile =
  (make: (disk: TroubledDisk) => { write(): Result<unknown>; read(): unknown; reopened(): unknown }) =>
  (disk: TroubledDisk): Stage => {
    const site = make(disk);
    const before = site.read();
    return {
      act: () => outcome(site.write()),
      intact: () => expect(site.read()).toEqual(before),
      healed: () => {
        expect(site.write()).toMatchObject({ ok: true });
        expect(site.read()).not.toEqual(before);
        expect(site.reopened()).toEqual(site.read());
      },
    };
  };

const onRegistry =
  (write: (store: ReturnType<typeof rigOn>["store"]) => void, read: (store: ReturnType<typeof rigOn>["store"]) => unknown) =>
  (disk: TroubledDisk): Stage => {
    const { rig, store } = rigOn(disk);
    const before = JSON.stringify(read(store));
    return {
      act: () => faultOf(disk, () => write(store)),
      intact: () => expect(JSON.stringify(read(store))).toBe(before),
      healed: () => {
        write(store);
        expect(JSON.stringify(read(store))).not.toBe(before);
      },
      close: rig.end,
    };
  };
const rigOn = (disk: TroubledDisk) => {
  const rig = createRig({ disk });
  rig.service.create("r1");
  rig.store().registry.add(["known"], "added", 1);
  return { rig, store: rig.store() };
};

const SITES = {
  "a page of the journal": {
    expected: AGAIN,
    stage: async (disk) => {
      const { rig } = rigOn(disk);
      rig.service.emit("r1", 1, { state: 1 });
      rig.sync().start();
      await rig.clock.advanceUntil(() => rig.sync().rooms.get("r1")?.phase === "live", 20_000);
      return {
        act: async () => {
          for (let n = 0; n < 40; n += 1) rig.service.emit("r1", 3, { message: `${n} ${"x".repeat(400)}` });
          rig.service.emit("r1", 1, { state: 2 });
          await rig.clock.advance(10_000);
          return rig.sync().connection.read().problem?.code === "store" ? "again" : "silent";
        },
        intact: () => expect(rig.sync().rooms.get("r1")).toMatchObject({ state: 1, lastSequence: 1 }),
        healed: async () => {
          await rig.clock.advance(40_000);
          expect(rig.sync().rooms.get("r1")).toMatchObject({ state: 2, phase: "live", eventCount: 42 });
          expect(rig.sync().connection.read().problem).toBeNull();
        },
        close: rig.end,
      };
    },
  },
  "a room that an event names": {
    expected: AGAIN,
    stage: async (disk) => {
      const { rig } = rigOn(disk);
      rig.sync().start();
      await rig.clock.advance(5_000);
      return {
        act: async () => {
          rig.service.create("new");
          rig.service.emit("new", 1, { state: 1 });
          await rig.clock.advance(10_000);
          return rig.sync().connection.read().problem?.code === "store" ? "again" : "silent";
        },
        intact: () => expect(rig.sync().rooms.get("new")).toBeUndefined(),
        healed: async () => {
          rig.service.emit("new", 3, { message: "later" });
          await rig.clock.advance(40_000);
          expect(rig.sync().rooms.get("new")).toMatchObject({ state: 1, phase: "live", eventCount: 2 });
        },
        close: rig.end,
      };
    },
  },
  "which rooms are shown": {
    expected: FROM_STORE,
    stage: onRegistry(
      ({ registry }) => registry.setVisibility(["known"], "archived"),
      ({ registry }) => [...registry.rooms()],
    ),
  },
  "rooms that a person adds": {
    expected: FROM_STORE,
    stage: onRegistry(
      ({ registry }) => registry.add(["another"], "added", 1),
      ({ registry }) => [...registry.rooms()],
    ),
  },
  "a saved view": {
    expected: FROM_STORE,
    stage: onRegistry(
      ({ registry }) =>
        registry.views.save({ id: "v", name: "Mine", filter: "", sort: { column: "name", descending: false }, include: "shown" }),
      ({ registry }) => registry.views.list(),
    ),
  },
  "a command that is asked": {
    expected: FROM_OUTBOX,
    stage: onOutbox(
      (outbox) => outbox.insert([{ command: commandOf("second"), passed: ["asked", "queued"] }], { superseded: [], at: 2 }),
      (outbox) => [outbox.load(9), outbox.feed(0, 9)],
    ),
  },
  "a command's state": {
    expected: FROM_OUTBOX,
    stage: onOutbox(
      (outbox) => {
        const command = commandOf("first");
        return outbox.save([{ command: { ...command, row: { ...command.row, state: "sending" } }, passed: [{ state: "sending", at: 2 }] }]);
      },
      (outbox) => [outbox.load(9), outbox.feed(0, 9)],
    ),
  },
  "an alarm": {
    expected: FROM_OUTBOX,
    stage: onOutbox(
      (outbox) => outbox.saveAlarms([{ alarm: alarmOf("one"), open: true }], []),
      (outbox) => outbox.loadAlarms(),
    ),
  },
  "the record, and its head": {
    expected: AGAIN,
    stage: (disk) => {
      const desk = openDesk(disk.folder, { disk });
      desk.journal.record([{ roomUuid: "a", insert: [eventOf(1)] }]);
      const { count } = desk.journal.ledger.head();
      return {
        act: async () => {
          desk.recorder.tell("operator", { before: "Ana", operator: "Ben" });
          desk.recorder.tell("token", { service: "signaling" });
          await desk.look();
          return desk.recorder.read().fault === null ? "silent" : "again";
        },
        intact: () => expect(desk.journal.ledger.head().count).toBe(count),
        healed: async () => {
          await desk.look();
          expect(desk.recorder.read()).toMatchObject({ fault: null, count: count + 2 });
          // What was said meanwhile is in it, in its order, with the time at which it was said.
          expect(desk.outbox.happenings.read(0, 9)).toMatchObject({ ok: true, value: [{ kind: "operator" }, { kind: "token" }] });
          expect(desk.outbox.happenings.head()).toMatchObject({ ok: true, value: { count: count + 2 } });
        },
        close: desk.close,
      };
    },
  },
  "an export": {
    // Its name is one that nobody had, so nobody holds it.
    expected: { full: "told store.full", readOnly: "told store.readOnly", locked: "silent" },
    stage: async (disk) => {
      const desk = openDesk(disk.folder, { disk });
      desk.journal.record([{ roomUuid: "a", insert: [eventOf(1)] }]);
      const paths = { journal: join(disk.folder, "journal.db"), outbox: join(disk.folder, "outbox.db") };
      const read = (name: "exportRecord" | "verifyFile", input: unknown) => ({ done: Promise.resolve(readOn(disk, name, input as never)) });
      const takeOut = createTakeOut({
        files: disk.files,
        clock: desk.clock,
        bootedAt: () => 0,
        shell: { printPdf: async () => ok(undefined) },
        signing: createSigning({ keychain: createFakeKeychain(), log }),
      });
      const take = () =>
        takeOut(
          { folder: disk.folder, ...paths, reader: { read }, timeZone: "UTC" },
          { format: "jsonl", part: WHOLE_RECORD, language: "en" },
        );
      await take();
      return {
        act: async () => outcome(await take()),
        healed: async () => {
          expect(await take()).toMatchObject({ ok: true, value: { verdict: { ok: true } } });
          expect(readdirSync(join(disk.folder, "exports")).filter((name) => name.endsWith(".part"))).toEqual([]);
        },
        close: desk.close,
      };
    },
  },
  settings: {
    expected: FROM_FILE,
    stage: onFile((disk) => {
      const open = () => createSettings({ files: disk.files, folder: disk.folder, log });
      const settings = open();
      settings.change({ operator: "Ana" });
      return { write: () => settings.change({ operator: "Ben" }), read: settings.read, reopened: () => open().read() };
    }),
  },
  "a draft": {
    expected: FROM_FILE,
    stage: onFile((disk) => {
      const open = () => createKeptDrafts({ files: disk.files, folder: disk.folder, log });
      const drafts = open();
      drafts.keep("a", { text: "first" });
      return { write: () => drafts.keep("b", { text: "x".repeat(5_000) }), read: drafts.all, reopened: () => open().all() };
    }),
  },
  "the profiles": {
    expected: { full: "told profilesFile", readOnly: "told profilesFile", locked: "told profilesFile" },
    stage: onFile((disk) => {
      const open = () =>
        createProfileStore({ files: disk.files, folder: disk.folder, clock: createVirtualClock(), random: createSeededRandom(1), log });
      const store = open();
      store.keep(PROFILE);
      return { write: () => store.keep({ ...PROFILE, name: "Second" }), read: store.list, reopened: () => open().list() };
    }),
  },
  "the copy before a migration": {
    expected: { full: "told full", readOnly: "told readOnly", locked: "told locked" },
    stage: (disk) => {
      const path = join(disk.folder, "old.db");
      const first = openMigrated(disk, path, { durability: "NORMAL", migrations: JOURNAL_MIGRATIONS.slice(0, 1) });
      if (!first.ok) throw new Error(first.error.detail);
      first.value.exec(`INSERT INTO meta (name, value) VALUES ('kept', '${"x".repeat(50_000)}')`);
      first.value.close();
      const open = () => openMigrated(disk, path, { durability: "NORMAL", migrations: JOURNAL_MIGRATIONS });
      const version = (): number => {
        const database = new DatabaseSync(path, { readOnly: true });
        const { user_version } = database.prepare("PRAGMA user_version").get() ?? {};
        database.close();
        return Number(user_version);
      };
      return {
        act: () => {
          disk.hold(path);
          const opened = open();
          return opened.ok ? "silent" : `told ${opened.error.kind}`;
        },
        intact: () => {
          expect(existsSync(`${path}.v1`)).toBe(false);
          expect(existsSync(`${path}.v1.part`)).toBe(false);
        },
        healed: () => {
          expect(version()).toBe(1);
          const opened = open();
          if (!opened.ok) throw new Error(opened.error.detail);
          opened.value.close();
          expect(version()).toBe(JOURNAL_MIGRATIONS.length);
          const copy = new DatabaseSync(`${path}.v1`, { readOnly: true });
          expect(copy.prepare("SELECT length(value) AS length FROM meta").get()).toEqual({ length: 50_000 });
          copy.close();
        },
      };
    },
  },
  "the practice cloud's diary": {
    // Its own file, opened anew for each line: only a disk that is full, or may not be written, stops it.
    expected: { full: "again", readOnly: "again", locked: "silent" },
    stage: (disk) => {
      const told: string[] = [];
      const folder = join(disk.folder, "cloud");
      const open = () => {
        const opened = openDiary(folder, (sentence) => told.push(sentence));
        if (!opened.ok) throw new Error(opened.error);
        return opened.value;
      };
      const diary = open();
      const { world, append } = aWorld();
      diary.rewrite(world, []);
      return {
        act: () => {
          for (let n = 0; n < 3; n += 1) {
            append();
            disk.refusing(() => diary.keep(world, null));
          }
          return told.length === 1 ? "again" : "silent";
        },
        healed: () => {
          append();
          world.now += 60_000;
          diary.keep(world, null);
          expect(open().restored?.chatUsers).toHaveLength(world.chatUsers.size);
        },
      };
    },
  },
  "the log": {
    expected: SILENT,
    stage: (disk) => {
      const file = join(disk.folder, "logs", "console.log");
      const real = createLog({ file });
      return {
        act: () => {
          for (let n = 0; n < 20; n += 1) real.info({ n, text: "x".repeat(500) }, "in trouble");
          return "silent";
        },
        healed: () => {
          real.info({}, "over");
          expect(readFileSync(file, "utf8")).toContain("over");
        },
      };
    },
  },
} satisfies Record<string, Site>;

describe.each(TROUBLES)("on a disk that is %s", (trouble) => {
  it.each(Object.entries<Site>(SITES))("%s", async (_name, { stage, expected }) => {
    const disk = createTroubledDisk();
    present = disk;
    const site = await stage(disk);
    disk.begin(trouble);
    expect(await site.act()).toBe(expected[trouble]);
    if (expected[trouble] !== "silent") site.intact?.();
    disk.end();
    await site.healed();
    await site.close?.();
  });
});
