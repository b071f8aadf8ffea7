/** A room's history in a few words, for the tests of its folds. */
import type { RoomEvent } from "../../../shared/model/event.ts";
import type { RoomView } from "../../../shared/model/room.ts";
import { applyEvent, emptyView } from "../../../shared/projection/index.ts";

const AT = 1_700_000_000_000;

/** Each event a second after the one before it. */
export const history = (...events: readonly (readonly [cmd: number, data: unknown])[]): RoomEvent[] =>
  events.map(([cmd, data], index) => ({
    roomUuid: "r",
    incarnation: 1,
    sequence: index + 1,
    ordinal: 0,
    cmd,
    data,
    time: { kind: "exact", at: secondsIn(index) },
    receivedAt: AT,
    via: "room",
  }));
export const secondsIn = (count: number): number => AT + count * 1_000;
export const foldOf = (...events: readonly (readonly [cmd: number, data: unknown])[]): RoomView =>
  history(...events).reduce(applyEvent, emptyView());
export const values = (properties: RoomView["properties"]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(properties).map(([name, { value }]) => [name, value]));
