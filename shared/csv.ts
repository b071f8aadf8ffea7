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
