/** What the contract's calls about tokens, the token server and chat users do: a profile's certificate meets what it is used for, here and nowhere else. */

import type { ChatRegistration, ChatUser, RegistrationVerdict } from "../shared/model/chatUser.ts";
import { MAX_NICKNAME_BYTES, MAX_PASSWORD_CHARACTERS, MAX_USERNAME_BYTES } from "../shared/model/chatUser.ts";
import type { ConnectionTest } from "../shared/model/connectionTest.ts";
import { utf8Bytes } from "../shared/model/ids.ts";
import type { Profile } from "../shared/model/profile.ts";
import type { CopiedToken, TokenInspection, TokenKind } from "../shared/model/tokenInspection.ts";
import type { TokenServerStatus } from "../shared/model/tokenServer.ts";
import type { Platform } from "../shared/ports.ts";
import { appError, err, ok, type Result } from "../shared/result.ts";
import type { Secret } from "../shared/secret.ts";
import { createChatTokens } from "./chat/appTokens.ts";
import { type ChatClient, type ChatFault, chatAppOf, createChatClient } from "./chat/chatClient.ts";
import type { TokenServerDesk } from "./chat/tokenServerDesk.ts";
import type { ConnectionTester } from "./cloud/connectionTest.ts";
import { buildAccessToken2 } from "./tokens/accessToken2.ts";
import type { TokenClipboard } from "./tokens/clipboard.ts";
import { inspectText } from "./tokens/inspection.ts";
import { NEEDED, servicesOf } from "./tokens/kinds.ts";
import { noProfile } from "./vault/profileStore.ts";
import type { Vault } from "./vault/vault.ts";

type Known = { id: string; profile: Profile };
type Deps = {
  platform: Pick<Platform, "http" | "clock" | "random">;
  vault: Vault;
  /** undefined: no such profile. */
  profile(id: string): Profile | undefined;
  current(): Known;
  /** Unix ms on the clock of the profile's service, where it is known. */
  now(id: string): number;
  clipboard: TokenClipboard;
  server: TokenServerDesk;
  testConnection: ConnectionTester;
};

type BuildOrder = {
  profileId: string;
  kind: TokenKind;
  account?: string | undefined;
  room?: string | undefined;
  role?: number | undefined;
  validForSeconds: number;
};
type ServerOrder = {
  port: number;
  listenHost: string;
  accessKey?: Secret | undefined;
  registrationPassword?: Secret | undefined;
  validSeconds: number;
  corsOrigins: string[];
};

const SECOND = 1_000;
const MAX_SALT = 99_999_999;
/** Of the app token with which the console itself asks the chat service. */
const CHAT_APP_SECONDS = 3_600;

const chatError = (fault: ChatFault) =>
  appError("unavailable", `the chat service: ${fault.detail}`, { reason: `chat.${fault.kind}`, params: { detail: fault.detail } });

export const createCredentials = (deps: Deps) => {
  const { platform, vault, clipboard, server } = deps;
  const { clock, random, http } = platform;

  const named = (id: string): Result<Profile> => {
    const profile = deps.profile(id);
    return profile === undefined ? err(noProfile(id)) : ok(profile);
  };
  const certificateOf = async (profile: Profile): Promise<Result<string>> => {
    const certificate = await vault.certificate(profile);
    return certificate.ok ? certificate : err(appError("unavailable", certificate.error.detail, { reason: "noCertificate" }));
  };

  /** Kept per profile as it is: an app token is reused as long as it is young. */
  const chats = new Map<string, { profile: Profile; client: ChatClient }>();
  const chatOf = (id: string): Result<ChatClient> => {
    const profile = named(id);
    if (!profile.ok) return profile;
    const known = chats.get(id);
    if (known?.profile === profile.value) return ok(known.client);
    const app = chatAppOf(profile.value.chat ?? { appKey: "", domain: "" });
    if (!app.ok) return err(appError("conflict", "the profile has no usable chat app key and domain", { reason: `chatApp.${app.error}` }));
    const tokens = createChatTokens({
      appId: profile.value.appId,
      certificate: async () => {
        const certificate = await vault.certificate(profile.value);
        return certificate.ok ? certificate : err(certificate.error.detail);
      },
      validSeconds: CHAT_APP_SECONDS,
      clock,
      random,
      now: () => deps.now(id),
    });
    const client = createChatClient({ http, app: app.value, appToken: tokens.app });
    chats.set(id, { profile: profile.value, client });
    return ok(client);
  };
  vault.watch(() => chats.clear());

  const build = async (order: BuildOrder): Promise<Result<CopiedToken>> => {
    const profile = named(order.profileId);
    if (!profile.ok) return profile;
    const subject = { account: order.account ?? "", room: order.room ?? "", role: order.role ?? -1 };
    const missing = NEEDED[order.kind].find((field) => (field === "role" ? order.role === undefined : subject[field] === ""));
    if (missing !== undefined) return err(appError("invalid", `a ${order.kind} token needs ${missing}`, { field: missing }));
    const certificate = await certificateOf(profile.value);
    if (!certificate.ok) return certificate;
    const issuedAt = Math.floor(deps.now(order.profileId) / SECOND);
    const built = buildAccessToken2(
      {
        appId: profile.value.appId,
        issuedAt,
        expiresIn: order.validForSeconds,
        salt: 1 + Math.floor(random.unit() * MAX_SALT),
        services: servicesOf(order.kind, order.validForSeconds, subject),
      },
      certificate.value,
    );
    if (!built.ok) return err(appError("invalid", `no token can be built: ${built.error.detail}`));
    return ok(clipboard.copy(built.value, (issuedAt + order.validForSeconds) * SECOND));
  };

  return {
    test: async (id: string): Promise<Result<ConnectionTest>> => {
      const profile = named(id);
      return profile.ok ? ok(await deps.testConnection(profile.value)) : profile;
    },
    inspect: async (text: string, profileId: string | null, account: string | null): Promise<Result<TokenInspection>> => {
      if (profileId === null) return ok(inspectText(text, null, clock.wall()));
      const profile = named(profileId);
      if (!profile.ok) return profile;
      const certificate = await vault.certificate(profile.value);
      const against = {
        appId: profile.value.appId,
        certificate: certificate.ok ? certificate.value : null,
        account: account ?? (text.trim().startsWith("006") ? profile.value.uid : null),
      };
      return ok(inspectText(text, against, deps.now(profileId)));
    },
    build,
    startServer: async (order: ServerOrder): Promise<Result<TokenServerStatus>> => {
      const { id, profile } = deps.current();
      const password = order.registrationPassword?.reveal() ?? "";
      return server.start(id, {
        port: order.port,
        listenHost: order.listenHost,
        appId: profile.appId,
        certificate: async () => {
          const certificate = await vault.certificate(profile);
          return certificate.ok ? certificate.value : "";
        },
        validSeconds: order.validSeconds,
        appKey: profile.chat?.appKey ?? "",
        domain: profile.chat?.domain ?? "",
        accessKey: order.accessKey?.reveal() ?? "",
        ...(password !== "" && { registrationPassword: password }),
        corsOrigins: order.corsOrigins,
      });
    },
    stopServer: () => server.stop(),
    lookUp: async (profileId: string, username: string): Promise<Result<{ user: ChatUser | null }>> => {
      const chat = chatOf(profileId);
      if (!chat.ok) return chat;
      const found = await chat.value.lookUp(username);
      return found.ok ? ok({ user: found.value }) : err(chatError(found.error));
    },
    register: async (profileId: string, users: readonly ChatRegistration[]): Promise<Result<{ verdicts: RegistrationVerdict[] }>> => {
      const profile = named(profileId);
      if (!profile.ok) return profile;
      if (profile.value.observeOnly) return err(appError("forbidden", "this profile only observes", { reason: "observeOnly" }));
      const chat = chatOf(profileId);
      if (!chat.ok) return chat;
      return ok({ verdicts: await registerAll(chat.value, users) });
    },
    issueToken: async (profileId: string, username: string, validForSeconds: number): Promise<Result<CopiedToken>> => {
      const chat = chatOf(profileId);
      if (!chat.ok) return chat;
      const found = await chat.value.lookUp(username);
      if (!found.ok) return err(chatError(found.error));
      if (found.value === null) return err(appError("notFound", "there is no such chat user", { reason: "chatUser" }));
      return build({ profileId, kind: "chat-user", account: found.value.uuid, validForSeconds });
    },
  };
};

const formFault = ({ username, password, nickname }: ChatRegistration): string | null => {
  if (username.trim() === "") return "the user name is empty";
  if (utf8Bytes(username) > MAX_USERNAME_BYTES) return `the user name is longer than ${MAX_USERNAME_BYTES} bytes`;
  const { length } = password.reveal();
  if (length < 1 || length > MAX_PASSWORD_CHARACTERS) return `the password must have 1 to ${MAX_PASSWORD_CHARACTERS} characters`;
  if (utf8Bytes(nickname ?? "") > MAX_NICKNAME_BYTES) return `the nickname is longer than ${MAX_NICKNAME_BYTES} bytes`;
  return null;
};

/** All that can be sent go in one call; where the service refuses the call for one of them, each goes alone. */
const registerAll = async (chat: ChatClient, users: readonly ChatRegistration[]): Promise<RegistrationVerdict[]> => {
  const verdicts: RegistrationVerdict[] = [];
  const sendable: ChatRegistration[] = [];
  const names = new Set<string>();
  for (const user of users) {
    const { username } = user;
    const fault = formFault(user);
    if (fault !== null) verdicts.push({ username, verdict: "invalid", uuid: null, detail: fault });
    else if (names.has(username.toLowerCase())) verdicts.push({ username, verdict: "doubled", uuid: null, detail: "" });
    else sendable.push(user);
    names.add(username.toLowerCase());
  }
  const sent = ({ username, password, nickname }: ChatRegistration) => ({
    username,
    password: password.reveal(),
    ...(nickname !== undefined && nickname !== "" && { nickname }),
  });
  const attempt = async (batch: readonly ChatRegistration[]): Promise<void> => {
    if (batch.length === 0) return;
    const made = await chat.register(batch.map(sent));
    if (made.ok) {
      for (const { username, user, detail } of made.value)
        verdicts.push(
          user === null
            ? { username, verdict: /already exists/i.test(detail) ? "exists" : "failed", uuid: null, detail }
            : { username, verdict: "registered", uuid: user.uuid, detail: "" },
        );
      return;
    }
    const fault = made.error;
    if (fault.status === 400 && batch.length > 1) {
      for (const one of batch) await attempt([one]);
      return;
    }
    const taken = fault.error === "duplicate_unique_property_exists";
    const verdict = taken ? "exists" : fault.maybeDone ? "unknown" : "failed";
    for (const { username } of batch) verdicts.push({ username, verdict, uuid: null, detail: fault.detail });
  };
  await attempt(sendable);
  return verdicts;
};
