/** Profiles, certificates, tokens, the token server, chat users. No output here may hold a secret. */
import { z } from "zod";
import { ChatRegistration, ChatUser, MAX_REGISTRATIONS, RegistrationVerdict } from "../model/chatUser.ts";
import { ConnectionTest } from "../model/connectionTest.ts";
import { Profile } from "../model/profile.ts";
import { CertificateState, ProfileEntry, ProfileId } from "../model/profileEntry.ts";
import { CopiedToken, MAX_VALIDITY_SECONDS, TokenInspection, TokenKind } from "../model/tokenInspection.ts";
import { TokenServerStatus } from "../model/tokenServer.ts";
import { anySecret, secretField } from "../secret.ts";
import { action, Done, listTopic, Nothing, query, valueTopic } from "./kinds.ts";

const OneProfile = z.strictObject({ id: ProfileId });
const ValidFor = z.int().min(1).max(MAX_VALIDITY_SECONDS);
const UserName = z.string().min(1).max(300);

/** Longest text that the inspector takes, characters: far more than any token, so that what was pasted by mistake gets an answer, too. */
export const MAX_INSPECTED_CHARACTERS = 2 * 1024 * 1024;

export const credentials = {
  actions: {
    /** `id` null: a new one. A change of the profile that runs takes effect at once. */
    "profiles.save": action(z.strictObject({ id: ProfileId.nullable(), profile: z.strictObject(Profile.shape) }), OneProfile),
    "profiles.duplicate": action(OneProfile, OneProfile),
    /** `conflict` for the practice profile, the one that runs, and one with queued commands. Its journal stays on disk. */
    "profiles.remove": action(OneProfile, Done),
    /** What runs ends in order; queued commands of the old profile wait on disk. */
    "profiles.switch": action(OneProfile, Done),
    /** `text`: a profile file. A certificate in it goes into the keychain: `certificate` says where it is now; null: the file had none. */
    "profiles.import": action(
      z.strictObject({ text: z.string().max(64 * 1024) }),
      z.object({ id: ProfileId, certificate: CertificateState.nullable() }),
    ),
    /** Replaces. Where the keychain cannot hold it, nothing is kept: `fault` says why, and `memory` may be asked for. */
    "certificate.save": action(
      z.strictObject({
        id: ProfileId,
        certificate: secretField(
          z
            .string()
            .trim()
            .regex(/^[0-9a-fA-F]{32}$/, { error: "must be 32 hexadecimal digits" }),
        ),
        where: z.enum(["keychain", "memory"]),
      }),
      CertificateState,
    ),
    "certificate.forget": action(OneProfile, CertificateState),
    /** Built and copied in main; the clipboard is cleared after a minute if it still holds it. */
    "token.build": action(
      z.strictObject({
        profileId: ProfileId,
        kind: TokenKind,
        account: z.string().max(300).optional(),
        room: z.string().max(300).optional(),
        role: z.int().min(-1).max(100).optional(),
        validForSeconds: ValidFor,
      }),
      CopiedToken,
    ),
    /** Serves the profile that runs. `port` 0: any free one. Beyond loopback an access key is required. */
    "tokenServer.start": action(
      z.strictObject({
        port: z.int().min(0).max(65_535),
        listenHost: z.string().min(1).max(300),
        accessKey: anySecret(300).optional(),
        /** Of users that the server registers; random for each when left out. */
        registrationPassword: anySecret(64).optional(),
        validSeconds: ValidFor,
        corsOrigins: z.array(z.string().min(1).max(300)).max(50),
      }),
      TokenServerStatus,
    ),
    "tokenServer.stop": action(Nothing, Done),
    "chatUsers.register": action(
      z.strictObject({ profileId: ProfileId, users: z.array(ChatRegistration).min(1).max(MAX_REGISTRATIONS) }),
      z.object({ verdicts: z.array(RegistrationVerdict) }),
      { whileObserving: false },
    ),
    /** Looks the user up and copies a token for its UUID. `notFound` where there is no such user. */
    "chatUsers.issueToken": action(z.strictObject({ profileId: ProfileId, username: UserName, validForSeconds: ValidFor }), CopiedToken),
  },
  queries: {
    /** A profile file without the secret. */
    "profiles.export": query(OneProfile, z.object({ text: z.string() })),
    /** Asks the keychain, which may ask a person first. */
    "certificate.state": query(OneProfile, CertificateState),
    /** Reads one room by operation 8, never operation 9. Takes some 10 s at most. */
    "connection.test": query(OneProfile, ConnectionTest),
    /** `profileId` null: only what the token says, no signature. */
    "token.inspect": query(
      z.strictObject({
        text: z.string().max(MAX_INSPECTED_CHARACTERS),
        profileId: ProfileId.nullable(),
        /** Whose token of the first generation it is; its signature cannot be checked without. */
        account: z.string().max(300).nullable(),
      }),
      TokenInspection,
    ),
    /** `user` null: not found. Any other answer of the chat service is an error. */
    "chatUsers.lookUp": query(z.strictObject({ profileId: ProfileId, username: UserName }), z.object({ user: ChatUser.nullable() })),
  },
  topics: {
    profiles: listTopic(Nothing, ProfileEntry, "id"),
    tokenServer: valueTopic(Nothing, TokenServerStatus),
  },
} as const;
