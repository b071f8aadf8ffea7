import { afterEach, expect, it } from "vitest";
import { createRig, type Rig } from "../../fakes/syncRig.ts";

let rig: Rig | null = null;
afterEach(async () => {
  await rig?.end();
  rig = null;
});

it("reads a room of which a part was taken away from its beginning, once it is shown again, and has every event once", async () => {
  rig = createRig();
  const { clock, service, sync, store } = rig;
  service.create("r1");
  for (let n = 1; n <= 30; n += 1) service.emit("r1", 3, { message: `said ${n}` });
  sync().start();
  await clock.advanceUntil(() => sync().rooms.get("r1")?.phase === "live", 20_000);
  sync().setVisibility(["r1"], "archived");
  const { journal } = store();
  const order = { at: 1, asked: 1, operator: "Ana", exported: { ...journal.ledger.head(), file: "all.jsonl" } };
  expect(journal.prune("r1", order, 12)).toEqual({ removed: 12, left: "more" });
  sync().readAnew("r1");
  expect(sync().rooms.get("r1")).toMatchObject({ phase: "paused", eventCount: 18, proof: { provedAt: null, chainId: null } });
  service.emit("r1", 3, { message: "said later" });
  await clock.advance(10_000);
  sync().setVisibility(["r1"], "shown");
  await clock.advanceUntil(() => sync().rooms.get("r1")?.phase === "live", 20_000);
  const told = sync()
    .timeline.tail("r1", 100)
    .toReversed()
    .flatMap((entry) => (entry.kind === "event" ? [entry.event.sequence] : []));
  expect(told).toEqual(Array.from({ length: 31 }, (_, n) => n + 1));
  expect(sync().rooms.get("r1")).toMatchObject({ eventCount: 31, gaps: 0 });
});
