import { createServer } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createBudget } from "../../../electron/cloud/budget.ts";
import { createCloud } from "../../../electron/cloud/cloud.ts";
import type { Cloud, CloudResult, ProblemCode, Sending } from "../../../electron/cloud/types.ts";
import { createSystemClock } from "../../../electron/platform/clock.ts";
import { createHttp } from "../../../electron/platform/http.ts";
import type { Clock, Http, Log } from "../../../shared/ports.ts";
import { ok } from "../../../shared/result.ts";
import { createSeededRandom } from "../../fakes/random.ts";
import {
  announcedHugeBody,
  answer,
  answerJson,
  answerTwice,
  badGzip,
  cutBody,
  cutChunks,
  gzipBomb,
  hangAfterHeaders,
  hangBeforeHeaders,
  hugeBody,
  notHttp,
  reset,
  slowBytes,
  startTrickServer,
  type Trick,
  type TrickServer,
} from "../../fakes/trickServer.ts";

const log: Log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined, child: () => log };

/** The plan's waits pass at once and are written down; the limits of an attempt are real. */
const createHurriedClock = (): Clock & { waits: number[] } => {
  const waits: number[] = [];
  let skipped = 0;
  return {
    waits,
    wall: () => Date.now() + skipped,
    monotonic: () => performance.now() + skipped,
    after: (ms, task) => {
      const timer = setImmediate(() => {
        waits.push(ms);
        skipped += ms;
        task();
      });
      return () => clearImmediate(timer);
    },
  };
};

const ROLES = ["primary", "alternate", "regional"] as const;
let http: Http;
const servers: TrickServer[] = [];
beforeAll(async () => {
  http = createHttp({ clock: createSystemClock() });
  for (const _role of ROLES) servers.push(await startTrickServer(hangBeforeHeaders));
});
afterAll(async () => {
  await http.close();
  await Promise.all(servers.map((server) => server.close()));
});

const nobody = async (): Promise<string> => {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const { port } = probe.address() as { port: number };
  await new Promise((resolve) => probe.close(resolve));
  return `http://127.0.0.1:${port}`;
};

/** How an operation behaves: what changes something and may be sent twice or not, what only reads, and what is consumed by being read. */
type Kind = "again" | "once" | "read" | "consumed";
type Asked = { kind: Kind; ask: (cloud: Cloud, room: string) => Sending<unknown> };

const COMMAND = { class: "command" } as const;
const POLL = { class: "open" } as const;
const change = { properties: { a: 1 }, cause: {} };
const removal = { properties: ["a"] };

/** Every operation, in each form that is sent otherwise. */
const OPERATIONS = {
  "1": { kind: "once", ask: (cloud, room) => cloud.createRoom(room, { roomType: "4", roomName: "Exam" }, COMMAND) },
  "2": { kind: "once", ask: (cloud, room) => cloud.removeUser(room, "s1", {}, COMMAND) },
  "3 start": { kind: "again", ask: (cloud, room) => cloud.setRoomState(room, 1, COMMAND) },
  "3 end": { kind: "again", ask: (cloud, room) => cloud.setRoomState(room, 2, COMMAND) },
  "4 start": { kind: "again", ask: (cloud, room) => cloud.startRecording(room, {}, COMMAND) },
  "4 stop": { kind: "again", ask: (cloud, room) => cloud.stopRecording(room, COMMAND) },
  "5": { kind: "once", ask: (cloud, room) => cloud.updateRecording(room, { webRecordConfig: { onhold: false } }, COMMAND) },
  "6": { kind: "read", ask: (cloud, room) => cloud.recordings(room, {}, POLL) },
  "7": { kind: "read", ask: (cloud, room) => cloud.user(room, "s1", POLL) },
  "8": { kind: "read", ask: (cloud, room) => cloud.roomSequences(room, {}, POLL) },
  "9": { kind: "consumed", ask: (cloud) => cloud.appSequences({ class: "app" }) },
  "10": { kind: "again", ask: (cloud, room) => cloud.setRoomProperties(room, change, COMMAND) },
  "11": { kind: "again", ask: (cloud, room) => cloud.deleteRoomProperties(room, removal, COMMAND) },
  "12": { kind: "again", ask: (cloud, room) => cloud.setUserProperties(room, "s1", change, COMMAND) },
  "13": { kind: "again", ask: (cloud, room) => cloud.deleteUserProperties(room, "s1", removal, COMMAND) },
  "14": { kind: "again", ask: (cloud, room) => cloud.setExtAppProperties(room, "x", change, COMMAND) },
  "15": { kind: "again", ask: (cloud, room) => cloud.deleteExtAppProperties(room, "x", removal, COMMAND) },
  "16": { kind: "read", ask: (cloud, room) => cloud.quizRecords(room, {}, POLL) },
  "17": { kind: "read", ask: (cloud, room) => cloud.pollRecords(room, {}, POLL) },
  "18 named": { kind: "again", ask: (cloud, room) => cloud.createGroups(room, [{ groupUuid: "g", users: [] }], COMMAND) },
  "18 unnamed": { kind: "once", ask: (cloud, room) => cloud.createGroups(room, [{ users: [] }], COMMAND) },
  "18 none": { kind: "again", ask: (cloud, room) => cloud.removeGroups(room, COMMAND) },
  "get one room": { kind: "read", ask: (cloud, room) => cloud.room(room, POLL) },
} satisfies Record<string, Asked>;
type OperationName = keyof typeof OPERATIONS;
const NAMES = Object.keys(OPERATIONS) as OperationName[];
const askedOf = (name: OperationName): Asked => OPERATIONS[name];

/** How far a request goes: the roles of its attempts in order. What reads has one retry from a fresh client. */
const WHOLE = "primary primary alternate regional";
const PAST_ALTERNATE = "primary primary regional";
const FOUR_TIMES = "primary primary primary primary";
const TWICE = "primary primary";
const ONCE = "primary";

type Cell = { way: string /** Waits of the plan between its attempts. */; waits: number; maybeDone: boolean; repeatSafe: boolean };
type Row = {
  origins?: () => Promise<string[]>;
  trick?: Trick;
  code: ProblemCode;
  /** Operations whose goal is reached by this answer. */
  reached?: readonly OperationName[];
  exceptions?: Partial<Record<OperationName, Cell>>;
} & Record<Kind, Cell>;

const cell = (way: string, maybeDone: boolean, repeatSafe: boolean): Cell => ({
  way,
  waits: way.split(" ").length - 1,
  maybeDone,
  repeatSafe,
});

/** It left, and nobody knows what became of it. */
const lost = (commands: string): Record<Kind, Cell> => ({
  again: cell(commands, true, true),
  once: cell(ONCE, true, false),
  read: cell(TWICE, true, true),
  consumed: cell(ONCE, true, false),
});
/** Nothing can have happened. */
const neverDone = (commands: string): Record<Kind, Cell> => ({
  again: cell(commands, false, true),
  once: cell(commands, false, true),
  read: cell(TWICE, false, true),
  consumed: cell(TWICE, false, true),
});
/** An answer after which asking again is no use. */
const unreadable: Record<Kind, Cell> = {
  again: cell(ONCE, true, true),
  once: cell(ONCE, true, false),
  read: cell(ONCE, true, true),
  consumed: cell(ONCE, true, false),
};
const refusal: Record<Kind, Cell> = {
  again: cell(ONCE, false, true),
  once: cell(ONCE, false, true),
  read: cell(ONCE, false, true),
  consumed: cell(ONCE, false, true),
};
/** The same host twice without a wait: with a new token, or at the other path. */
const atOnceAgain: Cell = { way: TWICE, waits: 0, maybeDone: false, repeatSafe: true };

const FAULTS = [
  "DNS failure",
  "refused",
  "reset",
  "hang before headers",
  "hang after headers",
  "cut body",
  "cut chunks",
  "slow bytes",
  "not HTTP",
  "bad JSON",
  "wrong type",
  "captive portal",
  "captive redirect",
  "50 MB",
  "50 MB announced",
  "50 MB unzipped",
  "bad gzip",
  "400",
  "401",
  "403",
  "404",
  "404 room",
  "404 person",
  "409 started",
  "409 ended",
  "409 not recording",
  "409 recording",
  "409 room exists",
  "410 closed",
  "429 with Retry-After",
  "500",
  "503",
] as const;

const html = (status: number): Trick => answer(status, "<html><body>Welcome to Hotel WLAN</body></html>", { "content-type": "text/html" });

const code = (status: number, business: number, headers: Record<string, string> = {}): Trick =>
  answerJson(status, { code: business, msg: "no", ts: 5 }, headers);

const MATRIX: Record<(typeof FAULTS)[number], Row> = {
  "DNS failure": {
    // A label of 64 characters is no name: no resolver has to be asked to know that.
    origins: async () => ["a", "b", "c"].map((letter) => `http://${letter.repeat(64)}.invalid`),
    code: "dns",
    ...neverDone(WHOLE),
  },
  refused: { origins: async () => [await nobody(), await nobody(), await nobody()], code: "refused", ...neverDone(PAST_ALTERNATE) },
  reset: { trick: reset, code: "reset", ...lost(PAST_ALTERNATE) },
  "hang before headers": { trick: hangBeforeHeaders, code: "timeout", ...lost(PAST_ALTERNATE) },
  "hang after headers": { trick: hangAfterHeaders, code: "timeout", ...lost(PAST_ALTERNATE) },
  "cut body": { trick: cutBody, code: "truncated", ...lost(PAST_ALTERNATE) },
  "cut chunks": { trick: cutChunks, code: "truncated", ...lost(PAST_ALTERNATE) },
  "slow bytes": { trick: slowBytes, code: "timeout", ...lost(PAST_ALTERNATE) },
  "not HTTP": { trick: notHttp, code: "network", ...lost(PAST_ALTERNATE) },
  "bad JSON": { trick: answer(200, '{"code":0,"msg":'), code: "notJson", ...lost(PAST_ALTERNATE) },
  "wrong type": { trick: answerJson(200, [1, 2, 3]), code: "badShape", ...unreadable },
  "captive portal": { trick: html(200), code: "notJson", ...lost(PAST_ALTERNATE) },
  "captive redirect": { trick: html(302), code: "notJson", ...lost(PAST_ALTERNATE) },
  "50 MB": { trick: hugeBody, code: "tooBig", ...unreadable },
  "50 MB announced": { trick: announcedHugeBody, code: "tooBig", ...unreadable },
  "50 MB unzipped": { trick: gzipBomb, code: "tooBig", ...unreadable },
  "bad gzip": { trick: badGzip, code: "notJson", ...lost(PAST_ALTERNATE) },
  "400": { trick: code(400, 400), code: "rejected", ...refusal },
  "401": {
    trick: answerJson(401, { message: "invalid token" }),
    code: "unauthorized",
    again: atOnceAgain,
    once: atOnceAgain,
    read: atOnceAgain,
    consumed: atOnceAgain,
  },
  "403": { trick: code(403, 30403200), code: "muted", ...refusal },
  // A path that the gateway does not know may lie elsewhere: operation 7 has two.
  "404": { trick: html(404), code: "notFound", ...refusal, exceptions: { "7": atOnceAgain } },
  "404 room": { trick: code(404, 20404100), code: "roomAbsent", ...refusal },
  "404 person": { trick: code(404, 20404200), code: "userAbsent", ...refusal, reached: ["2"] },
  "409 started": { trick: code(409, 30409100), code: "alreadyStarted", ...refusal, reached: ["3 start"] },
  "409 ended": { trick: code(409, 30409101), code: "alreadyEnded", ...refusal, reached: ["3 end"] },
  "409 not recording": { trick: code(409, 30409410), code: "recordingNotStarted", ...refusal, reached: ["4 stop"] },
  "409 recording": { trick: code(409, 30409411), code: "recordingNotEnded", ...refusal, reached: ["4 start"] },
  "409 room exists": { trick: code(409, 20409100), code: "roomExists", ...refusal, reached: ["1"] },
  "410 closed": { trick: code(410, 30410100), code: "classOver", ...refusal, reached: ["3 end"] },
  "429 with Retry-After": {
    trick: answerJson(429, { message: "slow down" }, { "retry-after": "9" }),
    code: "rateLimited",
    ...neverDone(FOUR_TIMES),
  },
  "500": { trick: code(500, 500), code: "serverError", ...lost(WHOLE) },
  "503": { trick: html(503), code: "unavailable", ...lost(WHOLE) },
};

/** Faults that show by silence are waited for; every other answer has time enough on a busy machine. */
const SILENT: ReadonlySet<string> = new Set(["hang before headers", "hang after headers", "slow bytes"]);
const limitsFor = (silent: boolean) => ({
  connectMs: 60_000,
  headersMs: silent ? 120 : 60_000,
  bodyMs: silent ? 120 : 60_000,
  maxBytes: 1024 * 1024,
});

const createClient = (origins: readonly string[], silent = false) => {
  const [primary = "", alternate = "", regional = ""] = origins;
  const clock = createHurriedClock();
  let token = 0;
  const credential = async () => ok({ token: `token${(token += 1)}`, uid: "u" });
  const cloud = createCloud({
    http,
    clock,
    random: createSeededRandom(7),
    tokens: { credential, renewAfter: credential, expiresAt: () => null },
    profile: {
      region: "ap",
      appId: "a",
      hosts: { primary, alternate, regional: { "ap-northeast-1": regional } },
      headers: { token: "x-service-token", uid: "x-service-uid" },
      insideMainlandChina: false,
    },
    budget: createBudget({ clock, requestsPerSecond: 1_000 }),
    log,
    onAnswer: () => undefined,
    limits: limitsFor(silent),
  });
  return { cloud, clock };
};

const play = (trick: Trick): string[] => {
  for (const server of servers) {
    server.requests.length = 0;
    server.play(trick);
  }
  return servers.map((server) => server.origin);
};

/** A room of its own for each operation, so that its requests are known among the others'. */
const roomOf = (name: OperationName): string => `room-${name.replaceAll(" ", "-")}-`;
const isOf = (name: OperationName, path: string): boolean =>
  name === "9" ? path.endsWith("/v2/rooms/sequences") : path.includes(`/rooms/${roomOf(name)}`);

describe.each(FAULTS)("%s", (fault) => {
  const row = MATRIX[fault];
  type End = { result: Awaited<CloudResult<unknown>>; waits: number[]; way: string };
  const ends = new Map<OperationName, End>();

  // All operations side by side, each with a client of its own.
  beforeAll(async () => {
    const here = play(row.trick ?? hangBeforeHeaders);
    const origins = row.origins === undefined ? here : await row.origins();
    await Promise.all(
      NAMES.map(async (name) => {
        const { cloud, clock } = createClient(origins, SILENT.has(fault));
        const result = await askedOf(name).ask(cloud, roomOf(name)).done;
        const way = ROLES.flatMap((role, index) => (servers[index]?.requests ?? []).filter(({ path }) => isOf(name, path)).map(() => role));
        ends.set(name, { result, waits: clock.waits.filter((ms) => ms >= 500), way: way.join(" ") });
      }),
    );
  }, 60_000);

  test.each(NAMES)("operation %s", (name) => {
    const expected = row.exceptions?.[name] ?? row[askedOf(name).kind];
    const end = ends.get(name);
    expect(end?.result).toMatchObject({
      ok: false,
      error: {
        code: row.code,
        maybeDone: expected.maybeDone,
        repeatSafe: expected.repeatSafe,
        goalReached: row.reached?.includes(name) ?? false,
      },
    });
    // A host that cannot be reached counts nothing: there the waits tell how far the plan went.
    if (row.origins === undefined) expect(end?.way).toBe(expected.way);
    expect(end?.waits).toHaveLength(expected.waits);
    if (fault === "429 with Retry-After") expect(Math.min(...(end?.waits ?? []))).toBeGreaterThanOrEqual(9_000);
  });
});

/** A good answer to any operation; `ts` tells which. */
const good = (ts: number) => ({ code: 0, msg: "Success", ts, data: { list: [], nextId: null, userUuid: "s1" } });

describe.each(NAMES)("operation %s", (name) => {
  const { ask } = askedOf(name);

  test("an answer that comes twice is not taken for the next request's", async () => {
    let number = 0;
    const { cloud } = createClient(play((socket, request) => answerTwice(good((number += 1)))(socket, request)));
    for (const ts of [1, 2, 3]) expect(await ask(cloud, `room-${ts}`).done).toMatchObject({ ok: true, value: { ts } });
  });

  test("answers that overtake one another reach who asked for them", async () => {
    const held: (() => void)[] = [];
    const { cloud } = createClient(play(answerJson(200, good(9))));
    // What the first answer tells for all has been told.
    await ask(cloud, "room-first").done;
    play((socket, request) => {
      const ts = held.length + 1;
      held.push(() => answerJson(200, good(ts))(socket, request));
      if (held.length === 2) for (const release of held.toReversed()) release();
    });
    const asked = [ask(cloud, "room-a").done, ask(cloud, "room-b").done];
    const results = await Promise.all(asked);
    const paths = servers[0]?.requests.map(({ path }) => path) ?? [];
    for (const [index, result] of results.entries()) {
      const ts = name === "9" ? index + 1 : paths.findIndex((path) => path.includes(`/room-${"ab"[index]}`)) + 1;
      expect(result).toMatchObject({ ok: true, value: { ts } });
    }
  });
});

test("events that are told twice, or out of order, are handed on as they came", async () => {
  const told = [3, 1, 3, 2].map((sequence) => ({ roomUuid: "r1", cmd: 1, sequence, data: {} }));
  const { cloud } = createClient(play(answerJson(200, { code: 0, ts: 5, data: { list: told, nextId: "2" } })));
  const result = await cloud.roomSequences("r1", {}, POLL).done;
  expect(result).toMatchObject({ ok: true, value: { ts: 5, value: { nextId: "2", events: told } } });
});
