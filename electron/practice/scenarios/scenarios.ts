/** What the practice cloud can play. A scenario makes its rooms and writes their cues; the director plays them. */
import { PRACTICE_REGION } from "../../../shared/model/practice.ts";
import type { ScenarioName } from "../../../shared/model/rehearsal.ts";
import { diceOf, diceSeed } from "../engine/dice.ts";
import { createRoom } from "../engine/rooms.ts";
import type { Cue, CueName, Member, Region, World } from "../engine/types.ts";
import { examPage, liveStream } from "../media/addresses.ts";
import { personName, SUBJECTS } from "./names.ts";
import { type PlannedTrouble, roughNetwork } from "./troubles.ts";

const MINUTE = 60_000;
export const REGION: Region = PRACTICE_REGION;

type Setting = {
  number: number;
  students: number;
  startTime: number;
  /** s */
  duration: number;
  closeDelay: number;
  cues: Cue[];
  /** The schedule has no start time: somebody must start the class. */
  teacherStarts?: boolean;
  /** Unix ms. */
  streamStopsAt?: number;
};

const three = (number: number): string => String(number).padStart(3, "0");

const subjectOf = (number: number): string =>
  `${SUBJECTS[(number - 1) % SUBJECTS.length] ?? ""} ${String.fromCharCode(65 + (Math.floor((number - 1) / SUBJECTS.length) % 26))}`;

const castOf = (seed: number, number: number, students: number): Member[] => {
  const dice = diceOf({ dice: diceSeed("cast", seed, number) });
  const teacher: Member = { userUuid: `tea-${three(number)}`, userName: personName(dice), role: 1 };
  const others = Array.from({ length: students }, (_, index) => ({
    userUuid: `stu-${three(number)}-${String(index + 1).padStart(2, "0")}`,
    userName: personName(dice),
    role: 2,
  }));
  return [teacher, ...others];
};

const addRoom = (world: World, seed: number, setting: Setting): void => {
  const roomUuid = `fin2-${three(setting.number)}`;
  const made = createRoom(world, {
    region: REGION,
    roomUuid,
    roomName: `Room ${setting.number}, ${subjectOf(setting.number)}`,
    roomType: 4,
    schedule: {
      ...(setting.teacherStarts ? {} : { startTime: setting.startTime }),
      duration: setting.duration,
      closeDelay: setting.closeDelay,
    },
    roomProperties: {
      examinationUrl: examPage(roomUuid),
      hostingScene: { videoURL: liveStream(setting.streamStopsAt ?? 0, "main"), reserveVideoURL: liveStream(0, "reserve"), finishType: 1 },
    },
  });
  if (!made.ok) return;
  made.value.scripted = true;
  made.value.actor = {
    dice: diceSeed("room", seed, setting.number),
    cast: castOf(seed, setting.number, setting.students),
    cues: setting.cues.toSorted((left, right) => left.at - right.at),
    ambientAt: Number.MAX_SAFE_INTEGER,
    perSecond: 0,
  };
  world.touched(made.value);
};

/** People come one by one over the minutes before the class, a few of them late. */
const arrivals = (seed: number, number: number, students: number, startTime: number, startAt: number): Cue[] => {
  const dice = diceOf({ dice: diceSeed("arrivals", seed, number) });
  // Some event must name each room, or nobody could know of it.
  const teacherAt = Math.min(startTime - dice.between(12, 20) * MINUTE, startAt - dice.between(1, 6) * MINUTE);
  const cues: Cue[] = [{ at: teacherAt, act: "teacherComes" }];
  let left = students - dice.between(0, 2);
  while (left > 0) {
    const together = Math.min(left, dice.between(1, 3));
    cues.push({ at: startTime + Math.round((dice.unit() * 13 - 11) * MINUTE), act: "studentsCome", value: together });
    left -= together;
  }
  return cues;
};

/** What goes wrong in which room of an exam day: minutes after the rehearsal began, cue, value. */
const EXAM_DAY_INCIDENTS: Readonly<Record<number, readonly (readonly [at: number, act: CueName, value?: number])[]>> = {
  3: [[2, "handStays", 4]],
  12: [
    [5, "kick", 6],
    [6, "comeBack", 6],
  ],
  18: [
    [9, "drop", 0.8],
    [10, "studentsCome", 8],
    [11, "studentsCome", 20],
  ],
  21: [
    [4, "recordStop"],
    [7, "recordStart"],
  ],
  26: [[12, "handStays", 2]],
};

/** The teacher's main stream of this room of an exam day stops so many minutes after the rehearsal began; its reserve goes on. */
const STREAM_STOPS = { room: 9, minute: 8 } as const;

/** Forty rooms, most of them forty minutes into a two-hour exam. */
const examDay = (world: World, seed: number, startAt: number): void => {
  world.now = startAt - 200 * MINUTE;
  const upcoming: Readonly<Record<number, number>> = { 36: 1, 37: 3, 38: 6, 39: 12, 40: 20 };
  for (let number = 1; number <= 40; number += 1) {
    const ended = number === 34 || number === 35;
    const minutes = ended ? -125 : (upcoming[number] ?? -40);
    const startTime = startAt + minutes * MINUTE;
    const students = 18 + (number % 5);
    const cues: Cue[] = [
      ...arrivals(seed, number, students, startTime, startAt),
      { at: startTime - 10 * MINUTE, act: "pace", value: ended ? 0.008 : 0.03 },
      { at: startAt, act: "pace", value: 0.11 },
    ];
    const recorded = number % 8 !== 0;
    if (recorded) cues.push({ at: startTime + 40_000 + number * 500, act: number === 7 ? "recordUnready" : "recordStart", value: 60 });
    if (recorded && ended) cues.push({ at: startTime + 119 * MINUTE, act: "recordStop" });
    cues.push({ at: Math.max(startTime + 2 * MINUTE, startAt + 30_000), act: "expectRecorded" });
    for (const [at, act, value] of EXAM_DAY_INCIDENTS[number] ?? []) cues.push({ at: startAt + at * MINUTE, act, value: value ?? 0 });
    const streamStopsAt = number === STREAM_STOPS.room ? startAt + STREAM_STOPS.minute * MINUTE : 0;
    addRoom(world, seed, { number, students, startTime, duration: 7200, closeDelay: ended ? 3600 : 600, cues, streamStopsAt });
  }
};

/** Five rooms in which little happens. */
const quiet = (world: World, seed: number, startAt: number): void => {
  world.now = startAt - 60 * MINUTE;
  for (let number = 1; number <= 5; number += 1) {
    const startTime = startAt - 10 * MINUTE;
    addRoom(world, seed, {
      number,
      students: 8,
      startTime,
      duration: 7200,
      closeDelay: 600,
      cues: [
        { at: startTime - 5 * MINUTE, act: "teacherComes" },
        { at: startTime - 2 * MINUTE, act: "studentsCome", value: 8 },
        { at: startTime + MINUTE, act: "recordStart" },
        { at: startAt, act: "pace", value: 0.01 },
      ],
    });
  }
};

/** A thousand rooms of twenty people and some fifty events a second in all. */
const thousand = (world: World, seed: number, startAt: number): void => {
  world.now = startAt - 60 * MINUTE;
  for (let number = 1; number <= 1000; number += 1) {
    const startTime = startAt - 40 * MINUTE + (number % 60) * 1000;
    addRoom(world, seed, {
      number,
      students: 19,
      startTime,
      duration: 7200,
      closeDelay: 600,
      cues: [
        { at: startTime - 8 * MINUTE + (number % 97) * 1000, act: "everybodyComes" },
        { at: startTime + MINUTE, act: "recordStart" },
        { at: startTime + 2 * MINUTE, act: "pace", value: 0.01 },
        { at: startAt, act: "pace", value: 0.058 },
      ],
    });
  }
};

/** Rooms that have run for ten minutes with all their people in, each with cues of its own; little happens by itself. */
const staged =
  (rooms: number, students: number, cuesOf: (number: number, startAt: number) => Cue[], change: Partial<Setting> = {}) =>
  (world: World, seed: number, startAt: number): void => {
    world.now = startAt - 60 * MINUTE;
    const startTime = startAt - 10 * MINUTE;
    for (let number = 1; number <= rooms; number += 1) {
      const cues: Cue[] = [
        { at: startTime - 5 * MINUTE, act: "teacherComes" },
        { at: startTime - 2 * MINUTE, act: "studentsCome", value: students },
        { at: startTime + MINUTE, act: "recordStart" },
        ...cuesOf(number, startAt),
      ];
      addRoom(world, seed, { number, students, startTime, duration: 7200, closeDelay: 600, cues, ...change });
    }
  };

/** An access point fails a minute in: most people of most rooms are gone at once, and come back within three minutes. */
const massDrop = staged(20, 20, (number, startAt) => {
  if (number > 16) return [];
  const at = startAt + MINUTE + number * 40;
  const back = Array.from(
    { length: 10 },
    (_, index): Cue => ({ at: at + 45_000 + index * 12_000 + number * 300, act: "studentsCome", value: 2 }),
  );
  return [{ at, act: "drop", value: 0.85 }, ...back];
});

/** Nothing starts these classes but their teachers: one on time, one after three minutes, one after ten, one never. */
const lateStarters = staged(
  4,
  12,
  (number, startAt) => {
    const after = [1, 3, 10][number - 1];
    const expected: Cue = { at: startAt + 2 * MINUTE, act: "expectStarted" };
    return after === undefined ? [expected] : [expected, { at: startAt + after * MINUTE, act: "start" }];
  },
  { teacherStarts: true },
);

/** Two of six rooms are not recorded, one stops being recorded after two minutes, one is never ready and given up. */
const forgottenRecording = staged(6, 12, (number, startAt) => {
  const past = startAt - 8 * MINUTE;
  if (number <= 2)
    return [
      { at: past, act: "recordStop" },
      { at: startAt + 10_000, act: "expectRecorded" },
    ];
  if (number === 3) return [{ at: startAt + 2 * MINUTE, act: "recordStop" }];
  if (number !== 4) return [];
  return [
    { at: past, act: "recordStop" },
    { at: startAt + 30_000, act: "recordUnready", value: 30 },
    // Three tries of 30 s, and it is given up.
    { at: startAt + 130_000, act: "expectRecorded" },
  ];
});

/** A quiz and then a poll in each room, answered one by one; some never answer. */
const quizAndPoll = staged(3, 15, (number, startAt) => {
  const quizAt = startAt + 20_000 + number * 5000;
  const answers = Array.from({ length: 13 }, (_, index): Cue => ({ at: quizAt + 4000 + index * 3500, act: "answer", value: index }));
  const pollAt = quizAt + 70_000;
  const choices = Array.from({ length: 14 }, (_, index): Cue => ({ at: pollAt + 3000 + index * 3000, act: "choose", value: index }));
  return [
    { at: quizAt, act: "quizStart" },
    ...answers,
    { at: quizAt + 60_000, act: "quizStop" },
    { at: pollAt, act: "pollStart", value: number % 2 === 0 ? 2 : 1 },
    ...choices,
    { at: pollAt + 60_000, act: "pollStop" },
  ];
});

/** In each room one student is removed and comes back after a while; nobody said that they might not. */
const kickReturns = staged(4, 10, (number, startAt) => [
  { at: startAt + 20_000 + number * 10_000, act: "kick", value: number },
  { at: startAt + 60_000 + number * 10_000, act: "comeBack", value: number },
]);

/** Twelve rooms with a hand, a recording and a drop to attend to, while the network does what it likes. */
const rough = staged(12, 15, (number, startAt) => {
  if (number === 2) return [{ at: startAt + 2 * MINUTE, act: "handStays", value: 3 }];
  if (number === 5) return [{ at: startAt + 4 * MINUTE, act: "recordStop" }];
  if (number === 9) return [{ at: startAt + 7 * MINUTE, act: "drop", value: 0.8 }];
  return [{ at: startAt, act: "pace", value: 0.05 }];
});

export type Scenario = {
  /** Makes the rooms, with a past before `startAt`. */
  stage(world: World, seed: number, startAt: number): void;
  /** Trouble by schedule. */
  troubles?(seed: number): PlannedTrouble[];
};

export const SCENARIOS: Readonly<Record<ScenarioName, Scenario>> = {
  "exam-day": { stage: examDay },
  quiet: { stage: quiet },
  thousand: { stage: thousand },
  "mass-drop": { stage: massDrop },
  "late-starters": { stage: lateStarters },
  "forgotten-recording": { stage: forgottenRecording },
  "quiz-and-poll": { stage: quizAndPoll },
  "kick-returns": { stage: kickReturns },
  "rough-network": { stage: rough, troubles: roughNetwork },
  /** No rooms but those that a client makes. */
  none: { stage: () => undefined },
};
