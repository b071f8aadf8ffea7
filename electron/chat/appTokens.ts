/** The chat service's tokens: one with app privileges, reused while most of its life is left, and one per user. */
import { MAX_VALIDITY_SECONDS } from "../../shared/model/tokenInspection.ts";
import type { Clock, Random } from "../../shared/ports.ts";
import { err, ok, type Result } from "../../shared/result.ts";
import { buildAccessToken2 } from "../tokens/accessToken2.ts";
import { servicesOf, type TokenSubject } from "../tokens/kinds.ts";

const MAX_SALT = 99_999_999;
/** A token that is handed out again has at least this share of its life before it. */
const LIFE_LEFT = 0.9;
const SECOND = 1_000;

export type ChatTokens = {
  /** Reused; `rejected`: a token that the service has just refused, which is not used again. */
  app(rejected?: string): Promise<Result<string, string>>;
  user(uuid: string): Promise<Result<string, string>>;
};

/** An error says, in one line without secrets, why no token can be built. */
export const createChatTokens = (deps: {
  appId: string;
  certificate: () => Promise<Result<string, string>>;
  /** How long token and privilege are valid. */
  validSeconds: number;
  clock: Clock;
  random: Random;
  /** Unix ms on the service's clock. */
  now: () => number;
}): ChatTokens => {
  let present: { token: string; builtAt: number; issuedAt: number } | null = null;
  let building: Promise<Result<string, string>> | null = null;

  const build = async (kind: "chat-app" | "chat-user", subject: Partial<TokenSubject>): Promise<Result<string, string>> => {
    const { appId, validSeconds } = deps;
    if (!Number.isInteger(validSeconds) || validSeconds < 1 || validSeconds > MAX_VALIDITY_SECONDS)
      return err(`the validity must be 1 to ${MAX_VALIDITY_SECONDS} seconds`);
    const certificate = await deps.certificate();
    if (!certificate.ok) return certificate;
    const issuedAt = Math.floor(deps.now() / SECOND);
    const salt = 1 + Math.floor(deps.random.unit() * MAX_SALT);
    const services = servicesOf(kind, validSeconds, { account: "", room: "", role: -1, ...subject });
    const built = buildAccessToken2({ appId, issuedAt, expiresIn: validSeconds, salt, services }, certificate.value);
    if (!built.ok) return err(built.error.detail);
    if (kind === "chat-app") present = { token: built.value, builtAt: deps.clock.monotonic(), issuedAt: issuedAt * SECOND };
    return ok(built.value);
  };

  /** By both clocks: neither a clock that was set back nor a machine that slept makes an old token look young. */
  const young = ({ builtAt, issuedAt }: { builtAt: number; issuedAt: number }): boolean => {
    const most = deps.validSeconds * SECOND * (1 - LIFE_LEFT);
    const age = deps.now() - issuedAt;
    return deps.clock.monotonic() - builtAt < most && age >= 0 && age < most + SECOND && age < deps.validSeconds * SECOND;
  };

  return {
    app: (rejected) => {
      if (present !== null && present.token !== rejected && young(present)) return Promise.resolve(ok(present.token));
      building ??= build("chat-app", {}).finally(() => {
        building = null;
      });
      return building;
    },
    user: (uuid) => build("chat-user", { account: uuid }),
  };
};
