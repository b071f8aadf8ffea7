/** What each topic of the contract shows: read from the core when the publisher asks. */
import { BEAT_MS } from "../../shared/contract/app.ts";
import type { ServiceExtras } from "../../shared/contract/control.ts";
import { TIMELINE_TAIL } from "../../shared/contract/rooms.ts";
import type { Alarm } from "../../shared/model/alarm.ts";
import type { BoardRow, BoardScope, BoardStatus } from "../../shared/model/boardCheck.ts";
import type { Bulk, BulkItem } from "../../shared/model/bulk.ts";
import type { CommandRow } from "../../shared/model/command.ts";
import type { Connection } from "../../shared/model/connection.ts";
import type { RoomEvent, TimelineEntry } from "../../shared/model/event.ts";
import { type ExamRow, type ExamSummary, noExam } from "../../shared/model/exam.ts";
import type { ProfileStatus } from "../../shared/model/profile.ts";
import type { ProfileEntry } from "../../shared/model/profileEntry.ts";
import type { RecordStatus } from "../../shared/model/record.ts";
import type { Rehearsal } from "../../shared/model/rehearsal.ts";
import type { RemovalStatus } from "../../shared/model/removal.ts";
import type { RoomDetail, RoomSummary } from "../../shared/model/room.ts";
import type { RoomPlan } from "../../shared/model/roomPlan.ts";
import type { SavedView, Settings } from "../../shared/model/settings.ts";
import type { SceneStatus } from "../../shared/model/stream.ts";
import type { TokenServerStatus } from "../../shared/model/tokenServer.ts";
import type { Clock } from "../../shared/ports.ts";
import { eventKey } from "../../shared/projection/index.ts";
import { appError, err, ok, type Result } from "../../shared/result.ts";
import type { ListFeed, Sources, ValueFeed } from "../../shared/serving.ts";
import type { Watch } from "../../shared/signal.ts";

/** Something with a present value that says when it changed. */
type Readable<T> = { read(): T; watch: Watch<void> };
/** Many things by key. Told the key that changed; null: anything may have. */
type Listed<T> = { list(): T[]; get(key: string): T | undefined; watch: Watch<string | null> };

/** The rooms of the profile that runs; another one after each change of the profile. */
type RoomsOf = {
  rooms: { get(roomUuid: string): RoomSummary | undefined; watch: Watch<string> };
  detail(roomUuid: string): RoomDetail | undefined;
  plan(roomUuid: string): RoomPlan | null;
  /** Moves the room to the front of the polling order until it is closed. */
  openRoom(roomUuid: string): { close(): void };
  timeline: {
    tail(roomUuid: string, limit: number): TimelineEntry[];
    entry(roomUuid: string, key: string): TimelineEntry | undefined;
    /** Events that were stored, and the keys of what else changed. */
    watch: Watch<{ roomUuid: string; stored: readonly RoomEvent[]; others: readonly string[] }>;
  };
};

type ScenesOf = {
  /** Watches a room's streams until it is closed. */
  open(
    room: { roomUuid: string } & Pick<RoomPlan, "videoURL" | "reserveVideoURL">,
    changed: () => void,
  ): { read(): SceneStatus; close(): void };
};

type BulkItemsOf = {
  /** undefined: there is no such bulk. */
  items(id: string): BulkItem[] | undefined;
  item(id: string, key: string): BulkItem | undefined;
  watchItems: Watch<{ bulkId: string; key: string }>;
};

type ExamRowsOf = {
  /** undefined: there is no such exam. */
  rows(examId: string): ExamRow[] | undefined;
  row(examId: string, rowId: string): ExamRow | undefined;
  watchRows: Watch<{ examId: string; rowId: string | null }>;
};

export type SourcesOf = {
  clock: Clock;
  settings: Readable<Settings>;
  profile: Readable<ProfileStatus>;
  connection: Readable<Connection>;
  rooms: Listed<RoomSummary>;
  commands: Listed<CommandRow>;
  bulks: Listed<Bulk>;
  serviceExtras: Readable<ServiceExtras>;
  alarms: Listed<Alarm>;
  views: Listed<SavedView>;
  profiles: Listed<ProfileEntry>;
  tokenServer: Readable<TokenServerStatus>;
  practice: Readable<Rehearsal | null>;
  record: Readable<RecordStatus>;
  removal: Readable<RemovalStatus>;
  exams: Listed<ExamSummary>;
  examRows: () => ExamRowsOf;
  /** undefined: there is no such exam. */
  board: (examId: BoardScope) => Readable<BoardStatus | undefined>;
  boardRows: (examId: BoardScope) => Listed<BoardRow>;
  running: () => RoomsOf;
  /** What plays in the rooms of the profile that runs. */
  hosting: () => ScenesOf;
  /** Each command of a bulk, of the profile that runs. */
  bulkItems: () => BulkItemsOf;
  /** Another profile runs. */
  switched: Watch<void>;
};

const valueOf = <T>(readable: Readable<T>, changed: () => void): Result<ValueFeed<T>> => {
  const stop = readable.watch(changed);
  return ok({ read: () => ok(readable.read()), close: stop });
};

const listOf = <T>(listed: Listed<T>, changed: (key: string | null) => void): Result<ListFeed<T>> => {
  const stop = listed.watch(changed);
  return ok({ readAll: listed.list, read: listed.get, close: stop });
};

const noRoom = (roomUuid: string) => err(appError("notFound", `room ${roomUuid} is not known here`, { params: { room: roomUuid } }));

export const createSources = (of: SourcesOf): Sources => ({
  heartbeat: (_params, changed) => {
    let beat = 0;
    const again = (): (() => void) =>
      of.clock.after(BEAT_MS, () => {
        beat += 1;
        changed();
        stop = again();
      });
    let stop = again();
    return ok({ read: () => ok({ beat }), close: () => stop() });
  },
  settings: (_params, changed) => valueOf(of.settings, changed),
  profile: (_params, changed) => valueOf(of.profile, changed),
  connection: (_params, changed) => valueOf(of.connection, changed),
  rooms: (_params, changed) => listOf(of.rooms, changed),
  commands: (_params, changed) => listOf(of.commands, changed),
  bulks: (_params, changed) => listOf(of.bulks, changed),
  serviceExtras: (_params, changed) => valueOf(of.serviceExtras, changed),
  alarms: (_params, changed) => listOf(of.alarms, changed),
  views: (_params, changed) => listOf(of.views, changed),
  profiles: (_params, changed) => listOf(of.profiles, changed),
  tokenServer: (_params, changed) => valueOf(of.tokenServer, changed),
  practice: (_params, changed) => valueOf({ read: () => ({ rehearsal: of.practice.read() }), watch: of.practice.watch }, changed),

  bulk: ({ bulkId }, changed) => {
    const bulks = of.bulkItems();
    if (bulks.items(bulkId) === undefined)
      return err(appError("notFound", `there is no bulk ${bulkId}`, { reason: "bulk", params: { bulk: bulkId } }));
    const stopWatching = bulks.watchItems((change) => {
      if (change.bulkId === bulkId) changed(change.key);
    });
    const stopFollowing = of.switched(() => changed(null));
    return ok({
      readAll: () => (bulks === of.bulkItems() ? (bulks.items(bulkId) ?? []) : []),
      read: (key) => (bulks === of.bulkItems() ? bulks.item(bulkId, key) : undefined),
      close: () => {
        stopWatching();
        stopFollowing();
      },
    });
  },
  record: (_params, changed) => valueOf(of.record, changed),
  removal: (_params, changed) => valueOf(of.removal, changed),

  exams: (_params, changed) => listOf(of.exams, changed),
  examRows: ({ examId }, changed) => {
    const exams = of.examRows();
    if (exams.rows(examId) === undefined) return err(noExam(examId));
    const stopWatching = exams.watchRows((change) => {
      if (change.examId === examId) changed(change.rowId);
    });
    const stopFollowing = of.switched(() => changed(null));
    return ok({
      readAll: () => (exams === of.examRows() ? (exams.rows(examId) ?? []) : []),
      read: (rowId) => (exams === of.examRows() ? exams.row(examId, rowId) : undefined),
      close: () => {
        stopWatching();
        stopFollowing();
      },
    });
  },
  board: ({ examId }, changed) => {
    const board = of.board(examId);
    const read = (): Result<BoardStatus> => {
      const status = board.read();
      return status === undefined ? err(noExam(examId ?? "")) : ok(status);
    };
    const first = read();
    return first.ok ? ok({ read, close: board.watch(changed) }) : first;
  },
  boardRows: ({ examId }, changed) =>
    of.board(examId).read() === undefined ? err(noExam(examId ?? "")) : listOf(of.boardRows(examId), changed),

  scene: ({ roomUuid }, changed) => {
    const sync = of.running();
    if (sync.rooms.get(roomUuid) === undefined) return noRoom(roomUuid);
    const planned = () => {
      const { videoURL = null, reserveVideoURL = null } = sync.plan(roomUuid) ?? {};
      return { roomUuid, videoURL, reserveVideoURL };
    };
    let at = JSON.stringify(planned());
    let scene = of.hosting().open(planned(), changed);
    const reopen = (): void => {
      scene.close();
      scene = of.hosting().open(planned(), changed);
      changed();
    };
    // Its addresses may become known, or change, while somebody looks.
    const stopWatching = sync.rooms.watch((key) => {
      if (key !== roomUuid || JSON.stringify(planned()) === at) return;
      at = JSON.stringify(planned());
      reopen();
    });
    const stopFollowing = of.switched(changed);
    return ok({
      read: () => (sync === of.running() ? ok(scene.read()) : noRoom(roomUuid)),
      close: () => {
        stopWatching();
        stopFollowing();
        scene.close();
      },
    });
  },

  room: ({ roomUuid }, changed) => {
    const sync = of.running();
    if (sync.rooms.get(roomUuid) === undefined) return noRoom(roomUuid);
    const stopWatching = sync.rooms.watch((key) => {
      if (key === roomUuid) changed();
    });
    const stopFollowing = of.switched(changed);
    const opened = sync.openRoom(roomUuid);
    return ok({
      read: () => {
        // A room of another profile is another room, whatever it is called.
        const detail = sync === of.running() ? sync.detail(roomUuid) : undefined;
        return detail === undefined ? noRoom(roomUuid) : ok(detail);
      },
      close: () => {
        stopWatching();
        stopFollowing();
        opened.close();
      },
    });
  },

  timeline: ({ roomUuid }, changed) => {
    const sync = of.running();
    if (sync.rooms.get(roomUuid) === undefined) return noRoom(roomUuid);
    const item = (entry: TimelineEntry) => ({ key: entry.key, entry });
    const stopWatching = sync.timeline.watch((change) => {
      if (change.roomUuid !== roomUuid) return;
      for (const event of change.stored) changed(eventKey(event));
      for (const key of change.others) changed(key);
    });
    const stopFollowing = of.switched(() => changed(null));
    return ok({
      readAll: () => (sync === of.running() ? sync.timeline.tail(roomUuid, TIMELINE_TAIL).map(item) : []),
      read: (key) => {
        const entry = sync === of.running() ? sync.timeline.entry(roomUuid, key) : undefined;
        return entry && item(entry);
      },
      close: () => {
        stopWatching();
        stopFollowing();
      },
    });
  },
});
