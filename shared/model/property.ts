/** Properties of a room or of one person, as their events have told them (public facts §1, §4: kinds 4, 5, 22, 23). */
import { z } from "zod";
import { EventTime } from "./time.ts";

export const Property = z.object({
  /** null where it was cut. */
  value: z.unknown(),
  /** Of the last event that changed it or something inside it. */
  time: EventTime,
  /** Too much to be kept beside the rest; the whole is in the event. */
  cut: z.boolean(),
});
export type Property = z.infer<typeof Property>;

/** By name. What a dotted name of the wire sets lies inside the value of its first part. */
export const Properties = z.record(z.string(), Property);
export type Properties = z.infer<typeof Properties>;

/** Their values by name, without those that were cut. */
export const knownValues = (properties: Properties): Record<string, unknown> =>
  Object.fromEntries(Object.entries(properties).flatMap(([name, { value, cut }]) => (cut ? [] : [[name, value]])));

/** How much one owner's properties may hold, characters of JSON: a view travels whole. */
export const PROPERTIES_KEPT = 64_000;
