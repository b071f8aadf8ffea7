/** All state of the window in one place, made once by `main.tsx` and handed down by context. */
import { createContext, useContext } from "react";
import { useStore } from "zustand";
import { createStore, type StoreApi } from "zustand/vanilla";
import type { AppInfo } from "../../shared/contract/app.ts";
import type { ServiceExtras } from "../../shared/contract/control.ts";
import type { Alarm, AlarmPriority } from "../../shared/model/alarm.ts";
import type { Bulk } from "../../shared/model/bulk.ts";
import type { CommandRow } from "../../shared/model/command.ts";
import type { Connection } from "../../shared/model/connection.ts";
import type { ExamSummary } from "../../shared/model/exam.ts";
import type { ProfileStatus } from "../../shared/model/profile.ts";
import type { ProfileEntry } from "../../shared/model/profileEntry.ts";
import type { RecordStatus } from "../../shared/model/record.ts";
import type { Rehearsal } from "../../shared/model/rehearsal.ts";
import type { RemovalStatus } from "../../shared/model/removal.ts";
import type { RoomSummary } from "../../shared/model/room.ts";
import { DEFAULT_SETTINGS, type SavedView, type Settings } from "../../shared/model/settings.ts";
import type { TokenServerStatus } from "../../shared/model/tokenServer.ts";
import type { Bridge } from "../bridge.ts";
import type { RendererClock } from "../clock.ts";
import { type AwayStore, watchAway, windowWorld } from "./away.ts";
import { priorityByRoom } from "./derived.ts";
import { createDrafts, type DraftStore } from "./drafts.ts";
import { type PulseStore, watchHeartbeat } from "./heartbeat.ts";
import { keepDrafts } from "./keepDrafts.ts";
import { type ListMirror, mirrorList, mirrorValue, type ValueMirror } from "./mirrors.ts";
import { type NowStore, tickNow } from "./now.ts";
import type { Pointer } from "./pointer.ts";
import { createSheets, type SheetKeeper } from "./sheet.ts";
import { createUi, type Ui, type UiStore } from "./ui.ts";

export type Console = {
  bridge: Bridge;
  clock: RendererClock;
  pointer: Pointer;
  rooms: ListMirror<RoomSummary>;
  commands: ListMirror<CommandRow>;
  bulks: ListMirror<Bulk>;
  /** What the service has beyond the specification. */
  extras: ValueMirror<ServiceExtras>;
  alarms: ListMirror<Alarm>;
  /** The most urgent open alarm of each room. */
  priorities: StoreApi<{ byRoom: ReadonlyMap<string, AlarmPriority> }>;
  views: ListMirror<SavedView>;
  settings: ValueMirror<Settings>;
  profile: ValueMirror<ProfileStatus>;
  profiles: ListMirror<ProfileEntry>;
  tokenServer: ValueMirror<TokenServerStatus>;
  practice: ValueMirror<{ rehearsal: Rehearsal | null }>;
  record: ValueMirror<RecordStatus>;
  removal: ValueMirror<RemovalStatus>;
  exams: ListMirror<ExamSummary>;
  sheets: SheetKeeper;
  drafts: DraftStore;
  connection: ValueMirror<Connection>;
  pulse: PulseStore;
  now: NowStore;
  away: AwayStore;
  info: StoreApi<{ value: AppInfo | null }>;
  ui: UiStore;
};

/** `width`: of the page, CSS pixels. */
export const createConsole = (bridge: Bridge, clock: RendererClock, { width, pointer }: { width: number; pointer: Pointer }): Console => {
  // What the wall needs is asked for first.
  const settings = mirrorValue(bridge, clock, "settings", {}).store;
  const profile = mirrorValue(bridge, clock, "profile", {}).store;
  const rooms = mirrorList(bridge, clock, "rooms", {}).store;
  const connection = mirrorValue(bridge, clock, "connection", {}).store;
  const now = tickNow(clock, connection).store;
  const alarms = mirrorList(bridge, clock, "alarms", {}).store;
  const priorities = createStore<{ byRoom: ReadonlyMap<string, AlarmPriority> }>(() => ({ byRoom: new Map() }));
  alarms.subscribe(({ items }) => priorities.setState({ byRoom: priorityByRoom(items) }));
  const drafts = createDrafts();
  keepDrafts(bridge, clock, drafts);
  const info = createStore<{ value: AppInfo | null }>(() => ({ value: null }));
  void bridge.call("app.info", {}).then((answer) => {
    if (answer.ok) info.setState({ value: answer.value });
  });
  return {
    bridge,
    clock,
    pointer,
    pulse: watchHeartbeat(bridge, clock).store,
    settings,
    profile,
    profiles: mirrorList(bridge, clock, "profiles", {}).store,
    tokenServer: mirrorValue(bridge, clock, "tokenServer", {}).store,
    practice: mirrorValue(bridge, clock, "practice", {}).store,
    record: mirrorValue(bridge, clock, "record", {}).store,
    removal: mirrorValue(bridge, clock, "removal", {}).store,
    exams: mirrorList(bridge, clock, "exams", {}).store,
    sheets: createSheets(bridge, clock),
    drafts,
    connection,
    rooms,
    alarms,
    priorities,
    commands: mirrorList(bridge, clock, "commands", {}).store,
    bulks: mirrorList(bridge, clock, "bulks", {}).store,
    extras: mirrorValue(bridge, clock, "serviceExtras", {}).store,
    views: mirrorList(bridge, clock, "views", {}).store,
    now,
    away: watchAway(windowWorld(now)).store,
    info,
    ui: createUi(width),
  };
};

const ConsoleContext = createContext<Console | null>(null);
export const ConsoleProvider = ConsoleContext.Provider;

export const useConsole = (): Console => {
  const value = useContext(ConsoleContext);
  if (value === null) throw new Error("useConsole outside its provider");
  return value;
};

export const useSettings = (): Settings => useStore(useConsole().settings, (state) => state.value ?? DEFAULT_SETTINGS);
export const useProfile = (): ProfileStatus | null => useStore(useConsole().profile, (state) => state.value);
export const useConnection = (): Connection | null => useStore(useConsole().connection, (state) => state.value);
/** Server time, ms, renewed each second. */
export const useNow = (): number => useStore(useConsole().now, (state) => state.server);
/** This workstation's time, ms, renewed each second: for what main reckons on its own clock. */
export const useWallNow = (): number => useStore(useConsole().now, (state) => state.wall);
export const useUi = <T>(select: (ui: Ui) => T): T => useStore(useConsole().ui, select);
