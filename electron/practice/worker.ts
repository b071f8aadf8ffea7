/** The practice cloud in a thread of the console's own. Tells where it listens, or why it does not. */
import { parentPort, workerData } from "node:worker_threads";
import { z } from "zod";
import { FeatureName, MAX_SPEED, type Rehearsal, ScenarioName, TroubleName } from "../../shared/model/rehearsal.ts";
import { featuresWithout } from "./engine/types.ts";
import { startPracticeCloud } from "./practiceCloud.ts";

const Start = z.object({
  port: z.int().min(0).max(65_535).default(0),
  seed: z.int(),
  speed: z.number().positive().max(MAX_SPEED),
  scenario: ScenarioName,
  appId: z.string(),
  appCertificate: z.string(),
  dataDir: z.string().optional(),
  /** What this service lacks. */
  without: z.array(FeatureName).default([]),
});

export type WorkerStart = z.input<typeof Start>;
export type WorkerMessage =
  | { kind: "listening"; baseUrl: string; alternateUrl: string; region: string }
  | { kind: "failed"; message: string }
  | { kind: "rehearsal"; rehearsal: Rehearsal };
const Order = z.object({ kind: z.literal("turn"), name: TroubleName, on: z.boolean() });
export type WorkerOrder = z.input<typeof Order>;

/** How often it is looked whether the rehearsal has changed, ms. */
const LOOK_MS = 250;

const tell = (message: WorkerMessage): void => parentPort?.postMessage(message); // oxlint-disable-line unicorn/require-post-message-target-origin -- a thread has no origin

const { without, ...options } = Start.parse(workerData);
const started = await startPracticeCloud({ ...options, features: featuresWithout(without) });
tell(
  started.ok
    ? { kind: "listening", baseUrl: started.value.baseUrl, alternateUrl: started.value.alternateUrl, region: started.value.region }
    : { kind: "failed", message: started.error },
);

if (started.ok) {
  const { rehearsal, turn } = started.value;
  let last = "";
  const look = (): void => {
    const present = rehearsal();
    // Time alone is no news.
    const text = JSON.stringify({ ...present, now: 0 });
    if (text === last) return;
    last = text;
    tell({ kind: "rehearsal", rehearsal: present });
  };
  parentPort?.on("message", (message: unknown) => {
    const { name, on } = Order.parse(message);
    turn(name, on);
    look();
  });
  look();
  setInterval(look, LOOK_MS);
}
