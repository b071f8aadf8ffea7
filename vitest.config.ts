import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** How long a state is waited for that must come: a net for slow machines, not a measure. */
const PATIENCE_MS = 60_000;

/** The longest, which would be waited for at the end; without what a former run has left, vitest goes by the size of files. */
const FIRST = ["twoConsoles", "simulation", "renderer/screens"].map((name) => `/${name}.test.ts`);
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isFirst = ({ moduleId }: TestSpecification): boolean => FIRST.some((name) => moduleId.endsWith(name));
    const sorted = await super.sort(files);
    return [...sorted.filter(isFirst), ...sorted.filter((file) => !isFirst(file))];
  }
}

/** Two projects: `unit` is everything without a browser; `e2e` starts the console. */
export default defineConfig({
  test: {
    // Where there are two cores, the default is one; much of what is tested waits.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
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
