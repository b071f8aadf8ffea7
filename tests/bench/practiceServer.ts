/** The practice cloud alone in a process of its own: operation 8, pages of 20, per second of one core. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { Pool } from "undici";
import { PRACTICE_KEYS, startPracticeCloud } from "../../electron/practice/practiceCloud.ts";
import { buildAccessToken2 } from "../../electron/tokens/accessToken2.ts";
import { servicesOf } from "../../electron/tokens/kinds.ts";
import { type Figure, median, round } from "./figure.ts";

const AT_ONCE = 32;
const REQUESTS = 10_000;
const ROUNDS = 5;
const EVENTS = 200;
const PAGE = 20;
const TOKEN_SECONDS = 3_600;
const BAR = 5_000;

type Cpu = { micros: number };

/** Tells where it listens, and on every message how much of a core it has used so far, µs. */
const serve = async (): Promise<void> => {
  const started = await startPracticeCloud({ port: 0, scenario: "none", seed: 1, speed: 1, ...PRACTICE_KEYS });
  if (!started.ok) throw new Error(started.error);
  process.on("message", () => {
    const { user, system } = process.cpuUsage();
    process.send?.({ micros: user + system } satisfies Cpu);
  });
  process.send?.({ baseUrl: started.value.baseUrl, region: started.value.region });
};

const tokenOf = (uid: string): string => {
  const services = servicesOf("signaling", TOKEN_SECONDS, { account: uid, room: "", role: -1 });
  const issuedAt = Math.floor(Date.now() / 1_000);
  const built = buildAccessToken2(
    { appId: PRACTICE_KEYS.appId, issuedAt, expiresIn: TOKEN_SECONDS, salt: 7, services },
    PRACTICE_KEYS.appCertificate,
  );
  if (!built.ok) throw new Error(built.error.detail);
  return built.value;
};

const cpuOf = async (child: ChildProcess): Promise<number> => {
  child.send("cpu");
  const [message] = (await once(child, "message")) as [Cpu];
  return message.micros;
};

export const run = async (): Promise<Figure[]> => {
  const child = fork(import.meta.filename, { execArgv: [] });
  const [{ baseUrl, region }] = (await once(child, "message")) as [{ baseUrl: string; region: string }];
  const pool = new Pool(baseUrl, { connections: AT_ONCE });
  const room = `/${region}/edu/apps/${PRACTICE_KEYS.appId}/v2/rooms/bench-room`;
  const headersOf = (uid: string) => ({ "content-type": "application/json", "x-service-token": tokenOf(uid), "x-service-uid": uid });
  const asked = async (method: "GET" | "POST" | "PUT", path: string, headers: Record<string, string>, body?: unknown): Promise<string> => {
    const answer = await pool.request({ method, path, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
    const text = await answer.body.text();
    if (answer.statusCode !== 200) throw new Error(`${path}: ${text}`);
    return text;
  };
  try {
    const proctor = headersOf("proctor");
    const teacher = headersOf("t1");
    await asked("POST", room, proctor, { roomType: "4", roomName: "Bench" });
    await asked("PUT", room.replace("/v2/", "/v3/").concat("/users/t1"), teacher, { role: 1, userName: "Tom" });
    for (let index = 0; index < EVENTS; index += 1)
      await asked("POST", `${room}/from/t1/chat`, teacher, { message: `Part ${index} of the exam`, type: 1 });

    let next = 0;
    const readPages = async (requests: number): Promise<{ perSecond: number; perCore: number }> => {
      let left = requests;
      const reader = async (): Promise<void> => {
        while (left > 0) {
          left -= 1;
          next = (next + PAGE) % (EVENTS - PAGE);
          await asked("GET", `${room}/sequences?nextId=${next + 1}&count=${PAGE}`, proctor);
        }
      };
      const cpu = await cpuOf(child);
      const from = performance.now();
      await Promise.all(Array.from({ length: AT_ONCE }, reader));
      const seconds = (performance.now() - from) / 1_000;
      return { perSecond: requests / seconds, perCore: (requests * 1_000_000) / ((await cpuOf(child)) - cpu) };
    };

    await readPages(REQUESTS);
    const rounds: { perSecond: number; perCore: number }[] = [];
    for (let number = 0; number < ROUNDS; number += 1) rounds.push(await readPages(REQUESTS));
    const perCore = median(rounds.map((figure) => figure.perCore));
    return [
      {
        name: "practice cloud, operation 8, pages of 20",
        value: round(perCore, 0),
        unit: "requests per CPU second",
        ratio: round(perCore / BAR),
        against: `${BAR} requests/s on one core`,
      },
      {
        name: "practice cloud beside its asker on this machine",
        value: round(median(rounds.map((figure) => figure.perSecond)), 0),
        unit: "requests/s",
      },
    ];
  } finally {
    await pool.destroy();
    child.kill();
  }
};

if (import.meta.main) await serve();
