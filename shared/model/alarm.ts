/** An alarm: something that needs a person (product: alarm states). */
import { z } from "zod";

export const AlarmPriority = z.union([z.literal(1), z.literal(2), z.literal(3)]);
export type AlarmPriority = z.infer<typeof AlarmPriority>;

export const Alarm = z.object({
  /** Rule and subject: one open alarm for each. */
  id: z.string(),
  /** `alarms.<rule>`: the sentence; `alarms.<rule>Step`: the guided step. */
  rule: z.string(),
  priority: AlarmPriority,
  roomUuid: z.string().nullable(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  /** Server time, ms. */
  raisedAt: z.number(),
  acknowledgedAt: z.number().nullable(),
  acknowledgedBy: z.string().nullable(),
  /** Cleared by itself; stays until a person has seen it. */
  clearedAt: z.number().nullable(),
});
export type Alarm = z.infer<typeof Alarm>;
