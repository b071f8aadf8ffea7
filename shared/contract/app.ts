/** The console itself: that it is alive, what it runs on, what its user prefers. */
import { z } from "zod";
import { Connection } from "../model/connection.ts";
import { ProfileStatus } from "../model/profile.ts";
import { Settings, SettingsChange } from "../model/settings.ts";
import { action, Done, Nothing, query, valueTopic } from "./kinds.ts";

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

/** A command as far as it is typed: each field's text by its path. Never a secret: no field of a command is one. */
export const KeptDraft = z.record(z.string().max(200), z.string().max(100_000));
export type KeptDraft = z.infer<typeof KeptDraft>;
/** The oldest beyond this many are forgotten. */
export const MAX_DRAFTS = 50;
const DraftKey = z.string().min(1).max(500);

export const app = {
  actions: {
    "settings.change": action(SettingsChange, Settings),
    /** null: it was sent, or given up. */
    "drafts.keep": action(z.strictObject({ key: DraftKey, draft: KeptDraft.nullable() }), Done),
  },
  queries: {
    "app.info": query(Nothing, AppInfo),
    /** What was being typed when the window was last there. */
    "drafts.all": query(Nothing, z.object({ drafts: z.record(DraftKey, KeptDraft) })),
  },
  topics: {
    heartbeat: valueTopic(Nothing, Heartbeat),
    settings: valueTopic(Nothing, Settings),
    profile: valueTopic(Nothing, ProfileStatus),
    connection: valueTopic(Nothing, Connection),
  },
} as const;
