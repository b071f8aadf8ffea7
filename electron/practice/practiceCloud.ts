/** The practice cloud: a whole classroom cloud on loopback. Knows the token format and shared models; nothing of the console. */
import { PRACTICE_APP_CERTIFICATE, PRACTICE_APP_ID, PRACTICE_APP_KEY } from "../../shared/model/practice.ts";
import type { Rehearsal, ScenarioName, TroubleName } from "../../shared/model/rehearsal.ts";
import { err, ok, type Result } from "../../shared/result.ts";
import { openDiary } from "./diary.ts";
import { createEngine } from "./engine/engine.ts";
import type { Limits } from "./engine/limits.ts";
import type { Features, Region } from "./engine/types.ts";
import { createTokenCheck } from "./http/auth.ts";
import type { Cloud } from "./http/call.ts";
import { createOrigins } from "./http/origins.ts";
import { createServer } from "./http/server.ts";
import { rehearsalOf } from "./rehearsal/summary.ts";
import { REGION, SCENARIOS } from "./scenarios/scenarios.ts";
import { createTroubleDesk } from "./trouble/desk.ts";

/** What it checks unless told otherwise. */
export const PRACTICE_KEYS = { appId: PRACTICE_APP_ID, appCertificate: PRACTICE_APP_CERTIFICATE } as const;

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

export type PracticeCloud = {
  baseUrl: string;
  /** A second address: it stands for the other primary host, and for the adjacent region's. */
  alternateUrl: string;
  region: Region;
  rehearsal(): Rehearsal;
  /** Switches a trouble; it is on disk when this returns. */
  turn(name: TroubleName, on: boolean): void;
  close: () => Promise<void>;
};

const PUMP_MS = 50;

const listenFault = (error: unknown, port: number): string => {
  const { code, message } = error as NodeJS.ErrnoException;
  return code === "EADDRINUSE" ? `Port ${port} is in use by another program.` : `The practice cloud cannot listen: ${message}`;
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
  /** The cloud's time at a real time. */
  const simulatedAt = (real: number): number => Math.round(startAt + (real - startedAt) * options.speed);
  const simulated = (): number => simulatedAt(now());
  const engine = createEngine({
    seed: options.seed,
    startAt,
    scenario: options.scenario,
    ...(options.features === undefined ? {} : { features: options.features }),
    ...(options.limits === undefined ? {} : { limits: options.limits }),
    ...(restored === null ? {} : { restored }),
  });
  const desk = createTroubleDesk({ now, seed: options.seed, restored: restored?.troubles ?? [] });
  const { run } = engine.world;
  for (const { start, end, order } of SCENARIOS[run.scenario].troubles?.(run.seed) ?? []) {
    const realTime = (seconds: number): number => startedAt + (run.beganAt + seconds * 1000 - startAt) / options.speed;
    if (realTime(end) > startedAt) desk.appoint({ order, from: realTime(start), until: realTime(end) });
  }
  const keep = (): void => {
    diary.value?.keep(engine.world, desk.changes());
    engine.world.changed.clear();
    engine.world.changedEntries.clear();
  };

  const catchUp = (): void => engine.advanceTo(simulated());
  const rehearsal = (): Rehearsal => rehearsalOf(engine.world, options.speed, desk.states(simulatedAt));
  const cloud: Cloud = {
    keys: options,
    region: REGION,
    engine,
    tokens: createTokenCheck(options),
    trouble: desk,
    baseUrl: () => origins.url("primary"),
    serverTime: () => simulated() + desk.clockOffset(),
    tokenTime: () => now() + desk.clockOffset(),
    catchUp,
    keep,
    rehearsal,
    seed: options.seed,
  };
  const app = createServer(cloud, PRACTICE_APP_KEY);
  await app.ready();
  const origins = createOrigins(app.server, (port, error) => complain(listenFault(error, port)));
  try {
    await origins.open(options.port);
  } catch (error) {
    origins.close();
    await app.close();
    return err(listenFault(error, options.port));
  }
  // Only now: the folder may belong to a cloud that holds the port.
  try {
    diary.value?.rewrite(engine.world, desk.changes() ?? restored?.troubles ?? []);
  } catch (error) {
    origins.close();
    await app.close();
    return err(`The practice cloud cannot write its data: ${(error as Error).message}`);
  }
  const pump = setInterval(() => {
    catchUp();
    keep();
    origins.hold(desk.dead());
  }, PUMP_MS);
  return ok({
    baseUrl: origins.url("primary"),
    alternateUrl: origins.url("alternate"),
    region: REGION,
    rehearsal: () => {
      catchUp();
      return rehearsal();
    },
    turn: (name, on) => {
      desk.turn(name, on);
      keep();
    },
    close: async () => {
      clearInterval(pump);
      origins.close();
      await app.close();
      keep();
    },
  });
};
