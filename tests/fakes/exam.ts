/** What a room says in an exam: people, hands, chat in two languages, the stage, recording, rewards; the same for the same seed. */
import { createSeededRandom } from "./random.ts";

export type ExamEvent = { roomUuid: string; sequence: number; cmd: number; version: 1; data: unknown; at: number };

const PEOPLE = 20;
const SAID = [
  "May I go to the bathroom?",
  "I cannot open the second part",
  "老师，第二题的图片打不开",
  "网络断了一下，现在好了",
  "Is the calculator allowed?",
  "请问考试延长几分钟？",
  "My camera froze, it works again",
  "谢谢老师",
  "Yes",
  "收到",
] as const;
const NAMES = ["Ana Lima", "王小明", "Jonas Berg", "李娜", "Aiko Mori", "张伟", "Omar Haddad", "陈静", "Eva Novak", "刘洋"] as const;

/** Of person `index` of a room. */
export const examPerson = (roomUuid: string, index: number) => ({
  userUuid: `${roomUuid}-s${index}`,
  userName: `${NAMES[index % NAMES.length]} ${index}`,
  role: index === 0 ? "host" : "broadcaster",
});

/** An endless room. `from`, server ms, is when it begins; on average an event each `every` ms. */
export function* examRoom(roomUuid: string, { seed = 1, from = 1_700_000_000_000, every = 1_000 } = {}): Generator<ExamEvent> {
  const random = createSeededRandom(seed);
  const some = (count: number): number => Math.floor(random.unit() * count);
  const here = new Set<number>();
  const hands = new Set<number>();
  let at = from;
  let sequence = 0;
  const event = (cmd: number, data: unknown): ExamEvent => {
    at += Math.round(random.unit() * 2 * every);
    sequence += 1;
    return { roomUuid, cmd, sequence, version: 1, data, at };
  };
  const person = (index: number) => examPerson(roomUuid, index);
  const presence = (index: number): ExamEvent => {
    const goes = here.delete(index);
    if (!goes) here.add(index);
    const user = { ...person(index), userProperties: {}, streamUuid: String(14_000 + index), type: 1, updateTime: at };
    return event(20, { total: here.size, onlineUsers: goes ? [] : [user], offlineUsers: goes ? [user] : [] });
  };
  for (let index = 0; index < PEOPLE; index += 1) yield presence(index);
  yield event(1, { state: 1, startTime: at });
  yield event(1001, { state: 1, recordId: `${roomUuid}-rec`, sid: "s", resourceId: "r", startTime: at, reason: 1 });
  for (;;) {
    const index = some(PEOPLE);
    const roll = random.unit();
    if (roll < 0.45) yield event(3, { fromUser: person(index), message: `${SAID[some(SAID.length)]} (${sequence})`, type: 1 });
    else if (roll < 0.7) {
      const lowers = hands.delete(index);
      if (!lowers) hands.add(index);
      const change = [person(index)];
      yield event(1502, {
        progressUsers: [...hands].map(person),
        addProgressUsers: lowers ? [] : change,
        removeProgressUsers: lowers ? change : [],
      });
    } else if (roll < 0.9) yield presence(index);
    else if (roll < 0.96) yield event(1501, { acceptedUsers: [person(index)], addAcceptedUsers: [person(index)], removeAcceptedUsers: [] });
    else {
      const rewardDetails = [{ userUuid: person(index).userUuid, changeReward: 1, totalReward: sequence }];
      yield event(1101, { rewardDetails, updateTime: at });
    }
  }
}
