/** Readings of one room that a person asks for: each within the request budget of the open room, and broken off with the session. */
import type { roomReads } from "../../shared/contract/roomReads.ts";
import type { CallOutput } from "../../shared/contract.ts";
import type { RecordingItem } from "../../shared/model/recordingItem.ts";
import type { UserState } from "../../shared/model/userState.ts";
import type { Clock } from "../../shared/ports.ts";
import { pollsOf, quizzesOf } from "../../shared/projection/questions.ts";
import { asObject, field, readTime } from "../../shared/projection/readers.ts";
import { type AppError, appError, err, ok, type Result } from "../../shared/result.ts";
import { pagesOf } from "./pages.ts";
import type { Cloud, CloudProblem, ProblemCode, RecordPage, Sending, SendOptions } from "./types.ts";

type Read = keyof (typeof roomReads)["queries"];
type Answer<N extends Read> = Promise<Result<CallOutput<N>>>;

export type RoomReads = {
  recordings(roomUuid: string, from: string | null): Answer<"room.recordings">;
  userState(roomUuid: string, userUuid: string): Answer<"room.userState">;
  quizzes(roomUuid: string): Answer<"room.quizzes">;
  polls(roomUuid: string): Answer<"room.polls">;
  facts(roomUuid: string): Answer<"room.facts">;
  /** Breaks off what is under way. */
  stop(): void;
};

/** A person waits so long at most, ms. */
const PATIENCE_MS = 30_000;
/** So many pages of records are read in one go. */
const MOST_PAGES = 20;

const ABSENT: ReadonlySet<ProblemCode> = new Set(["roomAbsent", "userAbsent", "notFound"]);

const problemError = ({ code, detail }: CloudProblem): AppError =>
  appError(ABSENT.has(code) ? "notFound" : "unavailable", detail, { reason: "read", params: { problem: code } });

const recordingOf = ({ raw: _raw, ...item }: RecordingItem): Omit<RecordingItem, "raw"> => item;
const userOf = ({ raw: _raw, ...user }: UserState): Omit<UserState, "raw"> => user;

export const createRoomReads = ({ cloud, clock, serverNow }: { cloud: Cloud; clock: Clock; serverNow: () => number }): RoomReads => {
  const underWay = new Set<() => void>();
  const options = (): SendOptions => ({ class: "open", deadline: clock.monotonic() + PATIENCE_MS });

  const during = async <T>(abort: () => void, work: Promise<T>): Promise<T> => {
    underWay.add(abort);
    return work.finally(() => underWay.delete(abort));
  };
  const once = <T>(sending: Sending<T>) => during(sending.abort, sending.done);

  const allRecords = async <R>(ask: (page: { nextId?: string }) => Sending<RecordPage<R>>) => {
    const pages = pagesOf((nextId) => ask(nextId === undefined ? {} : { nextId }));
    const read = async () => {
      const records: R[] = [];
      let unreadable = 0;
      let count = 0;
      let readAt = serverNow();
      for await (const step of pages.steps) {
        if (!step.ok) return err(problemError(step.problem));
        records.push(...step.answer.value.records);
        unreadable += step.answer.value.unreadable;
        readAt = step.answer.ts ?? serverNow();
        count += 1;
        if (count >= MOST_PAGES && step.resumeAt !== null) return ok({ records, unreadable, readAt, whole: false });
      }
      return ok({ records, unreadable, readAt, whole: true });
    };
    return during(pages.abort, read());
  };

  return {
    recordings: async (roomUuid, from) => {
      const result = await once(cloud.recordings(roomUuid, from === null ? {} : { nextId: from }, options()));
      if (!result.ok) return err(problemError(result.error));
      const { value, ts } = result.value;
      return ok({
        readAt: ts ?? serverNow(),
        items: value.records.map(recordingOf),
        // A page that names itself would be read for ever.
        next: value.nextId === from ? null : value.nextId,
        unreadable: value.unreadable,
      });
    },
    userState: async (roomUuid, userUuid) => {
      const result = await once(cloud.user(roomUuid, userUuid, options()));
      return result.ok ? ok({ readAt: result.value.ts ?? serverNow(), user: userOf(result.value.value) }) : err(problemError(result.error));
    },
    quizzes: async (roomUuid) => {
      const asked = options();
      const read = await allRecords((page) => cloud.quizRecords(roomUuid, page, asked));
      if (!read.ok) return read;
      const { records, ...rest } = read.value;
      return ok({ ...rest, quizzes: quizzesOf(records) });
    },
    polls: async (roomUuid) => {
      const asked = options();
      const read = await allRecords((page) => cloud.pollRecords(roomUuid, page, asked));
      if (!read.ok) return read;
      const { records, ...rest } = read.value;
      return ok({ ...rest, polls: pollsOf(records) });
    },
    facts: async (roomUuid) => {
      const result = await once(cloud.room(roomUuid, options()));
      const capabilities = cloud.capabilities();
      if (!result.ok) {
        const { error } = result;
        return capabilities.getRoom === "lacking" ? ok({ readAt: serverNow(), facts: null, capabilities }) : err(problemError(error));
      }
      const { roomName, state, schedule, raw } = result.value.value;
      const properties = { ...asObject(field(asObject(raw), "roomProperties")) };
      const createdAt = readTime(field(asObject(raw), "createTime"));
      return ok({
        readAt: result.value.ts ?? serverNow(),
        facts: { name: roomName, state, schedule, createdAt, properties },
        capabilities,
      });
    },
    stop: () => {
      for (const abort of underWay) abort();
    },
  };
};
