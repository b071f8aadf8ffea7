/** The cloud client against bare undici, axios and got on the same work: operation 8, pages of 20, eight at a time, one process beside the server's. */
import axios from "axios";
import got from "got";
import { Pool } from "undici";
import { createBudget } from "../../electron/cloud/budget.ts";
import { createCloud, DEFAULT_LIMITS } from "../../electron/cloud/cloud.ts";
import { createHostHealth } from "../../electron/cloud/hostHealth.ts";
import { hostsByService } from "../../electron/cloud/hosts.ts";
import { roomSequences } from "../../electron/cloud/operations/sequences.ts";
import { createRetryCredit } from "../../electron/cloud/retryCredit.ts";
import { send } from "../../electron/cloud/send.ts";
import { createSystemClock } from "../../electron/platform/clock.ts";
import { createHttp } from "../../electron/platform/http.ts";
import { createSystemRandom } from "../../electron/platform/random.ts";
import { createTokenSource } from "../../electron/tokens/tokenSource.ts";
import { PRACTICE_APP_CERTIFICATE, PRACTICE_APP_ID } from "../../shared/model/practice.ts";
import type { Log } from "../../shared/ports.ts";
import { ok } from "../../shared/result.ts";
import { serveAlone, startAlone } from "../fakes/serverProcess.ts";
import { type Figure, median, round } from "./figure.ts";

const PAGE = 20;
const AT_ONCE = 8;
const REQUESTS = 4_000;
const ROUNDS = 5;
const PACED_PER_SECOND = 1_000;
const PACED_SECONDS = 5;

const log: Log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined, child: () => log };

/** What a room looks like in an exam: people, chat, hands. */
const page = (): string => {
  const user = (index: number) => ({ userUuid: `s${index}`, userName: `Student ${index}`, role: "audience" });
  const list = Array.from({ length: PAGE }, (_, index) => {
    const common = { roomUuid: "bench-room", sequence: index + 1, version: 1 };
    if (index % 3 === 0) return { ...common, cmd: 3, data: { fromUser: user(index), message: `A question about part ${index}`, type: 1 } };
    if (index % 3 === 1)
      return { ...common, cmd: 1502, data: { progressUsers: [user(1)], addProgressUsers: [user(1)], removeProgressUsers: [] } };
    const online = { ...user(index), role: "2", userProperties: {}, streamUuid: "14177", type: 1, updateTime: 1_700_000_000_000 };
    return { ...common, cmd: 20, data: { total: index, onlineUsers: [online], offlineUsers: [] } };
  });
  return JSON.stringify({ code: 0, msg: "Success", ts: 1_700_000_000_002, data: { total: 400, count: PAGE, list, nextId: "21" } });
};

/** Answers every request with the page; in a process of its own, so that only the client is measured. */
const serve = async (): Promise<void> => {
  const body = Buffer.from(page());
  serveAlone((_request, response) => {
    response.writeHead(200, { "content-type": "application/json; charset=utf-8", "content-length": body.length }).end(body);
  });
};

type Runner = { name: string; once(): Promise<void> };

/**
 * Requests per second of this process's CPU time, which the other programs of a shared machine do not spoil as they do wall time: eight
 * requesters, each asking again when answered.
 */
const rateOf = async (runner: Runner, requests: number): Promise<number> => {
  let left = requests;
  const requester = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await runner.once();
    }
  };
  const from = process.cpuUsage();
  await Promise.all(Array.from({ length: AT_ONCE }, requester));
  const { user, system } = process.cpuUsage(from);
  return (requests * 1_000_000) / (user + system);
};

const check = (fine: boolean): void => {
  if (!fine) throw new Error("a request of the bench failed");
};

const createRunners = (origin: string) => {
  const clock = createSystemClock();
  const random = createSystemRandom();
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
  const budget = createBudget({ clock, requestsPerSecond: 1_000_000 });
  const deps = { http, clock, random, tokens, profile, budget, log, onAnswer: () => undefined };
  const cloud = createCloud(deps);
  const sendDeps = {
    ...deps,
    headerNames: profile.headers,
    limits: DEFAULT_LIMITS,
    hosts: hostsByService(profile),
    health: createHostHealth(deps),
    credit: createRetryCredit(),
  };
  const unread = { ...roomSequences(profile, "bench-room", {}), read: (data: unknown) => ok(data) };

  const pool = new Pool(origin);
  const path = unread.path;
  const headers = {
    "content-type": "application/json",
    accept: "application/json",
    "x-service-token": "t".repeat(160),
    "x-service-uid": "bench",
  };
  const axiosClient = axios.create({ baseURL: origin, headers });
  const gotClient = got.extend({ prefixUrl: origin, headers, retry: { limit: 0 } });

  const runners = {
    client: { name: "client", once: async () => check((await cloud.roomSequences("bench-room", {}, { class: "open" }).done).ok) },
    unvalidated: { name: "client without validation", once: async () => check((await send(sendDeps, unread, { class: "open" }).done).ok) },
    undici: {
      name: "undici",
      once: async () => {
        const answer = await pool.request({ path, method: "GET", headers });
        check(((await answer.body.json()) as { code: number }).code === 0);
      },
    },
    axios: { name: "axios", once: async () => check((await axiosClient.get<{ code: number }>(path)).data.code === 0) },
    got: { name: "got", once: async () => check((await gotClient(path.slice(1)).json<{ code: number }>()).code === 0) },
  } satisfies Record<string, Runner>;
  const close = async (): Promise<void> => {
    await Promise.all([http.close(), pool.destroy()]);
  };
  return { runners, close };
};

/** The client process's share of one core while it sends `PACED_PER_SECOND` requests a second. */
const pacedLoad = async (runner: Runner): Promise<{ cores: number; perSecond: number }> => {
  const total = PACED_PER_SECOND * PACED_SECONDS;
  const cpu = process.cpuUsage();
  const from = performance.now();
  const underWay: Promise<void>[] = [];
  while (underWay.length < total) {
    const due = Math.min(total, Math.floor(((performance.now() - from) * PACED_PER_SECOND) / 1_000));
    while (underWay.length < due) underWay.push(runner.once());
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await Promise.all(underWay);
  const seconds = (performance.now() - from) / 1_000;
  const { user, system } = process.cpuUsage(cpu);
  return { cores: (user + system) / 1_000_000 / seconds, perSecond: total / seconds };
};

export const run = async (): Promise<Figure[]> => {
  const { origin, child } = await startAlone(import.meta.filename);
  const { runners, close } = createRunners(origin);
  try {
    const names = Object.keys(runners) as (keyof typeof runners)[];
    const rates = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<keyof typeof runners, number[]>;
    for (const name of names) await rateOf(runners[name], REQUESTS);
    // One after the other within each round, so that what else the machine does falls on all alike.
    for (let number = 0; number < ROUNDS; number += 1) {
      for (const name of names) rates[name].push(await rateOf(runners[name], name === "axios" || name === "got" ? REQUESTS / 4 : REQUESTS));
    }
    const against = (name: keyof typeof runners, other: keyof typeof runners): number =>
      median(rates[name].map((rate, index) => rate / (rates[other][index] ?? Number.NaN)));
    const paced = await pacedLoad(runners.client);
    return [
      {
        name: "client, operation 8, pages of 20",
        value: round(median(rates.client), 0),
        unit: "requests per CPU second",
        ratio: round(against("client", "undici")),
        against: "bare undici request + JSON",
      },
      {
        name: "client without validation",
        value: round(median(rates.unvalidated), 0),
        unit: "requests per CPU second",
        ratio: round(against("unvalidated", "undici")),
        against: "bare undici request + JSON",
      },
      { name: "bare undici request + JSON", value: round(median(rates.undici), 0), unit: "requests per CPU second" },
      {
        name: "client against axios",
        value: round(median(rates.axios), 0),
        unit: "requests per CPU second",
        ratio: round(against("client", "axios")),
        against: "axios",
      },
      {
        name: "client against got",
        value: round(median(rates.got), 0),
        unit: "requests per CPU second",
        ratio: round(against("client", "got")),
        against: "got",
      },
      {
        name: `client at ${round(paced.perSecond, 0)} paced requests/s`,
        value: round(paced.cores),
        unit: "cores",
        ratio: round(paced.cores / 0.5),
        against: "half a core",
      },
    ];
  } finally {
    await close();
    child.kill();
  }
};

if (import.meta.main) await serve();
