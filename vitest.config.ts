import { defineConfig } from "vitest/config";

/** How long a state is waited for that must come: a net for slow machines, not a measure. */
const PATIENCE_MS = 60_000;

/** Two projects: `unit` is everything without a browser; `e2e` starts the console. */
export default defineConfig({
  test: {
    // Where there are two cores, the default is one; much of what is tested waits.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: "unit",
          include: ["tests/{unit,integration,contract,simulation,fuzz}/**/*.test.{ts,tsx}"],
          setupFiles: ["tests/properties.ts"],
          environment: "node",
          // A net, not a measure: property and kill tests share two cores with everything else.
          testTimeout: 240_000,
          expect: { poll: { timeout: PATIENCE_MS } },
        },
      },
      {
        test: {
          name: "e2e",
          include: ["tests/e2e/**/*.test.ts"],
          globalSetup: ["tests/e2e/builtPages.ts"],
          environment: "node",
          testTimeout: 240_000,
          hookTimeout: 240_000,
          expect: { poll: { timeout: PATIENCE_MS } },
          // A browser on a machine that is busy elsewhere can miss once, and the report names it; what misses twice is a fault.
          retry: 1,
        },
      },
    ],
  },
});
