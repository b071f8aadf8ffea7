/** `npm run simulate -- --seeds N [--from S]`: one JSON line per figure; exit status 1 with the seed where something did not hold. */
import { parseArgs } from "node:util";
import { runSeeds } from "./pool.ts";

const { values } = parseArgs({ options: { seeds: { type: "string", default: "2000" }, from: { type: "string", default: "1" } } });
const seeds = Number(values.seeds);
const from = Number(values.from);
if (!Number.isSafeInteger(seeds) || seeds < 1 || !Number.isSafeInteger(from)) {
  console.error("--seeds takes a whole number of runs, --from the first seed");
  process.exit(2);
}

const started = performance.now();
const total = { events: 0, requests: 0, commands: 0, virtualMs: 0, red: 0 };
await runSeeds({
  from,
  seeds,
  onRun: (run) => {
    total.events += run.events;
    total.requests += run.requests;
    total.commands += run.commands;
    total.virtualMs += run.virtualMs;
    if (run.violation === null) return;
    total.red += 1;
    console.error(`seed ${run.seed}, step ${run.step}: ${run.violation}`);
  },
});
const figure = (name: string, value: number, unit: string): void => console.log(JSON.stringify({ name, value, unit }));
figure("simulated seeds", seeds, "seeds");
figure("seeds with a violation", total.red, "seeds");
figure("events journalled", total.events, "events");
figure("requests simulated", total.requests, "requests");
figure("commands asked", total.commands, "commands");
figure("virtual time", Math.round(total.virtualMs / 36_000) / 100, "h");
figure("seeds per second", Math.round((seeds / (performance.now() - started)) * 100_000) / 100, "seeds/s");
const { user, system } = process.cpuUsage();
figure("processor time per seed", Math.round((user + system) / seeds / 10) / 100, "ms");
process.exitCode = total.red === 0 ? 0 : 1;
