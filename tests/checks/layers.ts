/** The layer rules, held: cruises every module, refuses cycles and forbidden imports, and refuses to pass without having seen all of them. */
import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import { cruise, type ICruiseOptions, type ICruiseResult } from "dependency-cruiser";

const ROOMS = ["shared", "electron", "renderer"];

export type LayerFault = { rule: string; from: string; to: string };

/** Cruises `places` below `baseDir`. */
export const layerFaults = async (places: string[], baseDir = process.cwd()): Promise<{ seen: Set<string>; faults: LayerFault[] }> => {
  // biome-ignore format: one thought
  const config = createRequire(import.meta.url)("../../.dependency-cruiser.cjs") as { forbidden: []; options: ICruiseOptions & { tsConfig: { fileName: string } } };
  const { default: extractTSConfig } = await import("dependency-cruiser/config-utl/extract-ts-config");
  const { output } = await cruise(
    places,
    { ...config.options, baseDir, ruleSet: { forbidden: config.forbidden }, validate: true },
    {},
    { tsConfig: extractTSConfig(config.options.tsConfig.fileName) },
  );
  const result = output as ICruiseResult;
  return {
    seen: new Set(
      result.modules.filter((module) => !module.coreModule && !module.source.includes("node_modules")).map((module) => module.source),
    ),
    faults: result.summary.violations.map((violation) => ({ rule: violation.rule.name, from: violation.from, to: violation.to })),
  };
};

/** All TypeScript modules of the product that git knows or would know. */
export const productModules = (): string[] =>
  execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", ...ROOMS], { encoding: "utf8" })
    .split("\n")
    .filter((path) => /\.tsx?$/.test(path) && !path.endsWith(".d.ts"));

if (import.meta.main) {
  const { seen, faults } = await layerFaults(ROOMS);
  const unseen = productModules().filter((path) => !seen.has(path));
  for (const fault of faults) console.error(`${fault.rule}: ${fault.from} → ${fault.to}`);
  for (const path of unseen) console.error(`not seen by the layer check: ${path}`);
  console.error(`layers: ${seen.size} modules, ${faults.length} faults, ${unseen.length} unseen`);
  process.exitCode = faults.length + unseen.length === 0 && seen.size > 0 ? 0 : 1;
}
