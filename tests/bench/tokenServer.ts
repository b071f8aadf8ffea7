/** The token server: cached app tokens against a bare route of the same server. */
import { Agent, request } from "node:http";
import { startTokenServer } from "../../electron/chat/tokenServer.ts";
import { createSystemClock } from "../../electron/platform/clock.ts";
import { createHttp } from "../../electron/platform/http.ts";
import { createSystemRandom } from "../../electron/platform/random.ts";
import { PRACTICE_APP_CERTIFICATE, PRACTICE_APP_ID, PRACTICE_APP_KEY } from "../../shared/model/practice.ts";
import { createMemoryLog } from "../contract/harness.ts";
import { type Figure, median, round } from "./figure.ts";

const ROUND_MS = 1_500;
const ROUNDS = 5;
const LANES = 32;

const agent = new Agent({ keepAlive: true, maxSockets: LANES });
const get = (url: URL): Promise<number> =>
  new Promise((resolve, reject) => {
    request(url, { agent }, (answer) => {
      answer.resume();
      answer.on("end", () => resolve(answer.statusCode ?? 0));
    })
      .on("error", reject)
      .end();
  });

/** Answers per second. */
const rate = async (url: URL): Promise<number> => {
  const startedAt = performance.now();
  let answers = 0;
  const lane = async (): Promise<void> => {
    while (performance.now() - startedAt < ROUND_MS) {
      if ((await get(url)) !== 200) throw new Error(`${url.pathname} was refused`);
      answers += 1;
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return (answers * 1_000) / (performance.now() - startedAt);
};

export const run = async (): Promise<Figure[]> => {
  const clock = createSystemClock();
  const http = createHttp({ clock });
  const started = await startTokenServer(
    { http, clock, random: createSystemRandom(), log: createMemoryLog() },
    {
      port: 0,
      listenHost: "127.0.0.1",
      appId: PRACTICE_APP_ID,
      certificate: async () => PRACTICE_APP_CERTIFICATE,
      validSeconds: 3_600,
      appKey: PRACTICE_APP_KEY,
      domain: "chat.example",
      accessKey: "",
      corsOrigins: [],
      requestsPerSecond: 1_000_000,
    },
    (app) => void app.get("/hello", async () => "hello"),
  );
  if (!started.ok) throw new Error(started.error.detail);
  try {
    const [token, hello] = [new URL("/chat/app/token", started.value.url), new URL("/hello", started.value.url)];
    await rate(token);
    await rate(hello);
    const rounds: (readonly [number, number])[] = [];
    for (let index = 0; index < ROUNDS; index += 1) rounds.push([await rate(token), await rate(hello)]);
    const tokens = median(rounds.map(([one]) => one));
    const bare = median(rounds.map(([, one]) => one));
    return [
      {
        name: "app tokens served",
        value: Math.round(tokens),
        unit: "1/s",
        ratio: round(tokens / bare),
        against: "a bare route of the same server",
      },
    ];
  } finally {
    await started.value.close();
    await http.close();
    agent.destroy();
  }
};
