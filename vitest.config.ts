import { defineConfig } from "vitest/config";

/** Two projects: `unit` is everything without a browser; `e2e` starts the console and runs one file at a time. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          include: ["tests/{unit,integration,contract,simulation,fuzz}/**/*.test.{ts,tsx}"],
          environment: "node",
          // A net, not a measure: property and kill tests share two cores with everything else.
          testTimeout: 120_000,
        },
      },
      {
        test: {
          name: "e2e",
          include: ["tests/e2e/**/*.test.ts"],
          globalSetup: ["tests/e2e/builtPages.ts"],
          environment: "node",
          testTimeout: 120_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
