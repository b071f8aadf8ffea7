/** A profile: which cloud, as whom. The profile file (design: doors) is this with an optional certificate. */
import { z } from "zod";
import { Identifier } from "./ids.ts";

export const REGIONS = ["cn", "ap", "eu", "na"] as const;
export const Region = z.enum(REGIONS);
export type Region = z.infer<typeof Region>;

export const AREAS = [
  "us-west-1",
  "us-east-1",
  "ap-southeast-1",
  "ap-northeast-1",
  "eu-west-1",
  "eu-central-1",
  "cn-east-1",
  "cn-north-1",
] as const;
export type Area = (typeof AREAS)[number];

/** What a regional host may serve, in groups of operations (specification §4): a service has to be deployed there before it is asked. */
export const SERVICES = ["rooms", "users", "recording", "events", "properties", "widgets", "groups"] as const;
export type Service = (typeof SERVICES)[number];

/** An origin: scheme, host, optional port, nothing behind it. */
const Origin = z
  .string()
  .max(300)
  .overwrite((text) => text.replace(/\/$/, ""))
  .refine((text) => /^https?:\/\/[^/?#@\s]+$/i.test(text), { error: "must be http:// or https:// with a host, and no path" });

/** An origin where every service is deployed, or one with the services that are. */
const RegionalHost = z.union([Origin, z.strictObject({ url: Origin, services: z.array(z.enum(SERVICES)).min(1) })], {
  error: `must be a host, or { url, services } with some of ${SERVICES.join(", ")}`,
});
export type RegionalHost = z.infer<typeof RegionalHost>;

export const urlOf = (host: RegionalHost): string => (typeof host === "string" ? host : host.url);
export const servicesAt = (host: RegionalHost): readonly Service[] => (typeof host === "string" ? SERVICES : host.services);

const Hex32 = z.string().regex(/^[0-9a-fA-F]{32}$/, { error: "must be 32 hexadecimal digits" });
const HeaderName = z.string().regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,64}$/, { error: "must be an HTTP header name" });

/** Everything but the secret. */
export const Profile = z.object({
  name: z.string().trim().min(1).max(60),
  region: Region,
  hosts: z.object({
    primary: Origin,
    alternate: Origin.optional(),
    regional: z.partialRecord(z.enum(AREAS), RegionalHost).default({}),
  }),
  headers: z.object({ token: HeaderName, uid: HeaderName }).default({ token: "x-service-token", uid: "x-service-uid" }),
  appId: Hex32,
  uid: Identifier,
  chat: z
    .object({ appKey: z.string().regex(/^[^#]+#[^#]+$/, { error: "must have the form <org>#<app>" }), domain: z.string().min(1).max(300) })
    .optional(),
  insideMainlandChina: z.boolean().default(false),
  /** Interval of the app-wide poll, seconds. */
  pollSeconds: z.number().min(1).max(60).default(2),
  requestsPerSecond: z.number().min(1).max(1000).default(10),
  observeOnly: z.boolean().default(false),
});
export type Profile = z.infer<typeof Profile>;

/** The profile file, read strictly: a field that is not known is named, not ignored. */
export const ProfileFile = z.strictObject({ ...Profile.shape, appCertificate: Hex32.optional() });
export type ProfileFile = z.infer<typeof ProfileFile>;

/** What the renderer learns of the profile in use. */
export const ProfileStatus = z.object({
  name: z.string(),
  region: Region,
  appId: z.string(),
  uid: z.string(),
  practice: z.boolean(),
  observeOnly: z.boolean(),
  pollSeconds: z.number(),
  /** Where the certificate is: in the keychain, only in memory for this run, or nowhere. */
  certificate: z.enum(["keychain", "memory", "absent"]),
  /** What is not as it should be, as `notices.<code>`: certificateInFile, keychainMissing, journalSetAside … */
  notices: z.array(z.object({ code: z.string(), params: z.record(z.string(), z.string()) })),
});
export type ProfileStatus = z.infer<typeof ProfileStatus>;
