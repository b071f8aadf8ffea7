/**
 * A practice cloud on a real port whose clock the test sets, and a client that shows each answer as it came.
 * CONTRACT_BASE_URL names a service that the operations' tables judge instead, where they need neither clock nor trouble of their own.
 */

import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { PRACTICE_KEYS, type PracticeCloud, type PracticeOptions, startPracticeCloud } from "../../../electron/practice/practiceCloud.ts";
import { buildAccessToken2 } from "../../../electron/tokens/accessToken2.ts";
import { servicesOf, type TokenKind } from "../../../electron/tokens/kinds.ts";
import { PRACTICE_APP_KEY } from "../../../shared/model/practice.ts";

// oxlint-disable-next-line typescript/no-explicit-any -- bodies are looked at field by field, as a foreign client would
type Json = any;
export type Answer = { status: number; headers: Headers; body: Json; text: string };

export const T0 = 1_800_000_000_000;

const { CONTRACT_BASE_URL: FOREIGN, CONTRACT_APP_ID, CONTRACT_APP_CERTIFICATE, CONTRACT_REGION } = process.env;
/** What needs a cloud of the test's own is skipped where another service is judged. */
export const NEEDS_OWN_CLOUD = { skip: FOREIGN !== undefined };
const KEYS = { appId: CONTRACT_APP_ID ?? PRACTICE_KEYS.appId, appCertificate: CONTRACT_APP_CERTIFICATE ?? PRACTICE_KEYS.appCertificate };
const DAY_S = 86_400;

export const tokenFor = (
  uid: string,
  change: { certificate?: string; appId?: string; kind?: TokenKind; issuedAt?: number; expiresIn?: number } = {},
): string => {
  const expiresIn = change.expiresIn ?? 86_400;
  const token = {
    appId: change.appId ?? KEYS.appId,
    issuedAt: change.issuedAt ?? (FOREIGN === undefined ? T0 / 1000 : Math.floor(Date.now() / 1000)),
    expiresIn,
    salt: 5,
    services: servicesOf(change.kind ?? "signaling", expiresIn, { account: uid, room: "", role: -1 }),
  };
  const built = buildAccessToken2(token, change.certificate ?? KEYS.appCertificate);
  if (!built.ok) throw new Error(built.error.detail);
  return built.value;
};

export type TestCloud = Awaited<ReturnType<typeof startTestCloud>>;

/** Somebody else's service: its rooms stay, so each test names its own. */
const foreignCloud = (baseUrl: string): PracticeCloud => {
  const none = (): never => {
    throw new Error("this needs a practice cloud of the test's own");
  };
  const region = (CONTRACT_REGION ?? "ap") as PracticeCloud["region"];
  return { baseUrl, alternateUrl: baseUrl, region, rehearsal: none, turn: none, close: async () => undefined };
};

const ownCloud = async (options: Partial<PracticeOptions>, now: () => number): Promise<PracticeCloud> => {
  const started = await startPracticeCloud({ port: 0, scenario: "none", seed: 1, speed: 1, ...PRACTICE_KEYS, now, ...options });
  if (!started.ok) throw new Error(started.error);
  return started.value;
};

export const startTestCloud = async (options: Partial<PracticeOptions> = {}) => {
  let now = T0;
  const foreign = FOREIGN !== undefined && Object.keys(options).length === 0;
  const cloud = foreign ? foreignCloud(FOREIGN) : await ownCloud(options, () => now);
  /** Before the id of every room of this test, so that no other run has made it. */
  const mark = foreign ? `t${randomUUID().slice(0, 8)}-` : "";
  const tokens = new Map<string, string>();
  /** Valid for ten days where a test can let days pass. */
  const token = (uid: string): string => {
    const made = tokens.get(uid) ?? tokenFor(uid, { expiresIn: foreign ? DAY_S : 10 * DAY_S });
    tokens.set(uid, made);
    return made;
  };

  const raw = async (method: string, path: string, init: { headers?: Record<string, string>; body?: string } = {}): Promise<Answer> => {
    const marked = path.replace(/\/rooms\/(?!sequences)/, `/rooms/${mark}`);
    const answer = await fetch(`${cloud.baseUrl}${marked}`, { method, ...init });
    const text = mark === "" ? await answer.text() : (await answer.text()).replaceAll(mark, "");
    let body: Json;
    try {
      body = JSON.parse(text);
    } catch {
      body = undefined;
    }
    return { status: answer.status, headers: answer.headers, body, text };
  };

  const edu = `/${cloud.region}/edu/apps/${KEYS.appId}`;
  /** `path` behind the application id, or whole where it begins with "!". */
  const call = (method: string, path: string, body?: unknown, uid = "proctor"): Promise<Answer> =>
    raw(method, path.startsWith("!") ? path.slice(1) : `${edu}${path}`, {
      headers: { "content-type": "application/json", "x-service-token": token(uid), "x-service-uid": uid },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });

  return {
    ...cloud,
    raw,
    call,
    edu,
    polling: `!/${cloud.region}/edu/polling/apps/${KEYS.appId}`,
    regionless: `!/edu/apps/${KEYS.appId}`,
    chat: (method: string, path: string, body?: unknown, bearer = tokenFor("", { kind: "chat-app" })): Promise<Answer> =>
      raw(method, `/${PRACTICE_APP_KEY.replace("#", "/")}${path}`, {
        headers: { "content-type": "application/json", authorization: `Bearer ${bearer}` },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    trouble: (order: unknown): Promise<Answer> =>
      raw("POST", "/practice/trouble", { headers: { "content-type": "application/json" }, body: JSON.stringify(order) }),
    /** Lets time pass, s. */
    pass: (seconds: number): void => {
      now += seconds * 1000;
    },
    /** What the cloud's clock shows, ms; of a foreign one it is only known to be a number. */
    now: (): number => (foreign ? (expect.any(Number) as number) : now),
    room: async (roomUuid: string, roomProperties: object = {}, people: string[] = []): Promise<void> => {
      const made = await call("POST", `/v2/rooms/${roomUuid}`, { roomType: "4", roomName: `Room ${roomUuid}`, roomProperties });
      if (made.status !== 200) throw new Error(made.text);
      for (const uid of people) {
        const entered = await call(
          "PUT",
          `/v3/rooms/${roomUuid}/users/${uid}`,
          { role: uid.startsWith("t") ? 1 : 2, userName: uid.toUpperCase() },
          uid,
        );
        if (entered.status !== 200) throw new Error(entered.text);
      }
    },
    /** All events of a room, by operation 8. */
    events: async (roomUuid: string, cmd?: number): Promise<Json[]> => {
      const all: Json[] = [];
      let nextId: string | null = "";
      while (nextId !== null) {
        const page: Answer = await call("GET", `/v2/rooms/${roomUuid}/sequences?nextId=${nextId}${cmd === undefined ? "" : `&cmd=${cmd}`}`);
        if (page.status !== 200) throw new Error(page.text);
        all.push(...page.body.data.list);
        nextId = page.body.data.nextId;
      }
      return all;
    },
  };
};

/** A refusal in the service's envelope, and nothing beside it. */
export const expectRefusal = (answer: Answer, status: number, code: number): void => {
  expect({ status: answer.status, code: answer.body.code }).toEqual({ status, code });
  expect(answer.body).toEqual({ code, msg: expect.any(String), ts: expect.any(Number) });
};
export const expectDone = (answer: Answer): void =>
  expect({ status: answer.status, body: answer.body }).toEqual({ status: 200, body: { code: 0, msg: "Success", ts: expect.any(Number) } });
