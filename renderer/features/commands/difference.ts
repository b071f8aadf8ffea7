/** What setting or removing properties would change of what is known. Pure. */
import type { Properties } from "../../../shared/model/property.ts";

export type Change = {
  name: string;
  /** `unsure`: what is there was cut, so the two cannot be compared. */
  kind: "added" | "changed" | "same" | "removed" | "absent" | "unsure";
  before: string | null;
  after: string | null;
};

/** Names in one order at every depth: the service keeps none. */
const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, inner]) => [name, sorted(inner)]),
  );
};
const text = (value: unknown): string => JSON.stringify(sorted(value)) ?? "";

type Known = { there: boolean; value: unknown; cut: boolean };

/** A dotted name means what lies inside (public facts §4), unless a property has that very name. */
const lookUp = (properties: Properties, path: string): Known => {
  const [first = "", ...inside] = Object.hasOwn(properties, path) ? [path] : path.split(".");
  const property = Object.hasOwn(properties, first) ? properties[first] : undefined;
  if (property === undefined) return { there: false, value: undefined, cut: false };
  let { value } = property;
  for (const part of property.cut ? [] : inside) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, part)) return { there: false, value: undefined, cut: false };
    value = (value as Record<string, unknown>)[part];
  }
  return { there: true, value, cut: property.cut };
};

export const differenceOfSetting = (known: Properties, values: Readonly<Record<string, unknown>>): Change[] =>
  Object.entries(values).map(([name, value]) => {
    const before = lookUp(known, name);
    const after = text(value);
    if (!before.there) return { name, kind: "added", before: null, after };
    if (before.cut) return { name, kind: "unsure", before: null, after };
    const was = text(before.value);
    return { name, kind: was === after ? "same" : "changed", before: was, after };
  });

export const differenceOfRemoving = (known: Properties, names: readonly string[]): Change[] =>
  names.map((name) => {
    const { there, value, cut } = lookUp(known, name);
    return { name, kind: there ? "removed" : "absent", before: there && !cut ? text(value) : null, after: null };
  });
