/** The catalogue as it is offered: what needs nothing to be filled in, and the forms. A new command of the contract is here by itself. Pure. */

import type { Traits } from "../../../shared/contract/kinds.ts";
import { type CommandName, contract } from "../../../shared/contract.ts";
import { ROOM_STATE, type RoomSummary } from "../../../shared/model/room.ts";
import { FIELDS } from "./fields.ts";
import type { Values } from "./form.ts";

export type AnyTraits = Traits<Values>;
export const traitsOf = (name: CommandName): AnyTraits => contract.commands[name].traits;

/** `preset`: the input that needs nothing more; null: a form. */
export type Entry = { id: string; name: CommandName; preset: Values | null; about: AnyTraits["about"] };

export const ENTRIES: readonly Entry[] = (Object.keys(contract.commands) as CommandName[]).flatMap((name) => {
  const { about, presets = [] } = traitsOf(name);
  const ready = presets.map(({ key, input }): Entry => ({ id: `${name}:${key}`, name, preset: input, about }));
  return FIELDS[name].length === 0 ? ready : [...ready, { id: name, name, preset: null, about }];
});

export const entryOf = (id: string): Entry | undefined => ENTRIES.find((entry) => entry.id === id);

/** "Closed for good" only where this service is known to have it. */
export const isOffered = ({ name, preset }: Entry, extras: { closedState: boolean }): boolean =>
  name !== "room.setState" || preset?.["state"] !== ROOM_STATE.closed || extras.closedState;

/** Whether it would bring something in at least one of the rooms; a form may, until it is filled in. */
export const suits = ({ name, preset, about }: Entry, rooms: readonly RoomSummary[]): boolean => {
  if (about === "newRoom" || rooms.length === 0) return true;
  const { misfit } = traitsOf(name);
  return rooms.some((room) => room.phase !== "destroyed" && (misfit?.(room, preset ?? {}) ?? null) === null);
};

/** Whether a dialog follows before it goes. */
export const needsDialog = ({ name, preset }: Entry, rooms: number): boolean =>
  preset === null || rooms !== 1 || traitsOf(name).danger(preset) !== "safe";

/** What the service has no call for, and where it would be looked for. */
export const CANNOT = ["message", "moreTime", "restart"] as const;
export type Cannot = (typeof CANNOT)[number];
