/** Every command once, with what it ends as, and the steps of its way. */
import type { CommandInput, CommandName } from "../../../shared/contract.ts";
import { type CommandState, isTerminal } from "../../../shared/model/command.ts";
import type { World } from "./world.ts";

export const SECOND = 1_000;
export const ROOM = "hall";

/** A class under way, read to its end: ann is in it, recording runs where it is to be changed or stopped. */
export const prepare = async (world: World, name: CommandName): Promise<void> => {
  world.service.make(ROOM);
  world.service.enter(ROOM, "ann");
  world.service.apply("setRoomState", ROOM, [1]);
  world.service.apply("setRoomProperties", ROOM, [{ properties: { old: 1 } }]);
  world.service.apply("setUserProperties", ROOM, ["ann", { properties: { old: 1 } }]);
  if (name === "recording.stop" || name === "recording.update") world.service.apply("startRecording", ROOM, []);
  if (name === "person.letIn") world.service.apply("removeUser", ROOM, ["ann", { dirty: { state: 1 } }]);
  if (name === "groups.remove") world.service.apply("createGroups", ROOM, [[]]);
  world.sync(ROOM);
  // Long enough ago not to be taken for what the command does.
  await world.clock.advance(10 * SECOND);
};

export type Case<N extends CommandName = CommandName> = readonly [name: N, input: CommandInput<N>, end: CommandState];
const each = <N extends CommandName>(...one: Case<N>): Case => one;
export const CASES: readonly Case[] = [
  each("room.create", { roomType: 4, roomName: "New" }, "observed"),
  each("room.setState", { state: 2 }, "observed"),
  each("person.remove", { userUuid: "ann", comeBack: { kind: "anytime" } }, "observed"),
  each("person.remove", { userUuid: "ann", comeBack: { kind: "after", seconds: 600 } }, "observed"),
  each("person.remove", { userUuid: "ann", comeBack: { kind: "never" } }, "observed"),
  each("person.letIn", { userUuid: "ann" }, "accepted"),
  each("recording.start", {}, "observed"),
  each("recording.stop", {}, "observed"),
  each("recording.update", { webRecordConfig: { onhold: true } }, "accepted"),
  each("roomProperties.set", { properties: { a: { b: [1] } } }, "observed"),
  each("roomProperties.remove", { properties: ["old"] }, "observed"),
  each("userProperties.set", { userUuid: "ann", properties: { a: 1 } }, "observed"),
  each("userProperties.remove", { userUuid: "ann", properties: ["old"] }, "observed"),
  each("extAppProperties.set", { extAppUuid: "app", properties: { a: 1 } }, "observed"),
  each("extAppProperties.remove", { extAppUuid: "app", properties: ["a"] }, "observed"),
  each("groups.create", { groups: [{ users: [{ userUuid: "ann" }] }] }, "observed"),
  each("groups.remove", {}, "observed"),
];
export const roomOf = (name: CommandName): string => (name === "room.create" ? "new-hall" : ROOM);
export const ask = (world: World, [name, input]: Case): string => world.command(name, roomOf(name), input);

/** Past the hold, if there is one. */
export const leave = (world: World): Promise<void> => world.clock.advance(5 * SECOND);
export const serve = async (world: World): Promise<void> => {
  for (const request of world.waiting) {
    const refusal = world.service.apply(request.method, request.roomUuid, request.args);
    world.step("served");
    if (refusal === null) request.answer();
    else request.fail(refusal, { httpStatus: 409 });
    world.step("answered");
  }
  await world.clock.settle();
};
export const readAll = async (world: World, name: CommandName): Promise<void> => {
  for (const room of new Set([ROOM, roomOf(name)])) world.sync(room, false);
  await world.clock.settle();
};
/** Served and read until nothing more happens. */
export const runOn = async (world: World, name: CommandName): Promise<void> => {
  for (let round = 0; round < 40 && world.commands.list().some((row) => !isTerminal(row)); round += 1) {
    await serve(world);
    await world.clock.advance(2 * SECOND);
    await readAll(world, name);
  }
};
