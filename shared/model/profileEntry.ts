/** A profile as the list of profiles shows it: everything but the secret, of which only place, time and a trace are told. */
import { z } from "zod";
import { AREAS, type Area, Profile } from "./profile.ts";

/** The practice profile's id: it is always there and cannot be removed or changed. */
export const PRACTICE_PROFILE_ID = "practice";

export const KeychainTrouble = z.enum(["missing", "locked", "slow", "refused", "cut"]);
export type KeychainTrouble = z.infer<typeof KeychainTrouble>;

export const CertificateState = z.object({
  /** `memory`: for this run only. `unknown`: the keychain has not answered yet, or cannot be asked (`fault` says why). */
  place: z.enum(["keychain", "memory", "absent", "unknown"]),
  /** Unix ms; null: none, or saved by something else. */
  savedAt: z.number().nullable(),
  /** The last four characters of its SHA-256; null: none, or not readable now. */
  fingerprint: z.string().nullable(),
  /** Why the keychain does not hold it, or cannot be asked. */
  fault: KeychainTrouble.nullable(),
});
export type CertificateState = z.infer<typeof CertificateState>;

/** A plain name: it names a folder, too. */
export const ProfileId = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, { error: "must be 1 to 64 letters, digits and hyphens" });

export const ProfileEntry = z.object({
  id: ProfileId,
  profile: Profile,
  practice: z.boolean(),
  /** The one that runs. */
  current: z.boolean(),
  certificate: CertificateState,
  /** Commands of this profile that have not ended. They wait on disk while another profile runs. */
  queuedCommands: z.int(),
  /** Unix ms; null: never. */
  lastUsedAt: z.number().nullable(),
});
export type ProfileEntry = z.infer<typeof ProfileEntry>;

/** Header names and hosts of the public service (public facts §7), for the form. */
export const PUBLIC_SERVICE = {
  headers: { token: "x-agora-token", uid: "x-agora-uid" },
  hosts: { primary: "https://api.agora.io", alternate: "https://api.sd-rtn.com" },
} as const;

/** Its regional hosts lie under the suffix of the primary that comes first (specification §4, host selection). */
export const publicRegionalHosts = (insideMainlandChina: boolean): Record<Area, string> => {
  const first = insideMainlandChina ? PUBLIC_SERVICE.hosts.alternate : PUBLIC_SERVICE.hosts.primary;
  return Object.fromEntries(AREAS.map((area) => [area, first.replace("//api.", `//api-${area}.`)])) as Record<Area, string>;
};

/** The file in which a workstation keeps its profiles. Never a secret: of a certificate only when it was saved. */
export const ProfilesFile = z.object({
  version: z.literal(1),
  /** The id that is opened at the next start; null: the practice profile. */
  lastUsed: z.string().nullable(),
  profiles: z.array(z.object({ id: ProfileId, profile: Profile })).max(1_000),
  /** Id → Unix ms. */
  used: z.record(z.string(), z.number()),
  /** Region and application → when the certificate was saved here, Unix ms. */
  certificates: z.record(z.string(), z.number()),
});
export type ProfilesFile = z.infer<typeof ProfilesFile>;
