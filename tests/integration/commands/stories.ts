/** Lives of commands, from the click to their end: what a console that can be killed goes through, and what is sought in another that goes on. */
import { CASES, type Case, leave, prepare, ROOM, readAll, roomOf, SECOND, serve } from "../../unit/commands/cases.ts";
import type { Happening } from "../../unit/commands/serviceModel.ts";
import { commandId, type World } from "../../unit/commands/world.ts";

/** A line of what a console that was killed leaves behind. */
export type Line =
  | { kind: "happened"; happening: Happening }
  /** The person was told that it is kept. */
  | { kind: "acknowledged"; id: string }
  | { kind: "left"; id: string }
  /** Behind which step, and the server's time. */
  | { kind: "killed"; behind: string; at: number };

export type Story = {
  name: string;
  rooms: readonly string[];
  /** It waits for a time. */
  timed?: true;
  begin(world: World): Promise<void>;
  /** `told`: the person has the answer that a command is kept. */
  live(world: World, told: (ids: readonly string[]) => void): Promise<void>;
};

const goOn = async (world: World, rooms: readonly string[]): Promise<void> => {
  await leave(world);
  await serve(world);
  for (const room of rooms) world.sync(room, false);
  await world.clock.advance(3 * SECOND);
  world.step("seen");
};

const oneOf = (one: Case): Story => {
  const [name, input] = one;
  const rooms = [...new Set([ROOM, roomOf(name)])];
  return {
    name: `${name} ${JSON.stringify(input)}`,
    rooms,
    begin: (world) => prepare(world, name),
    live: async (world, told) => {
      told([world.command(name, roomOf(name), input)]);
      await goOn(world, rooms);
    },
  };
};

export const BULK = commandId(900);
const HALLS = ["hall-1", "hall-2", "hall-3", "hall-4"];
const many: Story = {
  name: "many rooms that are ended at once",
  rooms: HALLS,
  begin: async (world) => {
    for (const hall of HALLS) {
      world.service.make(hall);
      world.service.apply("setRoomState", hall, [1]);
      world.sync(hall);
    }
    await world.clock.advance(10 * SECOND);
  },
  live: async (world, told) => {
    const targets = HALLS.map((roomUuid) => ({ roomUuid }));
    const asked = world.commands.bulks.ask({ bulkId: BULK, name: "room.setState", input: { state: 2 }, targets, count: HALLS.length });
    if (!asked.ok) throw new Error(asked.error.message);
    told((world.commands.bulks.items(BULK) ?? []).map(({ row }) => row.id));
    await goOn(world, HALLS);
  },
};

/** So long after it was asked a class is to be ended. */
export const DUE_IN_MS = 300 * SECOND;
const askForLater = (world: World, told: (ids: readonly string[]) => void): void =>
  told([world.command("room.setState", ROOM, { state: 2 }, { by: "delay", seconds: DUE_IN_MS / SECOND })]);

const later: Story = {
  name: "a class that is ended at its time",
  rooms: [ROOM],
  timed: true,
  begin: (world) => prepare(world, "room.setState"),
  live: async (world, told) => {
    askForLater(world, told);
    await world.clock.advance(DUE_IN_MS - SECOND);
    await readAll(world, "room.setState");
    await goOn(world, [ROOM]);
  },
};

const slept: Story = {
  name: "a class that was to be ended while the computer slept",
  rooms: [ROOM],
  timed: true,
  begin: (world) => prepare(world, "room.setState"),
  live: async (world, told) => {
    askForLater(world, told);
    world.sleep(3 * 3_600 * SECOND);
    world.step("slept");
    await world.clock.advance(2 * SECOND);
    world.step("awake");
    await readAll(world, "room.setState");
    await world.clock.advance(2 * SECOND);
    world.step("seen");
  },
};

export const SINGLE: readonly Story[] = CASES.map(oneOf);
export const STORIES: readonly Story[] = [...SINGLE, many, later, slept];
