import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createFiles } from "../../../electron/platform/files.ts";
import { createSqliteDriver } from "../../../electron/platform/sqlite.ts";
import { JOURNAL_FILE, openStore, type Store } from "../../../electron/store/index.ts";
import type { NewEvent } from "../../../electron/store/journalTypes.ts";
import type { SearchInput } from "../../../electron/store/reads/search.ts";
import type { RoomEvent } from "../../../shared/model/event.ts";
import type { PastMode, PastRoom } from "../../../shared/model/past.ts";
import { latest } from "../../../shared/model/time.ts";
import { applyEvents, compareKeys, emptyView, summaryOf } from "../../../shared/projection/index.ts";
import { createVirtualClock } from "../../fakes/clock.ts";
import { examPerson, examRoom } from "../../fakes/exam.ts";
import { readNow } from "../../fakes/readers.ts";
import { quietLog } from "../../fakes/syncRig.ts";

let folder: string;
let store: Store;
let path: string;
const openFresh = (): void => {
  folder = mkdtempSync(join(tmpdir(), "console-past-"));
  path = join(folder, JOURNAL_FILE);
  const opened = openStore({ driver: createSqliteDriver(), files: createFiles(), clock: createVirtualClock(), log: quietLog() }, folder);
  if (!opened.ok) throw new Error(opened.error.message);
  store = opened.value;
};
beforeEach(openFresh);
afterEach(() => {
  store.close();
  rmSync(folder, { recursive: true, force: true });
});

const good = <T>(result: { ok: true; value: T } | { ok: false; error: unknown }): T => {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
};

/** As the threads make it, each its part. */
const wallAt = (at: number, mode: PastMode): PastRoom[] =>
  [0, 1, 2].flatMap((part) => good(readNow("pastWall", { path, at, mode, part, parts: 3 })));

const newEvent = (sequence: number, cmd: number, data: unknown, part: Partial<NewEvent> = {}): NewEvent => ({
  sequence,
  ordinal: 0,
  cmd,
  data,
  raw: JSON.stringify({ cmd, sequence, data }),
  hash: null,
  time: { kind: "between", notBefore: sequence * 10 - 10, notAfter: sequence * 10 },
  answeredAt: sequence * 10,
  receivedAt: sequence * 10 + 1,
  via: "room",
  ...part,
});
const said = (sequence: number, message: string, from = "u1"): NewEvent =>
  newEvent(sequence, 3, { message, fromUser: { userUuid: from, userName: `Name of ${from}` } });

const ask = (part: Partial<SearchInput>) =>
  good(
    readNow("search", {
      path,
      roomUuid: "r",
      text: "",
      kinds: null,
      userUuid: null,
      from: null,
      to: null,
      before: null,
      limit: 100,
      ...part,
    }),
  );
const sequences = (part: Partial<SearchInput>): number[] =>
  ask(part).hits.flatMap(({ entry }) => (entry.kind === "event" ? [entry.event.sequence] : []));

describe("a search in a room", () => {
  beforeEach(() => {
    store.journal.record([
      {
        roomUuid: "r",
        insert: [
          said(1, "老师，第二题的图片打不开"),
          said(2, "图", "u2"),
          said(3, 'He said "50% \\ done_1"\nand left'),
          said(4, "ÉTUDE in c"),
          newEvent(5, 20, { total: 1, onlineUsers: [{ userUuid: "u2", userName: "message" }] }),
          newEvent(6, 77, { told: { deep: ["needle"] } }),
          said(7, "the last"),
        ],
      },
      { roomUuid: "s", insert: [said(1, "图 elsewhere"), said(2, 'the "number": 7')] },
    ]);
  });

  it.each([
    ["one Chinese character", { text: "图" }, [2, 1]],
    ["two of them", { text: "图片" }, [1]],
    ["no more than was said", { text: "图图" }, []],
    ["whatever its case", { text: "étude IN C" }, [4]],
    ["quotes, line ends and signs that mean something elsewhere", { text: '"50% \\ done_1"\nand' }, [3]],
    ["a sign for anything, as itself", { text: "%" }, [3]],
    ["deep in an unknown kind", { text: "NEEDLE" }, [6]],
    ["what is a name of a field too, only where it was said", { text: "message" }, [5]],
    ["a part of such a name, likewise", { text: "essag" }, [5]],
    ["what reads like such a name, where it was said", { roomUuid: "s", text: "number" }, [2]],
    ["a kind alone", { kinds: { only: [3] } }, [7, 4, 3, 2, 1]],
    ["all other kinds", { kinds: { except: [3, 20] } }, [6]],
    ["no kind at all", { kinds: { only: [] } }, []],
    ["a person, by id and not by a part of it", { userUuid: "u2" }, [5, 2]],
    ["a part of an id", { userUuid: "u" }, []],
    ["a time", { from: 25, to: 45 }, [5, 4, 3]],
    ["all together", { text: "图", kinds: { only: [3] }, userUuid: "u1", from: 0, to: 10 }, [1]],
  ] as const)("finds %s", (_name, part, found) => {
    expect(sequences(part as unknown as Partial<SearchInput>)).toEqual(found);
  });

  it("says that there is more, and goes on from the oldest of what it found", () => {
    const first = ask({ kinds: { only: [3] }, limit: 2 });
    expect(first.more).toBe(true);
    expect(sequences({ kinds: { only: [3] }, limit: 2, before: first.hits.at(-1)?.entry.key ?? "" })).toEqual([3, 2]);
    expect(ask({ kinds: { only: [3] }, limit: 5 }).more).toBe(false);
  });

  it("knows no room that is not stored", () => {
    expect(ask({ roomUuid: "none" })).toEqual({ hits: [], more: false });
  });
});

it("finds what is far behind, over many steps", () => {
  for (let page = 0; page < 250; page += 1) {
    const insert = Array.from({ length: 100 }, (_, index) => said(page * 100 + index + 1, index === 7 && page === 3 ? "难题" : "no"));
    store.journal.record([{ roomUuid: "r", insert }]);
  }
  expect(sequences({ text: "难" })).toEqual([308]);
});

it("finds a person in every room, newest first, by a part of name or id", () => {
  const enters = (sequence: number, userUuid: string, at: number): NewEvent =>
    newEvent(sequence, 20, { total: 1, onlineUsers: [{ userUuid, userName: `王 ${userUuid}` }] }, { time: { kind: "exact", at } });
  store.journal.record([
    { roomUuid: "a", insert: [enters(1, "ann", 10), enters(2, "bob", 20)] },
    { roomUuid: "b", insert: [enters(1, "ann", 30)] },
    { roomUuid: "c", insert: [enters(1, "ann-2", 40)] },
  ]);
  expect(good(readNow("people", { path, text: "王 ANN" })).people).toEqual([
    { userUuid: "ann", userName: "王 ann", roomUuids: ["a", "b"] },
    { userUuid: "ann-2", userName: "王 ann-2", roomUuids: ["c"] },
  ]);
  expect(good(readNow("people", { path, text: "_" })).people).toEqual([]);
  const { hits } = ask({ roomUuid: null, userUuid: "ann" });
  expect(hits.map(({ roomUuid }) => roomUuid)).toEqual(["b", "a"]);
});

/** What a look back must show: what had come by then; or everything up to the last event that is known to have happened by then. */
const expected = (all: readonly { event: RoomEvent; answeredAt: number }[], at: number, mode: PastMode): RoomEvent[] => {
  if (mode === "seen") return all.filter(({ event }) => event.receivedAt <= at).map(({ event }) => event);
  const last = all.findLastIndex(({ event, answeredAt }) => answeredAt <= at || (event.time.kind === "exact" && event.time.at <= at));
  return all.slice(0, last + 1).map(({ event }) => event);
};

describe("a look back", () => {
  it("shows the fold of what had come by then, or had happened by then, at every moment and in every order of coming", () => {
    const step = fc.record({
      room: fc.constantFrom("r", "s"),
      wait: fc.integer({ min: 1, max: 20 }),
      events: fc.array(
        fc.record({
          sequence: fc.integer({ min: 1, max: 300 }),
          cmd: fc.constantFrom(1, 3, 20, 1101, 1502, 99),
          late: fc.integer({ min: 0, max: 40 }),
          exact: fc.boolean(),
        }),
        { maxLength: 60 },
      ),
    });
    let run = 0;
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 12 }), (steps) => {
        run += 1;
        const room = (name: string): string => `${name}${run}`;
        let now = run * 1_000_000;
        const kept = new Map<string, { event: RoomEvent; answeredAt: number }[]>();
        for (const { room: name, wait, events } of steps) {
          now += wait;
          const insert = events.map(({ sequence, cmd, late, exact }) =>
            newEvent(
              sequence,
              cmd,
              { state: sequence % 3, startTime: now - late, updateTime: now, message: `m${sequence}`, progressUsers: [`u${sequence % 5}`] },
              {
                time: exact ? { kind: "exact", at: now - late } : { kind: "between", notBefore: null, notAfter: now },
                answeredAt: now,
                receivedAt: now + 1,
              },
            ),
          );
          const stored = store.journal.record([{ roomUuid: room(name), insert }])[0]?.stored ?? [];
          for (const event of stored) {
            const all = kept.get(room(name)) ?? [];
            kept.set(
              room(name),
              [...all, { event, answeredAt: now }].sort((a, b) => compareKeys(a.event, b.event)),
            );
          }
        }
        for (const mode of ["was", "seen"] as const) {
          for (const at of [run * 1_000_000, now - 25, now - 7, now, now + 2]) {
            const wall = wallAt(at, mode);
            for (const [roomUuid, all] of kept) {
              const view = applyEvents(emptyView(), expected(all, at, mode));
              expect(wall.find((one) => one.roomUuid === roomUuid)).toMatchObject(summaryOf(view));
              expect(good(readNow("pastRoom", { path, roomUuid, at, mode })).view).toEqual(view);
            }
          }
        }
      }),
      { numRuns: 25 },
    );
  });

  it("tells what was seen from what was: an outage hides events, and one that tells its own time dates those before it", () => {
    const came = { answeredAt: 500, receivedAt: 500 };
    store.journal.record([{ roomUuid: "r", insert: [said(1, "before")] }]);
    store.journal.record([
      {
        roomUuid: "r",
        insert: [
          newEvent(2, 3, { message: "during" }, { ...came, time: { kind: "between", notBefore: 10, notAfter: 500 } }),
          newEvent(3, 1, { state: 1, startTime: 200 }, { ...came, time: { kind: "exact", at: 200 } }),
          newEvent(4, 3, { message: "some time" }, { ...came, time: { kind: "between", notBefore: 10, notAfter: 500 } }),
          newEvent(5, 1, { state: 2, endTime: 400 }, { ...came, time: { kind: "exact", at: 400 } }),
        ],
      },
    ]);
    const at = (moment: number, mode: PastMode) => {
      const [room] = wallAt(moment, mode);
      return [room?.state, room?.eventCount, room?.uncertain];
    };
    expect(at(150, "was")).toEqual([null, 1, 1]);
    expect(at(300, "was")).toEqual([1, 3, 1]);
    expect(at(400, "was")).toEqual([2, 5, 0]);
    expect(at(300, "seen")).toEqual([null, 1, 0]);
    expect(at(500, "seen")).toEqual([2, 5, 0]);
  });

  it("shows the life that the room had then, its gaps, and only the lines of its timeline that were there", () => {
    store.journal.record([{ roomUuid: "r", insert: [said(1, "first life")] }]);
    store.journal.record([{ roomUuid: "r", gap: { from: 2, to: 4, foundAt: 60 }, insert: [said(5, "behind the gap")] }]);
    store.journal.record([{ roomUuid: "r", begin: { foundAt: 100 }, insert: [said(11, "second life")] }]);
    const at = (moment: number) => {
      const { room, entries, view } = good(readNow("pastRoom", { path, roomUuid: "r", at: moment, mode: "was" }));
      return {
        incarnation: room.incarnation,
        gaps: room.gaps,
        lines: entries.map(({ kind }) => kind),
        said: view.chat.map(({ text }) => text),
      };
    };
    expect(at(20)).toEqual({ incarnation: 1, gaps: 0, lines: ["event"], said: ["first life"] });
    expect(at(70)).toEqual({ incarnation: 1, gaps: 1, lines: ["event", "gap", "event"], said: ["first life", "behind the gap"] });
    expect(at(120)).toMatchObject({
      incarnation: 2,
      gaps: 0,
      lines: ["event", "incarnation", "event", "gap", "event"],
      said: ["second life"],
    });
  });

  it("has all 200 messages of a chat, although the folds that it begins with have none", () => {
    const events = examRoom("r");
    const all: RoomEvent[] = [];
    for (let page = 0; page < 12; page += 1) {
      const insert = Array.from({ length: 100 }, () => {
        const { value } = events.next();
        const { at, sequence, cmd, data } = value as { at: number; sequence: number; cmd: number; data: unknown };
        return newEvent(sequence, cmd, data, { time: { kind: "between", notBefore: null, notAfter: at }, answeredAt: at, receivedAt: at });
      });
      all.push(...(store.journal.record([{ roomUuid: "r", insert }])[0]?.stored ?? []));
    }
    for (const count of [900, 1_111, 1_200]) {
      const at = latest(all[count - 1]?.time ?? { kind: "exact", at: 0 });
      const { view } = good(readNow("pastRoom", { path, roomUuid: "r", at, mode: "was" }));
      expect(view).toEqual(
        applyEvents(
          emptyView(),
          all.filter(({ time }) => latest(time) <= at),
        ),
      );
    }
    expect(good(readNow("people", { path, text: examPerson("r", 3).userUuid })).people).toHaveLength(1);
  });

  it("says from when to when there is something to look back at", () => {
    expect(good(readNow("pastSpan", { path }))).toBeNull();
    store.journal.record([{ roomUuid: "r", insert: [said(1, "a"), said(2, "b")] }]);
    expect(good(readNow("pastSpan", { path }))).toEqual({ from: 11, to: 21 });
  });
});

it("counts what came since a moment, by kind and by room, and names starts, ends, recordings and gaps", () => {
  store.journal.record([{ roomUuid: "a", insert: [said(1, "before"), said(2, "x"), newEvent(3, 1, { state: 1 })] }]);
  store.journal.record([{ roomUuid: "b", insert: [said(4, "y"), newEvent(5, 1001, { state: 0 })], gap: { from: 1, to: 3, foundAt: 50 } }]);
  const told = good(readNow("since", { path, at: 11 }));
  expect(told).toMatchObject({
    total: 4,
    roomCount: 2,
    rooms: [
      { roomUuid: "a", count: 2 },
      { roomUuid: "b", count: 2 },
    ],
  });
  expect(told.kinds.toSorted((a, b) => a.cmd - b.cmd)).toEqual([
    { cmd: 1, count: 1, rooms: 1 },
    { cmd: 3, count: 2, rooms: 2 },
    { cmd: 1001, count: 1, rooms: 1 },
  ]);
  expect(told.notable.map(({ roomUuid, entry }) => [roomUuid, entry.kind])).toEqual([
    ["b", "gap"],
    ["b", "event"],
    ["a", "event"],
  ]);
  expect(good(readNow("since", { path, at: 1_000 }))).toEqual({ total: 0, kinds: [], rooms: [], roomCount: 0, notable: [] });
});
