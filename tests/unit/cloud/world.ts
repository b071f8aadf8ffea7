/** The cloud client over scripted HTTP, for tests of what it sends and makes of answers. */
import { createBudget } from "../../../electron/cloud/budget.ts";
import { createCloud } from "../../../electron/cloud/cloud.ts";
import type { Preset } from "../../../electron/cloud/preset.ts";
import type { AnswerSeen } from "../../../electron/cloud/types.ts";
import type { TokenSource } from "../../../electron/tokens/types.ts";
import type { RegionalHost } from "../../../shared/model/profile.ts";
import { PUBLIC_SERVICE } from "../../../shared/model/profileEntry.ts";
import type { HttpRequest, Log } from "../../../shared/ports.ts";
import { ok } from "../../../shared/result.ts";
import { createVirtualClock } from "../../fakes/clock.ts";
import { createScriptedHttp, type ScriptedReply } from "../../fakes/http.ts";
import { createSeededRandom } from "../../fakes/random.ts";

const log: Log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined, child: () => log };

/** A client of three hosts on virtual time; `script` answers each attempt. */
export const createCloudWorld = (
  script: (request: HttpRequest, number: number) => ScriptedReply,
  more: { tokens?: TokenSource; requestsPerSecond?: number; preset?: Preset; regional?: RegionalHost } = {},
) => {
  const clock = createVirtualClock();
  const answers: AnswerSeen[] = [];
  const sentAt: number[] = [];
  let tokenNumber = 1;
  const http = createScriptedHttp({
    clock,
    handler: (request, number) => {
      sentAt.push(clock.monotonic());
      return script(request, number);
    },
  });
  const tokens: TokenSource = more.tokens ?? {
    credential: async () => ok({ token: `token${tokenNumber}`, uid: "u1" }),
    renewAfter: async () => ok({ token: `token${(tokenNumber += 1)}`, uid: "u1" }),
    expiresAt: () => null,
  };
  const budget = createBudget({ clock, requestsPerSecond: more.requestsPerSecond ?? 100 });
  const cloud = createCloud({
    http,
    clock,
    random: { ...createSeededRandom(1), unit: () => 0.5 },
    tokens,
    profile: {
      region: "ap",
      appId: "a1",
      hosts: { primary: "https://one", alternate: "https://two", regional: { "ap-northeast-1": more.regional ?? "https://three" } },
      headers: more.preset === "public" ? PUBLIC_SERVICE.headers : { token: "x-service-token", uid: "x-service-uid" },
      insideMainlandChina: false,
    },
    budget,
    log,
    onAnswer: (seen) => void answers.push(seen),
  });
  /** Runs virtual time until the request has settled. */
  const settled = async <T>(done: Promise<T>): Promise<T> => {
    let value: { is: T } | null = null;
    void done.then((is) => {
      value = { is };
    });
    await clock.advanceUntil(() => value !== null);
    if (value === null) throw new Error("not settled");
    return (value as { is: T }).is;
  };
  const hosts = (): string[] => http.requests.map(({ origin }) => origin.replace("https://", ""));
  return { clock, cloud, http, answers, settled, hosts, sentAt, budget };
};
