/** `npm run campaign -- kill [WORK] | torn [--times N] [--seed S]`: one JSON line per figure; exit status 1 where something does not hold. Longer than the tests can be. */
import { parseArgs } from "node:util";
import { killJournalling } from "./journalling.ts";
import { killSending } from "./sending.ts";
import { tearJournals } from "./torn.ts";

const WORKS = ["journalling", "removing", "sending"] as const;
type Work = (typeof WORKS)[number];
const USAGE = `usage: campaign kill [${WORKS.join("|")}] [--times 1000] [--seed 1]   (without a work: of each)
       campaign torn [--times 2000] [--seed 1]`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { times: { type: "string" }, seed: { type: "string", default: "1" } },
});
const seed = Number(values.seed);
const figure = (name: string, value: number, unit: string): void => console.log(JSON.stringify({ name, value, unit }));
const timesOr = (usual: number): number => Number(values.times ?? usual);

/** In batches, each with a seed of its own, so that something can be said meanwhile. */
const BATCH = 100;

const kill = async (work: Work, times: number): Promise<void> => {
  const counts = new Map<string, number>();
  for (let done = 0; done < times; done += BATCH) {
    const [batch, own] = [Math.min(BATCH, times - done), seed + done / BATCH];
    const found = work === "sending" ? await killSending(batch, own) : await killJournalling(work, batch, own);
    for (const [what, count] of Object.entries(found)) counts.set(what, (counts.get(what) ?? 0) + count);
    console.error(`${work}: ${done + batch} of ${times} kills, ${JSON.stringify(Object.fromEntries(counts))}`);
  }
  figure(`kills while ${work}, everything in order afterwards`, times, "kills");
  for (const [what, count] of counts)
    figure(
      work === "sending" ? `commands found ${what} after a kill` : `killed while ${work}: ${what}`,
      count,
      work === "sending" ? "commands" : "kills",
    );
};
const torn = (times: number): void => {
  const { whole, shorter } = tearJournals(times, seed);
  figure("torn images, each opened to a beginning of what was committed", times, "images");
  figure("torn images that lost their end", shorter, "images");
  figure("torn images that lost nothing", whole, "images");
};

const [campaign, only] = positionals;
const works = WORKS.filter((work) => only === undefined || work === only);
const numbers = [seed, timesOr(1)].every((one) => Number.isSafeInteger(one)) && timesOr(1) > 0;
if (!numbers || works.length === 0 || (campaign !== "kill" && campaign !== "torn")) {
  console.error(USAGE);
  process.exitCode = 2;
} else if (campaign === "torn") torn(timesOr(2_000));
else for (const work of works) await kill(work, timesOr(1_000));
