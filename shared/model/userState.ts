/** One person of a room, as operation 7 tells. The specification shows none of its fields; these are the public facts', §2. */
import { z } from "zod";
import { asObject, field, readFlag, readRole, readText, readTime } from "../projection/readers.ts";

export const UserState = z.object({
  userUuid: z.string(),
  userName: z.string().nullable(),
  /** teacher, student, assistant, observer, invisible, or the wire's own word; "" where none came. */
  role: z.string(),
  streamUuid: z.string().nullable(),
  /** null: not told. */
  online: z.boolean().nullable(),
  properties: z.record(z.string(), z.unknown()),
  /** Server time, ms. */
  updatedAt: z.number().nullable(),
  /** The answer's data as it came. */
  raw: z.unknown(),
});
export type UserState = z.infer<typeof UserState>;

/** `asked`: whom the request named; an answer that names nobody is about them. null: not a person at all, or somebody else. */
export const readUserState = (raw: unknown, asked: string): UserState | null => {
  const data = asObject(raw);
  if (data === null) return null;
  const named = readText(field(data, "userUuid")) || asked;
  if (named !== asked) return null;
  return {
    userUuid: named,
    userName: readText(field(data, "userName")),
    role: readRole(field(data, "role")),
    streamUuid: readText(field(data, "streamUuid")) || null,
    online: readFlag(field(data, "state")),
    properties: { ...asObject(field(data, "userProperties")) },
    updatedAt: readTime(field(data, "updateTime")),
    raw,
  };
};
