import { afterEach, describe, expect, it } from "vitest";
import { createRig, type Rig } from "../../fakes/syncRig.ts";

const MINUTE = 60_000;

describe("how long nobody has answered", () => {
  let rig: Rig | null = null;
  afterEach(async () => rig?.end());

  /** A workstation whose clock is so much ahead; what it hears comes from the test alone. */
  const begin = (ahead: number) => {
    const made = createRig({ offset: -ahead });
    rig = made;
    const hear = (serverTime: number | null): void =>
      made.sync().answerSeen({
        host: "fake",
        hostRole: "primary",
        serverTime,
        wallAt: made.clock.wall(),
        status: 200,
        route: { attempt: 1, waitedMs: 0, tookMs: 0, timeLeftMs: null },
      });
    return { ...made, hear, connection: () => made.sync().connection };
  };

  it.each([0, 10 * MINUTE, -10 * MINUTE])(
    "is told although the first answer came before anybody knew the server's time, by a clock that is %i ms ahead",
    async (ahead) => {
      const { clock, hear, serverTime, connection } = begin(ahead);
      hear(null);
      hear(serverTime());
      expect(connection().read().lastAnswerAt).toBe(serverTime());
      await clock.advance(2 * MINUTE);
      expect(connection().silentFor()).toBe(2 * MINUTE);
    },
  );

  it("is told although the clock was set back before anybody knew the server's time", async () => {
    const { clock, hear, connection } = begin(0);
    hear(null);
    clock.jumpWall(-60 * MINUTE);
    await clock.advance(2 * MINUTE);
    expect(connection().silentFor()).toBe(2 * MINUTE);
  });

  it("counts sleep", async () => {
    const { clock, hear, serverTime, connection } = begin(0);
    hear(serverTime());
    clock.sleepSystem(90 * MINUTE);
    expect(connection().silentFor()).toBe(90 * MINUTE);
  });
});
