/** Addresses of the practice cloud itself in what its rooms hold. Pure. */

/** A room's properties may name the cloud's own addresses by this; where it listens is known only once it does. */
const OWN = "practice:/";

/** The same plain data with its own addresses filled in. */
export const withAddresses = (value: unknown, baseUrl: string): unknown => {
  if (typeof value === "string") return value.startsWith(OWN) ? `${baseUrl}/${value.slice(OWN.length)}` : value;
  if (Array.isArray(value)) return value.map((item) => withAddresses(item, baseUrl));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withAddresses(inner, baseUrl)]));
};

/** The page of a room's exam. */
export const examPage = (roomUuid: string): string => `${OWN}exam/${roomUuid}`;

/** A teacher's stream; `until`: Unix ms at which it stops, 0: it goes on. */
export const liveStream = (until: number, name: "main" | "reserve"): string => `${OWN}media/live/${until}/index.m3u8?${name}`;
