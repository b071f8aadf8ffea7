/** Reading what the wire may bring: each reader takes anything and answers a value or null, never an error (public facts §1–3 contradict each other). */

export type WireObject = Readonly<Record<string, unknown>>;

export const asObject = (value: unknown): WireObject | null =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as WireObject) : null;

/** An own field; a name that only the prototype knows is not there. */
export const field = (object: WireObject | null, name: string): unknown =>
  object !== null && Object.hasOwn(object, name) ? object[name] : undefined;

export const readArray = (value: unknown): readonly unknown[] | null => (Array.isArray(value) ? value : null);

/** Text as it came; a number as its digits. */
export const readText = (value: unknown): string | null =>
  typeof value === "string" ? value : typeof value === "number" && Number.isFinite(value) ? String(value) : null;

/** What stands at a dotted name: as one name, or level by level; undefined: nothing. */
export const valueAt = (values: unknown, name: string): unknown => {
  const object = asObject(values);
  if (object === null) return undefined;
  if (Object.hasOwn(object, name)) return object[name];
  const dot = name.indexOf(".");
  return dot < 0 ? undefined : valueAt(field(object, name.slice(0, dot)), name.slice(dot + 1));
};

/** A number, or text that is one. */
export const readNumber = (value: unknown): number | null => {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : null;
};

/** A whole number within the exact range. */
export const readInteger = (value: unknown): number | null => {
  const number = readNumber(value);
  return number !== null && Number.isSafeInteger(number) ? number : null;
};

/** A point in time, Unix ms: positive, and within the years that a calendar knows. */
export const readTime = (value: unknown): number | null => {
  const number = readNumber(value);
  return number !== null && number > 0 && number <= 8.64e15 ? number : null;
};

/** Role numbers and words of the wire (public facts §1) in one set of words; anything else as it came. */
const ROLES: Readonly<Record<string, string>> = {
  "0": "invisible",
  "1": "teacher",
  "2": "student",
  "3": "assistant",
  "4": "observer",
  host: "teacher",
  broadcaster: "student",
  audience: "student",
};

export const readRole = (value: unknown): string => {
  const word = readText(value) ?? "";
  return Object.hasOwn(ROLES, word) ? (ROLES[word] as string) : word;
};

export type WireUser = {
  userUuid: string;
  userName: string | null;
  role: string;
  type: number | null;
  /** All of the person's properties; null: none were told. */
  properties: WireObject | null;
};

/** Who a user of an event is: an object with a userUuid, or the bare id. */
const readUserUuid = (value: unknown, object: WireObject | null): string | null => {
  const userUuid = object === null ? readText(value) : readText(field(object, "userUuid"));
  return userUuid === "" ? null : userUuid;
};

const readUser = (value: unknown): WireUser | null => {
  const object = asObject(value);
  const userUuid = readUserUuid(value, object);
  if (userUuid === null) return null;
  return {
    userUuid,
    userName: readText(field(object, "userName")),
    role: readRole(field(object, "role")),
    type: readInteger(field(object, "type")),
    properties: asObject(field(object, "userProperties")),
  };
};

/** The users of a list; null where there is no list at all. */
export const readUsers = (value: unknown): WireUser[] | null =>
  readArray(value)?.flatMap((item) => {
    const user = readUser(item);
    return user === null ? [] : [user];
  }) ?? null;

/** The ids of a list's users, each once; null where there is no list at all. */
export const readUserUuids = (value: unknown): string[] | null => {
  const items = readArray(value);
  if (items === null) return null;
  const userUuids = new Set<string>();
  for (const item of items) {
    const userUuid = readUserUuid(item, asObject(item));
    if (userUuid !== null) userUuids.add(userUuid);
  }
  return [...userUuids];
};

export const readOneUser = (value: unknown): WireUser | null => readUser(value);

/** true, 1 and "1"; false, 0 and "0". */
export const readFlag = (value: unknown): boolean | null => {
  if (typeof value === "boolean") return value;
  const number = readInteger(value);
  return number === 1 ? true : number === 0 ? false : null;
};

/** An object, or text that is the JSON of one. */
export const readCause = (value: unknown): WireObject | null => {
  if (typeof value !== "string") return asObject(value);
  try {
    return asObject(JSON.parse(value));
  } catch {
    return null;
  }
};

/** Nothing that the service sends is deeper; a longer name keeps its dots. */
const MAX_DEPTH = 8;

/** Puts a value in, whatever its name: to assign to `__proto__` would do something else. */
export const put = <T>(record: Record<string, T>, name: string, value: T): void => {
  if (name === "__proto__") Object.defineProperty(record, name, { value, enumerable: true, configurable: true, writable: true });
  else record[name] = value;
};

/** The parts of a dotted name. */
export const pathOf = (name: string): [string, ...string[]] => {
  const [first = "", ...rest] = name.split(".", MAX_DEPTH + 1);
  return rest.length >= MAX_DEPTH ? [name] : [first, ...rest];
};
