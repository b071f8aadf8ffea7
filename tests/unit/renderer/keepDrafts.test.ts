import { expect, test } from "vitest";
import { createDrafts, keepCommandDraft } from "../../../renderer/state/drafts.ts";
import { keepDrafts } from "../../../renderer/state/keepDrafts.ts";
import { ok } from "../../../shared/result.ts";
import { createHandClock } from "./clock.ts";

test("what is typed is kept once the keys are still, what is sent is dropped, and what was kept comes back", async () => {
  const { clock, pass } = createHandClock();
  const drafts = createDrafts();
  const asked: unknown[] = [];
  const bridge = {
    call: async (name: string, input: unknown) => {
      if (name === "drafts.keep") asked.push(input);
      return ok(name === "drafts.all" ? { drafts: { old: { a: "1" }, both: { a: "old" } } } : {});
    },
    subscribe: () => () => undefined,
  };
  keepDrafts(bridge as unknown as Parameters<typeof keepDrafts>[0], clock, drafts);
  keepCommandDraft(drafts, "both", { a: "new" });
  await Promise.resolve();
  await Promise.resolve();
  expect([...drafts.getState().commands]).toEqual([
    ["old", { a: "1" }],
    ["both", { a: "new" }],
  ]);
  keepCommandDraft(drafts, "k", { a: "x" });
  keepCommandDraft(drafts, "k", { a: "xy" });
  expect(asked).toEqual([]);
  pass(300);
  expect(asked).toContainEqual({ key: "k", draft: { a: "xy" } });
  keepCommandDraft(drafts, "k", null);
  pass(300);
  expect(asked.at(-1)).toEqual({ key: "k", draft: null });
});
