/** Catching up 100,000 events by operation 8 through the whole path (sockets, client, judging, fold, store), with the request budget lifted and with it. Some half a minute. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createBudget } from "../../electron/cloud/budget.ts";
import { createCloud } from "../../electron/cloud/cloud.ts";
import { createSystemClock } from "../../electron/platform/clock.ts";
import { createHttp } from "../../electron/platform/http.ts";
import { createSystemRandom } from "../../electron/platform/random.ts";
import { createSync } from "../../electron/sync/index.ts";
import { createTokenSource } from "../../electron/tokens/tokenSource.ts";
import { PRACTICE_APP_CERTIFICATE, PRACTICE_APP_ID } from "../../shared/model/practice.ts";
import { ok } from "../../shared/result.ts";
import { examRoom } from "../fakes/exam.ts";
import { openExamStore } from "../fakes/examStore.ts";
import { serveAlone, startAlone } from "../fakes/serverProcess.ts";
import { quietLog } from "../fakes/syncRig.ts";
import { type Figure, median, round, threadCpu } from "./figure.ts";

const ROOMS = 100;
const EVENTS_A_ROOM = 1_000;
const PAGE = 100;
const EVENTS = ROOMS * EVENTS_A_ROOM;
const RUNS = 3;
const BAR_PER_SECOND = 20_000;
const LIFTED = 1_000_000;
const BUDGETED_PER_SECOND = 100;
/** Of what the budget allows. */
const BUDGET_BAR = 1.1;

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const roomName = (index: number): string => `room-${index}`;

/** Operations 8 and 9 of rooms in which nothing more happens, in a process of its own. */
const serve = async (): Promise<void> => {
  const rooms = new Map<string, string[]>();
  for (let index = 0; index < ROOMS; index += 1) {
    const source = examRoom(roomName(index), { seed: index + 1 });
    const texts = Array.from({ length: EVENTS_A_ROOM }, () => {
      const { at: _at, ...event } = source.next().value as { at: number };
      return JSON.stringify(event);
    });
    rooms.set(roomName(index), texts);
  }
  let requests = 0;
  const answer = (path: string): { status: number; body: string } => {
    const url = new URL(path, "http://server");
    const events = rooms.get(/rooms\/([^/]+)\/sequences$/.exec(url.pathname)?.[1] ?? "");
    const head = `{"code":0,"msg":"Success","ts":${Date.now()},"data":`;
    if (url.pathname.includes("/polling/")) return { status: 200, body: `${head}{"list":[],"nextId":null}}` };
    if (events === undefined) return { status: 404, body: '{"code":404,"msg":"no such call"}' };
    const from = Number(url.searchParams.get("nextId") ?? 1) - 1;
    const next = from + PAGE < events.length ? from + PAGE + 1 : null;
    return { status: 200, body: `${head}{"list":[${events.slice(from, from + PAGE).join(",")}],"nextId":${next}}}` };
  };
  serveAlone((request, response) => {
    if (request.url === "/requests") {
      response.end(String(requests));
      requests = 0;
      return;
    }
    requests += 1;
    const { status, body } = answer(request.url ?? "");
    const bytes = Buffer.from(body);
    response.writeHead(status, { "content-type": "application/json", "content-length": bytes.length }).end(bytes);
  });
};

/** A new store, until every event of every room is in it and proved: ms, and ms of this thread's CPU. */
const catchUp = async (origin: string, requestsPerSecond: number): Promise<{ took: number; cpu: number; requests: number }> => {
  const folder = mkdtempSync(join(tmpdir(), "bench-catch-up-"));
  const clock = createSystemClock();
  const random = createSystemRandom();
  const log = quietLog();
  const http = createHttp({ clock, resolveProxy: async () => null });
  const profile = {
    region: "ap" as const,
    appId: PRACTICE_APP_ID,
    hosts: { primary: origin, regional: {} },
    headers: { token: "x-service-token", uid: "x-service-uid" },
    insideMainlandChina: false,
  };
  const tokens = createTokenSource({
    appId: PRACTICE_APP_ID,
    uid: "bench",
    certificate: async () => ok(PRACTICE_APP_CERTIFICATE),
    clock,
    random,
    serverOffset: () => 0,
  });
  const budget = createBudget({ clock, requestsPerSecond });
  const store = openExamStore(folder);
  const { journal, registry } = store;
  registry.add(
    Array.from({ length: ROOMS }, (_, index) => roomName(index)),
    "added",
    clock.wall(),
  );
  const cloud = createCloud({ http, clock, random, tokens, profile, budget, log, onAnswer: () => undefined });
  const sync = createSync({ cloud, budget, journal, registry, clock, random, log, region: "ap", pollSeconds: 60 });
  try {
    await (await fetch(`${origin}/requests`)).text();
    const began = performance.now();
    const cpu = threadCpu();
    const live = new Set<string>();
    const stopWatching = sync.rooms.watch((roomUuid) => {
      const room = sync.rooms.get(roomUuid);
      if (room?.phase === "live" && room.eventCount === EVENTS_A_ROOM) live.add(roomUuid);
    });
    sync.start();
    while (live.size < ROOMS) await wait(2);
    const took = performance.now() - began;
    const used = threadCpu() - cpu;
    stopWatching();
    return { took, cpu: used, requests: Number(await (await fetch(`${origin}/requests`)).text()) };
  } finally {
    await sync.stop();
    await http.close();
    store.close();
    rmSync(folder, { recursive: true, force: true });
  }
};

export const run = async (): Promise<Figure[]> => {
  const { origin, child } = await startAlone(import.meta.filename);
  try {
    await catchUp(origin, LIFTED);
    const runs = [];
    for (let turn = 0; turn < RUNS; turn += 1) runs.push(await catchUp(origin, LIFTED));
    const perSecond = (EVENTS * 1_000) / median(runs.map(({ took }) => took));
    const perCpuSecond = (EVENTS * 1_000) / median(runs.map(({ cpu }) => cpu));
    const held = await catchUp(origin, BUDGETED_PER_SECOND);
    const allowed = (held.requests / BUDGETED_PER_SECOND) * 1_000;
    const against = `${BAR_PER_SECOND} events/s (more is better)`;
    return [
      {
        name: "catching up 100,000 events",
        value: round(perSecond, 0),
        unit: "events/s",
        ratio: round(perSecond / BAR_PER_SECOND),
        against,
      },
      {
        name: "catching up 100,000 events, by CPU",
        value: round(perCpuSecond, 0),
        unit: "events per CPU second of the console",
        ratio: round(perCpuSecond / BAR_PER_SECOND),
        against,
      },
      {
        name: `catching up within ${BUDGETED_PER_SECOND} requests/s`,
        value: round(held.took, 0),
        unit: "ms",
        ratio: round(held.took / (allowed * BUDGET_BAR)),
        against: `${round(allowed, 0)} ms for ${held.requests} requests, and 10 %`,
      },
    ];
  } finally {
    child.kill();
  }
};

if (import.meta.main) await serve();
