/** Chat users to register, read from text: one per line as `name, password, nickname` (a Chinese comma does, too), or a JSON list of objects. Pure. */
import { MAX_REGISTRATIONS } from "../../../shared/model/chatUser.ts";

export type UserToRegister = { username: string; password: string; nickname?: string };
export type UserFault =
  | { kind: "noPassword" | "noName" | "tooManyParts"; line: number }
  | { kind: "notAList" }
  | { kind: "notAnObject"; line: number }
  | { kind: "tooMany"; count: number };

export type ReadUsers = { users: UserToRegister[]; faults: UserFault[] };

const userOf = (username: string, password: string, nickname: string): UserToRegister => ({
  username,
  password,
  ...(nickname !== "" && { nickname }),
});

const readLine = (text: string, line: number): UserToRegister | UserFault => {
  const [username = "", password = "", nickname = "", ...more] = text.split(/[,\uFF0C\t]/).map((part) => part.trim());
  if (more.length > 0) return { kind: "tooManyParts", line };
  if (username === "") return { kind: "noName", line };
  return password === "" ? { kind: "noPassword", line } : userOf(username, password, nickname);
};

const textOf = (value: unknown): string => (typeof value === "string" ? value.trim() : "");

const readObject = (value: unknown, line: number): UserToRegister | UserFault => {
  if (typeof value !== "object" || value === null) return { kind: "notAnObject", line };
  const fields = value as Readonly<Record<string, unknown>>;
  const username = textOf(fields["username"]);
  const password = typeof fields["password"] === "string" ? fields["password"] : "";
  if (username === "") return { kind: "noName", line };
  return password === "" ? { kind: "noPassword", line } : userOf(username, password, textOf(fields["nickname"]));
};

const parseList = (text: string): unknown[] | null => {
  try {
    const parsed: unknown = JSON.parse(text);
    return Array.isArray(parsed) ? parsed : [parsed];
  } catch {
    return null;
  }
};

/** `line` of a fault counts lines of text from 1, or objects of a list. The form of names is judged by main, user by user. */
export const readUsers = (text: string): ReadUsers => {
  const listed = /^\s*[[{]/.test(text);
  const list = listed ? parseList(text) : null;
  if (listed && list === null) return { users: [], faults: [{ kind: "notAList" }] };
  const read =
    list !== null
      ? list.map((value, index) => readObject(value, index + 1))
      : text.split(/\r?\n/).flatMap((line, index) => (line.trim() === "" ? [] : [readLine(line, index + 1)]));
  const users = read.filter((one) => "username" in one);
  const faults: UserFault[] = read.filter((one) => "kind" in one);
  if (users.length > MAX_REGISTRATIONS) faults.push({ kind: "tooMany", count: users.length });
  return { users, faults };
};

/** Whether a line of its own would not be read again as it was. */
const needsQuotes = (user: UserToRegister): boolean => {
  const [read, ...more] = readUsers(lineOf(user)).users;
  return more.length > 0 || read?.username !== user.username || read.password !== user.password || read.nickname !== user.nickname;
};
const lineOf = ({ username, password, nickname }: UserToRegister): string =>
  [username, password, nickname].filter((part) => part !== undefined).join(", ");

/** Those users that were not taken, as text that reads again as it was: lines, or a JSON list where a line could not hold them. */
export const linesOf = (users: readonly UserToRegister[]): string =>
  users.some(needsQuotes) ? JSON.stringify(users, null, 1) : users.map(lineOf).join("\n");
