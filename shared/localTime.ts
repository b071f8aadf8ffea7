/** A date and time as typed in a zone, `2026-11-21T09:00`, to and from an instant. Pure. */

/** By zone: making one costs a thousand times what using it does. */
const formats = new Map<string, Intl.DateTimeFormat>();
const formatIn = (zone: string): Intl.DateTimeFormat => {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  const fresh = new Intl.DateTimeFormat("en", {
    ...(zone === "system" ? {} : { timeZone: zone }),
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
  // The system's zone may be set anew while the console runs.
  if (zone !== "system") formats.set(zone, fresh);
  return fresh;
};
const partsOf = (at: number, zone: string): Record<string, string> =>
  Object.fromEntries(
    formatIn(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );

export const localText = (at: number, zone: string): string => {
  const { year, month, day, hour, minute, second } = partsOf(at, zone);
  return `${year}-${month}-${day}T${hour}:${minute}${second === "00" ? "" : `:${second}`}`;
};

const LOCAL = /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::(\d\d))?$/;

/** Unix ms; null: no such date and time. Where clocks are put back, the first of the two; where they are put forward, the hour that is left out does not exist. */
export const instantOf = (text: string, zone: string): number | null => {
  const found = LOCAL.exec(text.trim());
  if (found === null) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found.slice(1).map((part) => Number(part ?? 0));
  const asUtc = Date.UTC(year, month - 1, day, hour, minute, second);
  if (Number.isNaN(asUtc)) return null;
  const wanted = localText(asUtc, "UTC");
  // A zone's offset a day before and a day after covers both sides of every change of clocks.
  const offsets = [asUtc - 86_400_000, asUtc + 86_400_000].map((at) => at - Date.parse(`${localText(at, zone)}Z`));
  const fits = offsets.map((offset) => asUtc + offset).filter((at) => localText(at, zone) === wanted);
  return fits.length === 0 || !text.trim().replace(" ", "T").startsWith(wanted.slice(0, 16)) ? null : Math.min(...fits);
};
