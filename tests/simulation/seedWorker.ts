/** A thread that runs seeds, on the program as it is or with a fault planted in it. */
import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { parentPort, workerData } from "node:worker_threads";
import { PLANTS, type Plant } from "./plants.ts";

const ROOT = new URL("../../", import.meta.url);

const plant = (name: Plant): void => {
  const { file, find, put } = PLANTS[name];
  const target = new URL(file, ROOT);
  const [before, after, ...more] = readFileSync(target, "utf8").split(find);
  if (before === undefined || after === undefined || more.length > 0)
    throw new Error(`${name}: "${find}" must stand in ${file} exactly once`);
  registerHooks({
    load: (url, context, next) => {
      const loaded = next(url, context);
      return url === target.href ? { ...loaded, source: `${before}${put}${after}` } : loaded;
    },
  });
};

const given = workerData as { plant: Plant | null };
if (given.plant !== null) plant(given.plant);
const { runSeed } = await import("./simulate.ts");
parentPort?.on("message", (seed: number) => {
  runSeed(seed).then(
    (run) => parentPort?.postMessage(run), // oxlint-disable-line unicorn/require-post-message-target-origin -- a thread has no origin
    (error: unknown) => {
      throw error;
    },
  );
});
