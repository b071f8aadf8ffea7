import { expect, it } from "vitest";
import { startUpkeep } from "../../../electron/store/upkeep.ts";
import { appError, err, ok, type Result } from "../../../shared/result.ts";
import { createVirtualClock } from "../../fakes/clock.ts";
import { quietLog } from "../../fakes/syncRig.ts";

const MINUTE = 60_000;

it("looks a minute after the start and every six hours, tells of damage once, and looks no more", async () => {
  const clock = createVirtualClock();
  const answers: Result<string[]>[] = [ok([]), err(appError("unavailable", "busy")), ok(["row 7 missing from index"])];
  const told: string[] = [];
  const stop = startUpkeep({
    clock,
    log: quietLog(),
    check: async () => {
      told.push("look");
      return answers.shift() ?? ok([]);
    },
    damaged: () => told.push("damaged"),
  });
  await clock.advance(MINUTE - 1);
  expect(told).toEqual([]);
  await clock.advance(1);
  expect(told).toEqual(["look"]);
  await clock.advance(6 * 60 * MINUTE);
  await clock.advance(6 * 60 * MINUTE);
  expect(told).toEqual(["look", "look", "look", "damaged"]);
  await clock.advance(24 * 60 * MINUTE);
  expect(told).toHaveLength(4);
  stop();
});
