/** The practice profile, and the folder in which a profile keeps its journal, outbox and views. */
import { createHash } from "node:crypto";
import { PRACTICE_APP_ID, PRACTICE_APP_KEY, PRACTICE_REGION } from "../../shared/model/practice.ts";
import { Profile } from "../../shared/model/profile.ts";

/** The profile that works at once: the built-in practice cloud at `baseUrl`. */
export const practiceProfile = (practice: { baseUrl: string; chatDomain: string }): Profile =>
  Profile.parse({
    name: "Practice",
    region: PRACTICE_REGION,
    hosts: { primary: practice.baseUrl },
    appId: PRACTICE_APP_ID,
    uid: "console",
    chat: { appKey: PRACTICE_APP_KEY, domain: practice.chatDomain },
  });

const SHORT = 8;

/**
 * Safe on every file system, the same whenever the application and region are the same, whatever the profile is called.
 * The built-in practice cloud keeps apart from a practice cloud that a profile file names.
 */
export const profileFolderName = ({ region, appId }: Pick<Profile, "region" | "appId">, options: { practice: boolean }): string => {
  if (options.practice) return "practice";
  // Some file systems do not tell upper from lower case; the hash does.
  const exact = createHash("sha256").update(`${region}:${appId}`).digest("hex");
  return `${region}-${appId.slice(0, SHORT).toLowerCase()}-${exact.slice(0, SHORT)}`;
};
