import { afterEach, describe, expect, it } from "vitest";
import type { ProblemCode } from "../../../electron/cloud/types.ts";
import type { Connection } from "../../../shared/model/connection.ts";
import { createRig, type Rig } from "../../fakes/syncRig.ts";

/** What the header says while every answer is this. Codes that operations 8 and 9 cannot answer are left out by name. */
type Unasked =
  | "roomAbsent"
  | "userAbsent"
  | "userOffline"
  | "roomExists"
  | "roomTypeConflict"
  | "roomFull"
  | "mayNotEnter"
  | "muted"
  | "stageFull"
  | "alreadyStarted"
  | "alreadyEnded"
  | "recordingNotStarted"
  | "recordingNotEnded"
  | "roleFull"
  | "classOver"
  | "tenantMissing"
  | "rootUrlMissing"
  | "sequenceAbsent"
  | "notOnStage"
  | "processConflict"
  | "screenNotShared"
  | "handConflict"
  | "alreadyInvited"
  | "conflict"
  | "aborted"
  | "expired";
const TABLE: Record<Exclude<ProblemCode, Unasked>, Connection["phase"]> = {
  dns: "backingOff",
  refused: "backingOff",
  reset: "backingOff",
  timeout: "backingOff",
  tls: "backingOff",
  network: "backingOff",
  truncated: "backingOff",
  tooBig: "backingOff",
  notJson: "backingOff",
  badShape: "backingOff",
  noToken: "failed",
  unauthorized: "failed",
  forbidden: "failed",
  notFound: "backingOff",
  rejected: "failed",
  rateLimited: "backingOff",
  serverError: "backingOff",
  unavailable: "backingOff",
};

let rig: Rig;
afterEach(() => rig.end());

describe("no answer of any kind ends the asking", () => {
  it.each(Object.entries(TABLE) as [ProblemCode, Connection["phase"]][])(
    "%s is shown since when, and forgotten when it is over",
    async (code, phase) => {
      let bad = false;
      rig = createRig({ fate: () => ({ there: 5, back: 5, ...(bad ? { problem: { code, when: "after" as const } } : {}) }) });
      const { clock, service, sync } = rig;
      service.create("r1");
      service.emit("r1", 1, { state: 1 });
      sync().start();
      await clock.advanceUntil(() => sync().rooms.get("r1")?.phase === "live", 20_000);
      bad = true;
      const since = rig.serverTime();
      await clock.advance(20 * 60_000);
      const connection = sync().connection.read();
      expect(connection.phase).toBe(phase);
      expect(connection.problem?.code).toBe(code);
      expect(Math.abs((connection.problem?.since ?? 0) - since)).toBeLessThan(3_000);
      expect(connection.nextAttemptAt ?? connection.lastAnswerAt).not.toBeNull();
      expect(sync().rooms.get("r1")?.proof.provedAt ?? 0).toBeLessThan(since + 3_000);
      bad = false;
      service.emit("r1", 1, { state: 2 });
      await clock.advance(30_000);
      expect(sync().connection.read()).toMatchObject({ phase: "live", problem: null });
      expect(sync().rooms.get("r1")).toMatchObject({ phase: "live", state: 2 });
    },
  );

  it("asks at once when the computer wakes or the network returns", async () => {
    let reachable = false;
    rig = createRig({ fate: () => (reachable ? { there: 5, back: 5 } : { there: 5, back: 5, problem: { code: "dns", when: "before" } }) });
    const { clock, service, sync, cloud } = rig;
    service.create("r1");
    service.emit("r1", 1, { state: 1 });
    sync().start();
    for (const again of ["wake", "networkBack"] as const) {
      reachable = false;
      await clock.advance(5 * 60_000);
      reachable = true;
      const asked = cloud().requests.length;
      sync()[again]();
      await clock.advance(100);
      expect(cloud().requests.length).toBeGreaterThan(asked);
      await clock.advance(5_000);
      expect(sync().rooms.get("r1")?.phase).toBe("live");
    }
  });

  it("goes on where a listener throws, and where an answer cannot be stored", async () => {
    rig = createRig();
    const { clock, service, sync, store } = rig;
    service.create("r1");
    service.emit("r1", 1, { state: 1 });
    const stop = sync().events(() => {
      throw new Error("a listener's fault");
    });
    sync().start();
    await clock.advanceUntil(() => sync().rooms.get("r1")?.phase === "live", 20_000);
    expect(sync().errors()).toBeGreaterThan(0);
    stop();
    const { record } = store().journal;
    store().journal.record = () => {
      throw new Error("disk full");
    };
    service.emit("r1", 1, { state: 2 });
    await clock.advance(10_000);
    expect(sync().connection.read().problem?.code).toBe("store");
    expect(sync().rooms.get("r1")?.state).toBe(1);
    store().journal.record = record;
    await clock.advance(30_000);
    expect(sync().rooms.get("r1")).toMatchObject({ state: 2, phase: "live" });
  });
});
