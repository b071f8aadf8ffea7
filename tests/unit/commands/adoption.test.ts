import { describe, expect, it } from "vitest";
import { createAdoption } from "../../../electron/commands/adoption.ts";
import { createMemoryLog } from "../../contract/harness.ts";
import { createVirtualClock } from "../../fakes/clock.ts";

describe("a room that was made here", () => {
  const begin = (refusals: number) => {
    const clock = createVirtualClock();
    const tried: string[] = [];
    const adoption = createAdoption({
      clock,
      log: createMemoryLog(),
      adopt: async (roomUuid) => {
        tried.push(roomUuid);
        if (tried.length <= refusals) throw new Error("the disk is full");
      },
    });
    return { clock, tried, adoption };
  };

  it("is taken up again and again until the disk takes it", async () => {
    const { clock, tried, adoption } = begin(2);
    adoption.take("hall", {});
    await clock.advance(60_000);
    expect(tried).toEqual(["hall", "hall", "hall"]);
  });

  it("is not tried any more once the program ends", async () => {
    const { clock, tried, adoption } = begin(9);
    adoption.take("hall", {});
    await clock.settle();
    adoption.stop();
    await clock.advance(60_000);
    expect(tried).toEqual(["hall"]);
  });
});
