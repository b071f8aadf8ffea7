import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Draft,
  type DraftFault,
  type DraftField,
  draftOf,
  emptyDraft,
  faultOf,
  isOptional,
  PRESET_NAMES,
  presetOf,
  readDraft,
  servicesOf,
  TEXT_FIELDS,
  type TextField,
  withPreset,
  withService,
} from "../../../renderer/features/profiles/draft.ts";
import { faultText } from "../../../renderer/features/profiles/faults.ts";
import { createI18n } from "../../../renderer/i18n/setup.ts";
import { createWords } from "../../../renderer/i18n/words.tsx";
import { AREAS, Profile, SERVICES } from "../../../shared/model/profile.ts";

const written = (change: Partial<Record<TextField, string>> = {}, more: Partial<Draft> = {}): Draft => ({
  ...emptyDraft,
  text: {
    ...emptyDraft.text,
    name: "Finals",
    "hosts.primary": "https://api.example.com",
    appId: "0123456789abcdef0123456789ABCDEF",
    uid: "console",
    ...change,
  },
  ...more,
});
const faultsOf = (draft: Draft): string[] => {
  const read = readDraft(draft);
  return read.ok ? [] : [...read.faults.keys()];
};

describe("a profile being written", () => {
  it("names every field that is needed when nothing has been typed", () => {
    expect(faultsOf(emptyDraft).sort()).toEqual(["appId", "hosts.primary", "name", "uid"]);
  });

  it.each<[TextField, string, DraftFault["kind"]]>([
    ["name", "x".repeat(61), "wrong"],
    ["name", "   ", "empty"],
    ["appId", "0123", "wrong"],
    ["appId", "g".repeat(32), "wrong"],
    ["uid", "教".repeat(22), "wrong"],
    ["uid", "..", "wrong"],
    ["hosts.primary", "api.example.com", "wrong"],
    ["hosts.primary", "https://api.example.com/v1", "wrong"],
    ["hosts.alternate", "ftp://api.example.cn", "wrong"],
    ["headers.token", "x service", "wrong"],
    ["headers.uid", "", "empty"],
    ["chat.appKey", "org", "wrong"],
    ["chat.appKey", "#app", "wrong"],
    ["chat.appKey", "org#", "wrong"],
    ["chat.appKey", "a#b#c", "wrong"],
    ["pollSeconds", "0", "wrong"],
    ["pollSeconds", "61", "wrong"],
    ["pollSeconds", "often", "wrong"],
    ["pollSeconds", "", "empty"],
    ["requestsPerSecond", "1001", "wrong"],
  ])("refuses %s %j at its field", (field, text, kind) => {
    const draft = written({ [field]: text, ...(field === "chat.appKey" && { "chat.domain": "a1.example.com" }) });
    expect(faultsOf(draft)).toEqual([field]);
    expect(faultOf(draft, field).kind).toBe(kind);
  });

  it("asks for the other half of a chat configuration, and for none where both are empty", () => {
    expect(faultsOf(written({ "chat.appKey": "org#app" }))).toEqual(["chat.domain"]);
    expect(faultsOf(written({ "chat.domain": "a1.example.com" }))).toEqual(["chat.appKey"]);
    expect(faultsOf(written())).toEqual([]);
    expect(isOptional("chat.domain", written())).toBe(true);
    expect(isOptional("chat.domain", written({ "chat.appKey": "org#app" }))).toBe(false);
  });

  it("takes a comma for a point in numbers, and blanks around anything", () => {
    const read = readDraft(written({ pollSeconds: " 2,5 ", uid: " console " }));
    expect(read.ok && [read.profile.pollSeconds, read.profile.uid]).toEqual([2.5, "console"]);
  });

  it("names the area whose host is wrong, and leaves out areas without one", () => {
    expect(faultsOf(written({}, { regional: { "eu-west-1": "nowhere", "us-east-1": "" } }))).toEqual(["hosts.regional.eu-west-1"]);
    const read = readDraft(written({}, { regional: { "us-east-1": " " } }));
    expect(read.ok && read.profile.hosts.regional).toEqual({});
  });

  it("says at which regional host what is deployed, and says nothing where everything is", () => {
    const one = written({}, { regional: { "us-east-1": "https://east.example" } });
    const regionalOf = (draft: Draft): unknown => {
      const read = readDraft(draft);
      return read.ok && read.profile.hosts.regional["us-east-1"];
    };
    expect(servicesOf(one, "us-east-1")).toEqual(SERVICES);
    expect(regionalOf(one)).toBe("https://east.example");
    const without = withService(one, "us-east-1", "recording", false);
    expect(regionalOf(without)).toEqual({
      url: "https://east.example",
      services: SERVICES.filter((service) => service !== "recording"),
    });
    expect(regionalOf(withService(without, "us-east-1", "recording", true))).toBe("https://east.example");
    const none = SERVICES.reduce((draft, service) => withService(draft, "us-east-1", service, false), one);
    expect(faultsOf(none)).toEqual(["hosts.regional.us-east-1.services"]);
  });

  it("brings back every profile as it was", () => {
    const text = (min: number, max: number) => fc.stringMatching(new RegExp(`^[a-zA-Z0-9]{${min},${max}}$`));
    const host = text(1, 20).map((name) => `https://${name}.example`);
    const some = fc.subarray([...SERVICES], { minLength: 1, maxLength: SERVICES.length - 1 });
    const regional = fc.oneof(host, fc.record({ url: host, services: some }));
    const profile = fc.record({
      name: text(1, 60),
      region: fc.constantFrom("cn" as const, "ap" as const, "eu" as const, "na" as const),
      hosts: fc.record(
        { primary: host, alternate: host, regional: fc.dictionary(fc.constantFrom(...AREAS), regional) },
        { requiredKeys: ["primary", "regional"] },
      ),
      headers: fc.record({ token: text(1, 64), uid: text(1, 64) }),
      appId: fc.stringMatching(/^[0-9a-fA-F]{32}$/),
      uid: text(1, 63),
      insideMainlandChina: fc.boolean(),
      pollSeconds: fc.integer({ min: 1, max: 60 }),
      requestsPerSecond: fc.integer({ min: 1, max: 1000 }),
      observeOnly: fc.boolean(),
    });
    fc.assert(
      fc.property(profile, (any) => {
        const kept = Profile.parse(any);
        expect(readDraft(draftOf(kept))).toEqual({ ok: true, profile: kept });
      }),
    );
  });

  it("never reads what the model would refuse, whatever is typed", () => {
    const typed = fc.record(
      Object.fromEntries(TEXT_FIELDS.map((field) => [field, fc.string()])) as Record<TextField, fc.Arbitrary<string>>,
    );
    fc.assert(
      fc.property(typed, (text) => {
        const read = readDraft({ ...emptyDraft, text });
        expect(read.ok ? Profile.safeParse(read.profile).success : read.faults.size > 0).toBe(true);
      }),
    );
  });
});

describe("a preset", () => {
  it.each(PRESET_NAMES)("%s is recognised by its header names", (name) => {
    expect(presetOf(withPreset(emptyDraft, name))).toBe(name);
  });

  it("fills in hosts where there are none, and keeps those that were typed", () => {
    expect(withPreset(emptyDraft, "publicService").text["hosts.primary"]).toBe("https://api.agora.io");
    expect(withPreset(written(), "publicService").text["hosts.primary"]).toBe("https://api.example.com");
    expect(withPreset(written(), "publicService").text["hosts.alternate"]).toBe("https://api.sd-rtn.com");
  });

  it("fills in the regional hosts under the suffix of the primary that comes first", () => {
    const outside = withPreset(written({}, { regional: { "eu-west-1": "https://mine.example", "us-east-1": " " } }), "publicService");
    expect(outside.regional).toMatchObject({
      "eu-west-1": "https://mine.example",
      "us-east-1": "https://api-us-east-1.agora.io",
      "cn-north-1": "https://api-cn-north-1.agora.io",
    });
    expect(Object.keys(outside.regional).sort()).toEqual([...AREAS].sort());
    const inside = withPreset(written({}, { insideMainlandChina: true }), "publicService");
    expect(inside.regional["cn-north-1"]).toBe("https://api-cn-north-1.sd-rtn.com");
    expect(withPreset(written(), "specification").regional).toEqual({});
    expect(readDraft(outside).ok).toBe(true);
  });

  it("is none of them where the header names are of one's own", () => {
    expect(presetOf(written({ "headers.token": "x-mine" }))).toBeNull();
  });
});

describe("the words for a fault", () => {
  const i18n = createI18n("en");
  const words = createWords(i18n.t, (key, params) => i18n.exists(key, params), "en", "UTC");

  it("count a uid in bytes and name its limit", () => {
    const draft = written({ uid: "教".repeat(22) });
    expect(faultText("uid", faultOf(draft, "uid"), words)).toContain("1 to 63 bytes");
    expect(faultText("uid", faultOf(draft, "uid"), words)).toContain("66 bytes");
  });

  it.each<DraftField>([...TEXT_FIELDS, "hosts.regional.eu-west-1", "hosts.regional.eu-west-1.services"])("exist for %s", (field) => {
    expect(faultText(field, { kind: "wrong", bytes: 1, characters: 1 }, words)).not.toMatch(/profiles\.|\{\{/);
  });
});
