/** What this window shows: place, filter, order, marks. Nothing here is known to main. */
import { createStore, type StoreApi } from "zustand/vanilla";
import type { PastMode } from "../../shared/model/past.ts";
import type { SavedView } from "../../shared/model/settings.ts";
import type { Cannot } from "../features/commands/entries.ts";
import type { Subject } from "../features/commands/subject.ts";

export type Place =
  | { name: "wall" }
  | { name: "room"; roomUuid: string }
  | { name: "alarms" }
  | { name: "commands" }
  | { name: "tokens" }
  | { name: "record" }
  | { name: "profiles" }
  | { name: "settings" }
  | { name: "practice" }
  | ExamsPlaceState
  | { name: "board" }
  | PastPlaceState;

export const EXAM_VIEWS = ["sheet", "apply", "check", "seating", "report"] as const;
export type ExamView = (typeof EXAM_VIEWS)[number];
/** The exams; `examId` null: all of them, as a list. */
export type ExamsPlaceState = { name: "exams"; examId: string | null; view: ExamView };
export const examsPlace = (examId: string | null = null, view: ExamView = "sheet"): ExamsPlaceState => ({ name: "exams", examId, view });

export const PAST_VIEWS = ["rewind", "search", "since"] as const;
/** Reading the past. `roomUuid` null: the wall, or every room; `at`, server time ms, null: the latest that is stored. */
export type PastPlaceState = {
  name: "past";
  view: (typeof PAST_VIEWS)[number];
  roomUuid: string | null;
  at: number | null;
  mode: PastMode;
};
export const pastPlace = (part: Partial<PastPlaceState> = {}): PastPlaceState => ({
  view: "rewind",
  roomUuid: null,
  at: null,
  mode: "was",
  ...part,
  name: "past",
});

export type ColumnId = "name" | "state" | "people" | "hands" | "stage" | "recording" | "event" | "age" | "alarm";
export type Sort = { column: ColumnId; descending: boolean };
export const CHIPS = ["all", "needsMe", "notRecording", "notStarted", "handsUp"] as const;
export type Chip = (typeof CHIPS)[number];
/** What the middle of a room shows; it stays from room to room. */
export const ROOM_VIEWS = ["timeline", "results", "recordings", "stage", "files", "properties", "groups", "scene"] as const;
export type RoomViewName = (typeof ROOM_VIEWS)[number];
export type DialogName =
  | "addRooms"
  | "keys"
  | "person"
  | "ask"
  | "bulk"
  | "cannot"
  | "palette"
  | "saveView"
  | "removeProfile"
  | "exportProfile"
  | "importProfile"
  | "forgetCertificate"
  | "removeRooms"
  | "beginRehearsal"
  | "examFacts"
  | "removeExam"
  | "importSheet"
  | "applyPlan";

/** How much room there is: columns leave and panels fold by it. */
export type WidthClass = "wide" | "compact" | "narrow" | "tiny";

export type Ui = {
  place: Place;
  filter: string;
  chip: Chip;
  sort: Sort;
  include: SavedView["include"];
  /** The exam whose rooms alone the wall shows; null: all rooms. */
  exam: string | null;
  marked: ReadonlySet<string>;
  /** The row under the keyboard. */
  cursor: string | null;
  wallScroll: number;
  dialog: DialogName | null;
  roomView: RoomViewName;
  /** What is being asked for, while the dialog is `ask`. */
  subject: Subject | null;
  /** The many commands whose progress is shown, while the dialog is `bulk`. */
  bulkId: string | null;
  cannot: Cannot | null;
  dismissedNotices: ReadonlySet<string>;
  width: WidthClass;
  /** A sentence for screen readers and the tray: what the last action came to. */
  said: { text: string; tone: "plain" | "bad"; number: number } | null;
};

export type UiStore = StoreApi<Ui>;

export const initialUi: Ui = {
  place: { name: "wall" },
  filter: "",
  chip: "all",
  sort: { column: "name", descending: false },
  include: "shown",
  exam: null,
  marked: new Set(),
  cursor: null,
  wallScroll: 0,
  dialog: null,
  roomView: "timeline",
  subject: null,
  bulkId: null,
  cannot: null,
  dismissedNotices: new Set(),
  width: "wide",
  said: null,
};

/** `room`: the width of the layout in CSS pixels, after zoom. */
export const widthClass = (room: number): WidthClass => {
  if (room >= 1_500) return "wide";
  if (room >= 1_150) return "compact";
  return room >= 860 ? "narrow" : "tiny";
};

export const createUi = (room: number): UiStore => createStore<Ui>(() => ({ ...initialUi, width: widthClass(room) }));

export const say = (ui: UiStore, text: string, tone: "plain" | "bad" = "plain"): void =>
  ui.setState((state) => ({ said: { text, tone, number: (state.said?.number ?? 0) + 1 } }));
