/** Plays the people of the scenario's rooms, through the same doors as a client. Leaves rooms alone that the scenario did not make. */
import { type Dice, diceOf, idFrom } from "../engine/dice.ts";
import { happen } from "../engine/incidents.ts";
import {
  addResources,
  enter,
  joinStage,
  leave,
  leaveStage,
  lowerHands,
  mayEnter,
  raiseHand,
  remove,
  removeResources,
  reward,
  say,
} from "../engine/people.ts";
import { REASON, runningRecord, startRecording, stopRecording } from "../engine/recordings.ts";
import { setState } from "../engine/rooms.ts";
import { emit, hasSpace, passUnseen } from "../engine/sequences.ts";
import type { Actor, CueName, Member, Room, User, World } from "../engine/types.ts";
import { answerQuiz, choose, startPoll, startQuiz, stopPoll, stopQuiz } from "../engine/widgets.ts";
import { CHAT_LINES, RESOURCES, TEACHER_LINES } from "./names.ts";

type Stage = { world: World; room: Room; actor: Actor; dice: Dice };

export const actorDueAt = (actor: Actor): number => Math.min(actor.cues[0]?.at ?? Number.POSITIVE_INFINITY, actor.ambientAt);

const isIn = (room: Room, userUuid: string): boolean => room.users.get(userUuid)?.online ?? false;

/** Who of the cast is out and would be let in. */
const absent = ({ world, room, actor }: Stage): Member[] =>
  actor.cast.filter((member) => !isIn(room, member.userUuid) && mayEnter(world, room, member).ok);

const studentsIn = ({ room, actor }: Stage): User[] =>
  actor.cast.flatMap((member) => {
    const user = room.users.get(member.userUuid);
    return user?.online === true && user.role === 2 ? [user] : [];
  });

const teacherIn = ({ room, actor }: Stage): User | null => {
  const teacher = actor.cast.find((member) => member.role === 1);
  const user = teacher === undefined ? undefined : room.users.get(teacher.userUuid);
  return user?.online === true ? user : null;
};

/** Who was put out and is let in again is an incident. */
const letIn = ({ world, room }: Stage, members: readonly Member[]): void => {
  const removed = members.filter(({ userUuid }) => room.users.get(userUuid)?.removed === true);
  enter(world, room, members);
  for (const { userUuid } of removed) happen(world, room, "cameBack", room.events.at(-1) ?? null, room.users.get(userUuid));
};

/** Fewer than this who leave at once are no mass drop. */
const MANY = 5;

const CUE_ACTS: Readonly<Record<CueName, (stage: Stage, value: number) => void>> = {
  teacherComes: (stage) =>
    letIn(
      stage,
      absent(stage).filter((member) => member.role === 1),
    ),
  studentsCome: (stage, count) =>
    letIn(
      stage,
      absent(stage)
        .filter((member) => member.role === 2)
        .slice(0, count),
    ),
  everybodyComes: (stage) => letIn(stage, absent(stage)),
  pace: (stage, perSecond) => {
    stage.actor.perSecond = perSecond;
    stage.actor.ambientAt = nextAmbient(stage);
  },
  comeBack: (stage, index) => {
    const member = stage.actor.cast[index];
    if (member !== undefined && absent(stage).includes(member)) letIn(stage, [member]);
  },
  start: ({ world, room }) => void setState(world, room, 1),
  kick: ({ world, room, actor }, index) => void remove(world, room, actor.cast[index]?.userUuid ?? "", null),
  quizStart: ({ world, room }) => void startQuiz(world, room, ["A", "B", "C", "D"], ["B"]),
  answer: (stage, index) => {
    const { world, room, dice } = stage;
    const user = studentsIn(stage)[index];
    const choice = dice.unit() < 0.6 ? "B" : (dice.pick(["A", "C", "D"]) ?? "A");
    if (user !== undefined && room.quiz !== null) answerQuiz(world, room, room.quiz, user, [choice]);
  },
  quizStop: ({ world, room }) => {
    if (room.quiz !== null) stopQuiz(world, room, room.quiz);
  },
  pollStart: ({ world, room }, mode) =>
    void startPoll(world, room, { mode, pollTitle: "Do you need more time?", pollItems: ["Yes", "No", "不确定"] }),
  choose: (stage, index) => {
    const { world, room, dice } = stage;
    const user = studentsIn(stage)[index];
    const first = dice.between(0, 2);
    const chosen = room.poll?.mode === 2 && dice.unit() < 0.4 ? [first, (first + 1) % 3] : [first];
    if (user !== undefined && room.poll !== null) choose(world, room, room.poll, user, chosen);
  },
  pollStop: ({ world, room }) => {
    if (room.poll !== null) stopPoll(world, room, room.poll);
  },
  recordStart: ({ world, room }) => void startRecording(world, room, {}),
  recordStop: ({ world, room }) => {
    if (stopRecording(world, room, REASON.stopped) && room.state === 1) happen(world, room, "notRecorded", room.events.at(-1) ?? null);
  },
  // The page that should be recorded never reports, so the recording is retried and then given up.
  recordUnready: ({ world, room }, seconds) =>
    void startRecording(world, room, { mode: "web", webRecordConfig: { rootUrl: "https://exam.example/record" }, retryTimeout: seconds }),
  drop: (stage, share) => {
    const students = studentsIn(stage).filter(() => stage.dice.unit() < share);
    leave(
      stage.world,
      stage.room,
      students.map((user) => user.userUuid),
      1,
    );
    if (students.length >= MANY) happen(stage.world, stage.room, "massDrop", stage.room.events.at(-1) ?? null);
  },
  // Nobody of the cast lowers it; ambient life may.
  handStays: (stage, index) => {
    const user = studentsIn(stage)[index];
    if (user === undefined || stage.room.stage.includes(user.userUuid)) return;
    raiseHand(stage.world, stage.room, user.userUuid, { userName: user.userName }, null);
    happen(stage.world, stage.room, "handWaiting", stage.room.events.at(-1) ?? null, user);
  },
  expectStarted: ({ world, room }) => {
    if (room.state === 0) happen(world, room, "lateStart", null);
  },
  expectRecorded: ({ world, room }) => {
    if (room.state === 1 && runningRecord(room) === null) happen(world, room, "notRecorded", null);
  },
};

/** Time between unplanned events is memoryless, which makes bursts and lulls as they are. */
const nextAmbient = ({ world, actor, dice }: Stage): number => {
  const unit = dice.unit();
  if (actor.perSecond <= 0) return Number.MAX_SAFE_INTEGER;
  return world.now + Math.max(1, Math.round((-Math.log(1 - unit) / actor.perSecond) * 1000));
};

const chat = (stage: Stage): void => {
  const teacher = teacherIn(stage);
  const fromTeacher = teacher !== null && stage.dice.unit() < 0.25;
  const speaker = fromTeacher ? teacher : stage.dice.pick(studentsIn(stage));
  const line = stage.dice.pick<string>(fromTeacher ? TEACHER_LINES : CHAT_LINES);
  if (speaker !== undefined && line !== undefined) say(stage.world, stage.room, speaker, line);
};

const comeBack = (stage: Stage): void => {
  const member = stage.dice.pick(absent(stage));
  if (member !== undefined) letIn(stage, [member]);
};

const goAway = (stage: Stage): void => {
  const user = stage.dice.pick(studentsIn(stage));
  if (user !== undefined) leave(stage.world, stage.room, [user.userUuid], 1);
};

const handUp = (stage: Stage): void => {
  const { world, room, dice } = stage;
  const user = dice.pick(studentsIn(stage).filter((one) => !room.stage.includes(one.userUuid)));
  if (user !== undefined && room.hands.length < 4) raiseHand(world, room, user.userUuid, { userName: user.userName }, null);
};

const handDown = ({ world, room, dice }: Stage): void => {
  const hand = dice.pick(room.hands);
  if (hand !== undefined) lowerHands(world, room, [hand.userUuid]);
};

const onStage = ({ world, room }: Stage): void => {
  const hand = room.hands[0];
  if (hand !== undefined && room.stage.length < 3) joinStage(world, room, hand.userUuid);
};

const offStage = ({ world, room, dice }: Stage): void => {
  const userUuid = dice.pick(room.stage);
  if (userUuid !== undefined) leaveStage(world, room, [userUuid]);
};

const praise = (stage: Stage): void => {
  const user = stage.dice.pick(studentsIn(stage));
  // Now and then the service tells of rewards without a number.
  if (user !== undefined) reward(stage.world, stage.room, [{ user, change: 1 }], stage.dice.unit() > 0.15);
};

const share = (stage: Stage): void => {
  const { world, room, dice } = stage;
  const teacher = teacherIn(stage);
  const name = dice.pick<string>(RESOURCES);
  if (teacher === null || name === undefined) return;
  const resourceUuid = idFrom("resource", room.roomUuid, name);
  if (room.resources.length > 3) removeResources(world, room, teacher, [room.resources[0]?.resourceUuid ?? ""]);
  else
    addResources(world, room, teacher, [
      { resourceUuid, resourceName: name, size: dice.between(20_000, 4_000_000), url: `https://files.example/${resourceUuid}` },
    ]);
};

const custom = ({ world, room }: Stage): void => emit(world, room, 99, { cmd: 99, data: { kind: "heartbeat" } }, false);
const camera = ({ room }: Stage): void => passUnseen(room);

type Weighted = readonly (readonly [weight: number, act: (stage: Stage) => void])[];

const BEFORE: Weighted = [
  [55, comeBack],
  [8, goAway],
  [25, chat],
  [12, camera],
];
const DURING: Weighted = [
  [30, chat],
  [16, handUp],
  [9, handDown],
  [5, onStage],
  [4, offStage],
  [6, praise],
  [2, share],
  [5, goAway],
  [14, comeBack],
  [7, camera],
  [2, custom],
];
const AFTER: Weighted = [
  [80, goAway],
  [20, chat],
];

const pickAct = (dice: Dice, table: Weighted): ((stage: Stage) => void) | undefined => {
  const total = table.reduce((sum, [weight]) => sum + weight, 0);
  let left = dice.unit() * total;
  for (const [weight, act] of table) {
    left -= weight;
    if (left < 0) return act;
  }
  return undefined;
};

/** Does what the scenario has for this room now. */
export const play = (world: World, room: Room): void => {
  const actor = room.actor;
  if (actor === null) return;
  if (room.closeTime !== null) {
    room.actor = null;
    return;
  }
  const stage: Stage = { world, room, actor, dice: diceOf(actor) };
  for (let cue = actor.cues[0]; cue !== undefined && cue.at <= world.now; cue = actor.cues[0]) {
    actor.cues.shift();
    CUE_ACTS[cue.act](stage, cue.value ?? 0);
  }
  if (actor.ambientAt > world.now) return;
  if (hasSpace(world, room)) pickAct(stage.dice, room.state === 0 ? BEFORE : room.state === 1 ? DURING : AFTER)?.(stage);
  actor.ambientAt = nextAmbient(stage);
};
