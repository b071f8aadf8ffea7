/** Tokens: built here against the vendor's own builder, and what inspecting garbage costs. */
import { randomBytes } from "node:crypto";
import { createRequire } from "node:module";
import { buildAccessToken2 } from "../../electron/tokens/accessToken2.ts";
import { inspectText } from "../../electron/tokens/inspection.ts";
import { servicesOf } from "../../electron/tokens/kinds.ts";
import { PRACTICE_APP_CERTIFICATE, PRACTICE_APP_ID } from "../../shared/model/practice.ts";
import { type Figure, median, round } from "./figure.ts";

const { RtmTokenBuilder } = createRequire(import.meta.url)("agora-token") as {
  RtmTokenBuilder: { buildToken(appId: string, certificate: string, user: string, seconds: number): string };
};

const BATCH = 2_000;
const ROUNDS = 9;
const SECONDS = 600;
const GARBAGE_CHARACTERS = 1024 * 1024;

const ours = (salt: number): void => {
  const services = servicesOf("signaling", SECONDS, { account: "console", room: "", role: -1 });
  const made = buildAccessToken2(
    { appId: PRACTICE_APP_ID, issuedAt: 1_700_000_000, expiresIn: SECONDS, salt, services },
    PRACTICE_APP_CERTIFICATE,
  );
  if (!made.ok) throw new Error(made.error.detail);
};
const theirs = (): void => {
  if (RtmTokenBuilder.buildToken(PRACTICE_APP_ID, PRACTICE_APP_CERTIFICATE, "console", SECONDS) === "") throw new Error("no token");
};

/** Tokens per second. */
const rate = (build: (index: number) => void): number => {
  const startedAt = performance.now();
  for (let index = 1; index <= BATCH; index += 1) build(index);
  return (BATCH * 1_000) / (performance.now() - startedAt);
};

/** ms. */
const cost = (text: string): number => {
  const startedAt = performance.now();
  inspectText(text, { appId: PRACTICE_APP_ID, certificate: PRACTICE_APP_CERTIFICATE, account: null }, 0);
  return performance.now() - startedAt;
};

export const run = async (): Promise<Figure[]> => {
  rate(ours);
  rate(theirs);
  const rounds = Array.from({ length: ROUNDS }, () => [rate(ours), rate(theirs)] as const);
  const built = median(rounds.map(([our]) => our));
  const vendor = median(rounds.map(([, their]) => their));
  const base64 = randomBytes(GARBAGE_CHARACTERS).toString("base64").slice(0, GARBAGE_CHARACTERS);
  const garbage = Math.max(...[base64, `007${base64}`, `006${PRACTICE_APP_ID}${base64}`, " ".repeat(GARBAGE_CHARACTERS), "007"].map(cost));
  return [
    { name: "tokens built", value: Math.round(built), unit: "1/s", ratio: round(built / vendor), against: "the vendor's builder" },
    { name: "inspecting 1 MB of garbage, worst", value: round(garbage), unit: "ms", ratio: round(garbage / 50), against: "50 ms" },
  ];
};
