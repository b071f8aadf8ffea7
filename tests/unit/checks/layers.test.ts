import { join } from "node:path";
import { expect, test } from "vitest";
import { layerFaults, productModules } from "../../checks/layers.ts";

const PLANTED = join(import.meta.dirname, "../../fixtures/layers");

test("planted violations are found: upward, cyclic, out of the environment, past the bridge", async () => {
  const { faults, seen } = await layerFaults(["shared", "electron", "renderer"], PLANTED);
  expect(seen.size).toBe(4);
  const found = faults.map((fault) => `${fault.rule}: ${fault.from}`);
  expect(found).toContain("only-what-electron-cloud-may-know: electron/cloud/upward.ts");
  expect(found).toContain("no-cycles: electron/cloud/upward.ts");
  expect(found).toContain("only-what-shared-may-know: shared/node.ts");
  expect(found).toContain("only-what-renderer-may-know: renderer/main.ts");
});

test("the modules that the check must see are those of the product", () => {
  expect(productModules()).toContain("shared/contract.ts");
});
