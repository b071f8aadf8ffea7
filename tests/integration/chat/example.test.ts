/** The integrator's page shows a chat client's life: the very text of the page is run here. */
import { readFileSync } from "node:fs";
import { afterEach, expect, test } from "vitest";
import { startTokenServer } from "../../../electron/chat/tokenServer.ts";
import { createSystemClock } from "../../../electron/platform/clock.ts";
import { createHttp } from "../../../electron/platform/http.ts";
import { createSystemRandom } from "../../../electron/platform/random.ts";
import { PRACTICE_KEYS, startPracticeCloud } from "../../../electron/practice/practiceCloud.ts";
import { inspectToken } from "../../../electron/tokens/inspect.ts";
import { PRACTICE_APP_KEY } from "../../../shared/model/practice.ts";
import { createMemoryLog } from "../../contract/harness.ts";

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

type Sdk = {
  opened: { user: string; accessToken: string }[];
  renewed: string[];
  handlers: Record<string, () => Promise<void>>;
  open(options: { user: string; accessToken: string }): Promise<void>;
  renewToken(token: string): Promise<void>;
  addEventHandler(name: string, handlers: Record<string, () => Promise<void>>): void;
};
type Example = {
  HOUR_MS: number;
  startChat(options: {
    sdk: Sdk;
    tokenServer: string;
    userName: string;
    accessKey: string;
    every: (ms: number, task: () => Promise<void>) => () => void;
    report: (error: Error) => void;
  }): Promise<() => void>;
};

const loadExample = async (): Promise<Example> => {
  const page = readFileSync(new URL("../../../docs/chat-tokens.md", import.meta.url), "utf8");
  const code = /```js\n([\s\S]*?)```/.exec(page)?.[1] ?? "";
  return (await import(`data:text/javascript;base64,${Buffer.from(code).toString("base64")}`)) as Example;
};

const createSdk = (): Sdk => {
  const sdk: Sdk = {
    opened: [],
    renewed: [],
    handlers: {},
    open: async (options) => void sdk.opened.push(options),
    renewToken: async (token) => void sdk.renewed.push(token),
    addEventHandler: (_name, handlers) => void Object.assign(sdk.handlers, handlers),
  };
  return sdk;
};

test("the client of the page logs in with the registered name, renews on both callbacks and hourly, and outlives a server that is down", async () => {
  const practice = await startPracticeCloud({ port: 0, scenario: "none", seed: 1, speed: 1, ...PRACTICE_KEYS });
  if (!practice.ok) throw new Error(practice.error);
  open.push(practice.value.close);
  const clock = createSystemClock();
  const http = createHttp({ clock });
  open.push(() => http.close());
  const server = await startTokenServer(
    { http, clock, random: createSystemRandom(), log: createMemoryLog() },
    {
      port: 0,
      listenHost: "127.0.0.1",
      appId: PRACTICE_KEYS.appId,
      certificate: async () => PRACTICE_KEYS.appCertificate,
      validSeconds: 6_000,
      appKey: PRACTICE_APP_KEY,
      domain: practice.value.baseUrl,
      accessKey: "school-key",
      corsOrigins: [],
    },
  );
  if (!server.ok) throw new Error(server.error.detail);

  const { HOUR_MS, startChat } = await loadExample();
  const sdk = createSdk();
  const reports: Error[] = [];
  const hourly: { ms: number; task: () => Promise<void> }[] = [];
  let stopped = false;
  const stop = await startChat({
    sdk,
    tokenServer: server.value.url,
    userName: "王小明/7",
    accessKey: "school-key",
    every: (ms, task) => {
      hourly.push({ ms, task });
      return () => {
        stopped = true;
      };
    },
    report: (error) => void reports.push(error),
  });

  expect(sdk.opened.map(({ user }) => user)).toEqual(["王小明/7"]);
  expect(inspectToken(sdk.opened[0]?.accessToken ?? "", { certificate: PRACTICE_KEYS.appCertificate })).toMatchObject({
    ok: true,
    value: { signatureValid: true, expiresIn: 6_000, services: [{ type: 5, privileges: { 1: 6_000 } }] },
  });
  expect(hourly.map(({ ms }) => ms)).toEqual([HOUR_MS]);
  for (const renew of [sdk.handlers["onTokenWillExpire"], sdk.handlers["onTokenExpired"], hourly[0]?.task]) await renew?.();
  expect(sdk.renewed).toHaveLength(3);
  expect(new Set([...sdk.renewed, sdk.opened[0]?.accessToken]).size).toBe(4);

  await server.value.close();
  await hourly[0]?.task();
  expect(reports).toHaveLength(1);
  expect(sdk.renewed).toHaveLength(3);
  stop();
  expect(stopped).toBe(true);
});
