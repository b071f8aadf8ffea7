/** The world of a simulated run: what happens in the rooms, and what befalls requests, by one seeded source. */
import type { Random } from "../../shared/ports.ts";
import type { Service } from "../fakes/service.ts";
import type { Attempt, Fate, HostRole, Trouble } from "./internet.ts";

export const chance = (random: Random, probability: number): boolean => random.unit() < probability;
export const below = (random: Random, limit: number): number => Math.floor(random.unit() * limit);
export const oneOf = <T>(random: Random, list: readonly T[]): T | undefined => list[below(random, list.length)];

const TIME_FIELD = ["createTime", "startTime", "endTime", "closeTime"] as const;
/** What an event says of a room that came into this state (public facts §1). */
export const stateEvent = (state: number, now: number): Record<string, number> => ({ state, [TIME_FIELD[state] ?? "startTime"]: now });

/** Whoever may be in a class. */
export const someone = (random: Random): string => `u${below(random, 6)}`;

/** An event of any kind: known, contradictory, unknown, without a number, or as a thousand before it. */
export const somethingHappens = (random: Random, service: Service, roomUuid: string, now: number): void => {
  const user = someone(random);
  const kinds: (() => [number, unknown])[] = [
    () => [1, stateEvent(below(random, 3), now)],
    () => [3, { fromUser: { userUuid: user, userName: user.toUpperCase(), role: "host" }, message: `m${below(random, 1_000)}`, type: 1 }],
    () => [20, { total: 1, onlineUsers: [{ userUuid: user, userName: user, role: "2", type: 1 }], offlineUsers: [] }],
    () => [20, { total: 0, offlineUsers: [{ userUuid: user, type: 1 + below(random, 2) }] }],
    () => [1001, { state: below(random, 3), recordId: "r", startTime: now }],
    () => [1101, { rewardDetails: [{ userUuid: user, changedReward: 1, totalReward: below(random, 9) }], updateTime: now }],
    () => [1502, { addProgressUsers: [{ userUuid: user }] }],
    () => [1502, { progressUsers: [] }],
    () => [1501, { acceptedUsers: [{ userUuid: user }] }],
    () => [777, { anything: [below(random, 5), null, { deep: true }] }],
    () => [20, "not an object"],
  ];
  const [cmd, data] = oneOf(random, kinds)?.() ?? [99, null];
  // A life begins with its first number: without it nobody could tell a new one from an old one that was cut.
  const first = service.events(roomUuid).length === 0;
  const numbered = first || !chance(random, 0.08);
  service.emit(roomUuid, numbered ? cmd : 99, numbered ? data : { note: below(random, 2) }, {
    numbered,
    hole: !first && chance(random, 0.1) ? 1 + below(random, 3) : 0,
  });
};

export type Weather = {
  /** Probabilities, of each request. */
  unsent: number;
  lost: number;
  status: number;
  text: number;
  slow: number;
  twice: number;
  shuffle: number;
  /** Hosts that cannot be reached at all, and how it looks. */
  dead: ReadonlyMap<HostRole, Trouble>;
};
export const FAIR: Weather = { unsent: 0, lost: 0, status: 0, text: 0, slow: 0, twice: 0, shuffle: 0, dead: new Map() };

const UNSENT = ["dns", "refused", "tls"] as const;
const LOST = ["reset", "timeout", "truncated", "tooBig"] as const;
const STATUS = [429, 500, 502, 503] as const;
/** A captive portal's page, a cut answer, another shape; and one that nobody but the service says, so that it has done its work. */
const TEXTS = ["<html><title>Welcome to the hotel</title></html>", '{"code":0,"msg":"Su', "[]"] as const;
const STRANGE = '{"code":0,"data":{"rows":[]}}';
const MOST_PATIENCE_S = 20;

const unsent = (random: Random): Trouble => ({ kind: "unsent", fault: oneOf(random, UNSENT) ?? "dns" });
const status = (random: Random): Trouble => {
  const told = oneOf(random, STATUS) ?? 503;
  return {
    kind: "status",
    status: told,
    // Too much is said before anything is done; a gateway does not know.
    worked: told !== 429 && chance(random, 0.5),
    ...(told !== 500 && chance(random, 0.5) ? { retryAfter: below(random, MOST_PATIENCE_S) } : {}),
  };
};
const text = (random: Random): Trouble =>
  chance(random, 0.2)
    ? { kind: "text", text: STRANGE, worked: true }
    : { kind: "text", text: oneOf(random, TEXTS) ?? "", worked: chance(random, 0.5) };

export const someWeather = (random: Random): Weather => {
  const some = (most: number): number => random.unit() * most;
  switch (below(random, 6)) {
    case 0:
      return FAIR;
    // The cable is pulled; somebody else's network; too many requests; a host is gone, or some are.
    case 1:
      return { ...FAIR, unsent: 1 };
    case 2:
      return { ...FAIR, text: 1 };
    case 3:
      return { ...FAIR, status: 1 };
    case 4: {
      const roles: HostRole[] = ["primary", "alternate", "regional"];
      const dead = roles.filter((role) => role === "primary" || chance(random, 0.3));
      return { ...FAIR, dead: new Map(dead.map((role) => [role, chance(random, 0.7) ? unsent(random) : status(random)])) };
    }
    default:
      return {
        ...FAIR,
        unsent: some(0.3),
        lost: some(0.3),
        status: some(0.15),
        text: some(0.1),
        twice: some(0.3),
        shuffle: some(0.3),
        slow: some(0.3),
      };
  }
};

export const fateOf = (random: Random, weather: Weather, role: HostRole, operation: Attempt["operation"]): Fate => {
  const slow = chance(random, weather.slow) ? below(random, 4_000) : 0;
  const trouble =
    weather.dead.get(role) ??
    (chance(random, weather.unsent)
      ? unsent(random)
      : chance(random, weather.lost)
        ? { kind: "lost" as const, fault: oneOf(random, LOST) ?? "reset", worked: chance(random, 0.7) }
        : chance(random, weather.status)
          ? status(random)
          : chance(random, weather.text)
            ? text(random)
            : null);
  const app = operation === "app";
  return {
    there: 2 + below(random, 20) + slow,
    back: 2 + below(random, 20) + slow,
    trouble,
    stray: chance(random, 0.5),
    twice: app && chance(random, weather.twice),
    shuffle: app && chance(random, weather.shuffle) ? (events) => shuffled(random, events) : null,
  };
};

const shuffled = <T>(random: Random, list: readonly T[]): T[] => {
  const copy = [...list];
  for (let index = copy.length - 1; index > 0; index -= 1) {
    const other = below(random, index + 1);
    [copy[index], copy[other]] = [copy[other] as T, copy[index] as T];
  }
  return copy;
};
