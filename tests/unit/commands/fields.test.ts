import { describe, expect, it } from "vitest";
import { extrasOf } from "../../../electron/cloud/extras.ts";
import type { Capabilities } from "../../../electron/cloud/types.ts";
import { type CommandName, contract } from "../../../shared/contract.ts";
import { PUBLIC_SERVICE } from "../../../shared/model/profileEntry.ts";
import { invalidInput } from "../../../shared/result.ts";

const commandId = "0190b6a4-5b7e-4c3a-9f10-0a1b2c3d4e5f";
/** What is wrong with it, as a screen is told; null: nothing. */
const wrongWith = (name: CommandName, input: Record<string, unknown>) => {
  const parsed = contract.commands[name].input.safeParse({ commandId, roomUuid: "room-1", ...input });
  if (parsed.success) return null;
  const { field, reason, params } = invalidInput(parsed.error, name);
  return { field, reason, params };
};

describe("a field that is out of its limits names itself, the reason and the limit", () => {
  const room = { roomType: 4, roomName: "A" };
  const web = { mode: "web", webRecordConfig: { rootUrl: "https://x.example" } };
  it.each([
    ["room.setState", { state: 2, roomUuid: "试".repeat(22) }, "roomUuid", "bytes", { max: 63, bytes: 66 }],
    ["room.setState", { state: 2, roomUuid: ".." }, "roomUuid", "id", { max: 63 }],
    ["room.setState", { state: -1 }, "state", "tooSmall", { min: 0 }],
    ["room.create", { ...room, roomUuid: "a/b" }, "roomUuid", "character", { character: "/" }],
    ["room.create", { ...room, roomUuid: "试" }, "roomUuid", "character", { character: "试" }],
    ["room.create", { ...room, roomName: "x".repeat(65) }, "roomName", "tooBig", { max: 64 }],
    [
      "room.create",
      { ...room, roomProperties: { schedule: { duration: 86_401 } } },
      "roomProperties.schedule.duration",
      "tooBig",
      { max: 86_400 },
    ],
    [
      "room.create",
      { ...room, roomProperties: { examinationUrl: "papers" } },
      "roomProperties.examinationUrl",
      "address",
      { schemes: "https, http" },
    ],
    ["person.remove", { userUuid: "u", comeBack: { kind: "after", seconds: 0 } }, "comeBack.seconds", "tooSmall", { min: 1 }],
    ["recording.start", { mode: "web" }, "webRecordConfig.rootUrl", "pageMissing", {}],
    ["recording.start", { ...web, roomUuid: "r".repeat(51) }, "roomUuid", "webRoomId", { max: 50, bytes: 51 }],
    [
      "recording.start",
      { ...web, webRecordConfig: { url: "https://x.example", videoFps: 61 } },
      "webRecordConfig.videoFps",
      "tooBig",
      { max: 60 },
    ],
    ["roomProperties.set", { properties: { deep: nested(40) } }, "properties", "json", { max: 32 }],
    ["roomProperties.set", { properties: { long: "试".repeat(22_000) } }, "properties", "bytes", { max: 65_536, bytes: 66_011 }],
    ["roomProperties.set", { properties: { now: new Date(0) } }, "properties", "json", { max: 32 }],
    ["roomProperties.remove", { properties: [] }, "properties", "tooSmall", { min: 1 }],
    [
      "groups.create",
      { groups: [{ users: [{ userUuid: "ann" }] }, { users: [{ userUuid: "ann" }] }] },
      "groups.1.users",
      "userTwice",
      { user: "ann" },
    ],
    [
      "groups.create",
      {
        groups: [
          { groupUuid: "g", users: [] },
          { groupUuid: "g", users: [] },
        ],
      },
      "groups.1.groupUuid",
      "groupTwice",
      { group: "g" },
    ],
  ] as [CommandName, Record<string, unknown>, string, string, object][])("%s %#: %s", (name, input, field, reason, params) => {
    expect(wrongWith(name, input)).toEqual({ field, reason, params });
  });

  it.each([
    ["room.setState", { state: 2, roomUuid: "试".repeat(21) }],
    ["room.create", { ...room, roomUuid: "Hall 1 (a)", roomName: "试".repeat(64) }],
    ["recording.start", { ...web, roomUuid: "r".repeat(50) }],
    ["recording.start", { webRecordConfig: { beyond: { what: ["is", "shown"] } } }],
    ["roomProperties.set", { properties: { a: null, b: [1, { c: "d" }] }, when: { by: "delay", seconds: 600 } }],
    ["groups.create", { groups: [{ users: [{ userUuid: "ann" }] }, { groupName: "Two", users: [{ userUuid: "bo" }] }] }],
  ] as [CommandName, Record<string, unknown>][])("%s within its limits is taken, %#", (name, input) => {
    expect(wrongWith(name, input)).toBeNull();
  });
});

function nested(depth: number): unknown {
  return depth === 0 ? 1 : [nested(depth - 1)];
}

describe("closed for good may be asked", () => {
  const specification = { token: "x-service-token", uid: "x-service-uid" };
  it.each([
    [specification, "unknown", "unknown", false],
    [specification, "unknown", "present", true],
    [specification, "present", "lacking", true],
    [specification, "lacking", "present", false],
    [PUBLIC_SERVICE.headers, "unknown", "unknown", true],
    [PUBLIC_SERVICE.headers, "lacking", "present", false],
  ] as const)("with headers %j, state 3 %s and reading back %s: %s", (headers, closedState, getRoom, asked) => {
    const capabilities: Capabilities = { closedState, getRoom, propertyEvents: "unknown" };
    expect(extrasOf({ headers }, capabilities).closedState).toBe(asked);
  });
});
