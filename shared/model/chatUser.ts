/** Users of the chat service (specification §4, public facts §5 and §7). */
import { z } from "zod";
import { anySecret } from "../secret.ts";

/** Most users in one registration (public facts §5). */
export const MAX_REGISTRATIONS = 60;
export const MAX_USERNAME_BYTES = 64;
export const MAX_PASSWORD_CHARACTERS = 64;
export const MAX_NICKNAME_BYTES = 100;

export const ChatUser = z.object({
  username: z.string(),
  uuid: z.string(),
  nickname: z.string().nullable(),
  /** Unix ms. */
  createdAt: z.number().nullable(),
});
export type ChatUser = z.infer<typeof ChatUser>;

/** Asked for in one registration. The form of each is judged per user, so that one bad name does not refuse the others. */
export const ChatRegistration = z.strictObject({
  username: z.string().max(300),
  password: anySecret(300),
  nickname: z.string().max(300).optional(),
});
export type ChatRegistration = z.output<typeof ChatRegistration>;

export const RegistrationVerdict = z.object({
  username: z.string(),
  verdict: z.enum([
    "registered",
    "exists",
    "invalid", // name, password or nickname break a limit: `detail` names it
    "doubled", // stands twice in this list
    "failed", // the service refused: `detail`
    "unknown", // no answer: it may have been registered
  ]),
  uuid: z.string().nullable(),
  detail: z.string(),
});
export type RegistrationVerdict = z.infer<typeof RegistrationVerdict>;
