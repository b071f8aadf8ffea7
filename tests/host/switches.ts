/** Switches as Chromium reads them: `--name=value`, `--name value` only where the console says so, `--name`. */
export const switchesOf = (argv: readonly string[]): Map<string, string> =>
  new Map(
    argv.flatMap((argument, index) => {
      const [, name, value] = /^--([a-z-]+)(?:=(.*))?$/s.exec(argument) ?? [];
      if (name === undefined) return [];
      const next = argv[index + 1];
      return [[name, value ?? (next !== undefined && !next.startsWith("--") ? next : "")] as const];
    }),
  );
