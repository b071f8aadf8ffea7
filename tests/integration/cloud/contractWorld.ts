/** The client before a practice cloud: one that is started here, or the one that CONTRACT_BASE_URL names. */
import { randomUUID } from "node:crypto";
import { createBudget } from "../../../electron/cloud/budget.ts";
import { createCloud } from "../../../electron/cloud/cloud.ts";
import type { Preset } from "../../../electron/cloud/preset.ts";
import type { Cloud, WireEvent } from "../../../electron/cloud/types.ts";
import { createSystemClock } from "../../../electron/platform/clock.ts";
import { createHttp } from "../../../electron/platform/http.ts";
import { createSystemRandom } from "../../../electron/platform/random.ts";
import { PRACTICE_KEYS, startPracticeCloud } from "../../../electron/practice/practiceCloud.ts";
import { createTokenSource } from "../../../electron/tokens/tokenSource.ts";
import type { Region } from "../../../shared/model/profile.ts";
import { PUBLIC_SERVICE } from "../../../shared/model/profileEntry.ts";
import type { Log } from "../../../shared/ports.ts";
import { ok } from "../../../shared/result.ts";

const log: Log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined, child: () => log };

type Place = { baseUrl: string; region: Region; appId: string; appCertificate: string; close: () => Promise<void> };

/** Environment: CONTRACT_BASE_URL, and where they differ from the practice cloud's CONTRACT_REGION, CONTRACT_APP_ID, CONTRACT_APP_CERTIFICATE. */
const findPlace = async (): Promise<Place> => {
  const { env } = process;
  const baseUrl = env["CONTRACT_BASE_URL"];
  if (baseUrl !== undefined) {
    const appId = env["CONTRACT_APP_ID"] ?? PRACTICE_KEYS.appId;
    const appCertificate = env["CONTRACT_APP_CERTIFICATE"] ?? PRACTICE_KEYS.appCertificate;
    return { baseUrl, region: (env["CONTRACT_REGION"] ?? "ap") as Region, appId, appCertificate, close: async () => undefined };
  }
  const started = await startPracticeCloud({ port: 0, scenario: "none", seed: 1, speed: 1, ...PRACTICE_KEYS });
  if (!started.ok) throw new Error(started.error);
  return { ...started.value, ...PRACTICE_KEYS };
};

export const createContractWorld = async () => {
  const place = await findPlace();
  const clock = createSystemClock();
  const random = createSystemRandom();
  const http = createHttp({ clock });
  const run = randomUUID().slice(0, 8);
  let rooms = 0;

  const tokensOf = (uid: string, certificate = place.appCertificate) =>
    createTokenSource({ appId: place.appId, uid, certificate: async () => ok(certificate), clock, random, serverOffset: () => 0 });

  const clientOf = (change: { preset?: Preset; region?: Region; certificate?: string } = {}): Cloud =>
    createCloud({
      http,
      clock,
      random,
      tokens: tokensOf("proctor", change.certificate),
      profile: {
        region: change.region ?? place.region,
        appId: place.appId,
        hosts: { primary: place.baseUrl, regional: {} },
        headers: change.preset === "public" ? PUBLIC_SERVICE.headers : { token: "x-service-token", uid: "x-service-uid" },
        insideMainlandChina: false,
      },
      budget: createBudget({ clock, requestsPerSecond: 1_000 }),
      log,
      onAnswer: () => undefined,
    });
  const cloud = clientOf();

  /** A call that a person's own program makes (public facts §4); `path` behind the application id. */
  const act = async (
    uid: string,
    method: string,
    path: string,
    body: unknown = {},
  ): Promise<{ status: number; code: unknown; data: Record<string, unknown> }> => {
    const credential = await tokensOf(uid).credential();
    if (!credential.ok) throw new Error(credential.error.detail);
    const answer = await fetch(`${place.baseUrl}/${place.region}/edu/apps/${place.appId}${path}`, {
      method,
      headers: { "content-type": "application/json", "x-service-token": credential.value.token, "x-service-uid": uid },
      body: JSON.stringify(body),
    });
    const json = (await answer.json()) as { code?: unknown; data?: Record<string, unknown> };
    return { status: answer.status, code: json.code, data: json.data ?? {} };
  };

  const newRoomId = (): string => `contract-${run}-${(rooms += 1)}`;
  const enter = (room: string, uid: string) =>
    act(uid, "PUT", `/v3/rooms/${room}/users/${uid}`, { role: uid.startsWith("t") ? 1 : 2, userName: uid.toUpperCase() });

  return {
    cloud,
    clientOf,
    act,
    enter,
    newRoomId,
    /** A fresh room with these people in it. */
    room: async (people: readonly string[] = []): Promise<string> => {
      const room = newRoomId();
      const made = await cloud.createRoom(room, { roomType: "4", roomName: "Contract" }, { class: "command" }).done;
      if (!made.ok) throw new Error(made.error.detail);
      for (const uid of people) {
        const entered = await enter(room, uid);
        if (entered.status !== 200) throw new Error(`${uid} could not enter: ${entered.status}`);
      }
      return room;
    },
    events: async (room: string, cmd?: number): Promise<WireEvent[]> => {
      const page = await cloud.roomSequences(room, cmd === undefined ? {} : { cmd }, { class: "open" }).done;
      if (!page.ok) throw new Error(page.error.detail);
      return page.value.value.events;
    },
    close: async (): Promise<void> => {
      await http.close();
      await place.close();
    },
  };
};
