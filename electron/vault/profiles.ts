/** The practice profile. */
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
