import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { entryOf } from "../../../electron/commands/catalogue.ts";
import { type CommandRow, isTerminal } from "../../../shared/model/command.ts";
import { bundleChild } from "../../fakes/bundledChild.ts";
import { CASES, type Case, SECOND, serve } from "../../unit/commands/cases.ts";
import { createWorld, type Request, type World } from "../../unit/commands/world.ts";
import { BULK, DUE_IN_MS, type Line, SINGLE, STORIES, type Story } from "./stories.ts";

const HOUR = 3_600 * SECOND;
const LATE_ARRIVAL_MS = 5 * SECOND;
const WORD_MS = 60 * SECOND;
/** A net under a life that has no end; the longest has some fifty steps. */
const MOST_STEPS = 200;

let folder = "";
let child = "";
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "lives-"));
  child = await bundleChild(join(import.meta.dirname, "livingChild.ts"), folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Death = { place: string; lines: Line[]; behind: string; at: number };

/** Lives the story in a process of its own that kills itself behind this step; null: it had come to its end before. */
const killBehind = async (story: Story, step: number): Promise<Death | null> => {
  const place = join(folder, `${STORIES.indexOf(story)}-${step}`);
  mkdirSync(place);
  const [file, notes] = [join(place, "outbox.db"), join(place, "notes")];
  const env = { ...process.env, NODE_COMPILE_CACHE: join(folder, "compiled") };
  const end = await new Promise<{ signal: unknown; code: unknown; errors: string }>((resolve) => {
    execFile(process.execPath, [child, file, notes, story.name, String(step)], { env }, (error, _out, errors) =>
      resolve({ signal: error?.signal ?? null, code: error?.code ?? 0, errors }),
    );
  });
  if (end.signal === null) expect(end).toEqual({ signal: null, code: 0, errors: "" });
  else expect(end).toMatchObject({ signal: "SIGKILL", errors: "" });
  const lines = readFileSync(notes, "utf8")
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Line);
  const last = lines.at(-1);
  expect(last?.kind === "killed").toBe(end.signal === "SIGKILL");
  return last?.kind === "killed" ? { place, lines, behind: last.behind, at: last.at } : null;
};

type Found = {
  death: Death;
  /** What the disk held at the death, by id. */
  held: Map<string, CommandRow>;
  world: World;
  acknowledged: string[];
  leftBefore: string[];
  /** Server time when it went on. */
  resumedAt: number;
  /** What left in the second run, and when, server time. */
  left: { request: Request; at: number }[];
  /** Whose word had grown old, and was given again. */
  confirmed: Set<string>;
};

const START = createWorld().serverTime();

/** A second console on a copy of what the first left, `downMs` later; it goes on until nothing is open. */
const goOn = async (story: Story, death: Death, downMs: number): Promise<Found> => {
  const place = `${death.place}-${downMs}`;
  mkdirSync(place);
  for (const ending of ["", "-wal"])
    if (existsSync(join(death.place, `outbox.db${ending}`)))
      cpSync(join(death.place, `outbox.db${ending}`), join(place, `outbox.db${ending}`));
  const happened = death.lines.flatMap((line) => (line.kind === "happened" ? [line.happening] : []));
  const ids = (kind: "acknowledged" | "left"): string[] => death.lines.flatMap((line) => (line.kind === kind ? [line.id] : []));
  const world = createWorld({ path: join(place, "outbox.db"), ranFor: death.at - START + downMs, happened, held: true });
  const held = new Map(world.everything().map((row) => [row.id, row]));
  const found: Found = {
    death,
    held,
    world,
    acknowledged: ids("acknowledged"),
    leftBefore: ids("left"),
    resumedAt: world.serverTime(),
    left: [],
    confirmed: new Set(),
  };
  world.onLeave = (request) => void found.left.push({ request, at: world.serverTime() });
  world.start();
  const runOn = async (): Promise<void> => {
    for (let round = 0; round < 160 && world.commands.list().some((row) => !isTerminal(row)); round += 1) {
      for (const room of story.rooms) world.sync(room, false);
      await world.clock.advance(2 * SECOND);
      await serve(world);
      await world.clock.advance(2 * SECOND);
    }
  };
  await runOn();
  // What lives for a day waits for a word that is given at last.
  for (const { id, state } of world.commands.list()) {
    if (state !== "needsReview") continue;
    found.confirmed.add(id);
    expect(world.commands.confirm(id).ok).toBe(true);
  }
  if (found.confirmed.size > 0) await runOn();
  return found;
};

/** What holds of every command, wherever the first console died. */
const holds = ({ death, held, world, acknowledged, leftBefore, left, resumedAt, confirmed }: Found): void => {
  const rows = new Map(world.everything().map((row) => [row.id, row]));
  expect([...acknowledged, ...leftBefore].filter((id) => !rows.has(id))).toEqual([]);
  // Written before it leaves: the disk says that it is under way, or what has become of it.
  if (death.behind === "left") expect(held.get(leftBefore.at(-1) ?? "")?.state).toBe("sending");
  for (const [id, row] of rows) {
    const before = held.get(id);
    expect(isTerminal(row), `${row.name} stays ${row.state}`).toBe(true);
    if (before !== undefined && isTerminal(before)) expect(row.state).toBe(before.state);
    expect(world.feedOf(id).filter((state) => state === row.state)).toHaveLength(1);
    const again = left.filter(({ request }) => request.id === id);
    const repeat = entryOf(row.name)?.repeat(row.input);
    expect(again.length).toBeLessThanOrEqual(repeat === "never" && leftBefore.includes(id) ? 0 : 1);
    for (const { at } of again) {
      if (leftBefore.includes(id)) expect(at - resumedAt).toBeGreaterThanOrEqual(LATE_ARRIVAL_MS);
      expect(at).toBeLessThan(row.expiresAt);
      if (row.danger !== "safe" && !confirmed.has(id)) expect(at - (row.dueAt ?? row.askedAt)).toBeLessThanOrEqual(WORD_MS);
      if (row.dueAt !== null) expect(at).toBeGreaterThanOrEqual(row.dueAt - SECOND);
    }
  }
  expect(world.service.removals()).toBeLessThanOrEqual(1);
};

/** Kills behind each step until the story comes to its end by itself; `check` is told how it goes on after each pause. */
const killEverywhere = async (story: Story, pauses: readonly number[], check: (found: Found, downMs: number) => void): Promise<Death[]> => {
  const deaths: Death[] = [];
  for (let step = 1; step <= MOST_STEPS; step += 1) {
    const death = await killBehind(story, step);
    if (death === null) return deaths;
    deaths.push(death);
    for (const downMs of pauses) {
      const found = await goOn(story, death, downMs);
      try {
        holds(found);
        check(found, downMs);
      } catch (error) {
        throw new Error(`${story.name}, killed behind step ${step} (${death.behind}), back after ${downMs} ms`, { cause: error });
      } finally {
        found.world.close();
      }
    }
  }
  throw new Error(`${story.name} has no end`);
};

const NOTHING_SHOWS = new Set(["person.letIn", "recording.update"]);

/** The way that a command ends when it was asked before the death and there is time left. */
const endsAsAsked = ({ held, world }: Found, [, , end]: Case): void => {
  for (const [id, before] of held) {
    const lost = before.state === "sending" && NOTHING_SHOWS.has(before.name);
    expect(world.stored(id)?.state).toBe(lost ? "failed" : end);
  }
};

describe.concurrent("a console that is killed behind any step of a command's life", () => {
  it.each(CASES.map((one, index) => [one, SINGLE[index]] as const))("goes on with %j", async (one, story) => {
    if (story === undefined) throw new Error("no story");
    const states = new Set<string>();
    const deaths = await killEverywhere(story, [5 * SECOND, 3 * HOUR], (found, downMs) => {
      for (const { state } of found.held.values()) states.add(state);
      if (downMs < HOUR) endsAsAsked(found, one);
      // Three hours later only what lives so long may leave.
      const [row] = found.world.everything();
      if (downMs >= HOUR && row !== undefined && row.expiresAt - row.askedAt < HOUR) expect(found.left).toEqual([]);
    });
    expect(deaths.length).toBeGreaterThanOrEqual(8);
    expect([...states]).toEqual(expect.arrayContaining(["sending", "accepted"]));
  });

  it("goes on with many rooms that are ended at once, each to its own verdict", async () => {
    const story = STORIES.find(({ name }) => name.startsWith("many"));
    if (story === undefined) throw new Error("no story");
    const mixtures = new Set<string>();
    await killEverywhere(story, [5 * SECOND], ({ held, world }) => {
      expect(held.size).toBe(story.rooms.length);
      mixtures.add([...new Set([...held.values()].map(({ state }) => state))].sort().join());
      expect(world.commands.bulks.get(BULK)).toMatchObject({ total: 4, done: 4, counts: { observed: 4 } });
      expect(world.commands.bulks.items(BULK)?.map(({ row }) => row.state)).toEqual(Array(4).fill("observed"));
    });
    // Killed in the middle: some have been answered, others not.
    expect([...mixtures]).toEqual(expect.arrayContaining(["queued", "sending", "accepted,observed"]));
  });

  it("goes on with what was asked for a time: at that time, or with a person's word, or never", async () => {
    const story = STORIES.find(({ name }) => name.includes("at its time"));
    if (story === undefined) throw new Error("no story");
    const waiting = { before: 0, behind: 0 };
    await killEverywhere(story, [SECOND, DUE_IN_MS + 90 * SECOND, 3 * HOUR], ({ held, world, resumedAt, left, death }, downMs) => {
      for (const before of held.values()) {
        const due = before.dueAt ?? 0;
        const row = world.stored(before.id);
        if (before.state !== "scheduled") continue;
        waiting[death.at < due ? "before" : "behind"] += 1;
        if (downMs === SECOND) expect(row?.state).toBe("observed");
        // Ninety seconds late it waits for a word that nobody gives; after hours it is not even asked for.
        if (resumedAt > due + WORD_MS) expect([row?.state, left.length]).toEqual(["expired", 0]);
      }
    });
    expect([waiting.before > 0, waiting.behind > 0]).toEqual([true, true]);
  });

  it("never sends what was due while the computer slept for hours", async () => {
    const story = STORIES.find(({ name }) => name.includes("slept"));
    if (story === undefined) throw new Error("no story");
    const deaths = await killEverywhere(story, [SECOND], ({ held, world, left, death, leftBefore }) => {
      for (const { id } of held.values()) {
        const inTime = death.at < START + DUE_IN_MS;
        expect([world.stored(id)?.state, left.length, leftBefore]).toEqual(inTime ? ["observed", 1, []] : ["expired", 0, []]);
      }
    });
    expect(deaths.map(({ behind }) => behind)).toEqual(expect.arrayContaining(["slept", "awake"]));
  });
});
