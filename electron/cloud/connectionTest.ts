/** "Test connection": one read of one room (operation 8) at each host of a profile, and what a refusal can come from. */
import type { AuthCause, ConnectionTest } from "../../shared/model/connectionTest.ts";
import type { Profile } from "../../shared/model/profile.ts";
import type { Clock, Http, Random } from "../../shared/ports.ts";
import type { Result } from "../../shared/result.ts";
import { buildAccessToken2 } from "../tokens/accessToken2.ts";
import { servicesOf, type TokenKind } from "../tokens/kinds.ts";
import { type AttemptEnd, attempt } from "./attempt.ts";
import { hostsOf } from "./hosts.ts";
import { roomSequences } from "./operations/sequences.ts";
import type { HostRole, SequencePage } from "./types.ts";

/** A test is over within some 10 s, a second look at a refusal included. */
const LIMITS = { connectMs: 4_000, headersMs: 5_000, bodyMs: 3_000, maxBytes: 1024 * 1024 } as const;
const TOKEN_SECONDS = 600;
const MAX_SALT = 99_999_999;
const SECOND = 1_000;
/** A clock that differs less is not why a token is refused, ms. */
const HARMLESS_OFFSET_MS = 30_000;

type End = AttemptEnd<SequencePage>;
type Ask = { issuedAt: number; kind: TokenKind };
type Looked = { role: HostRole; end: End; tookMs: number };

/** In the order in which they are worth looking at. */
const CAUSES: readonly AuthCause[] = ["certificate", "appId", "uid", "clock", "tokenKind", "headerNames", "region"];

const problemOf = ({ outcome }: End): string | null => (outcome.ok || outcome.error.code === "roomAbsent" ? null : outcome.error.code);
const isRefused = (end: End): boolean => problemOf(end) === "unauthorized";

const testConnection = async (
  deps: { http: Http; clock: Clock; random: Random; certificate: () => Promise<Result<string, { detail: string }>> },
  profile: Profile,
): Promise<ConnectionTest> => {
  const { http, clock, random } = deps;
  const hosts = hostsOf(profile, ["events"]);
  const roles: HostRole[] = [
    "primary",
    ...(hosts.others.alternate ? ["alternate" as const] : []),
    ...(hosts.others.regional ? ["regional" as const] : []),
  ];
  const nothing = { ruledOut: [], remaining: [], clockOffset: null, hosts: [] };

  const certificate = await deps.certificate();
  if (!certificate.ok) return { ...nothing, verdict: "noCertificate", detail: certificate.error.detail };

  /** A room that nobody has: that it does not exist is told only to those whom the service knows. */
  const roomUuid = `connection-test-${random.uuid().slice(0, 8)}`;
  const ask = async (role: HostRole, { issuedAt, kind }: Ask): Promise<Looked> => {
    const startedAt = clock.monotonic();
    const built = buildAccessToken2(
      {
        appId: profile.appId,
        issuedAt: Math.floor(issuedAt / SECOND),
        expiresIn: TOKEN_SECONDS,
        salt: 1 + Math.floor(random.unit() * MAX_SALT),
        services: servicesOf(kind, TOKEN_SECONDS, { account: profile.uid, room: "", role: -1 }),
      },
      certificate.value,
    );
    const token = built.ok ? built.value : "";
    const end = await attempt(
      { http, clock, headerNames: profile.headers, limits: LIMITS },
      hosts.originOf(role),
      roomSequences(profile, roomUuid, {}),
      { token, uid: profile.uid },
    ).done;
    return { role, end, tookMs: Math.round(clock.monotonic() - startedAt) };
  };

  const looked = await Promise.all(roles.map((role) => ask(role, { issuedAt: clock.wall(), kind: "signaling" })));
  const shown = looked.map(({ role, end, tookMs }) => ({
    host: hosts.nameOf(role),
    role,
    problem: problemOf(end),
    httpStatus: end.outcome.ok ? 200 : end.outcome.error.httpStatus,
    tookMs,
  }));
  const detailOf = ({ outcome }: End): string => (outcome.ok ? "the room was read" : outcome.error.detail);
  const offsetOf = ({ heard }: End): number | null =>
    heard === null || heard.serverTime === null ? null : Math.round(heard.serverTime - clock.wall());

  const best =
    looked.find(({ end }) => problemOf(end) === null) ??
    looked.find(({ end }) => isRefused(end)) ??
    looked.find(({ end }) => end.heard !== null);
  if (best === undefined) {
    const answered = looked.find(({ end }) => !end.outcome.ok && end.outcome.error.httpStatus !== null);
    const unresolved = looked.every(({ end }) => problemOf(end) === "dns");
    return {
      ...nothing,
      hosts: shown,
      verdict: answered !== undefined ? "reached" : unresolved ? "unresolved" : "unreachable",
      detail: (answered === undefined ? looked : [answered]).map(({ end }) => detailOf(end)).join("; "),
    };
  }
  const clockOffset = offsetOf(best.end);
  const proved = problemOf(best.end) === null;
  if (proved || !isRefused(best.end))
    return { ...nothing, clockOffset, hosts: shown, verdict: proved ? "proved" : "reached", detail: detailOf(best.end) };

  // Refused. The token was made for the uid beside it, so the two belong together; clock and kind are tried out.
  const ruledOut = new Set<AuthCause>(["uid"]);
  const tellCauses = (detail: string, only?: AuthCause): ConnectionTest => ({
    verdict: "unauthorized",
    ruledOut: CAUSES.filter((cause) => (only === undefined ? ruledOut.has(cause) : cause !== only)),
    remaining: CAUSES.filter((cause) => (only === undefined ? !ruledOut.has(cause) : cause === only)),
    clockOffset,
    hosts: shown,
    detail,
  });
  const issuedAt = clock.wall() + (clockOffset ?? 0);
  if (clockOffset !== null) {
    if (Math.abs(clockOffset) > HARMLESS_OFFSET_MS) {
      const corrected = await ask(best.role, { issuedAt, kind: "signaling" });
      if (problemOf(corrected.end) === null) return tellCauses(`accepted with the clock corrected by ${clockOffset} ms`, "clock");
    }
    ruledOut.add("clock");
  }
  const education = await ask(best.role, { issuedAt, kind: "education-app" });
  if (problemOf(education.end) === null) return tellCauses("an education token is accepted where a signaling token is not", "tokenKind");
  ruledOut.add("tokenKind");
  return tellCauses(detailOf(best.end));
};

export type ConnectionTester = (profile: Profile) => Promise<ConnectionTest>;

export const createConnectionTester =
  (deps: {
    http: Http;
    clock: Clock;
    random: Random;
    certificate: (profile: Profile) => Promise<Result<string, { detail: string }>>;
  }): ConnectionTester =>
  (profile) =>
    testConnection({ ...deps, certificate: () => deps.certificate(profile) }, profile);
