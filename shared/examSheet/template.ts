/** Variables in a cell: `https://exam.example/{roomUuid}`. Pure. */
import { COLUMNS, type Column } from "../model/exam.ts";

/** Columns that may be named; the others are lists, objects, or filled in themselves. */
const VARIABLES: ReadonlySet<string> = new Set(["roomUuid", "roomName", "roomType", "startTime", "proctor", "row"]);
const VARIABLE = /\{([^{}]*)\}/g;

export const variablesOf = (text: string): string[] => [...text.matchAll(VARIABLE)].map(([, name = ""]) => name.trim());
export const isVariable = (name: string): boolean => VARIABLES.has(name);
export const TEMPLATE_COLUMNS: readonly Column[] = COLUMNS.filter((column) => column === "roomName" || /URL$|Url$/.test(column));

/** `values`: the text of each variable; `encode` makes it fit where it stands. An unknown variable stays as it is. */
export const fillIn = (text: string, values: Readonly<Record<string, string>>, encode: (value: string) => string): string =>
  text.includes("{")
    ? text.replace(VARIABLE, (whole, name: string) => (isVariable(name.trim()) ? encode(values[name.trim()] ?? "") : whole))
    : text;
