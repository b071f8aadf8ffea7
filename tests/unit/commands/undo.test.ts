import { describe, expect, it } from "vitest";
import type { Traits } from "../../../shared/contract/kinds.ts";
import type { CommandName } from "../../../shared/contract.ts";
import { contract } from "../../../shared/contract.ts";
import { emptyView } from "../../../shared/projection/index.ts";
import { undoOf } from "../../../shared/undo.ts";
import { room } from "../renderer/rooms.ts";

type Input = Record<string, unknown>;
const told = (value: unknown) => ({ value, time: { kind: "exact" as const, at: 1 }, cut: false });
const detail = { summary: room("alpha"), view: { ...emptyView(), properties: { paper: told("A") } } };

describe("how a command can be taken back", () => {
  it.each<[string, CommandName, Input, typeof detail | null, string | null]>([
    ["its opposite, where that needs nothing", "recording.start", {}, null, "inverse"],
    ["the former value, where it is known", "roomProperties.set", { properties: { paper: "B" } }, detail, "inverse"],
    ["holding it, where it is safe and the former value is not known", "roomProperties.set", { properties: { seat: 1 } }, detail, "hold"],
    ["holding it, where the room is not known", "roomProperties.set", { properties: { paper: "B" } }, null, "hold"],
    ["the former value of what is deleted", "roomProperties.remove", { properties: ["paper"] }, detail, "inverse"],
    ["nothing, where it is not safe and the former value is not known", "roomProperties.remove", { properties: ["seat"] }, detail, null],
    ["holding what is safe and has no opposite", "room.setState", { state: 1 }, detail, "hold"],
    ["nothing, for a removal", "person.remove", { userUuid: "ann", comeBack: { kind: "anytime" } }, detail, null],
  ])("%s: %s %j", (_what, name, input, known, kind) => {
    expect(undoOf(contract.commands[name].traits as Traits<Input>, input, () => known)?.kind ?? null).toBe(kind);
  });
});
