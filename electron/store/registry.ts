/** What cannot be fetched again: which rooms are known and how they are shown, and the saved views. Survives the loss of the journal. */
import type { RoomSummary, Schedule } from "../../shared/model/room.ts";
import { RoomPlan } from "../../shared/model/roomPlan.ts";
import { SavedView } from "../../shared/model/settings.ts";
import type { Database, SqlRow } from "../../shared/ports.ts";
import { createSignal, type Watch } from "../../shared/signal.ts";

export type Visibility = RoomSummary["visibility"];
/** How a room came to be known: an event named it, a person added it, or it was created here. */
export type RoomSource = "event" | "added" | "created";

export type KnownRoom = {
  roomUuid: string;
  name: string | null;
  schedule: Schedule | null;
  plan: RoomPlan | null;
  source: RoomSource;
  visibility: Visibility;
  /** Server time, ms. */
  addedAt: number;
  /** The service said that there is no such room. */
  absent: boolean;
  /** The incarnation for which name, schedule and plan were asked. */
  factsIncarnation: number | null;
};

export interface Registry {
  rooms(): Iterable<KnownRoom>;
  room(roomUuid: string): KnownRoom | undefined;
  /** Rooms that are known already stay as they are. Answers the ids that are new. */
  add(roomUuids: readonly string[], source: RoomSource, addedAt: number): string[];
  /** A room that turned out never to have existed. */
  forget(roomUuid: string): void;
  setVisibility(roomUuids: readonly string[], visibility: Visibility): void;
  setFacts(roomUuid: string, facts: Pick<KnownRoom, "name" | "schedule" | "plan"> & { incarnation: number }): void;
  setAbsent(roomUuid: string, absent: boolean): void;
  views: {
    list(): SavedView[];
    get(id: string): SavedView | undefined;
    save(view: SavedView): void;
    remove(id: string): void;
    watch: Watch<string>;
  };
  close(): void;
}

const planOf = (text: SqlRow[string] | undefined): RoomPlan | null => {
  const plan = typeof text === "string" ? RoomPlan.safeParse(JSON.parse(text)) : null;
  return plan?.success ? plan.data : null;
};

const roomOf = (row: SqlRow): KnownRoom => ({
  roomUuid: String(row["uuid"]),
  name: row["name"] === null ? null : String(row["name"]),
  schedule: row["schedule"] === null ? null : (JSON.parse(String(row["schedule"])) as Schedule),
  plan: planOf(row["plan"]),
  source: String(row["source"]) as RoomSource,
  visibility: String(row["visibility"]) as Visibility,
  addedAt: Number(row["added_at"]),
  absent: row["absent"] === 1,
  factsIncarnation: row["facts_incarnation"] === null ? null : Number(row["facts_incarnation"]),
});

/** A view that a newer or damaged row holds is left out, not a reason to fail. */
const viewsOf = (rows: SqlRow[]): SavedView[] =>
  rows.flatMap((row) => {
    const view = SavedView.safeParse(JSON.parse(String(row["body"])));
    return view.success ? [view.data] : [];
  });

/** Takes a database that `openMigrated` has opened. */
export const createRegistry = (database: Database): Registry => {
  const insertRoom = database.prepare(
    "INSERT INTO rooms (uuid, source, visibility, added_at, absent) VALUES (?, ?, 'shown', ?, 0) ON CONFLICT DO NOTHING",
  );
  const deleteRoom = database.prepare("DELETE FROM rooms WHERE uuid = ?");
  const writeVisibility = database.prepare("UPDATE rooms SET visibility = ? WHERE uuid = ?");
  const writeFacts = database.prepare("UPDATE rooms SET name = ?, schedule = ?, plan = ?, facts_incarnation = ? WHERE uuid = ?");
  const writeAbsent = database.prepare("UPDATE rooms SET absent = ? WHERE uuid = ?");
  const writeView = database.prepare("INSERT INTO views (id, body) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET body = excluded.body");
  const deleteView = database.prepare("DELETE FROM views WHERE id = ?");

  const rooms = new Map(
    database
      .prepare("SELECT * FROM rooms")
      .all()
      .map((row) => [String(row["uuid"]), roomOf(row)]),
  );
  const views = new Map(viewsOf(database.prepare("SELECT body FROM views").all()).map((view) => [view.id, view]));
  const viewChanged = createSignal<string>();

  const change = (roomUuid: string, part: Partial<KnownRoom>): void => {
    const room = rooms.get(roomUuid);
    if (room !== undefined) rooms.set(roomUuid, { ...room, ...part });
  };

  return {
    rooms: () => rooms.values(),
    room: (roomUuid) => rooms.get(roomUuid),
    add: (roomUuids, source, addedAt) => {
      const added = [...new Set(roomUuids)].filter((roomUuid) => !rooms.has(roomUuid));
      if (added.length === 0) return added;
      database.transaction(() => {
        for (const roomUuid of added) insertRoom.run(roomUuid, source, addedAt);
      });
      const fresh = {
        name: null,
        schedule: null,
        plan: null,
        source,
        visibility: "shown",
        addedAt,
        absent: false,
        factsIncarnation: null,
      } as const;
      for (const roomUuid of added) rooms.set(roomUuid, { roomUuid, ...fresh });
      return added;
    },
    forget: (roomUuid) => {
      deleteRoom.run(roomUuid);
      rooms.delete(roomUuid);
    },
    setVisibility: (roomUuids, visibility) => {
      database.transaction(() => {
        for (const roomUuid of roomUuids) writeVisibility.run(visibility, roomUuid);
      });
      for (const roomUuid of roomUuids) change(roomUuid, { visibility });
    },
    setFacts: (roomUuid, { name, schedule, plan, incarnation }) => {
      const json = (value: object | null): string | null => (value === null ? null : JSON.stringify(value));
      writeFacts.run(name, json(schedule), json(plan), incarnation, roomUuid);
      change(roomUuid, { name, schedule, plan, factsIncarnation: incarnation });
    },
    setAbsent: (roomUuid, absent) => {
      if (rooms.get(roomUuid)?.absent === absent) return;
      writeAbsent.run(absent ? 1 : 0, roomUuid);
      change(roomUuid, { absent });
    },
    views: {
      list: () => [...views.values()],
      get: (id) => views.get(id),
      save: (view) => {
        writeView.run(view.id, JSON.stringify(view));
        views.set(view.id, view);
        viewChanged.emit(view.id);
      },
      remove: (id) => {
        deleteView.run(id);
        views.delete(id);
        viewChanged.emit(id);
      },
      watch: viewChanged.watch,
    },
    close: () => database.close(),
  };
};
