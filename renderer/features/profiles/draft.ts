/** A profile while it is being written: every field as typed, read with the model's own rules. Pure. */
import { utf8Bytes } from "../../../shared/model/ids.ts";
import { AREAS, type Area, Profile, type Region, type RegionalHost, SERVICES, type Service, urlOf } from "../../../shared/model/profile.ts";
import { PUBLIC_SERVICE, publicRegionalHosts } from "../../../shared/model/profileEntry.ts";

/** Text fields by their path in the profile, so that a fault told by main finds its field. */
export const TEXT_FIELDS = [
  "name",
  "hosts.primary",
  "hosts.alternate",
  "headers.token",
  "headers.uid",
  "appId",
  "uid",
  "chat.appKey",
  "chat.domain",
  "pollSeconds",
  "requestsPerSecond",
] as const;
export type TextField = (typeof TEXT_FIELDS)[number];
export type RegionalField = `hosts.regional.${Area}`;
export type ServicesField = `${RegionalField}.services`;
export type DraftField = TextField | RegionalField | ServicesField;

export type Draft = {
  text: Readonly<Record<TextField, string>>;
  /** Hosts of areas where the service is deployed; an empty text: not deployed. */
  regional: Readonly<Partial<Record<Area, string>>>;
  /** What is deployed at an area's host; left out: everything. */
  services: Readonly<Partial<Record<Area, readonly Service[]>>>;
  region: Region;
  insideMainlandChina: boolean;
  observeOnly: boolean;
};

/** What is wrong at a field; `bytes` and `characters` are what was typed. */
export type DraftFault = { kind: "empty" | "wrong"; bytes: number; characters: number };
export type DraftFaults = ReadonlyMap<string, DraftFault>;

/** Sets of header names and hosts: the specification's (§5), and the public service's (public facts §7). */
export const PRESETS = {
  specification: { headers: { token: "x-service-token", uid: "x-service-uid" }, hosts: null },
  publicService: PUBLIC_SERVICE,
} as const;
export type PresetName = keyof typeof PRESETS;
export const PRESET_NAMES = Object.keys(PRESETS) as PresetName[];

export const emptyDraft: Draft = {
  text: {
    name: "",
    "hosts.primary": "",
    "hosts.alternate": "",
    "headers.token": PRESETS.specification.headers.token,
    "headers.uid": PRESETS.specification.headers.uid,
    appId: "",
    uid: "",
    "chat.appKey": "",
    "chat.domain": "",
    pollSeconds: "2",
    requestsPerSecond: "10",
  },
  regional: {},
  services: {},
  region: "cn",
  insideMainlandChina: false,
  observeOnly: false,
};

/** Of each area that has a host, what `read` makes of it. */
const mapRegional = <T>({ hosts }: Profile, read: (host: RegionalHost) => T | undefined): Partial<Record<Area, T>> =>
  Object.fromEntries(
    AREAS.flatMap((area) => {
      const host = hosts.regional[area];
      const value = host && read(host);
      return value === undefined ? [] : [[area, value]];
    }),
  );

export const draftOf = (profile: Profile): Draft => ({
  text: {
    name: profile.name,
    "hosts.primary": profile.hosts.primary,
    "hosts.alternate": profile.hosts.alternate ?? "",
    "headers.token": profile.headers.token,
    "headers.uid": profile.headers.uid,
    appId: profile.appId,
    uid: profile.uid,
    "chat.appKey": profile.chat?.appKey ?? "",
    "chat.domain": profile.chat?.domain ?? "",
    pollSeconds: String(profile.pollSeconds),
    requestsPerSecond: String(profile.requestsPerSecond),
  },
  regional: mapRegional(profile, urlOf),
  services: mapRegional(profile, (host) => (typeof host === "string" ? undefined : host.services)),
  region: profile.region,
  insideMainlandChina: profile.insideMainlandChina,
  observeOnly: profile.observeOnly,
});

const withoutEmpty = (regional: Draft["regional"]): Draft["regional"] =>
  Object.fromEntries(Object.entries(regional).filter(([, host]) => host.trim() !== ""));

/** Header names are taken over; hosts only where none has been typed. */
export const withPreset = (draft: Draft, name: PresetName): Draft => {
  const { headers, hosts } = PRESETS[name];
  const keep = (field: TextField, other: string | undefined): string => draft.text[field] || (other ?? "");
  return {
    ...draft,
    regional: { ...(hosts && publicRegionalHosts(draft.insideMainlandChina)), ...withoutEmpty(draft.regional) },
    text: {
      ...draft.text,
      "headers.token": headers.token,
      "headers.uid": headers.uid,
      "hosts.primary": keep("hosts.primary", hosts?.primary),
      "hosts.alternate": keep("hosts.alternate", hosts?.alternate),
    },
  };
};

/** The preset whose header names a draft has; null: names of its own. */
export const presetOf = ({ text }: Draft): PresetName | null =>
  PRESET_NAMES.find((name) => PRESETS[name].headers.token === text["headers.token"] && PRESETS[name].headers.uid === text["headers.uid"]) ??
  null;

/** The fields that may stay empty. */
const OPTIONAL: ReadonlySet<string> = new Set<TextField>(["hosts.alternate", "chat.appKey", "chat.domain"]);

const typed = (draft: Draft, field: string): string =>
  draft.text[field as TextField] ?? draft.regional[field.replace(/^hosts\.regional\./, "") as Area] ?? "";

export const hasRegional = ({ regional }: Draft): boolean => Object.values(regional).some((host) => host.trim() !== "");

/** The services ticked at an area's host. */
export const servicesOf = (draft: Draft, area: Area): readonly Service[] => draft.services[area] ?? SERVICES;

export const withService = (draft: Draft, area: Area, service: Service, deployed: boolean): Draft => {
  const ticked = SERVICES.filter((one) => (one === service ? deployed : servicesOf(draft, area).includes(one)));
  return { ...draft, services: { ...draft.services, [area]: ticked } };
};

/** What is wrong at a field that the model, or main, has refused. */
export const faultOf = (draft: Draft, field: string): DraftFault => {
  const text = typed(draft, field).trim();
  return { kind: text === "" ? "empty" : "wrong", bytes: utf8Bytes(text), characters: text.length };
};

const number = (text: string): number => (text.trim() === "" ? Number.NaN : Number(text.trim().replace(",", ".")));

/** The profile that a draft stands for, or every field that is at fault. */
export const readDraft = (draft: Draft): { ok: true; profile: Profile } | { ok: false; faults: DraftFaults } => {
  const text = (field: TextField): string => draft.text[field].trim();
  const hasChat = text("chat.appKey") !== "" || text("chat.domain") !== "";
  const regional = Object.fromEntries(
    AREAS.flatMap((area) => {
      const url = draft.regional[area]?.trim() ?? "";
      const services = servicesOf(draft, area);
      return url === "" ? [] : [[area, services.length === SERVICES.length ? url : { url, services }]];
    }),
  );
  const parsed = Profile.safeParse({
    name: text("name"),
    region: draft.region,
    hosts: { primary: text("hosts.primary"), ...(text("hosts.alternate") !== "" && { alternate: text("hosts.alternate") }), regional },
    headers: { token: text("headers.token"), uid: text("headers.uid") },
    appId: text("appId"),
    uid: text("uid"),
    ...(hasChat && { chat: { appKey: text("chat.appKey"), domain: text("chat.domain") } }),
    insideMainlandChina: draft.insideMainlandChina,
    pollSeconds: number(draft.text.pollSeconds),
    requestsPerSecond: number(draft.text.requestsPerSecond),
    observeOnly: draft.observeOnly,
  });
  if (parsed.success) return { ok: true, profile: parsed.data };
  return {
    ok: false,
    faults: new Map(
      parsed.error.issues.map((issue) => {
        const field = issue.path.map(String).join(".");
        return [field, faultOf(draft, field)];
      }),
    ),
  };
};

/** Whether a field may be left empty: half a chat configuration may not. */
export const isOptional = (field: DraftField, draft: Draft): boolean =>
  field.startsWith("hosts.regional.") ||
  (OPTIONAL.has(field) && !(field.startsWith("chat.") && (draft.text["chat.appKey"] !== "" || draft.text["chat.domain"] !== "")));
