/** The practice cloud: a whole classroom cloud on loopback. Knows the token format and shared models; nothing of the console. */
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { PRACTICE_APP_CERTIFICATE, PRACTICE_APP_ID, PRACTICE_APP_KEY } from "../../shared/model/practice.ts";
import { err, ok, type Result } from "../../shared/result.ts";
import { openDiary } from "./diary.ts";
import { createEngine } from "./engine/engine.ts";
import type { Limits } from "./engine/limits.ts";
import type { Features, Region } from "./engine/types.ts";
import { createTokenCheck } from "./http/auth.ts";
import type { Cloud } from "./http/call.ts";
import { createServer } from "./http/server.ts";
import { createTrouble } from "./http/trouble.ts";
import { REGION, type ScenarioName } from "./scenarios/scenarios.ts";

/** What it checks unless told otherwise. */
export const PRACTICE_KEYS = { appId: PRACTICE_APP_ID, appCertificate: PRACTICE_APP_CERTIFICATE } as const;

const HOST = "127.0.0.1";

export type PracticeOptions = {
  /** 0: any free port. */
  port: number;
  scenario: ScenarioName;
  seed: number;
  /** Simulated seconds per second. */
  speed: number;
  appId: string;
  appCertificate: string;
  features?: Features;
  limits?: Partial<Limits>;
  /** A folder that keeps the state over a restart. */
  dataDir?: string | undefined;
  /** What a person should know while it runs. */
  complain?: (sentence: string) => void;
  /** Real Unix time, ms. */
  now?: () => number;
};

export type PracticeCloud = { baseUrl: string; region: Region; close: () => Promise<void> };

const PUMP_MS = 50;

const listenFault = (error: unknown, port: number): string => {
  const { code, message } = error as NodeJS.ErrnoException;
  return code === "EADDRINUSE" ? `Port ${port} is in use by another program.` : `The practice cloud cannot listen: ${message}`;
};

/** Takes the port away for a while, as a machine that is down does: connections are cut, new ones refused. */
const createStopper = (server: () => Server, port: () => number, complain: (sentence: string) => void) => {
  let again: NodeJS.Timeout | null = null;
  return {
    stop: (ms: number): void => {
      if (again !== null) return;
      const stoppedAt = port();
      server().close();
      server().closeAllConnections();
      again = setTimeout(() => {
        again = null;
        server().once("error", (error) => complain(listenFault(error, stoppedAt)));
        server().listen(stoppedAt, HOST);
      }, ms);
    },
    cancel: (): void => {
      if (again !== null) clearTimeout(again);
    },
  };
};

/** Starts it on 127.0.0.1. The error is one sentence for a person. */
export const startPracticeCloud = async (options: PracticeOptions): Promise<Result<PracticeCloud, string>> => {
  const now = options.now ?? Date.now;
  const complain = options.complain ?? (() => undefined);
  const diary = options.dataDir === undefined ? ok(null) : openDiary(options.dataDir, complain);
  if (!diary.ok) return diary;
  const restored = diary.value?.restored ?? null;
  const startedAt = now();
  // A run at another speed than 1 may be ahead of real time; simulated time never goes back.
  const startAt = Math.max(startedAt, restored?.now ?? 0);
  const simulated = (): number => Math.round(startAt + (now() - startedAt) * options.speed);
  const engine = createEngine({
    seed: options.seed,
    startAt,
    scenario: options.scenario,
    ...(options.features === undefined ? {} : { features: options.features }),
    ...(options.limits === undefined ? {} : { limits: options.limits }),
    ...(restored === null ? {} : { restored }),
  });
  const keep = (): void => {
    diary.value?.keep(engine.world);
    engine.world.changed.clear();
  };
  const catchUp = (): void => engine.advanceTo(simulated());

  let port = options.port;
  const baseUrl = (): string => `http://${HOST}:${port}`;
  const serverTime = (): number => simulated() + trouble.clockOffset();
  const stopper = createStopper(
    () => app.server,
    () => port,
    complain,
  );
  const trouble = createTrouble({ now, serverTime, seed: options.seed, stop: stopper.stop });
  const tokenTime = (): number => now() + trouble.clockOffset();
  const tokens = createTokenCheck(options);
  const cloud: Cloud = { keys: options, region: REGION, engine, tokens, trouble, baseUrl, serverTime, tokenTime, catchUp, keep };
  const app = createServer(cloud, PRACTICE_APP_KEY);
  try {
    await app.listen({ host: HOST, port });
  } catch (error) {
    await app.close();
    return err(listenFault(error, port));
  }
  port = (app.server.address() as AddressInfo).port;
  // Only now: the folder may belong to a cloud that holds the port.
  try {
    diary.value?.rewrite(engine.world);
  } catch (error) {
    await app.close();
    return err(`The practice cloud cannot write its data: ${(error as Error).message}`);
  }
  const pump = setInterval(() => {
    catchUp();
    keep();
  }, PUMP_MS);
  return ok({
    baseUrl: baseUrl(),
    region: REGION,
    close: async () => {
      clearInterval(pump);
      stopper.cancel();
      await app.close();
      keep();
    },
  });
};
