/** Keeps secrets out of the log, at any depth and under any name that is known to hold one. */

const HIDDEN = "[hidden]";
const SECRET_KEYS = new Set(["token", "certificate", "appcertificate", "authorization", "x-service-token", "password", "secret"]);
/** An access token of either generation wherever it stands in a text. */
const TOKEN_TEXT = /00[67][A-Za-z0-9+/]{24,}={0,2}/g;
const MAX_DEPTH = 8;

export const scrubText = (text: string): string => text.replace(TOKEN_TEXT, HIDDEN);

/** A copy for the log: secrets hidden, errors as plain fields, nothing deeper than eight levels. */
export const scrub = (value: unknown, depth = 0): unknown => {
  if (typeof value === "string") return scrubText(value);
  if (typeof value === "bigint") return value.toString();
  if (typeof value !== "object" || value === null) return value;
  if (depth >= MAX_DEPTH) return "[deep]";
  if (value instanceof Error) {
    return {
      type: value.name,
      message: scrubText(value.message),
      stack: scrubText(value.stack ?? ""),
      ...(value.cause === undefined ? {} : { cause: scrub(value.cause, depth + 1) }),
    };
  }
  if (Array.isArray(value)) return value.map((item) => scrub(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, SECRET_KEYS.has(key.toLowerCase()) ? HIDDEN : scrub(inner, depth + 1)]),
  );
};
