/** What the simulated proctor asks: every command of the catalogue, alone or of many rooms, at once or for a time. */
import { planBulk } from "../../shared/bulkPlan.ts";
import type { BulkTarget } from "../../shared/model/bulk.ts";
import type { When } from "../../shared/model/command.ts";
import type { RoomSummary } from "../../shared/model/room.ts";
import type { Random } from "../../shared/ports.ts";
import { below, chance, oneOf, someone } from "./world.ts";

export type Wish = { name: string; input: Record<string, unknown> };

const STATES = [0, 1, 1, 1, 2, 2, 3] as const;
const LATEST_MS = 120_000;
/** One wish in so many is for a time. */
const LATER = 0.12;

const property = (random: Random): string => `p${below(random, 3)}`;
const comeBack = (random: Random) =>
  oneOf(random, [{ kind: "anytime" }, { kind: "anytime" }, { kind: "after", seconds: 60 }, { kind: "never" }] as const);

const WISHES: readonly ((random: Random) => Wish)[] = [
  (random) => ({ name: "room.setState", input: { state: oneOf(random, STATES) } }),
  (random) => ({ name: "room.setState", input: { state: oneOf(random, STATES) } }),
  (random) => ({ name: "person.remove", input: { userUuid: someone(random), comeBack: comeBack(random) } }),
  (random) => ({ name: "person.remove", input: { userUuid: someone(random), comeBack: comeBack(random) } }),
  (random) => ({ name: "person.letIn", input: { userUuid: someone(random) } }),
  (random) => ({
    name: "recording.start",
    input: chance(random, 0.5) ? {} : { mode: "web", webRecordConfig: { rootUrl: "https://page.test/" } },
  }),
  () => ({ name: "recording.stop", input: {} }),
  (random) => ({ name: "recording.update", input: { webRecordConfig: { onhold: chance(random, 0.5) } } }),
  (random) => ({ name: "roomProperties.set", input: { properties: { [property(random)]: below(random, 4) } } }),
  (random) => ({ name: "roomProperties.remove", input: { properties: [property(random)] } }),
  (random) => ({ name: "userProperties.set", input: { userUuid: someone(random), properties: { [property(random)]: below(random, 4) } } }),
  (random) => ({ name: "userProperties.remove", input: { userUuid: someone(random), properties: [property(random)] } }),
  (random) => ({ name: "extAppProperties.set", input: { extAppUuid: "app", properties: { [property(random)]: below(random, 4) } } }),
  (random) => ({ name: "extAppProperties.remove", input: { extAppUuid: "app", properties: [property(random)] } }),
  (random) => ({ name: "groups.create", input: { groups: [{ users: [{ userUuid: someone(random) }] }, { users: [] }] } }),
  () => ({ name: "groups.remove", input: {} }),
];

/** Anything that can be asked in a room that is there. */
export const someWish = (random: Random): Wish => oneOf(random, WISHES)?.(random) ?? { name: "groups.remove", input: {} };
export const aNewRoom = (name: string): Wish => ({ name: "room.create", input: { roomType: 4, roomName: name } });

/** `now`: server time, ms; null: at once. */
export const someTime = (random: Random, now: number): When | null => {
  if (!chance(random, LATER)) return null;
  const ms = 1_000 + below(random, LATEST_MS);
  return chance(random, 0.5) ? { by: "clock", at: now + ms } : { by: "delay", seconds: Math.ceil(ms / 1_000) };
};

/** As the window does: what it would meet is reckoned from the rows that are shown, and told with the asking. null: no room at all. */
export const bulkOf = (random: Random, wish: Wish, rooms: readonly RoomSummary[], when: When | null, now: number) => {
  const targets: BulkTarget[] = rooms.filter(() => chance(random, 0.6)).map(({ roomUuid }) => ({ roomUuid }));
  const timing = when === null ? null : { when, now };
  const plan = planBulk({ ...wish, targets, timing }, (roomUuid) => rooms.find((room) => room.roomUuid === roomUuid));
  if (plan === null || plan.included.length === 0) return null;
  return { bulkId: random.uuid(), ...wish, targets, count: plan.included.length, ...(when && { when }) };
};
