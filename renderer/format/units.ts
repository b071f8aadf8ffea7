/** Numbers and sizes as words. Pure. */

const KILO = 1_024;

/** `3.4 MB`: one decimal below ten, none above. */
export const fileSize = (bytes: number, language: string): string => {
  const units = ["B", "KB", "MB", "GB"];
  let value = bytes;
  let unit = 0;
  while (value >= KILO && unit < units.length - 1) {
    value /= KILO;
    unit += 1;
  }
  const digits = unit > 0 && value < 10 ? 1 : 0;
  return `${new Intl.NumberFormat(language, { maximumFractionDigits: digits }).format(value)} ${units[unit]}`;
};

/** `+0.12`: with its sign, in seconds. */
export const signedSeconds = (ms: number, language: string): string =>
  new Intl.NumberFormat(language, { signDisplay: "exceptZero", minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(ms / 1_000);

/** `0.4`: a short time in seconds, with one decimal. */
export const tenths = (ms: number, language: string): string =>
  new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(ms / 1_000);
