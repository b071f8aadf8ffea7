/** The console itself: that it is alive, what it runs on, what its user prefers. */
import { z } from "zod";
import { Connection } from "../model/connection.ts";
import { ProfileStatus } from "../model/profile.ts";
import { Settings, SettingsChange } from "../model/settings.ts";
import { action, Nothing, query, valueTopic } from "./kinds.ts";

/** Main beats once per second; three missed beats mean that it has stopped. */
export const BEAT_MS = 1_000;
export const MISSED_BEATS = 3;

export const Heartbeat = z.object({ beat: z.int() });
export type Heartbeat = z.infer<typeof Heartbeat>;

export const AppInfo = z.object({
  version: z.string(),
  /** The system's languages in order of preference, for `language: "system"`. */
  locales: z.array(z.string()),
  mode: z.enum(["electron", "chromium"]),
});
export type AppInfo = z.infer<typeof AppInfo>;

export const app = {
  actions: {
    "settings.change": action(SettingsChange, Settings),
  },
  queries: {
    "app.info": query(Nothing, AppInfo),
  },
  topics: {
    heartbeat: valueTopic(Nothing, Heartbeat),
    settings: valueTopic(Nothing, Settings),
    profile: valueTopic(Nothing, ProfileStatus),
    connection: valueTopic(Nothing, Connection),
  },
} as const;
