/** The practice profile. */
import { PRACTICE_APP_ID, PRACTICE_APP_KEY, PRACTICE_REGION } from "../../shared/model/practice.ts";
import { Profile } from "../../shared/model/profile.ts";

/** Of the region in which the practice cloud lies (specification §4). */
const ADJACENT = "ap-northeast-1";

/** The profile that works at once: the built-in practice cloud at `baseUrl`. Its second address is the other primary host's and the adjacent region's. */
export const practiceProfile = (practice: { baseUrl: string; alternateUrl: string }): Profile =>
  Profile.parse({
    name: "Practice",
    region: PRACTICE_REGION,
    hosts: { primary: practice.baseUrl, alternate: practice.alternateUrl, regional: { [ADJACENT]: practice.alternateUrl } },
    appId: PRACTICE_APP_ID,
    uid: "console",
    chat: { appKey: PRACTICE_APP_KEY, domain: practice.baseUrl },
  });
