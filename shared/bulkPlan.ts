/** What one command for many rooms would do: exactly which rooms, which not and why, and to whom. Pure; the preview and main reckon with the same words. */

import type { Traits } from "./contract/kinds.ts";
import { contract, isCommandName } from "./contract.ts";
import { dueAtOf } from "./due.ts";
import { type BulkItem, type BulkTarget, type Ceremony, ceremonyOf, type Excluded } from "./model/bulk.ts";
import { type Danger, isRetryable, type When } from "./model/command.ts";
import { isRecording, type RoomSummary } from "./model/room.ts";

type Values = Record<string, unknown>;
/** `timing`: the time that it is asked for, and server time now, ms. */
export type Ask = { name: string; input: Values; targets: readonly BulkTarget[]; timing?: { when: When; now: number } | null };

export type BulkPlan = {
  included: { roomUuid: string; name: string; input: Values }[];
  excluded: (Excluded & { name: string })[];
  /** The worst of all. */
  danger: Danger;
  ceremony: Ceremony;
  /** Whom it meets: people who are in, and classes that are being recorded. */
  effect: { people: number; recordings: number };
};

const WORSE: readonly Danger[] = ["safe", "disruptive", "irreversible"];

const misfitOf = (traits: Traits<Values>, room: RoomSummary | undefined, input: Values): string | null => {
  if (traits.about === "newRoom") return room === undefined || room.phase === "destroyed" ? null : "exists";
  if (room === undefined) return "unknownRoom";
  if (room.phase === "destroyed") return "destroyed";
  if (room.visibility === "archived") return "archived";
  return traits.misfit?.(room, input) ?? null;
};

/** By its own schedule one room can be asked and another not; a clock time is the same for all. */
const mistimed = (timing: Ask["timing"], room: RoomSummary | undefined): string | null => {
  if (timing?.when.by !== "schedule") return null;
  const due = dueAtOf(timing.when, timing.now, room?.schedule ?? null);
  if (due === null) return "noSchedule";
  return due <= timing.now ? "pastTime" : null;
};

/** null: there is no such command. */
export const planBulk = (ask: Ask, roomOf: (roomUuid: string) => RoomSummary | undefined): BulkPlan | null => {
  if (!isCommandName(ask.name)) return null;
  const traits = contract.commands[ask.name].traits as Traits<Values>;
  const plan: BulkPlan = { included: [], excluded: [], danger: "safe", ceremony: "none", effect: { people: 0, recordings: 0 } };
  const seen = new Set<string>();
  for (const { roomUuid, input: own } of ask.targets) {
    const room = roomOf(roomUuid);
    const name = room?.name ?? roomUuid;
    const input = { ...ask.input, ...own };
    const same = JSON.stringify([roomUuid, own ?? {}]);
    const reason = seen.has(same) ? "twice" : (misfitOf(traits, room, input) ?? mistimed(ask.timing, room));
    seen.add(same);
    if (reason !== null) {
      plan.excluded.push({ roomUuid, name, reason });
      continue;
    }
    plan.included.push({ roomUuid, name, input });
    const danger = traits.danger(input);
    if (WORSE.indexOf(danger) > WORSE.indexOf(plan.danger)) plan.danger = danger;
    if (room !== undefined) plan.effect.people += room.present;
    if (room !== undefined && isRecording(room)) plan.effect.recordings += 1;
  }
  plan.ceremony = ceremonyOf(plan.danger, plan.included.length);
  return plan;
};

/** What "retry failed only" asks again: the same of each that has failed or expired without effect. */
export const retryTargets = (items: readonly BulkItem[]): BulkTarget[] =>
  items.flatMap(({ row }) => (isRetryable(row) ? [{ roomUuid: row.roomUuid, input: row.input }] : []));
