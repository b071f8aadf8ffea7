import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseProfileFile } from "../../../electron/vault/profileFile.ts";

const CERTIFICATE = "0123456789abcdef0123456789abcdef";
const FULL = {
  name: "Spring exams",
  region: "ap",
  hosts: {
    primary: "https://api.example.com",
    alternate: "https://api.example.cn/",
    regional: {
      "ap-northeast-1": "https://api-ap-northeast-1.example.com",
      "eu-west-1": { url: "https://api-eu-west-1.example.com", services: ["rooms", "recording"] },
    },
  },
  headers: { token: "x-agora-token", uid: "x-agora-uid" },
  appId: "fedcba9876543210fedcba9876543210",
  uid: "proctor",
  appCertificate: CERTIFICATE,
  chat: { appKey: "org#app", domain: "chat.example.com" },
  insideMainlandChina: true,
  pollSeconds: 5,
  requestsPerSecond: 20,
  observeOnly: true,
};
const LEAST = { name: FULL.name, region: FULL.region, appId: FULL.appId, uid: FULL.uid };

test("a full file is read as it is, the certificate apart from the profile", () => {
  const { appCertificate, ...profile } = FULL;
  const expected = { ...profile, hosts: { ...profile.hosts, alternate: "https://api.example.cn" } };
  expect(parseProfileFile(JSON.stringify(FULL))).toEqual({ ok: true, value: { profile: expected, appCertificate } });
});

test("the least file gets the specification's defaults", () => {
  expect(parseProfileFile(JSON.stringify({ ...LEAST, hosts: { primary: "http://127.0.0.1:8080" } }))).toMatchObject({
    ok: true,
    value: {
      appCertificate: null,
      profile: {
        headers: { token: "x-service-token", uid: "x-service-uid" },
        hosts: { regional: {} },
        pollSeconds: 2,
        requestsPerSecond: 10,
        observeOnly: false,
      },
    },
  });
});

test("a byte order mark in front does not matter", () => {
  expect(parseProfileFile(`\uFEFF${JSON.stringify(FULL)}`).ok).toBe(true);
});

const without = (field: keyof typeof FULL): object => Object.fromEntries(Object.entries(FULL).filter(([key]) => key !== field));

describe("a wrong file names the field and says what to do", () => {
  test.each<[string, object, string, RegExp]>([
    ["a missing field", without("region"), "region", /missing/],
    ["a missing host", { ...FULL, hosts: {} }, "hosts.primary", /missing/],
    ["an unknown field", { ...FULL, regoin: "ap" }, "regoin", /not known/],
    ["a region that does not exist", { ...FULL, region: "asia" }, "region", /one of cn, ap, eu, na/],
    ["a host with a path", { ...FULL, hosts: { primary: "https://a.example/v2" } }, "hosts.primary", /http/],
    [
      "an area that does not exist",
      { ...FULL, hosts: { primary: "https://a.example", regional: { "moon-1": "https://m.example" } } },
      "hosts.regional",
      /moon-1|key/i,
    ],
    [
      "a regional host that is none",
      { ...FULL, hosts: { primary: "https://a.example", regional: { "eu-west-1": "a.example" } } },
      "hosts.regional.eu-west-1",
      /http/,
    ],
    [
      "a regional host with no service",
      { ...FULL, hosts: { primary: "https://a.example", regional: { "eu-west-1": { url: "https://e.example", services: [] } } } },
      "hosts.regional.eu-west-1.services",
      /at least 1/,
    ],
    [
      "a regional host with a service that does not exist",
      { ...FULL, hosts: { primary: "https://a.example", regional: { "eu-west-1": { url: "https://e.example", services: ["moon"] } } } },
      "hosts.regional.eu-west-1",
      /url, services.*recording/,
    ],
    ["an application id that is none", { ...FULL, appId: "abc" }, "appId", /32 hexadecimal/],
    ["a uid beyond the limit", { ...FULL, uid: "x".repeat(64) }, "uid", /63 bytes/],
    ["a poll interval beyond the limit", { ...FULL, pollSeconds: 61 }, "pollSeconds", /at most 60/],
    ["a poll interval below the limit", { ...FULL, pollSeconds: 0 }, "pollSeconds", /at least 1/],
    ["an app key without its separator", { ...FULL, chat: { appKey: "org", domain: "d" } }, "chat.appKey", /<org>#<app>/],
    ["text where a number belongs", { ...FULL, requestsPerSecond: "ten" }, "requestsPerSecond", /number/],
    ["a header name that is none", { ...FULL, headers: { token: "x token", uid: "u" } }, "headers.token", /header name/],
  ])("%s", (_what, file, field, sentence) => {
    const parsed = parseProfileFile(JSON.stringify(file));
    if (parsed.ok) throw new Error("was taken");
    expect(parsed.error).toMatchObject({ code: "invalid", reason: "profileFile" });
    expect(parsed.error.field).toContain(field);
    expect(parsed.error.message).toMatch(sentence);
  });

  test("a wrong certificate is not quoted", () => {
    const parsed = parseProfileFile(JSON.stringify({ ...FULL, appCertificate: `${CERTIFICATE}ff` }));
    expect(parsed).toMatchObject({ ok: false, error: { field: "appCertificate" } });
    expect(JSON.stringify(parsed)).not.toContain(CERTIFICATE);
  });

  test.each([
    ['{\n  "name": "x",\n  "region" "ap"\n}', 3],
    ['{\n  "name": "x",\n', 3],
    ["", 1],
  ])("broken JSON names the line: %j", (text, line) => {
    expect(parseProfileFile(text)).toMatchObject({ ok: false, error: { message: expect.stringContaining(`line ${line}.`) } });
  });

  test.each(["[]", "null", "7", '"text"'])("%s is not an object", (text) => {
    expect(parseProfileFile(text)).toMatchObject({ ok: false, error: { message: expect.stringContaining("one JSON object") } });
  });

  test("a huge file is refused unread", () => {
    expect(parseProfileFile(" ".repeat(100_000))).toMatchObject({ ok: false });
  });
});

test("no text and no JSON makes the reader throw", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.json(),
        fc.object().map((extra) => JSON.stringify({ ...FULL, ...extra })),
      ),
      (text) => {
        parseProfileFile(text);
      },
    ),
    { numRuns: 2_000 },
  );
});
