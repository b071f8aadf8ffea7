/** Walks through whole exams: what a console, its proctor and its people ask, minute by minute, and every answer, as lines that can be kept. */
import { createHash } from "node:crypto";
import { PRACTICE_KEYS } from "../../../electron/practice/practiceCloud.ts";
import type { ScenarioName } from "../../../shared/model/rehearsal.ts";
import { type Answer, startTestCloud, type TestCloud } from "./cloud.ts";

type Ask = (method: string, path: string, body?: unknown, uid?: string) => Promise<Answer>;
type Walk = {
  ask: Ask;
  /** Lets time pass, s. */
  pass(seconds: number): void;
  /** Polls operation 9 and follows every room that it names with operation 8, as a console does. */
  poll(): Promise<void>;
};

/** `whole`: answers as they came, but operation 9, whose events operation 8 tells again; `digest`: of many events the kinds, and a hash. */
export type Keeping = "whole" | "digest";

type Wire = { roomUuid: string; cmd: number; sequence?: number };

const eventsOf = (data: unknown): Wire[] | null => {
  const list = Array.isArray(data) ? data : (data as { list?: unknown } | null | undefined)?.list;
  return Array.isArray(list) && list.every((item) => typeof item === "object" && item !== null && "cmd" in item) ? (list as Wire[]) : null;
};

const digestOf = (answer: Answer): string => {
  const events = eventsOf(answer.body?.data);
  if (events === null || events.length === 0) return answer.text;
  const kinds: Record<string, number> = {};
  for (const { cmd } of events) kinds[cmd] = (kinds[cmd] ?? 0) + 1;
  return JSON.stringify({ events: events.length, kinds, hash: createHash("sha256").update(answer.text).digest("hex").slice(0, 12) });
};

/** Plays the steps on a cloud of its own; a line for each time that passes, each question, each answer. */
export const walk = async (
  options: { scenario: ScenarioName; seed: number; keeping: Keeping },
  steps: (walk: Walk) => Promise<void>,
): Promise<string[]> => {
  const cloud: TestCloud = await startTestCloud({ scenario: options.scenario, seed: options.seed });
  const lines: string[] = [];
  const known = new Map<string, number>();
  const ask: Ask = async (method, path, body, uid = "console") => {
    const answer = await cloud.call(method, path, body, uid);
    const asked = path.replace(/^!/, "").replace(PRACTICE_KEYS.appId, "app");
    lines.push(`${uid} ${method} ${asked}${body === undefined ? "" : ` ${JSON.stringify(body)}`}`);
    lines.push(
      `  ${answer.status} ${(options.keeping === "whole" && !path.startsWith("!") ? answer.text : digestOf(answer)).replaceAll(cloud.baseUrl, "http://practice")}`,
    );
    return answer;
  };
  const follow = async (roomUuid: string): Promise<void> => {
    for (let nextId: string | null = String(known.get(roomUuid) ?? ""); nextId !== null; ) {
      const page: Answer = await ask("GET", `/v2/rooms/${encodeURIComponent(roomUuid)}/sequences?nextId=${nextId}`);
      const last = eventsOf(page.body.data)?.findLast(({ sequence }) => sequence !== undefined)?.sequence;
      if (last !== undefined) known.set(roomUuid, last + 1);
      nextId = (page.body.data?.nextId ?? null) as string | null;
    }
  };
  try {
    await steps({
      ask,
      pass: (seconds) => {
        cloud.pass(seconds);
        lines.push(`+${seconds} s`);
      },
      poll: async () => {
        const answer = await ask("GET", `${cloud.polling}/v2/rooms/sequences`);
        const named = new Set((eventsOf(answer.body.data) ?? []).map(({ roomUuid }) => roomUuid));
        for (const roomUuid of [...named].toSorted()) await follow(roomUuid);
      },
    });
  } finally {
    await cloud.close();
  }
  return lines;
};
