import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createFiles } from "../../../electron/platform/files.ts";
import { createSqliteDriver } from "../../../electron/platform/sqlite.ts";
import { openStore, type Store } from "../../../electron/store/index.ts";
import type { Journal, NewEvent } from "../../../electron/store/journalTypes.ts";
import type { RoomEvent } from "../../../shared/model/event.ts";
import { applyEvent, emptyView, summaryOf } from "../../../shared/projection/index.ts";
import { createVirtualClock } from "../../fakes/clock.ts";
import { readNow } from "../../fakes/readers.ts";
import { quietLog } from "../../fakes/syncRig.ts";

const driver = createSqliteDriver();
let folder: string;
let store: Store | null = null;

const tryOpen = () => openStore({ driver, files: createFiles(), clock: createVirtualClock(), log: quietLog() }, folder);
const open = (): Store => {
  store?.close();
  const opened = tryOpen();
  if (!opened.ok) throw new Error(opened.error.message);
  store = opened.value;
  return store;
};
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "console-store-"));
});
afterEach(() => {
  store?.close();
  store = null;
  rmSync(folder, { recursive: true, force: true });
});

const newEvent = (sequence: number, part: Partial<NewEvent> = {}): NewEvent => {
  const data = { message: `m${sequence}`, fromUser: { userUuid: "u" } };
  return {
    sequence,
    ordinal: 0,
    cmd: 3,
    data,
    raw: JSON.stringify({ roomUuid: "r", cmd: 3, sequence, data, extra: { kept: true } }),
    hash: `h${sequence}`,
    time: { kind: "between", notBefore: null, notAfter: 1_000 + sequence },
    answeredAt: 1_000 + sequence,
    receivedAt: 2_000 + sequence,
    via: "room",
    ...part,
  };
};
const stored = (journal: Journal, roomUuid = "r"): RoomEvent[] =>
  journal
    .page(roomUuid, null, 100_000)
    .entries.toReversed()
    .flatMap((entry) => (entry.kind === "event" ? [entry.event] : []));

describe("the journal", () => {
  it("stores a page once, however often it comes, and knows it after reopening", () => {
    const { journal } = open();
    const page = [newEvent(1), newEvent(2), newEvent(5)];
    expect(journal.record([{ roomUuid: "r", insert: page, anchor: 5, proof: { provedAt: 9, chainId: 3 } }])[0]?.stored).toHaveLength(3);
    expect(journal.record([{ roomUuid: "r", insert: page }])[0]?.stored).toEqual([]);
    const before = { room: journal.room("r"), view: journal.view("r"), events: stored(journal) };
    const reopened = open().journal;
    expect({ room: reopened.room("r"), view: reopened.view("r"), events: stored(reopened) }).toEqual(before);
    expect(reopened.room("r")).toMatchObject({ lastSequence: 5, anchor: 5, proof: { provedAt: 9, chainId: 3 } });
    expect(before.events[2]).toMatchObject({
      sequence: 5,
      data: { message: "m5" },
      time: { kind: "between", notBefore: null, notAfter: 1_005 },
    });
  });

  it("takes what is new of a long page of which some is known, and leaves no number of the record out", () => {
    const { journal } = open();
    journal.record([{ roomUuid: "r", insert: [newEvent(3), newEvent(18), newEvent(40)] }]);
    const page = Array.from({ length: 50 }, (_, index) => newEvent(index + 1));
    const [recorded] = journal.record([{ roomUuid: "r", insert: [...page, newEvent(7)] }]);
    expect(recorded?.stored.map(({ sequence }) => sequence)).toEqual(
      page.map(({ sequence }) => sequence).filter((sequence) => ![3, 18, 40].includes(sequence)),
    );
    expect(stored(journal).map(({ sequence }) => sequence)).toEqual(page.map(({ sequence }) => sequence));
    const numbers = Array.from({ length: 52 }, (_, index) => journal.ledger.hashAt(index));
    expect(new Set(numbers.slice(0, 51)).size).toBe(51);
    expect(numbers[51]).toBeNull();
  });

  it("changes nothing at all where one part of a transaction fails", () => {
    const { journal } = open();
    journal.record([{ roomUuid: "r", insert: [newEvent(1)], anchor: 1 }]);
    const broken = newEvent(3, { raw: null as unknown as string });
    expect(() =>
      journal.record([
        { roomUuid: "r", insert: [newEvent(2)], anchor: 3 },
        { roomUuid: "s", insert: [broken] },
      ]),
    ).toThrow();
    expect(journal.room("r")).toMatchObject({ lastSequence: 1, anchor: 1 });
    expect(journal.room("s")).toBeUndefined();
    expect(stored(open().journal)).toHaveLength(1);
  });

  it("shows gaps and new lives in their place, and pages through all of it without loss", () => {
    const { journal } = open();
    journal.record([{ roomUuid: "r", insert: [newEvent(1), newEvent(1, { ordinal: 1, hash: "u" }), newEvent(2)] }]);
    journal.record([{ roomUuid: "r", gap: { from: 3, to: 7, foundAt: 5 }, insert: [newEvent(8)] }]);
    journal.record([{ roomUuid: "r", begin: { foundAt: 6 }, insert: [newEvent(1, { hash: "new" })] }]);
    const whole = journal.page("r", null, 100).entries;
    const name = (entry: (typeof whole)[number]): string =>
      entry.kind === "event" ? `${entry.event.incarnation}:${entry.event.sequence}.${entry.event.ordinal}` : entry.kind;
    expect(whole.map(name)).toEqual(["2:1.0", "incarnation", "1:8.0", "gap", "1:2.0", "1:1.1", "1:1.0"]);
    for (const limit of [1, 2, 3]) {
      const paged: string[] = [];
      let before: string | null = null;
      for (;;) {
        const { entries, more }: ReturnType<Journal["page"]> = journal.page("r", before, limit);
        paged.push(...entries.map(({ key }) => key));
        before = entries.at(-1)?.key ?? null;
        if (!more) break;
      }
      expect(paged).toEqual(whole.map(({ key }) => key));
    }
    for (const entry of whole) expect(journal.entry("r", entry.key)).toEqual(entry);
    expect(journal.room("r")).toMatchObject({ incarnation: 2, lastSequence: 1, gaps: 0, summary: { eventCount: 1 } });
  });

  it("lets every room of a broken chain keep the age that was proved until then", () => {
    const { journal } = open();
    journal.record(
      [
        { roomUuid: "a", proof: { provedAt: 10, chainId: 1 } },
        { roomUuid: "b", proof: { provedAt: 10, chainId: null } },
      ],
      { id: 1, lastTs: 50 },
    );
    expect(journal.breakChain(1, 50, 2)).toEqual(["a"]);
    const reopened = open().journal;
    expect(reopened.room("a")?.proof).toEqual({ provedAt: 50, chainId: null });
    expect(reopened.room("b")?.proof).toEqual({ provedAt: 10, chainId: null });
    expect(reopened.chain()).toEqual({ id: 2, lastTs: null });
  });

  it("shows what is the fold of what is stored, whatever came in which order and however often it was reopened", () => {
    const step = fc.record({
      room: fc.constantFrom("r", "s"),
      events: fc.array(
        fc.record({
          sequence: fc.integer({ min: 1, max: 40 }),
          ordinal: fc.integer({ min: 0, max: 2 }),
          cmd: fc.constantFrom(1, 3, 20, 1502, 99),
          data: fc.jsonValue(),
        }),
        { maxLength: 40 },
      ),
      begin: fc.integer({ min: 0, max: 9 }),
      reopen: fc.integer({ min: 0, max: 9 }),
    });
    let run = 0;
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        run += 1;
        const name = (room: string): string => `${room}${run}`;
        let { journal } = store ?? open();
        for (const { room, events, begin, reopen } of steps) {
          const insert = events.map(({ data, ...at }) => newEvent(at.sequence, { ...at, data, raw: JSON.stringify({ data }) }));
          journal.record([{ roomUuid: name(room), ...(begin === 0 ? { begin: { foundAt: 1 } } : {}), insert }]);
          if (reopen === 0) ({ journal } = open());
          for (const each of ["r", "s"]) {
            const known = journal.room(name(each));
            if (known === undefined) continue;
            const folded = stored(journal, name(each))
              .filter((event) => event.incarnation === known.incarnation)
              .reduce(applyEvent, emptyView());
            expect(journal.view(name(each))).toEqual(folded);
            expect(journal.silentView(name(each))).toEqual({ ...folded, chat: [] });
            expect(known.summary).toEqual(summaryOf(folded));
          }
        }
      }),
      { numRuns: 60 },
    );
  });
});

const fill = (): void => {
  const { journal, registry } = open();
  registry.add(["r"], "added", 1);
  for (let page = 0; page < 40; page += 1) {
    journal.record([{ roomUuid: "r", insert: Array.from({ length: 100 }, (_, n) => newEvent(page * 100 + n + 1)) }]);
  }
  store?.close();
  store = null;
};

describe("a store that is not as it should be", () => {
  it("sets a damaged journal aside, keeps it, begins a new one, and still knows the rooms", () => {
    fill();
    const path = join(folder, "journal.db");
    const damaged = readFileSync(path);
    damaged.fill(0x5a, 0, 4_096);
    writeFileSync(path, damaged);
    const { journal, registry, notices } = open();
    expect(notices).toEqual([{ code: "journalSetAside", params: { file: expect.stringContaining("journal.db.damaged-") as string } }]);
    expect([...registry.rooms()].map(({ roomUuid }) => roomUuid)).toEqual(["r"]);
    expect([...journal.rooms()]).toEqual([]);
    expect(readFileSync(notices[0]?.params["file"] ?? "")).toEqual(damaged);
  });

  it("finds damage in the middle by its check, and sets the file aside at the next start", () => {
    fill();
    const path = join(folder, "journal.db");
    const bytes = readFileSync(path);
    bytes.fill(0x5a, Math.floor(bytes.length / 2), Math.floor(bytes.length / 2) + 8_192);
    writeFileSync(path, bytes);
    const found = readNow("integrity", { path });
    expect(found.ok && found.value.length > 0).toBe(true);
    expect(open().notices).toHaveLength(1);
    expect(open().notices).toEqual([]);
    expect(readNow("integrity", { path })).toEqual({ ok: true, value: [] });
  });

  it.each(["journal.db", "registry.db", "exams.db"])("says that %s is newer than the program, and touches nothing", (file) => {
    fill();
    const path = join(folder, file);
    const opened = driver.open(path, { durability: "FULL" });
    if (opened.ok) {
      opened.value.exec("PRAGMA user_version = 99");
      opened.value.close();
    }
    copyFileSync(path, `${path}.copy`);
    const result = tryOpen();
    expect(result).toMatchObject({ ok: false, error: { code: "conflict", reason: "store.newer" } });
    expect(readFileSync(path).equals(readFileSync(`${path}.copy`))).toBe(true);
    expect(readdirSync(folder).filter((name) => name.includes("damaged"))).toEqual([]);
  });
});

describe("the registry", () => {
  it("remembers rooms, visibility, facts and views", () => {
    const { registry } = open();
    expect(registry.add(["a", "b", "a"], "event", 7)).toEqual(["a", "b"]);
    expect(registry.add(["b"], "added", 8)).toEqual([]);
    registry.setVisibility(["a"], "archived");
    const plan = { examinationUrl: "https://exam.example/b", videoURL: null, reserveVideoURL: null, createdAt: 3 };
    registry.setFacts("b", { name: "Room B", schedule: { startTime: 1, duration: null, closeDelay: null }, plan, incarnation: 2 });
    registry.setAbsent("b", true);
    const view = { id: "v", name: "Mine", filter: "x", sort: { column: "name", descending: false }, include: "shown" as const };
    registry.views.save(view);
    const before = [...registry.rooms()];
    const reopened = open().registry;
    expect([...reopened.rooms()]).toEqual(before);
    expect(reopened.room("b")).toMatchObject({ name: "Room B", absent: true, source: "event", factsIncarnation: 2, plan });
    expect(reopened.views.list()).toEqual([view]);
    reopened.views.remove("v");
    reopened.forget("a");
    expect([open().registry.views.list(), store?.registry.room("a")]).toEqual([[], undefined]);
  });
});
