/** What an examination address answers, and what that is worth on the day of the exam. The reading of an answer is pure. */
import { type Finding, finding, type PlannedRoom } from "../../shared/model/boardCheck.ts";
import type { Result } from "../../shared/result.ts";
import type { Visited, VisitFault } from "../hosting/visits.ts";
import { nothingPlanned } from "./verdicts.ts";

/** A page's title stands near its beginning, bytes. */
export const MOST_OF_PAGE = 64 * 1_024;
const MOST_OF_TITLE = 120;
const DAY_MS = 86_400_000;
/** A certificate that ends within so many days is worth a word. */
const CERTIFICATE_DAYS = 14;

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };
const entity = (whole: string, name: string): string => {
  const code = name.startsWith("#x") || name.startsWith("#X") ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  if (!name.startsWith("#")) return ENTITIES[name.toLowerCase()] ?? whole;
  return Number.isInteger(code) && code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
};

const decoded = (bytes: Uint8Array, contentType: string): string => {
  const start = Buffer.from(bytes.subarray(0, 1_024)).toString("latin1");
  const named = /charset=["']?([\w-]+)/i.exec(contentType)?.[1] ?? /<meta[^>]+charset=["']?([\w-]+)/i.exec(start)?.[1] ?? "utf-8";
  try {
    return new TextDecoder(named).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
};

/** The page's title in one line; "" where it has none. */
export const titleOf = (bytes: Uint8Array, contentType: string): string => {
  if (!/html/i.test(contentType)) return "";
  const title = /<title[^>]*>([^<]*)/i.exec(decoded(bytes, contentType))?.[1] ?? "";
  const plain = title.replace(/&(#?\w{1,10});/g, entity).replace(/[\s\p{Cc}]+/gu, " ");
  return Array.from(plain.trim()).slice(0, MOST_OF_TITLE).join("");
};

const CERTIFICATE_FAULTS: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: "certificateExpired",
  CERT_NOT_YET_VALID: "certificateEarly",
  DEPTH_ZERO_SELF_SIGNED_CERT: "certificateSelfSigned",
  SELF_SIGNED_CERT_IN_CHAIN: "certificateSelfSigned",
  ERR_TLS_CERT_ALTNAME_INVALID: "certificateName",
  UNABLE_TO_GET_ISSUER_CERT: "certificateIssuer",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "certificateIssuer",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "certificateIssuer",
  CERT_REVOKED: "certificateRevoked",
};

/** Why an address brought no answer, by name. */
export const visitReason = ({ kind, code }: Pick<VisitFault, "kind" | "code">): string =>
  kind === "tls" ? (CERTIFICATE_FAULTS[code] ?? "tls") : kind;

/** What never leaves this machine needs no certificate. */
const isOwnMachine = (url: string): boolean => /^http:\/\/(localhost|127\.[\d.]+|\[::1\])(:|\/|$)/.test(url);

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url);

/** `endsAt`: when the page is needed no longer, server time ms; null: not known. */
export const pageFinding = (
  { examinationUrl: url, unread }: Pick<PlannedRoom, "examinationUrl" | "unread">,
  answer: Result<Visited, VisitFault> | null,
  now: number,
  endsAt: number | null,
): Finding => {
  if (url === null || url.trim() === "") return nothingPlanned({ unread }, "pageNone");
  if (answer === null) return finding("unknown", "notChecked");
  if (!answer.ok) {
    const { error } = answer;
    return finding(error.kind === "aborted" ? "unknown" : "bad", visitReason(error), { host: hostOf(error.url) });
  }
  const { status, headers, hops, certificate, bytes } = answer.value;
  const host = hostOf(answer.value.url);
  const title = titleOf(bytes, headers["content-type"] ?? "");
  const params: Finding["params"] = { status, host, redirects: hops.length, ...(title !== "" && { title }) };
  const days = certificate === null ? null : Math.floor((certificate.validTo - now) / DAY_MS);
  if (days !== null) params["days"] = days;
  if (status === 401 || status === 403) return finding("attention", "pageLogin", params);
  if (status < 200 || status >= 300) return finding("bad", "pageStatus", params);
  if (certificate !== null && endsAt !== null && certificate.validTo < endsAt)
    return finding("bad", "certificateEndsBefore", { ...params, validAt: certificate.validTo });
  if (certificate === null && !isOwnMachine(answer.value.url))
    return finding("attention", /^https:/i.test(url) ? "pageDowngraded" : "pagePlain", params);
  if (days !== null && days < CERTIFICATE_DAYS) return finding("attention", "certificateEnds", params);
  return finding("good", hops.length > 0 ? "pageRedirected" : "pageAnswers", params);
};
