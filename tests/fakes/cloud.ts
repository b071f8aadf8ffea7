/** A `Cloud` over the model of the service, on a virtual clock: what a request meets on its way is decided by `fate`. */
import type {
  AnswerSeen,
  Cloud,
  CloudProblem,
  CloudResult,
  ProblemCode,
  RequestBudget,
  RequestClass,
  RoomFacts,
  Sending,
  SequencePage,
} from "../../electron/cloud/types.ts";
import type { Clock } from "../../shared/ports.ts";
import { err, ok } from "../../shared/result.ts";
import type { Service } from "./service.ts";

const unused = (): never => {
  throw new Error("sync sends no commands");
};

/** What sync never asks for. */
const COMMANDS = {
  createRoom: unused,
  removeUser: unused,
  setRoomState: unused,
  startRecording: unused,
  stopRecording: unused,
  updateRecording: unused,
  recordings: unused,
  user: unused,
  setRoomProperties: unused,
  deleteRoomProperties: unused,
  setUserProperties: unused,
  deleteUserProperties: unused,
  setExtAppProperties: unused,
  deleteExtAppProperties: unused,
  quizRecords: unused,
  pollRecords: unused,
  createGroups: unused,
  removeGroups: unused,
};

export type Operation = "room" | "app" | "facts";

export type Fate = {
  /** Ms to the service, and back. */
  there: number;
  back: number;
  /** `before`: the service never saw it; `after`: it did its work, and the answer was lost on the way. */
  problem?: { code: ProblemCode; when: "before" | "after" };
  /** Never answered until aborted or timed out. */
  hang?: boolean;
  /** Of operation 9: told again by the next answer; told in another order. */
  twice?: boolean;
  shuffle?: (events: SequencePage["events"]) => SequencePage["events"];
};

const GOOD: Fate = { there: 5, back: 5 };
/** When a request that is never answered is given up, ms. */
const TIMEOUT_MS = 10_000;

export const problem = (code: ProblemCode, more: Partial<CloudProblem> = {}): CloudProblem => ({
  code,
  httpStatus: null,
  businessCode: null,
  detail: code,
  maybeDone: false,
  repeatSafe: true,
  goalReached: false,
  retryAfterMs: null,
  serverTime: null,
  ...more,
});

export type FakeCloud = Cloud & {
  /** Every request that was made. */
  readonly requests: { operation: Operation; roomUuid: string; nextId: string | null; at: number; requestClass: RequestClass }[];
};

export type FakeCloudDeps = {
  service: Service;
  clock: Clock;
  /** The service's clock, ms. */
  serverTime: () => number;
  fate?: (operation: Operation, roomUuid: string) => Fate;
  answerSeen?: (seen: AnswerSeen) => void;
  facts?: (roomUuid: string) => Omit<RoomFacts, "raw"> | null;
};

export const createFakeCloud = ({ service, clock, serverTime, fate = () => GOOD, answerSeen, facts }: FakeCloudDeps): FakeCloud => {
  const requests: FakeCloud["requests"] = [];

  const send = <T>(fateOf: Fate, work: () => { value: T } | CloudProblem): Sending<T> => {
    let settled = false;
    let reached = false;
    const { promise: done, resolve } = Promise.withResolvers<Awaited<CloudResult<T>>>();
    const settle = (result: Awaited<CloudResult<T>>): void => {
      if (!settled) resolve(result);
      settled = true;
    };
    const fail = (code: ProblemCode, maybeDone: boolean): void => settle(err(problem(code, { maybeDone })));
    clock.after(fateOf.there, () => {
      if (settled) return;
      if (fateOf.problem?.when === "before") return fail(fateOf.problem.code, false);
      reached = true;
      const ts = serverTime();
      const outcome = work();
      if (fateOf.hang) return void clock.after(TIMEOUT_MS, () => fail("timeout", true));
      clock.after(fateOf.back, () => {
        if (settled) return;
        if (fateOf.problem !== undefined) return fail(fateOf.problem.code, true);
        answerSeen?.({
          host: "fake",
          hostRole: "primary",
          serverTime: ts,
          wallAt: clock.wall(),
          status: 200,
          route: { attempt: 1, waitedMs: 0, tookMs: 0, timeLeftMs: null },
        });
        if ("value" in outcome)
          settle(
            ok({
              value: outcome.value,
              ts,
              host: "fake",
              hostRole: "primary",
              route: { attempt: 1, waitedMs: 0, tookMs: 0, timeLeftMs: null },
            }),
          );
        else settle(err(outcome));
      });
    });
    return { done, abort: () => fail("aborted", reached) };
  };

  const note = (operation: Operation, roomUuid: string, nextId: string | undefined, requestClass: RequestClass): void => {
    requests.push({ operation, roomUuid, nextId: nextId ?? null, at: clock.monotonic(), requestClass });
  };
  const absent = problem("roomAbsent", { httpStatus: 404, businessCode: 20404100 });

  return {
    requests,
    ...COMMANDS,
    capabilities: () => ({ getRoom: "unknown", propertyEvents: "unknown", closedState: "unknown" }),
    roomSequences: (roomUuid, ask, options) => {
      note("room", roomUuid, ask.nextId, options.class);
      return send(fate("room", roomUuid), () => {
        const value = service.page(roomUuid, ask.nextId);
        return value === null ? absent : { value };
      });
    },
    appSequences: (options) => {
      note("app", "", undefined, options.class);
      const fateOf = fate("app", "");
      return send(fateOf, () => {
        const drained = service.drain();
        if (fateOf.twice) service.putBack(drained.filter((event) => service.exists(event.roomUuid)));
        return { value: { events: fateOf.shuffle?.(drained) ?? drained, nextId: null, unreadable: 0 } };
      });
    },
    room: (roomUuid, options) => {
      note("facts", roomUuid, undefined, options.class);
      return send(fate("facts", roomUuid), () => {
        const told = facts?.(roomUuid) ?? null;
        return told === null ? problem("notFound", { httpStatus: 404 }) : { value: { ...told, raw: told } };
      });
    },
  };
};

const RANK: Record<RequestClass, number> = { command: 0, app: 1, open: 2, gap: 3, sweep: 4 };

/** A token bucket on a virtual clock; the most important class first. */
export const createFakeBudget = (clock: Clock, perSecond: number): RequestBudget => {
  type Waiter = { rank: number; settle: (granted: boolean) => void };
  const waiting: Waiter[] = [];
  let freeAt = clock.monotonic();
  let timer = false;

  const serve = (): void => {
    if (timer || waiting.length === 0) return;
    timer = true;
    clock.after(Math.max(0, freeAt - clock.monotonic()), () => {
      timer = false;
      waiting.sort((a, b) => a.rank - b.rank);
      const next = waiting.shift();
      if (next !== undefined) {
        freeAt = Math.max(freeAt, clock.monotonic()) + 1_000 / perSecond;
        next.settle(true);
      }
      serve();
    });
  };

  return {
    take: (requestClass) => {
      let waiter: Waiter | null = null;
      const granted = new Promise<boolean>((settle) => {
        waiter = { rank: RANK[requestClass], settle };
        waiting.push(waiter);
      });
      serve();
      return {
        granted,
        cancel: () => {
          const at = waiter === null ? -1 : waiting.indexOf(waiter);
          if (at >= 0) waiting.splice(at, 1)[0]?.settle(false);
        },
      };
    },
    rate: () => ({ used: 0, limit: perSecond }),
  };
};
