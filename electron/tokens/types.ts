/** Tokens as the cloud client uses them. */
import type { Result } from "../../shared/result.ts";

export type Credential = { token: string; uid: string };
export type TokenProblem = { kind: "noCertificate" | "buildFailed"; detail: string };

export interface TokenSource {
  /** A token that is valid now and stays so for a while; minted locally, reused, renewed well before its expiry. */
  credential(): Promise<Result<Credential, TokenProblem>>;
  /** The server refused this token: mints another, once for any number of parallel callers. */
  renewAfter(rejected: string): Promise<Result<Credential, TokenProblem>>;
  /** When the present token ends, server time ms; null before the first. */
  expiresAt(): number | null;
}

/** What the composition needs beside: whether renewing works, and a way to let go of a token whose certificate has changed. */
export interface RenewableTokenSource extends TokenSource {
  /** Why the last attempt to mint failed; null: it did not. */
  renewalProblem(): TokenProblem | null;
  /** The certificate was replaced or forgotten: the present token is not used any more. */
  drop(): void;
}
