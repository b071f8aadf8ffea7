import { expect, test } from "vitest";
import { parseAccessToken2, signatureMatches } from "../../../electron/tokens/accessToken2.ts";
import { createTokenSource } from "../../../electron/tokens/tokenSource.ts";
import type { Credential, TokenProblem } from "../../../electron/tokens/types.ts";
import { err, ok, type Result } from "../../../shared/result.ts";
import { createVirtualClock } from "../../fakes/clock.ts";
import { createSeededRandom } from "../../fakes/random.ts";
import vectors from "../../fixtures/token-vectors.json" with { type: "json" };

const HOUR = 3_600_000;
const NOON = 1_700_000_000_000;

const setUp = () => {
  const clock = createVirtualClock({ wall: NOON });
  const world = { offset: 0, asked: 0, certificate: ok(vectors.appCertificate) as Result<string, TokenProblem> };
  const source = createTokenSource({
    appId: vectors.appId,
    uid: "proctor",
    certificate: async () => {
      world.asked += 1;
      return world.certificate;
    },
    clock,
    random: createSeededRandom(1),
    serverOffset: () => world.offset,
  });
  return { clock, world, source };
};
const good = (result: Result<Credential, TokenProblem>): string => {
  if (!result.ok) throw new Error(result.error.detail);
  return result.value.token;
};
const read = (token: string) => {
  const parsed = parseAccessToken2(token);
  if (!parsed.ok) throw new Error(parsed.error.detail);
  return parsed.value;
};

test("the token is a signaling token of the uid, for 24 hours, signed with the certificate", async () => {
  const { source } = setUp();
  const credential = await source.credential();
  expect(credential).toMatchObject({ ok: true, value: { uid: "proctor" } });
  const token = read(good(credential));
  expect(token).toMatchObject({ appId: vectors.appId, issuedAt: NOON / 1_000, expiresIn: 86_400 });
  expect(token.services).toEqual([{ type: 2, privileges: { 1: 86_400 }, account: "proctor", room: "", role: -1 }]);
  expect(signatureMatches(token, vectors.appCertificate)).toBe(true);
  expect(source.expiresAt()).toBe(NOON + 24 * HOUR);
});

test("it is reused until half its life, then renewed", async () => {
  const { clock, source, world } = setUp();
  const first = good(await source.credential());
  await clock.advance(12 * HOUR - 1_000);
  expect(good(await source.credential())).toBe(first);
  await clock.advance(2_000);
  expect(good(await source.credential())).not.toBe(first);
  expect(world.asked).toBe(2);
});

test("the issue time is the server's, by the offset that was learned", async () => {
  const { source, world } = setUp();
  world.offset = -2 * HOUR;
  expect(read(good(await source.credential())).issuedAt).toBe(NOON / 1_000 - 7_200);
});

test("when the offset shows that the token was made in the server's future, it is made anew", async () => {
  const { source, world } = setUp();
  const first = good(await source.credential());
  world.offset = -HOUR;
  expect(good(await source.credential())).not.toBe(first);
});

test("n parallel refusals of one token make one new token", async () => {
  const { source, world } = setUp();
  const first = good(await source.credential());
  const renewed = await Promise.all(Array.from({ length: 20 }, () => source.renewAfter(first)));
  expect(new Set(renewed.map(good)).size).toBe(1);
  expect(world.asked).toBe(2);
  expect(good(await source.renewAfter(first))).toBe(good(await source.credential()));
  expect(world.asked).toBe(2);
});

test("parallel first callers share one minting", async () => {
  const { source, world } = setUp();
  const tokens = await Promise.all(Array.from({ length: 5 }, () => source.credential()));
  expect(new Set(tokens.map(good)).size).toBe(1);
  expect(world.asked).toBe(1);
});

test("without a certificate there is a problem, not a token; with one again, a token", async () => {
  const { source, world } = setUp();
  world.certificate = err({ kind: "noCertificate", detail: "none" });
  expect(await source.credential()).toEqual({ ok: false, error: { kind: "noCertificate", detail: "none" } });
  expect(source.expiresAt()).toBeNull();
  world.certificate = ok(vectors.appCertificate);
  expect(await source.credential()).toMatchObject({ ok: true });
});

test("a certificate that is none is a failed build", async () => {
  const { source, world } = setUp();
  world.certificate = ok("not a certificate");
  expect(await source.credential()).toMatchObject({ ok: false, error: { kind: "buildFailed" } });
});

test("where renewing fails, the present token serves to its end and not a moment longer", async () => {
  const { clock, source, world } = setUp();
  const first = good(await source.credential());
  world.certificate = err({ kind: "noCertificate", detail: "the keychain is locked" });
  await clock.advance(24 * HOUR - 1);
  expect(good(await source.credential())).toBe(first);
  await clock.advance(1);
  expect(await source.credential()).toMatchObject({ ok: false });
});

test("a night asleep does not leave an expired token in use", async () => {
  const { clock, source } = setUp();
  const first = good(await source.credential());
  clock.sleepSystem(30 * HOUR);
  expect(good(await source.credential())).not.toBe(first);
});

test("a keychain that fails at renewal is asked again after a minute, not at each request, and the failure is told", async () => {
  const { clock, source, world } = setUp();
  const first = good(await source.credential());
  expect(source.renewalProblem()).toBeNull();
  world.certificate = err({ kind: "noCertificate", detail: "locked" });
  await clock.advance(13 * HOUR);
  for (let request = 0; request < 10; request += 1) expect(good(await source.credential())).toBe(first);
  expect(world.asked).toBe(2);
  expect(source.renewalProblem()).toMatchObject({ kind: "noCertificate" });
  await clock.advance(60_000);
  world.certificate = ok(vectors.appCertificate);
  expect(good(await source.credential())).not.toBe(first);
  expect(source.renewalProblem()).toBeNull();
});

test("a token of a certificate that was replaced or forgotten is not used again, even where it was being made", async () => {
  const { source, world } = setUp();
  const first = good(await source.credential());
  source.drop();
  expect(good(await source.credential())).not.toBe(first);
  const begun = source.renewAfter("refused");
  world.certificate = err({ kind: "noCertificate", detail: "forgotten" });
  source.drop();
  await begun;
  expect(await source.credential()).toMatchObject({ ok: false, error: { kind: "noCertificate" } });
  expect(source.expiresAt()).toBeNull();
});
