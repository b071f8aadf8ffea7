import { describe, expect, it } from "vitest";
import { asOf } from "../../shared/model/freshness.ts";
import { createScene } from "./scene.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

type Scene = ReturnType<typeof createScene>;
/** What happens to the workstation's clocks, and by how much the server's time goes on with it, ms. */
type Befalls = (scene: Scene) => number;
const set =
  (ms: number): Befalls =>
  ({ clock }) => {
    clock.jumpWall(ms);
    return 0;
  };
const sleep =
  (ms: number, { told = true, set: by = 0 } = {}): Befalls =>
  (scene) => {
    scene.sleep(ms);
    scene.clock.jumpWall(by);
    if (told) scene.workstation.console().wake();
    return ms;
  };

/** Reliability "clock"; a clock that keeps local time is set by an hour when daylight saving begins or ends. */
const TABLE: [name: string, befalls: Befalls][] = [
  ["whose clock is set an hour ahead, by hand or by daylight saving", set(HOUR_MS)],
  ["whose clock is set back by an hour, by hand or by daylight saving", set(-HOUR_MS)],
  ["whose clock is set a day ahead", set(24 * HOUR_MS)],
  ["whose clock is set back by a day", set(-24 * HOUR_MS)],
  ["that was asleep for three hours", sleep(3 * HOUR_MS)],
  ["that was asleep for three hours, and nobody told", sleep(3 * HOUR_MS, { told: false })],
  ["that was asleep for three hours while daylight saving began", sleep(3 * HOUR_MS, { set: HOUR_MS })],
  ["that was asleep for three hours while daylight saving ended", sleep(3 * HOUR_MS, { set: -HOUR_MS })],
];

describe.each(TABLE)("a workstation %s", (_name, befalls) => {
  const begin = async () => {
    const scene = createScene();
    for (const roomUuid of ["a", "b", "c"]) scene.room(roomUuid);
    await scene.workstation.boot();
    await scene.clock.advance(20_000);
    return scene;
  };
  const ask = ({ workstation }: Scene, commandId: string, more: object = {}): void => {
    const answer = workstation.console().handlers["room.setState"]({ commandId, roomUuid: "a", state: 2, ...more });
    expect(answer).toMatchObject({ ok: true });
  };
  const stateOf = ({ workstation }: Scene, commandId: string) => workstation.commands().find(({ id }) => id === commandId)?.state;
  const ID = "11111111-1111-4111-8111-111111111111";
  const endings = ({ internet }: Scene) => internet.attempts().filter(({ operation }) => operation === "command").length;

  it("shows no value as fresher than it is proved, follows the server's clock, and what happens next, and blames no loop", async () => {
    const scene = await begin();
    const { clock, service, workstation, serverTime } = scene;
    befalls(scene);
    service.emit("b", 1, { state: 2, endTime: serverTime() });
    for (let n = 0; n < 60; n += 1) {
      await clock.advance(250);
      const { chain } = workstation.connection();
      for (const { proof } of workstation.rooms()) expect(asOf(proof, chain) ?? 0).toBeLessThanOrEqual(serverTime());
    }
    const { phase, clockOffset } = workstation.connection();
    expect({ phase, states: workstation.rooms().map(({ state, phase: room }) => [room, state]) }).toEqual({
      phase: "live",
      states: [
        ["live", 1],
        ["live", 2],
        ["live", 1],
      ],
    });
    expect(Math.abs((clockOffset ?? 0) - (serverTime() - clock.wall()))).toBeLessThan(100);
    expect(workstation.alarms().filter(({ rule }) => rule === "loopHung")).toEqual([]);
    expect(workstation.errors).toEqual([]);
  });

  it("sends a command for a time at that time of the server, or never where it slept over it", async () => {
    const scene = await begin();
    const { clock, serverTime } = scene;
    const at = serverTime() + 3 * MINUTE_MS;
    ask(scene, ID, { when: { by: "clock", at } });
    await clock.advance(MINUTE_MS);
    const gone = befalls(scene);
    await clock.advance(20_000);
    if (gone > 0) {
      await clock.advance(MINUTE_MS);
      expect([stateOf(scene, ID), endings(scene)]).toEqual(["expired", 0]);
      return;
    }
    expect([stateOf(scene, ID), endings(scene)]).toEqual(["scheduled", 0]);
    await clock.advance(at - serverTime() - 1_000);
    expect(endings(scene)).toBe(0);
    await clock.advance(5_000);
    expect([stateOf(scene, ID), endings(scene)]).toEqual(["observed", 1]);
  });

  it("never sends a dangerous command that waited without a network beyond its life", async () => {
    const scene = await begin();
    const { clock } = scene;
    scene.fate(() => ({ trouble: { kind: "unsent", fault: "refused" } }));
    ask(scene, ID);
    await clock.advance(5_000);
    const before = endings(scene);
    befalls(scene);
    await clock.advance(11 * MINUTE_MS);
    const after = endings(scene);
    scene.fate(() => ({}));
    await clock.advance(MINUTE_MS);
    expect(before).toBeGreaterThan(0);
    expect([stateOf(scene, ID), endings(scene)]).toEqual(["expired", after]);
  });
});
