import { describe, expect, it } from "vitest";
import { BOUND_MS } from "../../electron/watchdog.ts";
import { createScene } from "./scene.ts";

const MINUTE_MS = 60_000;

describe("the console's own loops, watched", () => {
  const begin = async () => {
    const scene = createScene();
    for (const roomUuid of ["a", "b", "c"]) scene.room(roomUuid);
    await scene.workstation.boot();
    await scene.clock.advance(20_000);
    expect(scene.workstation.rooms().map(({ phase }) => phase)).toEqual(["live", "live", "live"]);
    return scene;
  };
  const hung = ({ workstation }: Awaited<ReturnType<typeof begin>>) =>
    workstation
      .alarms()
      .flatMap(({ rule, params, clearedAt }) => (rule === "loopHung" ? [{ loop: params["loop"], cleared: clearedAt !== null }] : []));

  it("are told of and started anew where a request never ends and cannot be given up, and the program still ends in order", async () => {
    const scene = await begin();
    const { clock, service, serverTime, workstation } = scene;
    // Whatever leaves now is swallowed: the app-wide poll hangs, and each room's reading in its turn.
    scene.fate(() => ({ trouble: { kind: "deaf" } }));
    await clock.advance(MINUTE_MS);
    scene.fate(() => ({}));
    await clock.advance(BOUND_MS.app - 2 * MINUTE_MS);
    expect(hung(scene)).toEqual([]);
    for (const roomUuid of ["a", "b", "c"]) service.emit(roomUuid, 1, { state: 2, endTime: serverTime() });
    await clock.advance(3 * MINUTE_MS);
    expect(hung(scene)).toEqual([
      { loop: "app", cleared: true },
      { loop: "rooms", cleared: true },
    ]);
    expect(workstation.rooms().filter(({ phase, state }) => phase === "live" && state === 2)).toHaveLength(3);
    expect(workstation.errors.every((line) => line.startsWith("a loop has not turned"))).toBe(true);
    await workstation.quit();
  });

  it("are not blamed for a night's sleep, nor for an hour without a network", async () => {
    const scene = await begin();
    scene.sleep(10 * 60 * MINUTE_MS);
    scene.workstation.console().wake();
    await scene.clock.advance(MINUTE_MS);
    scene.fate(() => ({ trouble: { kind: "lost", fault: "timeout", worked: false } }));
    await scene.clock.advance(60 * MINUTE_MS);
    expect(hung(scene)).toEqual([]);
    expect(scene.workstation.errors).toEqual([]);
  });
});
