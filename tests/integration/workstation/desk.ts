/** The whole main process without a window: real files, sockets and clock, a keychain in memory, and a practice cloud of one's own. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, vi } from "vitest";
import { type ComposeOptions, type Console, compose } from "../../../electron/compose.ts";
import { createNodePlatform } from "../../../electron/platform/platform.ts";
import { PRACTICE_KEYS, startPracticeCloud } from "../../../electron/practice/practiceCloud.ts";
import type { CallInput, CallName, CallOutput, ListTopicName, TopicValue, ValueTopicName } from "../../../shared/contract.ts";
import { calls } from "../../../shared/contract.ts";
import { PRACTICE_APP_KEY } from "../../../shared/model/practice.ts";
import type { Http, Keychain, Platform, Shell } from "../../../shared/ports.ts";
import { ok, type Result } from "../../../shared/result.ts";
import { createFakeKeychain } from "../../fakes/keychain.ts";

export const APP = { appId: "0f1e2d3c4b5a69788796a5b4c3d2e1f0", appCertificate: "a0b1c2d3e4f5061728394a5b6c7d8e9f" } as const;
export { PRACTICE_KEYS };

export const startCloud = async (keys: { appId: string; appCertificate: string } = APP) => {
  const started = await startPracticeCloud({ port: 0, scenario: "none", seed: 1, speed: 1, ...keys });
  if (!started.ok) throw new Error(started.error);
  return started.value;
};

export const profileFor = (baseUrl: string, more: object = {}) => ({
  name: "School",
  region: "ap" as const,
  hosts: { primary: baseUrl },
  appId: APP.appId as string,
  uid: "console",
  chat: { appKey: PRACTICE_APP_KEY, domain: baseUrl },
  pollSeconds: 1,
  requestsPerSecond: 50,
  ...more,
});

export type Desk = Awaited<ReturnType<typeof openDesk>>;

/** A user's folder in which the practice profile plays five rooms: the forty of a first start cost each desk seconds. */
const smallFolder = (): string => {
  const userData = mkdtempSync(join(tmpdir(), "desk-"));
  mkdirSync(join(userData, "profiles"));
  writeFileSync(
    join(userData, "profiles", "rehearsal.json"),
    JSON.stringify({ number: 1, scenario: "quiet", seed: 1, speed: 1, without: [] }),
  );
  return userData;
};

/** `world`: what of the platform is not the real one. `held`: whoever opens it calls `core.start`. */
export const openDesk = async (
  options: Partial<ComposeOptions> & { keychain?: Keychain; world?: Partial<Pick<Platform, "clock" | "http">>; held?: boolean } = {},
) => {
  const { keychain = createFakeKeychain(), world = {}, held = false, ...given } = options;
  const userData = given.userData ?? smallFolder();
  const clipboard = { text: "" };
  const shell: Shell = {
    openExternal: async () => ok(undefined),
    copyText: (text) => {
      clipboard.text = text;
    },
    clearText: (text) => {
      if (clipboard.text === text) clipboard.text = "";
    },
    printPdf: async (_from, to) => {
      writeFileSync(to, "%PDF-");
      return ok(undefined);
    },
    keepAwake: () => () => undefined,
  };
  const node = {
    ...createNodePlatform({
      logFile: join(userData, "logs", "console.log"),
      workerUrls: {
        practiceCloud: new URL("../../../electron/practice/worker.ts", import.meta.url),
        reader: new URL("../../../electron/readWorker.ts", import.meta.url),
      },
      shell,
    }),
    ...world,
  };
  /** Tokens with which the classroom cloud was asked. */
  const tokensSent = new Set<string>();
  const http: Http = {
    ...node.http,
    send: (request) => {
      const token = request.headers["x-service-token"];
      if (token !== undefined) tokensSent.add(token);
      return node.http.send(request);
    },
  };
  const composed = await compose({ ...node, http, keychain }, { userData, mode: "chromium", version: "1", locales: ["en"], ...given });
  if (!composed.ok) throw new Error(composed.error.message);
  const core: Console = composed.value;
  if (!held) core.start();

  return {
    core,
    userData,
    keychain,
    clipboard,
    tokensSent,
    /** As the window calls: the input parsed, the answer held to its schema. */
    call: async <N extends CallName>(name: N, input: CallInput<N>): Promise<Result<CallOutput<N>>> => {
      const parsed = calls[name].input.parse(input);
      const answer = await (core.handlers[name] as (input: unknown) => unknown)(parsed);
      const result = answer as Result<CallOutput<N>>;
      if (result.ok) calls[name].output.parse(result.value);
      return result;
    },
    list: <N extends ListTopicName>(topic: N): TopicValue<N>[] => {
      const source = core.sources[topic] as unknown as (
        params: object,
        changed: () => void,
      ) => Result<{ readAll(): TopicValue<N>[]; close(): void }>;
      const opened = source({}, () => undefined);
      if (!opened.ok) throw new Error(opened.error.message);
      const items = opened.value.readAll();
      opened.value.close();
      return items;
    },
    value: <N extends ValueTopicName>(topic: N): TopicValue<N> => {
      const source = core.sources[topic] as unknown as (
        params: object,
        changed: () => void,
      ) => Result<{ read(): Result<TopicValue<N>>; close(): void }>;
      const opened = source({}, () => undefined);
      if (!opened.ok) throw new Error(opened.error.message);
      const read = opened.value.read();
      opened.value.close();
      if (!read.ok) throw new Error(read.error.message);
      return read.value;
    },
    stop: () => core.stop(),
    close: async (): Promise<void> => {
      await core.stop();
      rmSync(userData, { recursive: true, force: true });
    },
  };
};

export const good = <T>(result: Result<T>): T => {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
};

/** Waits for what is to become so. */
export const until = (becomes: () => void): Promise<void> => vi.waitFor(becomes, { timeout: 60_000, interval: 25 });
export const untilLive = (desk: Desk): Promise<void> => until(() => expect(desk.value("connection").phase).toBe("live"));
