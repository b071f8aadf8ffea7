/** Reads rooms of sheets back, a few at a time, within the budget of the sweep: "get one room" where the service has it, operation 8 for what nobody knows here. */
import { asObject, field, readTime } from "../../shared/projection/readers.ts";
import type { Cloud, CloudAnswer, CloudProblem, RoomFacts, Sending, SendOptions } from "../cloud/types.ts";
import type { StoredReading } from "../store/exams.ts";

const AT_ONCE = 4;
const OPTIONS: SendOptions = { class: "sweep" };
/** A room that could not be read is tried again so often. */
const MOST_TRIES = 3;

type Deps = {
  cloud: Pick<Cloud, "room" | "roomSequences" | "capabilities">;
  serverNow: () => number;
  isKnown: (roomUuid: string) => boolean;
  /** What is there and was not known here is read from now on like any other room. */
  addRooms: (roomUuids: readonly string[]) => Promise<unknown>;
  save: (reading: StoredReading) => void;
  /** Something was read, or given up. */
  progressed: (roomUuid: string) => void;
};

const isAbsent = ({ code }: CloudProblem): boolean => code === "roomAbsent";

/** An answer of "get one room" as it is kept. `now`: server time, where the answer does not tell it. */
export const readingOf = (roomUuid: string, { value, ts }: CloudAnswer<RoomFacts>, now: number): StoredReading => {
  const data = asObject(value.raw);
  return {
    roomUuid,
    readAt: ts ?? now,
    absent: false,
    name: value.roomName,
    state: value.state,
    createdAt: readTime(field(data, "createTime")),
    properties: { ...asObject(field(data, "roomProperties")) },
  };
};

export const createComparing = ({ cloud, serverNow, isKnown, addRooms, save, progressed }: Deps) => {
  /** Room → how often it was tried. */
  const waiting = new Map<string, number>();
  const underWay = new Map<string, Sending<unknown>>();
  let stopped = true;

  const during = async <T>(roomUuid: string, sending: Sending<T>) => {
    underWay.set(roomUuid, sending);
    if (stopped) sending.abort();
    return sending.done;
  };

  const absent = (roomUuid: string, readAt: number): void =>
    save({ roomUuid, readAt, absent: true, name: null, state: null, createdAt: null, properties: {} });

  /** true: it is settled. */
  const readFacts = async (roomUuid: string): Promise<boolean> => {
    const result = await during(roomUuid, cloud.room(roomUuid, OPTIONS));
    if (!result.ok) {
      if (!isAbsent(result.error)) return false;
      absent(roomUuid, result.error.serverTime ?? serverNow());
      return true;
    }
    if (!isKnown(roomUuid)) void addRooms([roomUuid]);
    save(readingOf(roomUuid, result.value, serverNow()));
    return true;
  };
  /** Whether it is there is all that operation 8 tells. */
  const readExistence = async (roomUuid: string): Promise<boolean> => {
    const result = await during(roomUuid, cloud.roomSequences(roomUuid, {}, OPTIONS));
    if (!result.ok && isAbsent(result.error)) absent(roomUuid, result.error.serverTime ?? serverNow());
    if (result.ok) void addRooms([roomUuid]);
    return result.ok || isAbsent(result.error);
  };

  const read = async (roomUuid: string, tries: number): Promise<void> => {
    let settled = cloud.capabilities().getRoom !== "lacking" && (await readFacts(roomUuid));
    if (!settled && !stopped && cloud.capabilities().getRoom === "lacking") settled = isKnown(roomUuid) || (await readExistence(roomUuid));
    underWay.delete(roomUuid);
    if (stopped) return;
    if (!settled && tries + 1 < MOST_TRIES) waiting.set(roomUuid, tries + 1);
    progressed(roomUuid);
    run();
  };

  const run = (): void => {
    for (const [roomUuid, tries] of waiting) {
      if (stopped || underWay.size >= AT_ONCE) return;
      if (underWay.has(roomUuid)) continue;
      waiting.delete(roomUuid);
      void read(roomUuid, tries);
    }
  };

  return {
    ask: (roomUuids: readonly string[]): void => {
      for (const roomUuid of roomUuids) if (roomUuid !== "") waiting.set(roomUuid, 0);
      run();
    },
    isWaiting: (roomUuid: string): boolean => waiting.has(roomUuid) || underWay.has(roomUuid),
    start: (): void => {
      stopped = false;
      run();
    },
    stop: (): void => {
      stopped = true;
      for (const sending of underWay.values()) sending.abort();
    },
  };
};
