/** The flags of `npm run practice-cloud`, read and checked. */
import { parseArgs } from "node:util";
import { FEATURE_NAMES, MAX_SPEED, SCENARIO_NAMES, ScenarioName } from "../../shared/model/rehearsal.ts";
import { err, ok, type Result } from "../../shared/result.ts";
import { featuresWithout } from "./engine/types.ts";
import { PRACTICE_KEYS, type PracticeOptions } from "./practiceCloud.ts";

const HEX32 = /^[0-9a-fA-F]{32}$/;

const read = (args: string[]) =>
  parseArgs({
    args,
    options: {
      port: { type: "string", default: "0" },
      scenario: { type: "string", default: "exam-day" },
      seed: { type: "string", default: "1" },
      speed: { type: "string", default: "1" },
      "app-id": { type: "string", default: PRACTICE_KEYS.appId },
      "app-certificate": { type: "string", default: PRACTICE_KEYS.appCertificate },
      "data-dir": { type: "string" },
      /** What the service lacks, separated by commas. */
      without: { type: "string", default: "" },
    },
  }).values;

const numberOf = (text: string): number => (text.trim() === "" ? Number.NaN : Number(text));

/** The options, or one sentence that names the flag at fault. */
export const readFlags = (args: string[]): Result<PracticeOptions, string> => {
  let flags: ReturnType<typeof read>;
  try {
    flags = read(args);
  } catch (error) {
    return err((error as Error).message);
  }
  const { "app-id": appId, "app-certificate": appCertificate, "data-dir": dataDir } = flags;
  const scenario = ScenarioName.safeParse(flags.scenario);
  const [port, seed, speed] = [numberOf(flags.port), numberOf(flags.seed), numberOf(flags.speed)];
  const without = flags.without.split(",").filter((name) => name !== "");
  const unknown = without.find((name) => !FEATURE_NAMES.some((known) => known === name));

  if (!Number.isInteger(port) || port < 0 || port > 65_535) return err(`--port must be a port from 0 to 65535, not "${flags.port}".`);
  if (!Number.isSafeInteger(seed)) return err(`--seed must be a whole number, not "${flags.seed}".`);
  if (!(speed > 0 && speed <= MAX_SPEED)) return err(`--speed must be a number above 0 and up to ${MAX_SPEED}, not "${flags.speed}".`);
  if (!scenario.success) return err(`--scenario must be one of ${SCENARIO_NAMES.join(", ")}, not "${flags.scenario}".`);
  if (!HEX32.test(appId)) return err("--app-id must be 32 hexadecimal digits.");
  if (!HEX32.test(appCertificate)) return err("--app-certificate must be 32 hexadecimal digits.");
  if (dataDir === "") return err("--data-dir must name a folder.");
  if (unknown !== undefined) return err(`--without must list some of ${FEATURE_NAMES.join(",")}, not "${unknown}".`);
  const features = featuresWithout(FEATURE_NAMES.filter((name) => without.includes(name)));
  return ok({ port, seed, speed, scenario: scenario.data, appId, appCertificate, dataDir, features });
};
