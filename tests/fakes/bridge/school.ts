/** Synthetic rooms whose events are folded by the product's own projection: what the wall shows is what such a history would make. */
import { CMD, type RoomEvent, type TimelineEntry } from "../../../shared/model/event.ts";
import { ROOM_STATE, type RoomSummary, type RoomView } from "../../../shared/model/room.ts";
import type { EventTime } from "../../../shared/model/time.ts";
import { applyEvent, emptyView, eventKey, gapKey, incarnationKey, summaryOf } from "../../../shared/projection/index.ts";
import { createSeeded, type Seeded } from "./random.ts";
import { enliven } from "./roomReads.ts";

const SUBJECTS = [
  "Linear algebra",
  "Organic chemistry",
  "Microeconomics",
  "Constitutional law",
  "Statistics II",
  "Thermodynamics",
  "Modern history",
  "Cell biology",
];
const FIRST = [
  "Ana",
  "Chen",
  "Fatima",
  "Hugo",
  "Ivan",
  "Jonas",
  "Kofi",
  "Lea",
  "Liu",
  "Mei",
  "Nora",
  "Omar",
  "Priya",
  "Rosa",
  "Sara",
  "Sofia",
  "Tom",
  "Viktor",
  "Wei",
  "Yuki",
];
const LAST = [
  "Costa",
  "Wei",
  "Noor",
  "Martin",
  "Petrov",
  "Weber",
  "Mensah",
  "Dubois",
  "Yang",
  "Tanaka",
  "Lind",
  "Aziz",
  "Nair",
  "Vega",
  "Kim",
  "Marin",
  "Baker",
  "Hahn",
  "Zhao",
  "Mori",
];
const LINES = [
  "the second page of the exam does not load",
  "may we begin?",
  "I cannot hear you",
  "please keep your cameras on",
  "thank you",
  "question 4 has no picture",
];
const TIMELINE_KEPT = 600;
/** Rooms with a longer history than this have had a quiz and a poll. */
const LIVELY = 20;
export const STUDENTS = 20;

export type FakeRoom = {
  roomUuid: string;
  name: string;
  view: RoomView;
  sequence: number;
  entries: TimelineEntry[];
  gaps: number;
  visibility: RoomSummary["visibility"];
  phase: RoomSummary["phase"];
  problem: string | null;
  provedAt: number;
  chained: boolean;
  schedule: RoomSummary["schedule"];
};

const student = (room: number, index: number): { userUuid: string; userName: string; role: string } => ({
  userUuid: `s-${room}-${index}`,
  userName: `${FIRST[(index * 7 + room) % FIRST.length]} ${LAST[(index * 3 + room * 5) % LAST.length]}`,
  role: "2",
});

/** Times on the server's clock, ms. `exact`: the kinds whose data carry their own time. */
export const append = (room: FakeRoom, cmd: number, data: unknown, at: number, exact: boolean): void => {
  room.sequence += 1;
  const time: EventTime = exact ? { kind: "exact", at } : { kind: "between", notBefore: at - 1_400, notAfter: at + 600 };
  const event: RoomEvent = {
    roomUuid: room.roomUuid,
    incarnation: 1,
    sequence: room.sequence,
    ordinal: 0,
    cmd,
    data,
    time,
    receivedAt: at + 640,
    via: room.sequence % 5 === 0 ? "room" : "app",
  };
  room.view = applyEvent(room.view, event);
  room.entries.push({ kind: "event", key: eventKey(event), event });
  if (room.entries.length > TIMELINE_KEPT) room.entries.shift();
};

const missing = (room: FakeRoom, count: number, at: number): void => {
  const gap = { roomUuid: room.roomUuid, incarnation: 1, from: room.sequence + 1, to: room.sequence + count, foundAt: at };
  room.entries.push({ kind: "gap", key: gapKey(gap), gap });
  room.sequence += count;
  room.gaps += 1;
};

/** Something that happens in a class that is under way. */
export const happen = (room: FakeRoom, number: number, at: number, random: Seeded): void => {
  const somebody = student(number, random.below(STUDENTS));
  const { view } = room;
  const present = view.people[somebody.userUuid]?.present ?? false;
  const kind = random.below(12);
  const hands = view.hands.map(({ userUuid }) => ({ userUuid }));
  if (!present)
    append(
      room,
      CMD.presence,
      { total: (view.total ?? 0) + 1, onlineUsers: [{ ...somebody, type: 1, updateTime: at }], offlineUsers: [] },
      at,
      false,
    );
  else if (kind === 0)
    append(
      room,
      CMD.presence,
      { total: (view.total ?? 1) - 1, onlineUsers: [], offlineUsers: [{ ...somebody, type: 1, updateTime: at }] },
      at,
      false,
    );
  else if (kind < 5)
    append(room, CMD.chat, { fromUser: { ...somebody, role: "audience" }, message: random.pick(LINES), type: 1 }, at, false);
  else if (kind === 5 && hands.length < 3 && !hands.some((hand) => hand.userUuid === somebody.userUuid)) {
    append(
      room,
      CMD.hands,
      {
        progressUsers: [...hands, { userUuid: somebody.userUuid }],
        addProgressUsers: [{ userUuid: somebody.userUuid, payload: {} }],
        removeProgressUsers: [],
      },
      at,
      false,
    );
  } else if (kind < 9 && hands.length > 0) {
    append(room, CMD.hands, { progressUsers: hands.slice(1), addProgressUsers: [], removeProgressUsers: hands.slice(0, 1) }, at, false);
  } else if (kind === 9)
    append(
      room,
      CMD.rewards,
      {
        rewardDetails: [{ userUuid: somebody.userUuid, changedReward: 1, totalReward: (view.rewards[somebody.userUuid]?.count ?? 0) + 1 }],
        updateTime: at,
      },
      at,
      true,
    );
  else if (kind === 10)
    append(
      room,
      CMD.resources,
      {
        resources: [
          {
            resourceUuid: `f-${room.sequence}`,
            resourceName: `slides-${room.sequence % 9}.pdf`,
            size: 348_160,
            url: "https://files.example/x",
          },
        ],
        operator: { userUuid: `t-${number}`, userName: "Dr. Erika Holm", role: "1" },
        action: 1,
      },
      at,
      true,
    );
  else {
    const off = view.stage.some(({ userUuid }) => userUuid === somebody.userUuid);
    append(
      room,
      CMD.stage,
      {
        acceptedUsers: [],
        addAcceptedUsers: off ? [] : [{ userUuid: somebody.userUuid }],
        removeAcceptedUsers: off ? [{ userUuid: somebody.userUuid }] : [],
      },
      at,
      false,
    );
  }
};

/** `now`: server time, ms. The class began 41 minutes before. */
export const createRoom = (number: number, now: number, started: boolean, history: number): FakeRoom => {
  const random = createSeeded(number * 7_919);
  const begin = now - 41 * 60_000;
  const room: FakeRoom = {
    roomUuid: `fin2-${String(number).padStart(3, "0")}`,
    name: `Room ${number}, ${SUBJECTS[number % SUBJECTS.length]} ${"ABCDE"[number % 5]}`,
    view: emptyView(),
    sequence: 1_000,
    entries: [],
    gaps: 0,
    visibility: "shown",
    phase: "live",
    problem: null,
    provedAt: now,
    chained: true,
    schedule: { startTime: begin, duration: 7_200, closeDelay: 600 },
  };
  append(room, CMD.roomState, { state: ROOM_STATE.notStarted }, begin - 900_000, false);
  if (!started) return room;
  const everybody = Array.from({ length: STUDENTS }, (_, index) => ({ ...student(number, index), type: 1, updateTime: begin }));
  const teacher = { userUuid: `t-${number}`, userName: "Dr. Erika Holm", role: "1", type: 1, updateTime: begin };
  append(room, CMD.presence, { total: 4, onlineUsers: [teacher, ...everybody.slice(0, 3)], offlineUsers: [] }, begin - 120_000, false);
  append(room, CMD.roomState, { state: ROOM_STATE.started, startTime: begin + 2_000 }, begin + 2_000, true);
  append(
    room,
    CMD.recording,
    { state: 1, recordId: `rec-${number}`, sid: "sid", resourceId: "res", startTime: begin + 9_000, reason: 1 },
    begin + 9_000,
    true,
  );
  append(room, CMD.presence, { total: STUDENTS + 1, onlineUsers: everybody.slice(3), offlineUsers: [] }, begin + 20_000, false);
  append(room, 41, { streams: [{ streamUuid: "17", state: 1 }] }, begin + 60_000, false);
  if (history >= LIVELY) enliven((cmd, data, at) => append(room, cmd, data, at, false), number, begin + 60_000, everybody);
  for (let index = 0; index < history; index += 1) {
    const at = begin + 120_000 + ((now - begin - 125_000) * (index + random.unit())) / history;
    happen(room, number, at, random);
    if (number === 17 && index === history - 6) missing(room, 7, at);
  }
  return room;
};

export const secondLife = (room: FakeRoom, now: number): void => {
  const key = incarnationKey(2);
  room.entries.push({ kind: "incarnation", key, incarnation: 2, foundAt: now });
};

export const summary = (room: FakeRoom): RoomSummary => ({
  roomUuid: room.roomUuid,
  name: room.name,
  incarnation: 1,
  phase: room.phase,
  problem: room.problem,
  schedule: room.schedule,
  lastSequence: room.sequence,
  gaps: room.gaps,
  proof: { provedAt: room.provedAt, chainId: room.chained ? 1 : null },
  visibility: room.visibility,
  ...summaryOf(room.view),
});
