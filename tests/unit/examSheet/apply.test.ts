import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ExamRow } from "../../../shared/model/exam.ts";
import { createExamWorld, must } from "./examWorld.ts";

const states = (rows: readonly ExamRow[]): string[] =>
  rows.map(({ progress }) => (progress === null ? "none" : progress.kind === "command" ? progress.state : progress.kind));
const count = <T>(items: readonly T[]): Map<T, number> => {
  const found = new Map<T, number>();
  for (const item of items) found.set(item, (found.get(item) ?? 0) + 1);
  return found;
};

describe("applying a sheet", () => {
  it("creates each room with its hosting scene, sets properties once the room is there, and reads all of it back", async () => {
    const rig = createExamWorld();
    const examId = rig.exam(3, { properties: '{"paper":"A"}' });
    expect(rig.rows(examId).map(({ difference }) => difference.action)).toEqual(["create", "create", "create"]);
    must(rig.apply(examId));
    await rig.run();
    const methods = rig.world.left.map(({ method }) => method);
    expect(methods).toEqual([...Array.from({ length: 3 }, () => "createRoom"), ...Array.from({ length: 3 }, () => "setRoomProperties")]);
    expect(rig.world.left[0]?.args[0]).toMatchObject({
      roomType: 4,
      roomName: "Hall 1",
      roomProperties: {
        schedule: { duration: 7_200, closeDelay: 600 },
        processes: { handsUp: { maxAccept: 6 } },
        examinationUrl: "https://exam.example/hall-01",
        hostingScene: { videoURL: "https://cdn.example/a.m3u8", reserveVideoURL: "https://cdn.example/b.m3u8", finishType: 1 },
      },
    });
    expect(rig.world.left.at(-1)?.args[0]).toEqual({
      properties: { paper: "A" },
      cause: { source: "exam sheet", sheet: "Finals", row: 3 },
    });
    expect(rig.rows(examId).map(({ readBack, difference }) => [readBack?.state, difference.action])).toEqual(
      Array.from({ length: 3 }, () => ["same", "unchanged"]),
    );
    expect(rig.summary(examId).run).toMatchObject({ total: 3, done: 3, failed: 0, excluded: 0 });
  });

  it("changes an examination URL with a cause that names sheet and row, and leaves what cannot be changed", async () => {
    const rig = createExamWorld();
    const examId = rig.exam(2);
    must(rig.apply(examId));
    await rig.run();
    const cells = [
      { id: "r2", column: "examinationUrl" as const, text: "https://exam.example/new" },
      { id: "r1", column: "videoURL" as const, text: "https://cdn.example/other.m3u8" },
    ];
    must(rig.exams().edit(examId, [{ kind: "set", cells }]));
    expect(rig.rows(examId).map(({ difference }) => difference)).toMatchObject([
      { action: "fixed", fixed: [{ column: "videoURL", from: "https://cdn.example/a.m3u8", to: "https://cdn.example/other.m3u8" }] },
      { action: "change", changes: [{ column: "examinationUrl", from: "https://exam.example/hall-02", to: "https://exam.example/new" }] },
    ]);
    const before = rig.world.left.length;
    must(rig.apply(examId));
    await rig.run();
    expect(rig.world.left.slice(before).map(({ method, args }) => [method, args[0]])).toEqual([
      [
        "setRoomProperties",
        { properties: {}, examinationUrl: "https://exam.example/new", cause: { source: "exam sheet", sheet: "Finals", row: 2 } },
      ],
    ]);
    expect(rig.rows(examId)[1]).toMatchObject({ difference: { action: "unchanged" }, readBack: { state: "same" } });
  });

  it("goes on after the cloud failed and the console was killed in the middle, and retries what failed alone", async () => {
    const rig = createExamWorld();
    const examId = rig.exam(40);
    must(rig.apply(examId));
    await rig.world.clock.advance(6_000);
    expect(rig.world.waiting).toHaveLength(40);
    // Some are answered, some refused; of the others nobody knows when the console is gone.
    const refused = new Set(["hall-03", "hall-17"]);
    for (const request of rig.world.waiting.filter(({ roomUuid }) => roomUuid <= "hall-20"))
      rig.answer(request, refused.has(request.roomUuid));
    await rig.world.clock.settle();
    rig.crash();
    await rig.run();
    const found = count(states(rig.rows(examId)));
    expect([found.get("observed"), found.get("failed")]).toEqual([38, 2]);
    expect(rig.summary(examId).run).toMatchObject({ total: 40, done: 38, failed: 2 });
    expect([...count(rig.world.left.map(({ roomUuid }) => roomUuid)).values()].every((times) => times <= 2)).toBe(true);

    const before = rig.world.left.length;
    must(rig.exams().retry(examId, "00000000-0000-4000-a000-0000000000ff"));
    await rig.run();
    expect(rig.world.left.slice(before).map(({ roomUuid }) => roomUuid)).toEqual([...refused]);
    expect(rig.summary(examId).counts).toEqual({ unchanged: 40 });
    expect(rig.exams().retry(examId, "00000000-0000-4000-a000-0000000000fe")).toMatchObject({ error: { reason: "nothingFailed" } });
  });

  it("a run whose bulk was not yet asked when the console was killed is asked by the next one, once", async () => {
    const rig = createExamWorld();
    const examId = rig.exam(2);
    rig.world.failDisk({ kind: "full", detail: "no room" });
    must(rig.apply(examId));
    await rig.world.clock.settle();
    rig.world.failDisk(null);
    rig.crash();
    await rig.run();
    expect(rig.world.left).toHaveLength(2);
    expect(rig.summary(examId).run).toMatchObject({ total: 2, done: 2 });
  });

  it("stopping takes back what has not left, and the next plan asks for exactly that", async () => {
    const rig = createExamWorld();
    const examId = rig.exam(3);
    must(rig.apply(examId));
    await rig.world.clock.advance(1_000);
    expect(must(rig.exams().stopRun(examId))).toEqual({ cancelled: 3, left: 0 });
    await rig.run();
    expect(rig.world.left).toEqual([]);
    expect(states(rig.rows(examId))).toEqual(["cancelled", "cancelled", "cancelled"]);
    expect(rig.summary(examId).run).toMatchObject({ total: 3, done: 0, failed: 0, excluded: 3 });
    must(rig.apply(examId));
    await rig.run();
    expect(rig.world.left).toHaveLength(3);
  });

  it("a run that was stopped is under way until what had left has an answer, and then makes room for the next", async () => {
    const rig = createExamWorld();
    const examId = rig.exam(2);
    must(rig.apply(examId));
    await rig.world.clock.advance(6_000);
    expect(must(rig.exams().stopRun(examId))).toEqual({ cancelled: 0, left: 2 });
    expect(rig.summary(examId).run).toMatchObject({ total: 2, done: 0, failed: 0, excluded: 0 });
    expect(rig.apply(examId)).toMatchObject({ error: { reason: "runUnderWay" } });
    await rig.run((roomUuid) => roomUuid === "hall-02");
    expect(rig.summary(examId).run).toMatchObject({ total: 2, done: 1, failed: 1, excluded: 0 });
    must(rig.apply(examId));
  });

  it("what was accepted and never seen is told, and does not keep the sheet from being applied again", async () => {
    const rig = createExamWorld();
    const examId = rig.exam(1);
    must(rig.apply(examId));
    await rig.run();
    rig.world.capabilities = { getRoom: "present", propertyEvents: "present", closedState: "present" };
    const address = (text: string): void =>
      void must(rig.exams().edit(examId, [{ kind: "set", cells: [{ id: "r1", column: "examinationUrl", text }] }]));
    address("https://exam.example/new");
    must(rig.apply(examId));
    await rig.world.clock.advance(6_000);
    for (const request of rig.world.waiting) request.answer();
    await rig.world.clock.advance(300_000);
    expect(rig.rows(examId)[0]?.progress).toMatchObject({ state: "accepted", ended: true });
    expect(rig.summary(examId).run).toMatchObject({ total: 1, done: 1 });
    address("https://exam.example/newer");
    must(rig.apply(examId));
  });

  it("twice changes nothing the second time, whatever of it was accepted, refused or changed in between", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.boolean(),
        fc.array(fc.constantFrom<"create" | "refuse" | "exists">("create", "refuse", "exists"), { minLength: 1, maxLength: 4 }),
        fc.constantFrom("", '{"a":1}', '{"a":{"b":2},"c.d":3}'),
        async (tells, kinds, properties) => {
          const rig = createExamWorld({ tells });
          const examId = rig.exam(kinds.length, { properties });
          const refused = new Set(kinds.flatMap((kind, index) => (kind === "refuse" ? [`hall-0${index + 1}`] : [])));
          must(rig.apply(examId));
          await rig.run((roomUuid) => refused.has(roomUuid));
          must(rig.apply(examId));
          await rig.run();
          const before = rig.world.left.length;
          const plan = must(rig.exams().savePlan(examId));
          expect(plan.counts).toEqual({ unchanged: kinds.length });
          expect(rig.exams().apply(examId, { planId: plan.id, runId: plan.id, count: 1 })).toMatchObject({
            error: { reason: "previewChanged" },
          });
          await rig.run();
          expect(rig.world.left).toHaveLength(before);
        },
      ),
      { numRuns: 12 },
    );
  });

  it.each<[string, (rig: ReturnType<typeof createExamWorld>, examId: string) => unknown, string]>([
    [
      "of a sheet that has changed since",
      (rig, examId) => {
        const plan = must(rig.exams().savePlan(examId));
        must(rig.exams().edit(examId, [{ kind: "set", cells: [{ id: "r1", column: "roomName", text: "Other" }] }]));
        return rig.exams().apply(examId, { planId: plan.id, runId: plan.id, count: 2 });
      },
      "sheetChanged",
    ],
    [
      "that is not the one that is kept",
      (rig, examId) => {
        must(rig.exams().savePlan(examId));
        return rig.exams().apply(examId, { planId: examId, runId: examId, count: 2 });
      },
      "planChanged",
    ],
    [
      "with another count than a person was shown",
      (rig, examId) => {
        const plan = must(rig.exams().savePlan(examId));
        return rig.exams().apply(examId, { planId: plan.id, runId: plan.id, count: 3 });
      },
      "previewChanged",
    ],
    [
      "while another run is under way",
      (rig, examId) => {
        must(rig.apply(examId));
        return rig.apply(examId);
      },
      "runUnderWay",
    ],
  ])("refuses a plan %s", (_what, attempt, reason) => {
    const rig = createExamWorld();
    expect(attempt(rig, rig.exam(2))).toMatchObject({ ok: false, error: { code: "conflict", reason } });
  });
});

describe("after it was applied", () => {
  it("a change at the cloud appears as drift once it is seen, and goes when it is put right", async () => {
    const rig = createExamWorld();
    const examId = rig.exam(2);
    must(rig.apply(examId));
    await rig.run();
    rig.meddle("hall-02", { examinationUrl: "https://evil.example" });
    expect(rig.summary(examId).drifted).toBe(0);
    must(rig.exams().compare(examId));
    await rig.run();
    expect(rig.rows(examId)[1]?.drift).toMatchObject([
      { column: "examinationUrl", wanted: "https://exam.example/hall-02", seen: "https://evil.example" },
    ]);
    expect(rig.summary(examId)).toMatchObject({ drifted: 1, counts: { unchanged: 1, change: 1 } });
    must(rig.apply(examId));
    await rig.run();
    expect(rig.summary(examId)).toMatchObject({ drifted: 0, counts: { unchanged: 2 } });
  });

  it.each<[string, (rig: ReturnType<typeof createExamWorld>) => Promise<void> | void]>([
    ["an event tells it", (rig) => rig.tell("hall-01", { examinationUrl: "https://evil.example" })],
    [
      "somebody else has asked for the room",
      async (rig) => {
        rig.meddle("hall-01", { examinationUrl: "https://evil.example" });
        await rig.look("hall-01");
      },
    ],
  ])("drift appears as soon as %s, and is there after a restart", async (_what, happen) => {
    const rig = createExamWorld();
    const examId = rig.exam(1);
    must(rig.apply(examId));
    await rig.run();
    const told: (string | null)[] = [];
    rig.exams().watchRows(({ rowId }) => void told.push(rowId));
    await happen(rig);
    expect(told).toContain("r1");
    expect(rig.rows(examId)[0]?.drift).toMatchObject([{ column: "examinationUrl", seen: "https://evil.example" }]);
    rig.crash();
    expect(rig.rows(examId)[0]?.drift).toMatchObject([{ column: "examinationUrl", seen: "https://evil.example" }]);
  });

  it("a row that was given to another room has no past", async () => {
    const rig = createExamWorld();
    const examId = rig.exam(1);
    must(rig.apply(examId));
    await rig.run();
    must(rig.exams().edit(examId, [{ kind: "set", cells: [{ id: "r1", column: "roomUuid", text: "hall-09" }] }]));
    expect(rig.rows(examId)[0]).toMatchObject({ progress: null, readBack: null, drift: [], difference: { action: "create" } });
  });

  it("of a service that tells nothing it is said that it cannot be read back, and drift is never claimed", async () => {
    const rig = createExamWorld({ tells: false });
    const examId = rig.exam(1);
    must(rig.apply(examId));
    await rig.run();
    rig.meddle("hall-01", { examinationUrl: "https://evil.example" });
    must(rig.exams().compare(examId));
    await rig.run();
    expect(rig.rows(examId)).toMatchObject([{ readBack: { state: "cannot" }, drift: [], difference: { action: "unchanged" } }]);
  });
});

describe("a plan on another workstation", () => {
  it("is taken whole, judged anew there, and applied", async () => {
    const here = createExamWorld();
    const examId = here.exam(2);
    must(here.exams().savePlan(examId));
    const { text } = must(here.exams().planText(examId));
    const there = createExamWorld();
    expect(must(there.exams().takePlan(text))).toEqual({ examId });
    const { plan } = there.summary(examId);
    expect(plan).toMatchObject({ madeBy: "Ann", current: true, counts: { create: 2 } });
    must(there.exams().apply(examId, { planId: plan?.id ?? "", runId: examId, count: 2 }));
    await there.run();
    expect(there.summary(examId)).toMatchObject({ counts: { unchanged: 2 }, run: { done: 2 } });
  });

  it("never takes the place of a sheet that has gone its own way", () => {
    const rig = createExamWorld();
    const examId = rig.exam(2);
    must(rig.exams().savePlan(examId));
    const { text } = must(rig.exams().planText(examId));
    must(rig.exams().edit(examId, [{ kind: "remove", ids: ["r1"] }]));
    const taken = must(rig.exams().takePlan(text));
    expect(taken.examId).not.toBe(examId);
    expect(rig.rows(examId)).toHaveLength(1);
    expect(rig.rows(taken.examId)).toHaveLength(2);
  });

  it.each<[string, (text: string) => string, string]>([
    ["is not JSON", () => "roomUuid,roomName", "planFile"],
    ["is something else", () => '{"kind":"profile"}', "planFile"],
    ["is of another version", (text) => text.replace('"version": 1', '"version": 2'), "planFile"],
    ["was changed on its way", (text) => text.replace("Hall 2", "Hall 3"), "planDamaged"],
    ["lost a step", (text) => text.replace('"action": "create"', '"action": "unchanged"'), "planDamaged"],
  ])("is refused where it %s", (_what, change, reason) => {
    const rig = createExamWorld();
    const examId = rig.exam(2);
    must(rig.exams().savePlan(examId));
    const { text } = must(rig.exams().planText(examId));
    expect(rig.exams().takePlan(change(text))).toMatchObject({ ok: false, error: { code: "invalid", reason } });
  });
});
