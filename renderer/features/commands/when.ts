/** When a command shall leave: as typed, as asked. Pure. */

import { instantOf } from "../../../shared/localTime.ts";
import type { When } from "../../../shared/model/command.ts";
import type { Draft } from "./fields.ts";

/** Where the parts of it lie in a draft. */
export const WHEN_FIELDS = { by: "leave.by", at: "leave.at", amount: "leave.amount", side: "leave.side", from: "leave.from" } as const;
export const WHEN_BY = ["now", "clock", "delay", "schedule"] as const;
export type WhenBy = (typeof WHEN_BY)[number];

export const whenBy = (draft: Draft): WhenBy => WHEN_BY.find((by) => by === draft[WHEN_FIELDS.by]) ?? "now";

type WhenFault = { field: string; fault: { reason: string; params: Record<string, never> } };

export const readWhen = (draft: Draft, zone: string, now: number): { when: When | null } | WhenFault => {
  const refuse = (field: string, reason: string): WhenFault => ({ field, fault: { reason, params: {} } });
  const by = whenBy(draft);
  if (by === "now") return { when: null };
  if (by === "clock") {
    const at = instantOf(draft[WHEN_FIELDS.at] ?? "", zone);
    if (at === null) return refuse(WHEN_FIELDS.at, "instant");
    return at <= now ? refuse(WHEN_FIELDS.at, "past") : { when: { by, at } };
  }
  const text = (draft[WHEN_FIELDS.amount] ?? "").trim().replace(",", ".");
  const minutes = Number(text === "" ? (by === "schedule" ? "0" : "NaN") : text);
  if (!Number.isFinite(minutes) || minutes < 0) return refuse(WHEN_FIELDS.amount, "number");
  const seconds = Math.round(minutes * 60);
  if (by === "delay") return { when: { by, seconds } };
  const before = draft[WHEN_FIELDS.side] === "before";
  return {
    when: { by, from: draft[WHEN_FIELDS.from] === "end" ? "end" : "start", offsetSeconds: before && seconds > 0 ? -seconds : seconds },
  };
};
