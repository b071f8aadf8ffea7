/** Which troubles there are, and whom they meet. Knows no sockets; `now` is real Unix ms. */
import type { TroubleName, TroubleState } from "../../../shared/model/rehearsal.ts";
import { err, ok, type Result } from "../../../shared/result.ts";
import { diceOf } from "../engine/dice.ts";
import type { FeedTrouble } from "../engine/sequences.ts";
import { type Kind, type Order, orderOfSwitch } from "./orders.ts";

/** As it is kept on disk. `until` and `left` null: without end. */
export type KeptTrouble = { id: number; name: string; order: Order; from: number; until: number | null; left: number | null };
type Trouble = KeptTrouble & { pattern: RegExp | null; scheduled: boolean };

/** A trouble that a scenario has ordered. Real Unix ms. */
export type Appointment = { order: Order; from: number; until: number };

const MANY = 100;

/** Throws where the text is no regular expression. */
const patternOf = (order: Order): RegExp | null => ("path" in order && order.path !== undefined ? new RegExp(order.path) : null);

export type TroubleDesk = ReturnType<typeof createTroubleDesk>;

/** `seed` decides whom a `chance` meets. `restored`: what an earlier run had left. */
export const createTroubleDesk = (deps: { now(): number; seed: number; restored?: readonly KeptTrouble[] }) => {
  const dice = diceOf({ dice: deps.seed });
  const armed = (kept: KeptTrouble, scheduled: boolean): Trouble => ({
    ...kept,
    scheduled,
    pattern: patternOf(kept.order),
  });
  let troubles: Trouble[] = (deps.restored ?? []).map((kept) => armed(kept, false));
  let lastId = Math.max(0, ...troubles.map(({ id }) => id));
  let changed = false;

  const hasEnded = (trouble: Trouble): boolean => trouble.left === 0 || (trouble.until !== null && trouble.until <= deps.now());
  const prune = (): void => {
    const before = troubles.length;
    troubles = troubles.filter((trouble) => !hasEnded(trouble));
    changed ||= troubles.length !== before;
  };
  const isActive = (trouble: Trouble): boolean => trouble.from <= deps.now() && !hasEnded(trouble);

  const meets = (trouble: Trouble, method: string, path: string): boolean => {
    const { order, pattern } = trouble;
    if (order.kind === "stop" || !isActive(trouble) || !(pattern?.test(path) ?? true)) return false;
    if (order.method !== undefined && order.method.toUpperCase() !== method) return false;
    return order.chance >= 1 || dice.unit() < order.chance;
  };

  /** The troubles of these kinds that the call meets: any delays, then the first that decides its fate. Each is used up by one. */
  const meeting = <K extends Kind>(kinds: readonly K[], method: string, path: string): Extract<Order, { kind: K }>[] => {
    if (troubles.length === 0) return [];
    prune();
    const met: Extract<Order, { kind: K }>[] = [];
    for (const trouble of troubles) {
      if (!kinds.some((kind) => kind === trouble.order.kind) || !meets(trouble, method, path)) continue;
      if (trouble.left !== null) trouble.left -= 1;
      changed ||= trouble.left !== null;
      met.push(trouble.order as Extract<Order, { kind: K }>);
      if (trouble.order.kind !== "latency") break;
    }
    return met;
  };

  const active = <K extends Kind>(kind: K): (Trouble & { order: Extract<Order, { kind: K }> })[] =>
    troubles.filter(
      (trouble): trouble is Trouble & { order: Extract<Order, { kind: K }> } => trouble.order.kind === kind && isActive(trouble),
    );

  const put = (order: Order, name: string, times: { from: number; until: number | null }, scheduled: boolean): number => {
    lastId += 1;
    const left = "count" in order && order.count !== undefined ? order.count : null;
    troubles.push(armed({ id: lastId, name, order, ...times, left }, scheduled));
    changed = true;
    return lastId;
  };
  const add = (order: Order, name: string = order.kind): number => {
    const from = deps.now() + order.afterMs;
    return put(order, name, { from, until: order.durationMs === undefined ? null : from + order.durationMs }, false);
  };
  const drop = (gone: (trouble: Trouble) => boolean): void => {
    troubles = troubles.filter((trouble) => !gone(trouble));
    changed = true;
  };

  return {
    meeting,
    /** Whether there is any trouble at all; asked for each call. */
    any: (): boolean => troubles.length > 0,
    /** The error is one sentence. */
    add: (orders: readonly Order[]): Result<number[], string> => {
      if (troubles.length + orders.length > MANY) return err(`At most ${MANY} troubles at a time.`);
      try {
        for (const order of orders) patternOf(order);
      } catch {
        return err("path is not a regular expression");
      }
      return ok(orders.map((order) => add(order)));
    },
    appoint: ({ order, from, until }: Appointment): void => void put(order, order.kind, { from, until }, true),
    lift: (id: number): void => drop((trouble) => trouble.id === id),
    clear: (): void => drop(() => true),
    /** Switching on what is on changes nothing. */
    turn: (name: TroubleName, on: boolean): void => {
      if (!on) drop((trouble) => trouble.name === name && !trouble.scheduled);
      else if (!troubles.some((trouble) => trouble.name === name && !trouble.scheduled)) add(orderOfSwitch(name), name);
    },
    /** How far the cloud's clock is off, ms. */
    clockOffset: (): number => (troubles.length === 0 ? 0 : (active("clock").at(-1)?.order.offsetMs ?? 0)),
    /** Tokens issued before this instant have expired, Unix ms; null: none has. */
    expiredBefore: (): number | null => (troubles.length === 0 ? null : (active("expiredTokens").at(-1)?.from ?? null)),
    /** Hosts on which nothing listens now. */
    dead: (): { primary: boolean; alternate: boolean } => {
      const hosts = troubles.length === 0 ? [] : active("stop").map(({ order }) => order.host);
      return {
        primary: hosts.some((host) => host !== "alternate"),
        alternate: hosts.some((host) => host !== "primary"),
      };
    },
    /** What happens to the events of the operation 8 or 9 call that is served now. */
    feed: (path: string): FeedTrouble => ({
      again: meeting(["duplicate"], "GET", path).length > 0,
      lateMs: Math.max(0, ...meeting(["late"], "GET", path).map((order) => order.ms)),
    }),
    list: (): (Order & { id: number; left: number | null })[] => {
      prune();
      return troubles.map(({ id, order, left }) => ({ id, ...order, left }));
    },
    /** `shownAt`: a real time as it is to be shown. */
    states: (shownAt: (real: number) => number): TroubleState[] => {
      prune();
      return troubles.map((trouble) => ({
        id: trouble.id,
        name: trouble.name,
        from: shownAt(trouble.from),
        until: trouble.until === null ? null : shownAt(trouble.until),
        active: isActive(trouble),
        scheduled: trouble.scheduled,
      }));
    },
    /** What goes to disk; null: nothing has changed since. Scheduled ones come from the scenario again. */
    changes: (): KeptTrouble[] | null => {
      if (!changed) return null;
      changed = false;
      return troubles
        .filter(({ scheduled }) => !scheduled)
        .map(({ id, name, order, from, until, left }) => ({ id, name, order, from, until, left }));
    },
  };
};
