/** What each call of the contract does: a line per entry. */

import type { AppInfo, KeptDraft } from "../../shared/contract/app.ts";
import type { AddVerdict } from "../../shared/contract/rooms.ts";
import { type CallArgument, type CallOutput, type CommandName, contract } from "../../shared/contract.ts";
import type { TimelineEntry } from "../../shared/model/event.ts";
import type { RehearsalPlan, TroubleName } from "../../shared/model/rehearsal.ts";
import type { RoomSummary } from "../../shared/model/room.ts";
import type { SavedView, Settings, SettingsChange } from "../../shared/model/settings.ts";
import { ok, type Result } from "../../shared/result.ts";
import type { Handlers } from "../../shared/serving.ts";
import { type BoardOf, createBoardHandlers } from "./boardHandlers.ts";
import { type CredentialHandlersOf, createCredentialHandlers } from "./credentialHandlers.ts";
import { done } from "./done.ts";
import { createExamHandlers, type ExamReportOf, type ExamsOf } from "./examHandlers.ts";
import { createPastHandlers, type PastOf } from "./pastHandlers.ts";
import { createRecordHandlers, type RecordHandlersOf } from "./recordHandlers.ts";
import { createRoomReadHandlers, type RoomReadsOf } from "./roomReadHandlers.ts";

/** What runs: another one after each change of the profile. */
type Running = RoomReadsOf &
  PastOf &
  BoardOf &
  ExamsOf & {
    commands: {
      ask(name: CommandName, input: CallArgument<CommandName>): Result<{ commandId: string }>;
      cancel(id: string): Result<void>;
      confirm(id: string): Result<void>;
      letGo(id: string): Result<void>;
      bulks: {
        ask(ask: CallArgument<"bulk.ask">): Result<{ commandId: string }>;
        stop(id: string): Result<{ cancelled: number; left: number }>;
      };
    };
    commandPages(input: CallArgument<"commands.page">): Promise<Result<CallOutput<"commands.page">>>;
    alarms: { acknowledge(ids: string[], by: string): void };
    sync: {
      addRooms(roomUuids: string[]): Promise<AddVerdict[]>;
      setVisibility(roomUuids: string[], visibility: RoomSummary["visibility"]): void;
      timeline: { page(roomUuid: string, before: string | null, limit: number): { entries: TimelineEntry[]; more: boolean } };
    };
    views: { save(view: SavedView): void; remove(id: string): void };
  };

export type HandlersOf = CredentialHandlersOf &
  ExamReportOf &
  RecordHandlersOf & {
    info: AppInfo;
    settings: { read(): Settings; change(change: SettingsChange): Result<Settings> };
    drafts: { all(): Record<string, KeptDraft>; keep(key: string, draft: KeptDraft | null): Result<void> };
    running: () => Running;
    practice: {
      begin(plan: RehearsalPlan): Promise<Result<void>>;
      turn(name: TroubleName, on: boolean): Result<void>;
    };
  };

/** Every command goes the one way: into the outbox. */
const commandHandlers = (running: () => Running): Pick<Handlers, CommandName> => {
  const ask = (name: CommandName) => (input: CallArgument<CommandName>) => running().commands.ask(name, input);
  const names = Object.keys(contract.commands) as CommandName[];
  return Object.fromEntries(names.map((name) => [name, ask(name)])) as unknown as Pick<Handlers, CommandName>;
};

export const createHandlers = ({
  info,
  settings,
  drafts,
  running,
  practice,
  record,
  removals,
  examReport,
  ...credentials
}: HandlersOf): Handlers => ({
  ...createCredentialHandlers(credentials),
  ...createRecordHandlers({ record, removals }),
  ...createRoomReadHandlers(running),
  ...createPastHandlers(running),
  ...createExamHandlers(running, { examReport }),
  ...createBoardHandlers(running),

  ...commandHandlers(running),

  "settings.change": (input) => settings.change(input),
  "drafts.keep": ({ key, draft }) => done(drafts.keep(key, draft)),
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
  "commands.letGo": ({ commandId }) => done(running().commands.letGo(commandId)),
  "bulk.ask": (ask) => running().commands.bulks.ask(ask),
  "bulk.stop": ({ bulkId }) => running().commands.bulks.stop(bulkId),
  "commands.page": (input) => running().commandPages(input),
  "alarms.acknowledge": ({ ids }) => {
    running().alarms.acknowledge(ids, settings.read().operator);
    return ok({});
  },

  "practice.begin": async (plan) => done(await practice.begin(plan)),
  "practice.trouble": ({ name, on }) => done(practice.turn(name, on)),

  "app.info": () => ok(info),
  "drafts.all": () => ok({ drafts: drafts.all() }),
  "timeline.page": ({ roomUuid, before, limit }) => ok(running().sync.timeline.page(roomUuid, before, limit)),
});
