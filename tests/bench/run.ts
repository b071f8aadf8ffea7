/** `npm run bench [-- NAME]`: one JSON line per figure, each with what it was measured against in the same run. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Figure } from "./figure.ts";

const names = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith(".ts") && !["run.ts", "figure.ts"].includes(file))
  .map((file) => file.replace(/\.ts$/, ""));
const wanted = process.argv[2];
if (wanted !== undefined && !names.includes(wanted)) {
  console.error(`no bench named ${wanted}; there are: ${names.join(", ")}`);
  process.exit(1);
}

for (const name of names) {
  if (wanted !== undefined && name !== wanted) continue;
  const bench = (await import(join(import.meta.dirname, `${name}.ts`))) as { run(): Promise<Figure[]> };
  for (const figure of await bench.run()) console.log(JSON.stringify(figure));
}
