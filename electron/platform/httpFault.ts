/** What a failed attempt means, and whether the request may have reached the server. */
import type { HttpFault } from "../../shared/ports.ts";

const KIND: Readonly<Record<string, HttpFault["kind"]>> = {
  ENOTFOUND: "dns",
  EAI_AGAIN: "dns",
  EAI_FAIL: "dns",
  EAI_NODATA: "dns",
  ECONNREFUSED: "refused",
  ECONNRESET: "reset",
  ECONNABORTED: "reset",
  EPIPE: "reset",
  UND_ERR_SOCKET: "reset",
  ETIMEDOUT: "timeout",
  UND_ERR_CONNECT_TIMEOUT: "timeout",
  UND_ERR_HEADERS_TIMEOUT: "timeout",
  UND_ERR_BODY_TIMEOUT: "timeout",
  UND_ERR_HEADERS_OVERFLOW: "tooBig",
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: "truncated",
  HPE_INVALID_EOF_STATE: "truncated",
  UND_ERR_CLOSED: "aborted",
  UND_ERR_DESTROYED: "aborted",
  EPROTO: "tls",
};

/** Certificate faults have many names: those of OpenSSL's verification and of Node's TLS layer. */
const TLS = /^(ERR_SSL|ERR_TLS|CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|HOSTNAME_MISMATCH|UND_ERR_PRX_TLS)/;

const codesOf = (error: unknown): string[] => {
  if (!(error instanceof Error)) return [];
  const own = (error as NodeJS.ErrnoException).code;
  const inner = error instanceof AggregateError ? error.errors.flatMap(codesOf) : [];
  return [...(own === undefined ? [] : [own]), ...inner, ...codesOf(error.cause)];
};

const kindOf = (code: string): HttpFault["kind"] | undefined => KIND[code] ?? (TLS.test(code) ? "tls" : undefined);

/**
 * `sent`: the request had been given to a connection. `answering`: its headers had come, so that a connection that ends
 * before the body does has cut the answer short.
 */
export const httpFaultOf = (error: unknown, at: { sent: boolean; answering: boolean }): HttpFault => {
  const codes = codesOf(error);
  const kind = codes.map(kindOf).find((found) => found !== undefined) ?? "network";
  const detail = `${error instanceof Error ? error.message || error.name : String(error)}${codes[0] ? ` (${codes[0]})` : ""}`;
  return { kind: at.answering && kind === "reset" ? "truncated" : kind, sent: at.sent, detail, ...(codes[0] && { code: codes[0] }) };
};
