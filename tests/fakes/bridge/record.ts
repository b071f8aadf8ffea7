/** The record of the invented exam: whole, or (in the quiet scene) tampered with. */
import type { CallInput, CallName, CallOutput } from "../../../shared/contract.ts";
import type { RecordStatus, RecordVerdict } from "../../../shared/model/record.ts";
import type { RemovalStatus } from "../../../shared/model/removal.ts";
import { appError, err, ok, type Result } from "../../../shared/result.ts";
import type { Scene } from "./scene.ts";
import { createValueTopic } from "./topics.ts";

type RecordCall = Extract<CallName, `record.${string}`>;
type Calls = { [N in RecordCall]: (input: CallInput<N>) => Result<CallOutput<N>> };

const HASH = "3f6c1a0e5b7d4c29a8e1f0d3b6c59724e81d0f3a7b5c2e9d4f6a1b8c7d3e2f50";

const DAY_MS = 86_400_000;
const IDLE: RemovalStatus = { phase: "idle", rooms: 0, gone: 0, events: 0, removed: 0, left: 0, file: null, error: null };

export const createRecord = (scene: Scene, now: () => number) => {
  const broken = scene.name === "quiet";
  const count = 12_406;
  const record = createValueTopic<RecordStatus>({ count, hash: HASH, fault: broken ? "full" : null });
  const removal = createValueTopic<RemovalStatus>(IDLE);
  const verdict: RecordVerdict = {
    ok: !broken,
    what: "journal",
    count,
    head: HASH,
    faults: broken
      ? [
          { fault: "changed", from: 811, to: 811, room: "fin2-017" },
          { fault: "removed", from: 4_002, to: 4_090, room: null },
        ]
      : [],
    moreFaults: broken ? 3 : 0,
    lost: broken ? [{ from: 9_001, to: 9_014 }] : [],
    pruned: 0,
    removals: [],
    before: null,
    key: null,
    part: null,
  };
  const calls: Calls = {
    "record.summary": () =>
      ok({
        kinds: [
          { kind: "event", count: 12_180 },
          { kind: "command", count: 171 },
          { kind: "alarm", count: 44 },
          { kind: "token", count: 4 },
          { kind: "started", count: 3 },
          { kind: "ended", count: 2 },
          { kind: "gap", count: 2 },
        ],
        firstAt: now() - 8_400_000,
        lastAt: now() - 1_000,
      }),
    "record.verify": ({ examId }) =>
      ok(
        examId === null
          ? verdict
          : { ...verdict, part: { rooms: 12, entries: 4_210, faults: broken ? 1 : 0, from: now() - 8_000_000, to: now() - 1_000 } },
      ),
    "record.removalPlan": ({ rooms, before }) =>
      ok(
        Array.isArray(rooms)
          ? { rooms: 0, events: 0, bytes: 0, from: null, to: null, kept: [{ reason: "live", count: 1 }] }
          : {
              rooms: 3,
              events: 41_207,
              bytes: 31_400_000,
              from: (before ?? now()) - 9 * DAY_MS,
              to: (before ?? now()) - DAY_MS,
              kept: [
                { reason: "live", count: 38 },
                { reason: "waiting", count: 1 },
              ],
            },
      ),
    "record.remove": ({ agreed }) => {
      const file = "/home/proctor/.config/Classroom Console/profiles/exam/exports/record-20261121-094107.jsonl";
      removal.set({ ...IDLE, phase: "ended", ...agreed, gone: agreed.rooms, removed: agreed.events, file });
      return ok({});
    },
    "record.export": ({ format, part }) => {
      if (part.room === "fin2-002")
        return err(appError("unavailable", "disk full", { reason: "recordFile", params: { path: "/exports/r.csv" } }));
      const path = `/home/proctor/.config/Classroom Console/profiles/exam/exports/record-20261121-094107.${format}`;
      const key = { publicKey: HASH, kept: "keychain" as const, known: true };
      return ok({ path, lines: count, verdict: format === "pdf" ? null : { ...verdict, what: format, key } });
    },
  };
  return { record, removal, calls };
};
