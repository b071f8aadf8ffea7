/** The program around the core: its options, window, life and end. May not know what the console does. This file: the command line. */

export type StartOptions = {
  userData: string | null;
  profileFile: string | null;
  headless: boolean;
  /** A language tag that goes before the system's languages. */
  language: string | null;
};

/** `--name=value` or `--name value`; the last one counts. */
const valueOf = (argv: readonly string[], name: string): string | null => {
  const at = argv.findLastIndex((argument) => argument === `--${name}` || argument.startsWith(`--${name}=`));
  if (at === -1) return null;
  const argument = argv[at] ?? "";
  return argument.includes("=") ? argument.slice(argument.indexOf("=") + 1) : (argv[at + 1] ?? "");
};

export const readOptions = (argv: readonly string[]): StartOptions => ({
  userData: valueOf(argv, "user-data-dir"),
  profileFile: valueOf(argv, "profile-file"),
  headless: argv.includes("--headless"),
  language: valueOf(argv, "lang"),
});

/** The languages to speak, in order of preference. Headless starts in English unless something else is said. */
export const localesOf = (options: Pick<StartOptions, "headless" | "language">, system: readonly string[]): string[] => {
  if (options.language !== null) return [options.language];
  return options.headless || system.length === 0 ? ["en"] : [...system];
};
