/** The profile file (design: doors): read whole and strictly, its first fault told with field, bound and what to do. */
import { type Profile, ProfileFile } from "../../shared/model/profile.ts";
import { appError, err, ok, type Result } from "../../shared/result.ts";

/** Far more than any profile needs, characters. */
const MAX_CHARACTERS = 64 * 1024;
const BYTE_ORDER_MARK = "\uFEFF";

export type ReadProfile = {
  profile: Profile /** null: the file has none. The file itself is never changed. */;
  appCertificate: string | null;
};

const refusal = (message: string, field?: string): Result<never> =>
  err(appError("invalid", message, { reason: "profileFile", ...(field && { field }) }));

/** The line (from 1) of a character position. */
const lineOf = (text: string, position: number): number => text.slice(0, position).split("\n").length;

const parseJson = (text: string): Result<unknown> => {
  try {
    return ok(JSON.parse(text));
  } catch (error) {
    const position = /at position (\d+)/.exec((error as Error).message)?.[1];
    const line = lineOf(text, position === undefined ? text.length : Number(position));
    return refusal(`The profile file is not JSON: something is wrong in line ${line}. Check commas, quotation marks and brackets there.`);
  }
};

type Issue = NonNullable<ReturnType<typeof ProfileFile.safeParse>["error"]>["issues"][number];

const fieldOf = (issue: Issue): string => [...issue.path, ...(issue.code === "unrecognized_keys" ? issue.keys.slice(0, 1) : [])].join(".");

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (inner, key) => (typeof inner === "object" && inner !== null ? (inner as Record<PropertyKey, unknown>)[key] : undefined),
    value,
  );

const sentenceOf = (issue: Issue, json: unknown): string => {
  const field = fieldOf(issue);
  if (issue.code === "unrecognized_keys") return `the field "${field}" is not known. Remove it, or correct its spelling.`;
  if (field === "") return "it must be one JSON object with the profile's fields.";
  if (valueAt(json, issue.path) === undefined) return `the field "${field}" is missing. Add it.`;
  if (issue.code === "invalid_value") return `the field "${field}" must be one of ${issue.values.map(String).join(", ")}.`;
  if (issue.code === "too_big")
    return `the field "${field}" may be at most ${issue.maximum}${issue.origin === "string" ? " characters" : ""}.`;
  if (issue.code === "too_small")
    return `the field "${field}" must be at least ${issue.minimum}${issue.origin === "string" ? " characters" : ""}.`;
  return `the field "${field}" is wrong: ${issue.message}.`;
};

export const parseProfileFile = (text: string): Result<ReadProfile> => {
  if (text.length > MAX_CHARACTERS) return refusal(`The profile file is longer than ${MAX_CHARACTERS} characters. Is it the right file?`);
  const json = parseJson(text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text);
  if (!json.ok) return json;
  const parsed = ProfileFile.safeParse(json.value);
  if (!parsed.success) {
    const [first, ...others] = parsed.error.issues;
    if (first === undefined) return refusal("The profile file is not valid.");
    const more = others.length === 0 ? "" : ` (${others.length} more behind it)`;
    return refusal(`In the profile file ${sentenceOf(first, json.value)}${more}`, fieldOf(first));
  }
  const { appCertificate, ...profile } = parsed.data;
  return ok({ profile, appCertificate: appCertificate ?? null });
};
