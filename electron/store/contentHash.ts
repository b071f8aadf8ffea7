/** A hash that names what an event says, whichever way it came. */
import { hash } from "node:crypto";

/** Text that stands in JSON as it is: no control character, quote, backslash or half of a pair. */
const PLAIN = /^[\u0020\u0021\u0023-\u005b\u005d-\ud7ff\ue000-\uffff]*$/;
const quoted = (text: string): string => (PLAIN.test(text) ? `"${text}"` : JSON.stringify(text));

const isSorted = (names: readonly string[]): boolean => {
  for (let index = 1; index < names.length; index += 1) if ((names[index - 1] as string) > (names[index] as string)) return false;
  return true;
};

/** The same text for the same value, whatever the order of its fields. */
const canonical = (value: unknown): string => {
  if (typeof value === "string") return quoted(value);
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  let text = "";
  if (Array.isArray(value)) {
    for (const inner of value as unknown[]) text += text === "" ? canonical(inner) : `,${canonical(inner)}`;
    return `[${text}]`;
  }
  const names = Object.keys(value);
  if (!isSorted(names)) names.sort();
  for (const name of names) {
    text += `${text === "" ? "" : ","}${quoted(name)}:${canonical((value as Record<string, unknown>)[name])}`;
  }
  return `{${text}}`;
};

/**
 * Names what happened: kind and data. Left out is what only one of the two ways may add (`ts`, `requestId`, `version` …), and
 * the sequence, so that unnumbered events can be matched.
 */
export const contentHash = (cmd: number, data: unknown): string => hash("sha256", `${cmd}:${canonical(data ?? null)}`).slice(0, 32);
