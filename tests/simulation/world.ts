/** The world of a simulated run: what happens in the rooms, and what happens to requests, by one seeded source. */
import type { Random } from "../../shared/ports.ts";
import type { Fate, Operation } from "../fakes/cloud.ts";
import type { Service } from "../fakes/service.ts";

export const chance = (random: Random, probability: number): boolean => random.unit() < probability;
export const below = (random: Random, limit: number): number => Math.floor(random.unit() * limit);
export const oneOf = <T>(random: Random, list: readonly T[]): T | undefined => list[below(random, list.length)];

/** An event of any kind: known, contradictory, unknown, without a number, or as a thousand before it. */
export const somethingHappens = (random: Random, service: Service, roomUuid: string, now: number): void => {
  const user = `u${below(random, 6)}`;
  const kinds: (() => [number, unknown])[] = [
    () => [1, { state: below(random, 3), startTime: now }],
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
  const numbered = !chance(random, 0.08);
  service.emit(roomUuid, numbered ? cmd : 99, numbered ? data : { note: below(random, 2) }, {
    numbered,
    hole: chance(random, 0.1) ? 1 + below(random, 3) : 0,
  });
};

export type Weather = { before: number; after: number; hang: number; twice: number; shuffle: number; slow: number };
export const FAIR: Weather = { before: 0, after: 0, hang: 0, twice: 0, shuffle: 0, slow: 0 };

export const someWeather = (random: Random): Weather => {
  const kind = below(random, 4);
  if (kind === 0) return FAIR;
  if (kind === 1) return { ...FAIR, before: 1 };
  const some = (most: number): number => random.unit() * most;
  return { before: some(0.3), after: some(0.3), hang: some(0.05), twice: some(0.3), shuffle: some(0.3), slow: some(0.3) };
};

const BEFORE = ["dns", "refused", "unavailable", "rateLimited", "tls"] as const;
const AFTER = ["reset", "timeout", "truncated", "notJson", "tooBig", "serverError", "badShape"] as const;

export const fateOf = (random: Random, weather: Weather, operation: Operation): Fate => {
  const slow = chance(random, weather.slow) ? below(random, 4_000) : 0;
  const fate: Fate = { there: 2 + below(random, 20) + slow, back: 2 + below(random, 20) + slow };
  if (chance(random, weather.before)) return { ...fate, problem: { code: oneOf(random, BEFORE) ?? "dns", when: "before" } };
  if (chance(random, weather.after)) return { ...fate, problem: { code: oneOf(random, AFTER) ?? "reset", when: "after" } };
  if (chance(random, weather.hang)) return { ...fate, hang: true };
  if (operation !== "app") return fate;
  return {
    ...fate,
    twice: chance(random, weather.twice),
    ...(chance(random, weather.shuffle) ? { shuffle: (events) => shuffled(random, events) } : {}),
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
