import { createRequire } from "node:module";
import { deflateSync } from "node:zlib";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type AccessToken2, buildAccessToken2, parseAccessToken2, signatureMatches } from "../../../electron/tokens/accessToken2.ts";
import { parseToken006, token006Matches } from "../../../electron/tokens/accessToken006.ts";
import { fieldsOf, SERVICES, type ServiceType, type TokenService } from "../../../electron/tokens/services.ts";
import vectors from "../../fixtures/token-vectors.json" with { type: "json" };

/** The vendor's own builder and parser: a test-only oracle. */
type OracleService = { __type: number; __privileges: Record<string, number> } & Record<string, unknown>;
type Oracle = {
  appId: string | Buffer;
  issueTs: number;
  expire: number;
  salt: number;
  services: OracleService[];
  add_service(service: OracleService): void;
  build(): string;
  from_string(token: string): boolean;
  verifySignature(certificate: string): boolean;
};
type OracleModule = { AccessToken2: new (appId: string, certificate: string, issueTs: number, expire: number) => Oracle } & Record<
  string,
  new (
    ...args: unknown[]
  ) => OracleService & { add_privilege(privilege: number, seconds: number): void }
>;
const oracle = createRequire(import.meta.url)("agora-token/src/AccessToken2.js") as OracleModule;

const CERTIFICATE = vectors.appCertificate;
/** Random tokens each way; `TOKEN_RUNS=100000` for the long look. */
const RUNS = Number(process.env["TOKEN_RUNS"] ?? 2_500);
const LONG_LOOK_MS = 900_000;
const build = (token: AccessToken2, certificate = CERTIFICATE): string => {
  const built = buildAccessToken2(token, certificate);
  if (!built.ok) throw new Error(built.error.detail);
  return built.value;
};
const parse = (text: string) => {
  const parsed = parseAccessToken2(text);
  if (!parsed.ok) throw new Error(parsed.error.detail);
  return parsed.value;
};
const fieldsAlone = ({ appId, issuedAt, expiresIn, salt, services }: AccessToken2): AccessToken2 => ({
  appId,
  issuedAt,
  expiresIn,
  salt,
  services,
});

const PLAIN: TokenService = { type: 2, privileges: { 1: 600 }, account: "test_user", room: "", role: -1 };
const TOKEN: AccessToken2 = {
  appId: vectors.appId,
  issuedAt: vectors.issueTs,
  expiresIn: vectors.expire,
  salt: vectors.salt,
  services: [PLAIN],
};

describe("the fixed vectors", () => {
  test.each(vectors.vectors)("$name: every field and the signature", (vector) => {
    const parsed = parse(vector.token);
    expect(parsed).toMatchObject({
      appId: vectors.appId,
      issuedAt: vectors.issueTs,
      expiresIn: vectors.expire,
      salt: vectors.salt,
      unknownService: null,
    });
    expect(parsed.services.map(({ type, privileges, account }) => ({ type, privileges, userId: account }))).toEqual(vector.services);
    expect(parsed.signature.toString("hex")).toBe(vector.signatureHex);
    expect(signatureMatches(parsed, CERTIFICATE)).toBe(true);
    const rebuilt = parse(build(parsed));
    expect(rebuilt.signature.toString("hex")).toBe(vector.signatureHex);
    if (vector.payloadHexAfterSignature) expect(rebuilt.signed.toString("hex")).toBe(vector.payloadHexAfterSignature);
  });

  test.each(vectors.v006)("$name: every field and the signature", (vector) => {
    const parsed = parseToken006(vector.token);
    if (!parsed.ok) throw new Error(parsed.error.detail);
    expect(parsed.value).toMatchObject({
      appId: vector.appId,
      salt: vector.salt,
      timestamp: vector.ts,
      privileges: vector.privileges,
      channelCrc: vector.crcChannel,
      uidCrc: vector.crcUid,
    });
    expect(parsed.value.signature.toString("hex")).toBe(vector.signatureHex);
    expect(token006Matches(parsed.value, vector.account, CERTIFICATE)).toBe(true);
    expect(token006Matches(parsed.value, "somebody_else", CERTIFICATE)).toBe(false);
    expect(token006Matches(parsed.value, vector.account, CERTIFICATE.replace("5", "6"))).toBe(false);
  });
});

const hex32 = fc.stringMatching(/^[0-9a-fA-F]{32}$/);
const u32 = fc.integer({ min: 0, max: 0xffff_ffff });
const u16 = fc.integer({ min: 0, max: 0xffff });
const types = Object.keys(SERVICES).map((type) => Number(type) as ServiceType);
const service: fc.Arbitrary<TokenService> = fc
  .record({
    type: fc.constantFrom(...types),
    privileges: fc.dictionary(u16.map(String), u32, { maxKeys: 5, noNullPrototype: true }),
    account: fc.string({ unit: "grapheme", maxLength: 40 }),
    room: fc.string({ unit: "grapheme", maxLength: 40 }),
    role: fc.integer({ min: -0x8000, max: 0x7fff }),
  })
  .map((made) => {
    const fields = fieldsOf(made.type);
    return {
      ...made,
      account: fields.includes("account") ? made.account : "",
      room: fields.includes("room") ? made.room : "",
      role: fields.includes("role") ? made.role : -1,
    };
  });
const token: fc.Arbitrary<AccessToken2> = fc.record({
  appId: hex32,
  issuedAt: u32,
  expiresIn: u32,
  salt: u32,
  services: fc.array(service, { minLength: 1, maxLength: 6 }),
});

const sorted = (made: AccessToken2): AccessToken2 => ({
  ...made,
  services: made.services.toSorted((left, right) => left.type - right.type),
});

test("what is built is read back the same, services in order of type, and only its own certificate matches", () => {
  fc.assert(
    fc.property(token, hex32, hex32, (made, certificate, other) => {
      const parsed = parse(build(made, certificate));
      expect(fieldsAlone(parsed)).toEqual(sorted(made));
      expect(signatureMatches(parsed, certificate)).toBe(true);
      if (other !== certificate) expect(signatureMatches(parsed, other)).toBe(false);
    }),
    { numRuns: 1_000 },
  );
});

/** The vendor's package leaves bytes where texts were. */
const textOf = (value: unknown): string => (Buffer.isBuffer(value) ? value.toString("utf8") : String(value));

describe("against the vendor's own package", () => {
  /** Of each service of the oracle: the names of its class, and of the fields that hold channel, account and role. */
  const CLASSES: Record<ServiceType, { name: string; room?: string; account?: string; role?: string }> = {
    1: { name: "ServiceRtc", room: "__channel_name", account: "__uid" },
    2: { name: "ServiceRtm", account: "__user_id" },
    3: { name: "ServiceStreaming", room: "__channel_name", account: "__account" },
    4: { name: "ServiceFpa" },
    5: { name: "ServiceChat", account: "__user_id" },
    6: { name: "ServiceFCdn", room: "__channel_name", account: "__account" },
    7: { name: "ServiceApaas", room: "__room_uuid", account: "__user_uuid", role: "__role" },
  };
  const readByOracle = (raw: string, certificate: string) => {
    const reading = new oracle.AccessToken2("", certificate, 0, 0);
    expect(reading.from_string(raw)).toBe(true);
    expect(reading.verifySignature(certificate)).toBe(true);
    return {
      appId: textOf(reading.appId),
      issuedAt: reading.issueTs,
      expiresIn: reading.expire,
      salt: reading.salt,
      services: reading.services.map((found) => {
        const type = found.__type as ServiceType;
        const names = CLASSES[type];
        const role = names.role === undefined ? -1 : Number(found[names.role]);
        return {
          type,
          privileges: { ...found.__privileges },
          account: names.account === undefined ? "" : textOf(found[names.account]),
          room: names.room === undefined ? "" : textOf(found[names.room]),
          // It reads the role unsigned (public facts §6, fault 3).
          role: role > 0x7fff ? role - 0x10000 : role,
        };
      }),
    };
  };
  test(
    "it reads what is built here, field by field, and finds the signature right",
    () => {
      fc.assert(
        fc.property(token, hex32, (made, certificate) => {
          expect(readByOracle(build(made, certificate), certificate)).toEqual(sorted(made));
        }),
        { numRuns: RUNS },
      );
    },
    LONG_LOOK_MS,
  );

  test(
    "what it builds is read here, field by field, and its signature matches",
    () => {
      fc.assert(
        fc.property(token, hex32, (made, certificate) => {
          const building = new oracle.AccessToken2(made.appId, certificate, made.issuedAt, made.expiresIn);
          // Its constructor takes 0 for "now" and 0 for "no role" (public facts §6, faults 3 and 4): fields are set as they are.
          building.issueTs = made.issuedAt;
          building.salt = made.salt;
          for (const wanted of made.services) {
            const names = CLASSES[wanted.type];
            const Class = oracle[names.name];
            if (Class === undefined) throw new Error("not in the oracle");
            const added = new Class("", "", 0);
            if (names.room !== undefined) added[names.room] = wanted.room;
            if (names.account !== undefined) added[names.account] = wanted.account;
            if (names.role !== undefined) added[names.role] = wanted.role;
            for (const [privilege, seconds] of Object.entries(wanted.privileges)) added.add_privilege(Number(privilege), seconds);
            building.add_service(added);
          }
          const parsed = parse(building.build());
          expect(fieldsAlone(parsed)).toEqual(sorted(made));
          expect(signatureMatches(parsed, certificate)).toBe(true);
        }),
        { numRuns: RUNS },
      );
    },
    LONG_LOOK_MS,
  );

  test("a service of unknown kind ends the reading; what stood before it is kept, and the signature is still checked", () => {
    const building = new oracle.AccessToken2(TOKEN.appId, CERTIFICATE, TOKEN.issuedAt, TOKEN.expiresIn);
    const { ServiceRtm, ServiceRtm2 } = oracle;
    if (ServiceRtm === undefined || ServiceRtm2 === undefined) throw new Error("not in the oracle");
    building.add_service(new ServiceRtm2("somebody"));
    building.add_service(new ServiceRtm("test_user"));
    const parsed = parse(building.build());
    expect(parsed.services).toEqual([{ ...PLAIN, privileges: {} }]);
    expect(parsed.unknownService).toBe(8);
    expect(signatureMatches(parsed, CERTIFICATE)).toBe(true);
    expect(signatureMatches(parsed, CERTIFICATE.replace("5", "6"))).toBe(false);
  });
});

test.each<[string, Partial<AccessToken2>, string]>([
  ["an application id that is not hexadecimal", { appId: "x".repeat(32) }, CERTIFICATE],
  ["an application id that is too short", { appId: "abc" }, CERTIFICATE],
  ["a certificate that is none", {}, "secret"],
  ["no service", { services: [] }, CERTIFICATE],
  ["a negative time", { issuedAt: -1 }, CERTIFICATE],
  ["a time with a fraction", { issuedAt: 1.5 }, CERTIFICATE],
  ["a validity beyond 32 bits", { expiresIn: 2 ** 32 }, CERTIFICATE],
  ["a salt that is no number", { salt: Number.NaN }, CERTIFICATE],
  ["a privilege beyond 16 bits", { services: [{ ...PLAIN, privileges: { 65536: 1 } }] }, CERTIFICATE],
  ["a role beyond 16 bits", { services: [{ ...PLAIN, type: 7, role: 40_000 }] }, CERTIFICATE],
  ["an account beyond 65,535 bytes", { services: [{ ...PLAIN, account: "教".repeat(30_000) }] }, CERTIFICATE],
])("%s builds nothing, and the reason names no secret", (_what, wrong, certificate) => {
  const built = buildAccessToken2({ ...TOKEN, ...wrong }, certificate);
  expect(built).toMatchObject({ ok: false, error: { kind: "invalid" } });
  expect(JSON.stringify(built)).not.toContain(certificate);
});

/** A payload of one's own behind 007. */
const wrap = (payload: Buffer): string => `007${deflateSync(payload).toString("base64")}`;
const payloadOf = (made: AccessToken2): Buffer => {
  const { signature, signed } = parse(build(made));
  const length = Buffer.alloc(2);
  length.writeUInt16LE(signature.length);
  return Buffer.concat([length, signature, signed]);
};

describe("reading", () => {
  test("every cut of a token is a fault, never a crash", () => {
    const payload = payloadOf(TOKEN);
    for (let length = 0; length < payload.length; length += 1) {
      expect(parseAccessToken2(wrap(payload.subarray(0, length)))).toMatchObject({
        ok: false,
        error: { detail: expect.stringContaining("too early") },
      });
    }
  });

  test("bytes added behind the end break the signature", () => {
    expect(signatureMatches(parse(wrap(Buffer.concat([payloadOf(TOKEN), Buffer.from([0])]))), CERTIFICATE)).toBe(false);
  });

  test("every single changed byte breaks the reading or the signature", () => {
    const payload = payloadOf(TOKEN);
    for (let index = 0; index < payload.length; index += 1) {
      const changed = Buffer.from(payload);
      changed.writeUInt8((changed.readUInt8(index) + 1) & 0xff, index);
      const parsed = parseAccessToken2(wrap(changed));
      if (parsed.ok) expect(signatureMatches(parsed.value, CERTIFICATE)).toBe(false);
    }
  });

  test("a text that inflates to gigabytes is refused at its bound", () => {
    const bomb = wrap(Buffer.alloc(30 * 1024 * 1024));
    expect(bomb.length).toBeLessThan(64 * 1024);
    expect(parseAccessToken2(bomb)).toMatchObject({ ok: false, error: { detail: expect.stringContaining("larger than") } });
  });

  test.each(["", "007", "007!", "007====", "006abc", "hello", `007${"A".repeat(100_000)}`])("%.20s is refused", (text) => {
    expect(parseAccessToken2(text).ok).toBe(false);
    expect(parseToken006(text).ok).toBe(false);
  });
});
