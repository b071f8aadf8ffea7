/** The signaling token of the classroom interface (specification §5): minted here, reused, renewed long before its end. */

import { MAX_VALIDITY_SECONDS } from "../../shared/model/tokenInspection.ts";
import type { Clock, Random } from "../../shared/ports.ts";
import { err, ok, type Result } from "../../shared/result.ts";
import { buildAccessToken2 } from "./accessToken2.ts";
import { servicesOf } from "./kinds.ts";
import type { Credential, RenewableTokenSource, TokenProblem } from "./types.ts";

const HOUR_MS = 3_600_000;
const LIFE_MS = MAX_VALIDITY_SECONDS * 1_000;
/** Renewed after half its life: many hours in which renewing may fail unnoticed. */
const RENEW_AT_AGE_MS = LIFE_MS / 2;
/** A token from further ahead of the server's clock than this is minted again. */
const MAX_AHEAD_MS = HOUR_MS / 12;
const MAX_SALT = 99_999_999;
/** After a failure to renew, the present token serves alone for so long: a slow keychain must not slow every request, ms. */
const RETRY_RENEWAL_MS = 60_000;

/** An outcome of minting: what the token is, and its times on the server's clock, ms. */
type Minted = { credential: Credential; issuedAt: number; expiresAt: number };

export const createTokenSource = (deps: {
  appId: string;
  uid: string;
  /** Asked for each time a token is minted, kept nowhere. */
  certificate: () => Promise<Result<string, TokenProblem>>;
  clock: Clock;
  random: Random;
  /** Server clock minus this workstation's, ms; 0 before the first answer. */
  serverOffset: () => number;
}): RenewableTokenSource => {
  let present: Minted | null = null;
  let minting: Promise<Result<Credential, TokenProblem>> | null = null;
  let failed: { problem: TokenProblem; at: number } | null = null;
  /** Counts the certificates: what was begun with an earlier one is not kept. */
  let epoch = 0;

  const serverNow = (): number => deps.clock.wall() + deps.serverOffset();
  const usable = (minted: Minted): boolean => serverNow() < minted.expiresAt;
  const fresh = (minted: Minted): boolean => {
    const age = serverNow() - minted.issuedAt;
    return age < RENEW_AT_AGE_MS && age > -MAX_AHEAD_MS;
  };

  const build = async (begunIn: number): Promise<Result<Credential, TokenProblem>> => {
    const certificate = await deps.certificate();
    if (!certificate.ok) return certificate;
    const issuedAt = Math.floor(serverNow() / 1_000);
    const services = servicesOf("signaling", MAX_VALIDITY_SECONDS, { account: deps.uid, room: "", role: -1 });
    const salt = 1 + Math.floor(deps.random.unit() * MAX_SALT);
    const built = buildAccessToken2({ appId: deps.appId, issuedAt, expiresIn: MAX_VALIDITY_SECONDS, salt, services }, certificate.value);
    if (!built.ok) return err({ kind: "buildFailed", detail: built.error.detail });
    const credential = { token: built.value, uid: deps.uid };
    if (begunIn === epoch) present = { credential, issuedAt: issuedAt * 1_000, expiresAt: issuedAt * 1_000 + LIFE_MS };
    return ok(credential);
  };

  const mint = (): Promise<Result<Credential, TokenProblem>> => {
    if (minting !== null) return minting;
    const begunIn = epoch;
    const mine = build(begunIn).then((minted) => {
      if (begunIn !== epoch) return minted;
      minting = null;
      failed = minted.ok ? null : { problem: minted.error, at: deps.clock.monotonic() };
      return minted;
    });
    minting = mine;
    return mine;
  };
  const failedJustNow = (): boolean => failed !== null && deps.clock.monotonic() - failed.at < RETRY_RENEWAL_MS;

  return {
    credential: async () => {
      if (present !== null && (fresh(present) || (usable(present) && failedJustNow()))) return ok(present.credential);
      const minted = await mint();
      // Where minting fails (a keychain that has been locked), the present token serves to its end.
      if (!minted.ok && present !== null && usable(present)) return ok(present.credential);
      return minted;
    },
    renewAfter: async (rejected) =>
      minting === null && present !== null && present.credential.token !== rejected && usable(present) ? ok(present.credential) : mint(),
    expiresAt: () => present?.expiresAt ?? null,
    renewalProblem: () => failed?.problem ?? null,
    drop: () => {
      epoch += 1;
      present = null;
      minting = null;
      failed = null;
    },
  };
};
