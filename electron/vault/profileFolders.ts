/** Where a profile keeps its journal, outbox and views: a folder for each profile and application. */
import { createHash } from "node:crypto";
import type { Profile } from "../../shared/model/profile.ts";
import { PRACTICE_PROFILE_ID } from "../../shared/model/profileEntry.ts";
import type { Files, Log } from "../../shared/ports.ts";

type Application = Pick<Profile, "region" | "appId">;

const SHORT = 8;

/** Safe on every file system; what differs only in upper and lower case is told apart by the hash. */
const applicationName = ({ region, appId }: Application): string => {
  const exact = createHash("sha256").update(`${region}:${appId}`).digest("hex");
  return `${region}-${appId.slice(0, SHORT).toLowerCase()}-${exact.slice(0, SHORT)}`;
};

/**
 * The same whatever the profile is called. Another application or region has another folder: rooms and waiting commands of one must
 * never meet the other's cloud.
 */
export const profileFolderName = (id: string, application: Application): string =>
  id === PRACTICE_PROFILE_ID ? "practice" : `${id}-${applicationName(application)}`;

/** `usedAt`: Unix ms; null: never. */
type Owner = { id: string; profile: Application; usedAt: number | null };

/**
 * Folders were once named after the application alone, and shared by its profiles. Of these the one that was used last takes the
 * folder over, once; the others begin with an empty one. Answers, by their new place, the folders that could not be renamed: they
 * are used where they are, and renamed by a later start.
 */
export const takeOverFolders = (deps: { files: Files; log: Log }, root: string, owners: readonly Owner[]): ReadonlyMap<string, string> => {
  const { files, log } = deps;
  const heirs = new Map<string, Owner>();
  for (const owner of owners) {
    const former = files.join(root, applicationName(owner.profile));
    const heir = heirs.get(former);
    if (files.exists(former) && (heir === undefined || (owner.usedAt ?? 0) > (heir.usedAt ?? 0))) heirs.set(former, owner);
  }
  const left = new Map<string, string>();
  for (const [former, { id, profile }] of heirs) {
    const own = files.join(root, profileFolderName(id, profile));
    if (files.exists(own)) {
      log.warn({ former, own }, "a profile has its own folder and a former one; the former one is left as it is");
      continue;
    }
    const renamed = files.rename(former, own);
    if (renamed.ok) continue;
    log.warn({ former, own, fault: renamed.error }, "a profile's folder cannot be renamed; it is used where it is");
    left.set(own, former);
  }
  return left;
};
