import { describe, expect, it } from "vitest";
import { createNameRanks, heldOrder, type OrderInputs, orderRooms, type Surroundings } from "../../../renderer/features/wall/order.ts";
import type { Chip, ColumnId } from "../../../renderer/state/ui.ts";
import { byId, connection, NOW, recordingSince, room } from "./rooms.ts";

const exact = (at: number) => ({ kind: "exact", at }) as const;
const rooms = byId(
  room("a", { name: "Room 10", present: 3, hands: 1, longestHand: exact(NOW - 5_000), recording: recordingSince(NOW - 60_000), stage: 2 }),
  room("b", { name: "Room 9", state: 0, present: 7, proof: { provedAt: NOW - 90_000, chainId: null } }),
  room("c", { name: "Room 2", hands: 2, longestHand: exact(NOW - 90_000), present: 5, recording: recordingSince(NOW - 600_000) }),
  room("d", { name: "Room 1", state: 2, lastEvent: { cmd: 1, sequence: 1, brief: { key: "classEnded", params: {} }, time: exact(NOW) } }),
  room("e", { name: "Attic", present: 1, proof: { provedAt: null, chainId: null } }),
  room("h", { name: "Hidden", visibility: "hidden" }),
);
const around: Surroundings = { now: NOW, connection: connection(), priorities: new Map([["c", 1]]) };
const ask = (part: Partial<OrderInputs> = {}): OrderInputs => ({
  include: "shown",
  rooms: null,
  chip: "all",
  filter: () => true,
  sort: { column: "name", descending: false },
  ...part,
});
const ordered = (part: Partial<OrderInputs> = {}) => orderRooms(rooms, createNameRanks("en")(rooms), ask(part), around);

describe("the order of the wall", () => {
  const ascending: Record<ColumnId, string> = {
    name: "edcba", // natural: 2 before 9 before 10
    state: "ecabd", // what runs, then what is to come, then what is over; by name among equals
    people: "deacb",
    hands: "caedb", // who waits longest first; no hand last
    stage: "edcba",
    recording: "ecadb", // not recording though started first, then the longest, then those with nothing to record
    event: "decba",
    age: "ebdca",
    alarm: "cedba",
  };
  it.each(Object.entries(ascending))("by %s", (column, expected) => {
    expect(ordered({ sort: { column: column as ColumnId, descending: false } }).ids.join("")).toBe(expected);
  });

  it("descending keeps what has no value last, and names ascending among equals", () => {
    expect(ordered({ sort: { column: "hands", descending: true } }).ids.join("")).toBe("acedb");
    expect(ordered({ sort: { column: "people", descending: true } }).ids.join("")).toBe("bcaed");
  });

  const chips: Record<Chip, string> = { all: "edcba", needsMe: "c", notRecording: "e", notStarted: "b", handsUp: "ca" };
  it.each(Object.entries(chips))("chip %s lists its rooms and counts them", (chip, expected) => {
    const order = ordered({ chip: chip as Chip });
    expect(order.ids.join("")).toBe(expected);
    expect(order.chips).toEqual({ all: 5, needsMe: 1, notRecording: 1, notStarted: 1, handsUp: 2 });
  });

  it("hidden rooms are listed only where they are asked for", () => {
    expect(ordered({ include: "hidden" }).ids).toEqual(["h"]);
    expect(ordered({ include: "archived" }).ids).toEqual([]);
  });

  it("the filter sees freshness and alarm of each row", () => {
    expect(ordered({ filter: ({ freshness }) => freshness === "stale" }).ids).toEqual(["b"]);
    expect(ordered({ filter: ({ priority }) => priority === 1 }).ids).toEqual(["c"]);
  });

  it("while somebody is at the list nothing moves: new rooms come last, gone ones go", () => {
    expect(heldOrder(["c", "a"], ["a", "c", "n"], () => true)).toEqual(["c", "a", "n"]);
    expect(heldOrder(["c", "gone", "a"], ["a", "c"], (id) => id !== "gone")).toEqual(["c", "a"]);
  });
});
