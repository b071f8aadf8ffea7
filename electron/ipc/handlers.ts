/** What each call of the contract does: a line per entry. */

import type { AppInfo } from "../../shared/contract/app.ts";
import type { AddVerdict } from "../../shared/contract/rooms.ts";
import type { CallArgument, CommandName } from "../../shared/contract.ts";
import type { TimelineEntry } from "../../shared/model/event.ts";
import type { RoomSummary } from "../../shared/model/room.ts";
import type { SavedView, Settings, SettingsChange } from "../../shared/model/settings.ts";
import { ok, type Result } from "../../shared/result.ts";
import type { Handlers } from "../../shared/serving.ts";
import { type CredentialHandlersOf, createCredentialHandlers } from "./credentialHandlers.ts";
import { done } from "./done.ts";
import { createRoomReadHandlers, type RoomReadsOf } from "./roomReadHandlers.ts";

/** What runs: another one after each change of the profile. */
type Running = RoomReadsOf & {
  commands: {
    ask(name: CommandName, input: CallArgument<CommandName>): Result<{ commandId: string }>;
    cancel(id: string): Result<void>;
    confirm(id: string): Result<void>;
  };
  alarms: { acknowledge(ids: string[], by: string): void };
  sync: {
    addRooms(roomUuids: string[]): Promise<AddVerdict[]>;
    setVisibility(roomUuids: string[], visibility: RoomSummary["visibility"]): void;
    timeline: { page(roomUuid: string, before: string | null, limit: number): { entries: TimelineEntry[]; more: boolean } };
  };
  views: { save(view: SavedView): void; remove(id: string): void };
};

export type HandlersOf = CredentialHandlersOf & {
  info: AppInfo;
  settings: { read(): Settings; change(change: SettingsChange): Result<Settings> };
  running: () => Running;
};

export const createHandlers = ({ info, settings, running, ...credentials }: HandlersOf): Handlers => ({
  ...createCredentialHandlers(credentials),
  ...createRoomReadHandlers(running),

  "room.setState": (input) => running().commands.ask("room.setState", input),

  "settings.change": (input) => settings.change(input),
  "rooms.add": async ({ roomUuids }) => ok({ verdicts: await running().sync.addRooms(roomUuids) }),
  "rooms.setVisibility": ({ roomUuids, visibility }) => {
    running().sync.setVisibility(roomUuids, visibility);
    return ok({});
  },
  "views.save": (view) => {
    running().views.save(view);
    return ok({});
  },
  "views.remove": ({ id }) => {
    running().views.remove(id);
    return ok({});
  },
  "commands.cancel": ({ commandId }) => done(running().commands.cancel(commandId)),
  "commands.confirm": ({ commandId }) => done(running().commands.confirm(commandId)),
  "alarms.acknowledge": ({ ids }) => {
    running().alarms.acknowledge(ids, settings.read().operator);
    return ok({});
  },

  "app.info": () => ok(info),
  "timeline.page": ({ roomUuid, before, limit }) => ok(running().sync.timeline.page(roomUuid, before, limit)),
});
