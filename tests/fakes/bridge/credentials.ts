/** Profiles, certificates, tokens and chat users of the invented morning. */

import type { CallInput, CallName, CallOutput } from "../../../shared/contract.ts";
import type { RegistrationVerdict } from "../../../shared/model/chatUser.ts";
import type { ConnectionTest } from "../../../shared/model/connectionTest.ts";
import { PRACTICE_APP_ID } from "../../../shared/model/practice.ts";
import { type Profile, ProfileFile } from "../../../shared/model/profile.ts";
import { type CertificateState, KeychainTrouble, PRACTICE_PROFILE_ID, type ProfileEntry } from "../../../shared/model/profileEntry.ts";
import { type TokenInspection, UNREADABLE_TOKEN } from "../../../shared/model/tokenInspection.ts";
import type { TokenServerStatus } from "../../../shared/model/tokenServer.ts";
import { appError, err, invalidInput, ok, type Result } from "../../../shared/result.ts";
import type { Scene } from "./scene.ts";
import { createListTopic, createValueTopic } from "./topics.ts";

const APP_ID = "0123456789abcdef0123456789abcdef";
const NOTHING: CertificateState = { place: "absent", savedAt: null, fingerprint: null, fault: null };

const exam: Profile = {
  name: "Autumn finals, sitting 2",
  region: "ap",
  hosts: { primary: "https://api.example.com", alternate: "https://api.example.cn", regional: {} },
  headers: { token: "x-service-token", uid: "x-service-uid" },
  appId: APP_ID,
  uid: "console",
  chat: { appKey: "school#exams", domain: "a1.chat.example.com" },
  insideMainlandChina: false,
  pollSeconds: 2,
  requestsPerSecond: 10,
  observeOnly: false,
};

type CredentialCall = Extract<
  CallName,
  `profiles.${string}` | `certificate.${string}` | `token.${string}` | `tokenServer.${string}` | `chatUsers.${string}` | "connection.test"
>;
type Calls = { [N in CredentialCall]: (input: CallInput<N>) => Result<CallOutput<N>> };

const inspected = (text: string, account: string | null, now: number): TokenInspection => {
  const nothing: TokenInspection = { ...UNREADABLE_TOKEN, fault: "it does not begin with 007 or 006" };
  if (text.startsWith("006")) {
    const open = account === null;
    return {
      ...nothing,
      version: "006",
      appId: APP_ID,
      salt: 7,
      services: [
        {
          type: 2,
          name: "signaling",
          account: account ?? "",
          room: null,
          role: null,
          privileges: [{ id: 1000, name: "login", expiresAt: now + 60_000 }],
        },
      ],
      signature: open ? "unchecked" : "valid",
      valid: open ? null : true,
      reasons: open ? ["signatureUnchecked"] : [],
      fault: null,
    };
  }
  if (!text.startsWith("007")) return nothing;
  const old = text.includes("old");
  return {
    ...nothing,
    version: "007",
    kind: "education-room-user",
    appId: APP_ID,
    issuedAt: now - 7_200_000,
    expiresAt: old ? now - 3_600_000 : now + 3_600_000,
    salt: 12_345,
    services: [
      {
        type: 7,
        name: "education",
        account: "ana",
        room: "fin2-017",
        role: 2,
        privileges: [{ id: 1, name: "roomUser", expiresAt: now + 3_600_000 }],
      },
      { type: 5, name: "chat", account: "ana", room: null, role: null, privileges: [{ id: 1, name: "user", expiresAt: null }] },
    ],
    signature: "valid",
    valid: !old,
    reasons: old ? ["expired"] : [],
    fault: null,
  };
};

const refusedTest: ConnectionTest = {
  verdict: "unauthorized",
  ruledOut: ["clock", "uid"],
  remaining: ["appId", "certificate", "region", "tokenKind", "headerNames"],
  clockOffset: 120,
  hosts: [
    { host: "api.example.com", role: "primary", problem: "unauthorized", httpStatus: 401, tookMs: 84 },
    { host: "api.example.cn", role: "alternate", problem: "timeout", httpStatus: null, tookMs: 10_000 },
  ],
  detail: "GET …/sequences: HTTP 401 invalid token",
};

const nobody = (verdict: ConnectionTest["verdict"], problems: [string, string], detail: string): ConnectionTest => ({
  ...refusedTest,
  verdict,
  ruledOut: [],
  remaining: [],
  clockOffset: null,
  hosts: refusedTest.hosts.map((host, index) => ({ ...host, problem: problems[index] ?? null, httpStatus: null })),
  detail,
});

/** What a test finds, by the profile's id; any other is refused. */
const tests: Readonly<Record<string, ConnectionTest>> = {
  exam: {
    ...refusedTest,
    verdict: "proved",
    ruledOut: [],
    remaining: [],
    hosts: refusedTest.hosts.map((host) => ({ ...host, problem: null, httpStatus: 404 })),
  },
  unreachable: nobody("unreachable", ["refused", "timeout"], "connect ECONNREFUSED 203.0.113.7:443; no answer within 5000 ms"),
  unresolved: nobody("unresolved", ["dns", "dns"], "getaddrinfo ENOTFOUND api.example.com; getaddrinfo ENOTFOUND api.example.cn"),
  reached: {
    ...nobody("reached", ["notJson", "timeout"], "the answer is not JSON: <html>"),
    hosts: [
      { host: "api.example.com", role: "primary", problem: "notJson", httpStatus: 200, tookMs: 31 },
      { host: "api.example.cn", role: "alternate", problem: "timeout", httpStatus: null, tookMs: 5_000 },
    ],
  },
};

/** How much later than the answer the list of profiles knows, ms. */
const LIST_LATER_MS = 100;

export const createCredentials = (scene: Scene, now: () => number) => {
  const begin = now();
  const observe = scene.name === "observe";
  const entry = (id: string, profile: Profile, more: Partial<ProfileEntry> = {}): ProfileEntry => ({
    id,
    profile,
    practice: false,
    current: false,
    certificate: NOTHING,
    queuedCommands: 0,
    lastUsedAt: null,
    ...more,
  });
  /** A profile for each state of a keychain, and for each way in which hosts do not answer. */
  const troubled = (): ProfileEntry[] => [
    ...KeychainTrouble.options.map((fault) =>
      entry(`keychain-${fault}`, { ...exam, name: `Keychain ${fault}` }, { certificate: { ...NOTHING, place: "unknown", fault } }),
    ),
    entry(
      "keychain-memory",
      { ...exam, name: "Keychain in memory" },
      { certificate: { place: "memory", savedAt: begin, fingerprint: "beef", fault: "missing" } },
    ),
    entry("keychain-unasked", { ...exam, name: "Keychain unasked" }, { certificate: { ...NOTHING, place: "unknown" } }),
    ...(["unreachable", "unresolved", "reached"] as const).map((verdict) => entry(verdict, { ...exam, name: `Host ${verdict}` })),
  ];
  const entries = new Map<string, ProfileEntry>(
    [
      entry(
        "exam",
        { ...exam, observeOnly: observe },
        {
          current: scene.name !== "empty",
          certificate: { place: "keychain", savedAt: begin - 86_400_000, fingerprint: "3f9a", fault: null },
          lastUsedAt: begin,
        },
      ),
      entry("spring", { ...exam, name: "Spring re-sits", region: "eu" }, { queuedCommands: 2, lastUsedAt: begin - 400_000_000 }),
      entry(
        "watch",
        { ...exam, name: "Inspectorate", observeOnly: true },
        {
          certificate: { ...NOTHING, place: "unknown", fault: "locked" },
        },
      ),
      ...(scene.name === "troubles" ? troubled() : []),
      entry(
        PRACTICE_PROFILE_ID,
        { ...exam, name: "Practice", appId: PRACTICE_APP_ID },
        {
          practice: true,
          current: scene.name === "empty",
          certificate: { ...NOTHING, place: "memory" },
        },
      ),
    ]
      .filter(({ id }) => scene.name !== "empty" || id === PRACTICE_PROFILE_ID)
      .map((one) => [one.id, one]),
  );
  const profiles = createListTopic(
    () => [...entries.values()],
    (id) => entries.get(id),
  );
  const set = (one: ProfileEntry): void => {
    entries.set(one.id, one);
    profiles.changed(one.id);
  };
  const stopped: TokenServerStatus = {
    running: false,
    url: null,
    port: null,
    listenHost: null,
    profileId: null,
    startedAt: null,
    problem: null,
    requests: [],
    served: { app: 0, user: 0, refused: 0, failed: 0, registered: 0 },
  };
  const tokenServer = createValueTopic(stopped);
  const absent = err(appError("notFound", "no such profile"));
  const one = <T>(id: string, act: (found: ProfileEntry) => Result<T>): Result<T> => {
    const found = entries.get(id);
    return found === undefined ? absent : act(found);
  };
  const registered = new Set(["ana.costa"]);
  const copied = () => ok({ copied: true as const, expiresAt: now() + 3_600_000, clearsAt: Date.now() + 60_000 });
  let made = 0;
  const add = (profile: Profile): { id: string } => {
    made += 1;
    const id = `made-${made}`;
    // As in the console: topics are coalesced, so the answer comes before the list knows.
    setTimeout(() => set(entry(id, profile)), LIST_LATER_MS);
    return { id };
  };

  const calls: Calls = {
    "profiles.save": ({ id, profile }) => {
      const parsed = ProfileFile.safeParse(profile);
      if (!parsed.success) return err(invalidInput(parsed.error, "profiles.save"));
      if (id === null) return ok(add(parsed.data));
      return one(id, (found) => {
        set({ ...found, profile: parsed.data });
        return ok({ id });
      });
    },
    "profiles.duplicate": ({ id }) => one(id, ({ profile }) => ok(add({ ...profile, name: `${profile.name} (2)` }))),
    "profiles.remove": ({ id }) => {
      entries.delete(id);
      profiles.changed(id);
      return ok({});
    },
    "profiles.switch": ({ id }) =>
      one(id, () => {
        for (const other of entries.values()) if (other.current !== (other.id === id)) set({ ...other, current: other.id === id });
        return ok({});
      }),
    "profiles.import": ({ text }) => {
      let json: unknown;
      try {
        json = JSON.parse(text);
      } catch {
        return err(appError("invalid", "The profile file is not JSON.", { reason: "profileFile" }));
      }
      const parsed = ProfileFile.safeParse(json);
      if (!parsed.success) return err(invalidInput(parsed.error, "The profile file"));
      return ok({ ...add(parsed.data), certificate: null });
    },
    "profiles.export": ({ id }) => one(id, ({ profile }) => ok({ text: JSON.stringify(profile, null, 2) })),
    "certificate.save": ({ id, certificate, where }) =>
      one(id, (found) => {
        // "dead…" stands for a keychain that is locked.
        if (where === "keychain" && certificate.startsWith("dead")) return ok({ ...NOTHING, fault: "locked" });
        const state: CertificateState = { place: where, savedAt: now(), fingerprint: certificate.slice(-4), fault: null };
        set({ ...found, certificate: state });
        return ok(state);
      }),
    "certificate.forget": ({ id }) =>
      one(id, (found) => {
        set({ ...found, certificate: NOTHING });
        return ok(NOTHING);
      }),
    "certificate.state": ({ id }) =>
      one(id, (found) => {
        // A keychain that was locked has been opened meanwhile.
        const opened = found.certificate.fault === "locked" || found.certificate.fault === null;
        const state: CertificateState = opened
          ? { place: "keychain", savedAt: begin, fingerprint: "77aa", fault: null }
          : found.certificate;
        set({ ...found, certificate: state });
        return ok(state);
      }),
    "connection.test": ({ id }) => ok(tests[id] ?? refusedTest),
    "token.inspect": ({ text, account }) => ok(inspected(text, account, now())),
    "token.build": copied,
    "tokenServer.start": ({ port, listenHost }) => {
      if (port === 80) {
        const problem = { code: "portDenied" as const, detail: "listen EACCES: permission denied 127.0.0.1:80" };
        tokenServer.set({ ...stopped, problem });
        return ok(tokenServer.read());
      }
      tokenServer.set({
        ...stopped,
        running: true,
        url: `http://${listenHost}:${port}`,
        port,
        listenHost,
        profileId: "exam",
        startedAt: now(),
        requests: [
          { number: 2, at: now(), kind: "user", user: "ben", status: 502, outcome: "chatFailed", ms: 81 },
          { number: 1, at: now() - 4_000, kind: "app", user: null, status: 200, outcome: "token", ms: 1.2 },
        ],
        served: { app: 1, user: 0, refused: 0, failed: 1, registered: 0 },
      });
      return ok(tokenServer.read());
    },
    "tokenServer.stop": () => {
      tokenServer.set(stopped);
      return ok({});
    },
    "chatUsers.lookUp": ({ username }) =>
      ok({ user: registered.has(username) ? { username, uuid: `uuid-${username}`, nickname: "Ana", createdAt: begin } : null }),
    "chatUsers.register": ({ users }) =>
      ok({
        verdicts: users.map(({ username }): RegistrationVerdict => {
          if (username.includes(" ")) return { username, verdict: "invalid", uuid: null, detail: "username: no spaces" };
          if (registered.has(username)) return { username, verdict: "exists", uuid: `uuid-${username}`, detail: "" };
          registered.add(username);
          return { username, verdict: "registered", uuid: `uuid-${username}`, detail: "" };
        }),
      }),
    "chatUsers.issueToken": ({ username }) => (registered.has(username) ? copied() : err(appError("notFound", "no such chat user"))),
  };
  return { profiles, tokenServer, calls };
};
