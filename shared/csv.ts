/** Comma-separated text for spreadsheets and programs. Pure. */

/** Spreadsheets take a cell that begins so for a formula (OWASP, CSV injection); full-width signs count too. */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/;

/** A cell on one line: quoted, never a formula. */
export const csvCell = (value: string | number | null): string => {
  if (typeof value === "number") return String(value);
  const flat = (value ?? "").toWellFormed().replace(/\r\n|[\r\n]/g, " ");
  const safe = FORMULA.test(flat) ? `'${flat}` : flat;
  return /[",']|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** Spreadsheets take a file without it for one of the system's own character set. */
const MARK = "\uFEFF";

export const csvText = (rows: readonly (readonly (string | number | null)[])[]): string =>
  MARK + rows.map((row) => `${row.map(csvCell).join(",")}\r\n`).join("");

/** Cells that would be taken for a formula, and those that begin with the sign that keeps others from it: one more ' is put before each. */
const GUARDED = /^'*[=+\-@\t\r＝＋－＠]/;

/** A cell that reads again exactly as it was, line ends and all, once a leading ' before a formula's sign is taken away. */
const exactCell = (value: string): string => {
  const safe = GUARDED.test(value) ? `'${value}` : value;
  return /[",;'\t\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

export const exactCsvText = (rows: readonly (readonly string[])[]): string =>
  MARK + rows.map((row) => `${row.map(exactCell).join(",")}\r\n`).join("");
