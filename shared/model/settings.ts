/** What this workstation's user prefers. Kept in one file, across profiles. */
import { z } from "zod";

export const ZOOM = { min: 0.8, max: 2, step: 0.1 } as const;

export const Settings = z.object({
  language: z.enum(["system", "en", "zh"]),
  theme: z.enum(["system", "light", "dark"]),
  zoom: z.number().min(ZOOM.min).max(ZOOM.max),
  /** An IANA name, or "system". */
  timeZone: z.string().max(64),
  sound: z.boolean(),
  /** Who is at this console; part of every command. */
  operator: z.string().trim().max(60),
});
export type Settings = z.infer<typeof Settings>;

/** Beside the schema, not in it: a default inside an optional field would reset what a change leaves out. */
export const DEFAULT_SETTINGS: Settings = { language: "system", theme: "system", zoom: 1, timeZone: "system", sound: true, operator: "" };

export const SettingsChange = z.strictObject(Settings.partial().shape);
export type SettingsChange = z.infer<typeof SettingsChange>;

/** A filter and order of the wall under a name. */
export const SavedView = z.object({
  id: z.string().min(1).max(64),
  name: z.string().trim().min(1).max(60),
  filter: z.string().max(200),
  sort: z.object({ column: z.string().max(30), descending: z.boolean() }),
  include: z.enum(["shown", "hidden", "archived"]),
});
export type SavedView = z.infer<typeof SavedView>;
