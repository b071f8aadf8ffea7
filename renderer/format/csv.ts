/** Comma-separated text that a spreadsheet opens as text: no cell is ever taken for a formula. Pure. */

/** What a spreadsheet would reckon instead of show. */
const FORMULA = /^[=+\-@\t\r]/;
/** Spreadsheets take a file without it for one of the system's own character set. */
const MARK = "\uFEFF";

const cell = (value: string | number | null): string => {
  const text = value === null ? "" : String(value);
  const safe = typeof value === "string" && FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

export const csvText = (rows: readonly (readonly (string | number | null)[])[]): string =>
  MARK + rows.map((row) => `${row.map(cell).join(",")}\r\n`).join("");
