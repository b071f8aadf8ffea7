/** `window.bridge` without a main process: an invented exam, for looking at screens, for measuring, and for specs of the renderer alone. */
import type { Bridge } from "../../../shared/bridge.ts";
import type { Push } from "../../../shared/contract/kinds.ts";
import { TIMELINE_TAIL } from "../../../shared/contract/rooms.ts";
import type { CallInput } from "../../../shared/contract.ts";
import type { Alarm } from "../../../shared/model/alarm.ts";
import type { Connection } from "../../../shared/model/connection.ts";
import { CMD, type TimelineEntry } from "../../../shared/model/event.ts";
import { sendableId } from "../../../shared/model/ids.ts";
import type { ProfileStatus } from "../../../shared/model/profile.ts";
import { ROOM_STATE, type RoomDetail } from "../../../shared/model/room.ts";
import { DEFAULT_SETTINGS, type SavedView, Settings } from "../../../shared/model/settings.ts";
import { appError, err, ok, type Result } from "../../../shared/result.ts";
import { createFakeBoards, createFakeScene } from "./board.ts";
import { createFakeCommands } from "./commands.ts";
import { createCourse } from "./course.ts";
import { createCredentials } from "./credentials.ts";
import { endedCommands, firstAlarms, firstCommands } from "./examMorning.ts";
import { createFakeExams } from "./exams.ts";
import { beginExam } from "./firstExam.ts";
import { createPastCalls } from "./past.ts";
import { createSeeded } from "./random.ts";
import { createRecord } from "./record.ts";
import { createRehearsal } from "./rehearsal.ts";
import { createRoomReads } from "./roomReads.ts";
import type { Scene } from "./scene.ts";
import { append, createRoom, type FakeRoom, secondLife, summary } from "./school.ts";
import { createListTopic, createValueTopic } from "./topics.ts";

const HISTORY = 40;

export type Fixture = {
  bridge: Bridge;
  /** For specs and measurements. */
  hooks: {
    /** Main falls silent: no beat, no push, no answer. */
    stop(): void;
    /** One push of the rooms is lost. */
    losePush(): void;
    setRate(eventsPerSecond: number): void;
    /** What will happen in so many seconds is made now, and told at its time. */
    prepare(seconds: number): void;
    raise(alarm: Alarm): void;
    roomCount(): number;
    counts: { events: number };
  };
};

export const createFixture = (scene: Scene): Fixture => {
  const offset = scene.startAt - Date.now();
  const now = (): number => Date.now() + offset;
  const random = createSeeded(scene.seed);
  let stopped = false;
  const quiet = scene.name === "offline";

  const rooms = new Map<string, FakeRoom>();
  const begin = now();
  for (let number = 1; number <= (scene.name === "empty" ? 0 : scene.rooms); number += 1) {
    const room = createRoom(number, begin, number % 40 !== 38 && number % 40 !== 39, scene.rooms > 100 ? 4 : HISTORY);
    rooms.set(room.roomUuid, room);
  }
  const nth = (number: number): FakeRoom | undefined => rooms.get(`fin2-${String(number).padStart(3, "0")}`);
  const change = (number: number, act: (room: FakeRoom) => void): void => {
    const room = nth(number);
    if (room) act(room);
  };
  change(17, (room) => append(room, CMD.recording, { state: 2, reason: 5 }, begin - 48_000, true));
  change(36, (room) => append(room, CMD.roomState, { state: ROOM_STATE.ended, startTime: begin - 2_400_000 }, begin - 300_000, true));
  change(31, (room) => Object.assign(room, { chained: false, provedAt: begin - 92_000, phase: "backingOff", problem: "timeout" }));
  change(9, (room) => Object.assign(room, { chained: false, provedAt: begin - 7_500 }));
  change(22, (room) => secondLife(room, begin));

  const settings = createValueTopic<Settings>({
    ...DEFAULT_SETTINGS,
    language: scene.language,
    theme: scene.theme,
    zoom: scene.zoom,
    timeZone: "UTC",
    operator: "M. Okafor",
  });
  const profile = createValueTopic<ProfileStatus>({
    name: "Autumn finals, sitting 2",
    region: "ap",
    appId: "970ca35de60c44645bbae8a215061b33",
    uid: "console",
    practice: scene.name !== "observe",
    observeOnly: scene.name === "observe",
    pollSeconds: 2,
    certificate: scene.name === "quiet" ? "memory" : "keychain",
    notices:
      scene.name === "quiet"
        ? [
            { code: "certificateInFile", params: {} },
            { code: "keychainMissing", params: { detail: "" } },
          ]
        : [],
  });
  const connection = createValueTopic<Connection>({
    phase: quiet ? "backingOff" : scene.name === "catchingUp" ? "catchingUp" : "live",
    region: "ap",
    host: "api.example.com",
    hostRole: "primary",
    route: { attempt: 1, waitedMs: 0, tookMs: 40 },
    lastAnswerAt: quiet ? begin - 75_000 : begin,
    problem: quiet ? { code: "dns", since: begin - 74_000, detail: "getaddrinfo ENOTFOUND api.example.com" } : null,
    nextAttemptAt: quiet ? begin + 9_000 : null,
    catchUp: scene.name === "catchingUp" ? { done: 12, of: scene.rooms } : null,
    clockOffset: 120,
    rate: { used: 9.1, limit: 10 },
    requestsWaiting: scene.name === "catchingUp" ? scene.rooms - 12 : 0,
    chain: { id: 1, lastTs: quiet ? begin - 75_000 : begin, proves: true },
    otherReader: false,
    proofInterval: 2_000,
  });
  if (quiet) for (const room of rooms.values()) room.provedAt = begin - 75_000;
  // The page reckons by the server's clock; here that is the scene's.
  connection.set({ ...connection.read(), clockOffset: offset });

  const alarms = new Map<string, Alarm>(
    ["exam", "observe", "stopped"].includes(scene.name) ? firstAlarms(begin).map((alarm) => [alarm.id, alarm]) : [],
  );
  const course = createCourse(
    { rooms, random, now, stopped: () => stopped, changed: (room) => changed(room) },
    scene.name === "exam" || scene.name === "observe" ? scene.rate : 0,
  );
  const commands = createFakeCommands(
    {
      now,
      operator: () => settings.read().operator,
      room: (roomUuid) => optional(rooms.get(roomUuid), course.summary),
      effect: ({ name, roomUuid, input }) => {
        const room = rooms.get(roomUuid);
        if (room === undefined) return;
        if (name === "room.setState") append(room, CMD.roomState, { state: input["state"], startTime: now() }, now(), true);
        if (name === "recording.start" || name === "recording.stop")
          append(room, CMD.recording, { state: name === "recording.start" ? 1 : 2, startTime: now() }, now(), true);
        changed(room);
      },
    },
    scene.name === "exam" || quiet ? [...endedCommands(begin, scene.commands), ...firstCommands(begin)] : [],
  );
  const views = new Map<string, SavedView>();
  const credentials = createCredentials(scene, now);
  const record = createRecord(scene, now);
  const exams = createFakeExams(now, (roomUuid) => optional(rooms.get(roomUuid), course.summary));
  const boards = createFakeBoards(
    (examId) => [...rooms.values()].map(summary).filter(({ roomUuid }) => examId === null || exams.names(examId, roomUuid)),
    now,
  );
  if (scene.name !== "empty") beginExam(exams, [...rooms.values()].map(course.summary));
  const rehearsal = createRehearsal(scene.name !== "observe", now);
  const topics = {
    profiles: credentials.profiles,
    tokenServer: credentials.tokenServer,
    practice: rehearsal.topic,
    record: record.record,
    removal: record.removal,
    exams: exams.topic,
    rooms: createListTopic(
      () => [...rooms.values()].map(course.summary),
      (key) => optional(rooms.get(key), course.summary),
    ),
    alarms: createListTopic(
      () => [...alarms.values()],
      (key) => alarms.get(key),
    ),
    commands: commands.topics.commands,
    bulks: commands.topics.bulks,
    serviceExtras: commands.topics.serviceExtras,
    views: createListTopic(
      () => [...views.values()],
      (key) => views.get(key),
    ),
    heartbeat: createValueTopic({ beat: 0 }),
  };
  const opened = new Map<
    string,
    {
      detail: ReturnType<typeof createValueTopic<RoomDetail>>;
      timeline: ReturnType<typeof createListTopic<{ key: string; entry: TimelineEntry }>>;
    }
  >();
  const detailOf = (room: FakeRoom): RoomDetail => ({ summary: summary(room), view: room.view });
  const tailOf = (room: FakeRoom): TimelineEntry[] => room.entries.slice(-TIMELINE_TAIL);
  const openedRoom = (room: FakeRoom) => {
    const known = opened.get(room.roomUuid);
    if (known) return known;
    const item = (entry: TimelineEntry) => ({ key: entry.key, entry });
    const fresh = {
      detail: createValueTopic(detailOf(room)),
      timeline: createListTopic(
        () => tailOf(room).map(item),
        (key) =>
          optional(
            tailOf(room).findLast((entry) => entry.key === key),
            item,
          ),
      ),
    };
    opened.set(room.roomUuid, fresh);
    return fresh;
  };
  const changed = (room: FakeRoom): void => {
    topics.rooms.changed(room.roomUuid);
    const open = opened.get(room.roomUuid);
    open?.detail.set(detailOf(room));
    const newest = room.entries.at(-1);
    if (newest) open?.timeline.changed(newest.key);
  };

  // An answer every two seconds, a beat each second.
  setInterval(() => {
    if (stopped || quiet) return;
    const at = now();
    connection.set({ ...connection.read(), lastAnswerAt: at, chain: { id: 1, lastTs: at, proves: true } });
  }, 2_000);
  setInterval(() => {
    if (!stopped) topics.heartbeat.set({ beat: topics.heartbeat.read().beat + 1 });
  }, 1_000);

  if (scene.name === "stopped") {
    setTimeout(() => {
      stopped = true;
    }, 1_500);
  }

  const done: Result<Record<string, never>> = ok({});
  const calls: { [N in Parameters<Bridge["call"]>[0]]: (input: CallInput<N>) => Result<unknown> } = {
    ...credentials.calls,
    ...rehearsal.calls,
    ...record.calls,
    ...exams.calls,
    ...boards.calls,
    ...createRoomReads(rooms, now),
    ...commands.calls,
    ...createPastCalls(rooms, now),
    "drafts.keep": () => done,
    "drafts.all": () => ok({ drafts: {} }),
    "app.info": () => ok({ version: "0.1.0", locales: [scene.language], mode: "chromium" }),
    "settings.change": (input) => {
      settings.set(Settings.parse({ ...settings.read(), ...input }));
      applyZoom();
      return ok(settings.read());
    },
    "views.save": (view) => {
      views.set(view.id, view);
      topics.views.changed(view.id);
      return done;
    },
    "views.remove": ({ id }) => {
      views.delete(id);
      topics.views.changed(id);
      return done;
    },
    "rooms.setVisibility": ({ roomUuids, visibility }) => {
      for (const id of roomUuids) {
        const room = rooms.get(id);
        if (room) room.visibility = visibility;
        topics.rooms.changed(id);
      }
      return done;
    },
    "rooms.add": ({ roomUuids }) =>
      ok({
        verdicts: roomUuids.map((roomUuid) => {
          if (!sendableId(roomUuid)) return { roomUuid, verdict: "invalid" };
          if (rooms.has(roomUuid)) return { roomUuid, verdict: "known" };
          if (roomUuid.startsWith("no")) return { roomUuid, verdict: "absent" };
          rooms.set(roomUuid, { ...createRoom(rooms.size + 1, now(), false, 0), roomUuid, name: roomUuid, schedule: null });
          topics.rooms.changed(roomUuid);
          return { roomUuid, verdict: "added" };
        }),
      }),
    "alarms.acknowledge": ({ ids }) => {
      for (const id of ids) {
        const alarm = alarms.get(id);
        if (!alarm) continue;
        if (alarm.clearedAt === null) alarms.set(id, { ...alarm, acknowledgedAt: now(), acknowledgedBy: settings.read().operator });
        else alarms.delete(id);
        topics.alarms.changed(id);
      }
      return done;
    },
    "timeline.page": ({ roomUuid, before, limit }) => {
      const room = rooms.get(roomUuid);
      if (!room) return err(appError("notFound", "no such room"));
      const older = room.entries.filter((entry) => before === null || entry.key < before).reverse();
      return ok({ entries: older.slice(0, limit), more: older.length > limit });
    },
  };
  const applyZoom = (): void => {
    // As main does to the page.
    document.documentElement.style.zoom = String(settings.read().zoom);
  };
  applyZoom();

  const gate = (listener: (push: Push) => void) => (push: Push) => {
    if (!stopped) listener(push);
  };
  const refuse = (listener: (push: Push) => void): (() => void) => {
    queueMicrotask(() => listener({ kind: "closed", subscription: "fixture", revision: 0, error: appError("notFound", "no such room") }));
    return () => undefined;
  };

  return {
    bridge: {
      call: (name, input) => {
        if (stopped) return new Promise(() => undefined);
        const handler = calls[name] as unknown as (value: unknown) => Result<never>;
        return new Promise((resolve) => setTimeout(() => resolve(handler(input)), 5));
      },
      subscribe: (topic, params, listen) => {
        const listener = gate(listen);
        if (topic === "settings") return settings.subscribe(listener);
        if (topic === "profile") return profile.subscribe(listener);
        if (topic === "connection") return connection.subscribe(listener);
        if (topic === "bulk") return commands.bulkTopic((params as { bulkId: string }).bulkId)?.subscribe(listener) ?? refuse(listener);
        if (topic === "board") return boards.of((params as { examId: string | null }).examId).status.subscribe(listener);
        if (topic === "boardRows") return boards.of((params as { examId: string | null }).examId).rows.subscribe(listener);
        if (topic === "examRows") return exams.rows((params as { examId: string }).examId)?.subscribe(listener) ?? refuse(listener);
        if (topic === "room" || topic === "timeline") {
          const room = rooms.get((params as { roomUuid: string }).roomUuid);
          if (!room) return refuse(listener);
          return topic === "room" ? openedRoom(room).detail.subscribe(listener) : openedRoom(room).timeline.subscribe(listener);
        }
        if (topic === "scene") return createFakeScene((params as { roomUuid: string }).roomUuid, now()).subscribe(listener);
        const byName: Readonly<Record<string, { subscribe(listener: (push: Push) => void): () => void }>> = topics;
        return byName[topic]?.subscribe(listener) ?? refuse(listener);
      },
    },
    hooks: {
      stop: () => {
        stopped = true;
      },
      losePush: topics.rooms.dropNext,
      setRate: course.setRate,
      prepare: course.prepare,
      raise: (alarm) => {
        alarms.set(alarm.id, alarm);
        topics.alarms.changed(alarm.id);
      },
      roomCount: () => rooms.size,
      counts: course.counts,
    },
  };
};

const optional = <A, B>(value: A | undefined, map: (value: A) => B): B | undefined => (value === undefined ? undefined : map(value));
