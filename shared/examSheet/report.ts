/** What was planned of an exam and what was: a line per room. Pure. */
import type { Column, Drift, ExamFacts, RowDifference, RowMeaning } from "../model/exam.ts";
import { isRecording, ROOM_STATE, type SilentDetail } from "../model/room.ts";
import { latest } from "../model/time.ts";
import { endOf } from "./check.ts";

/** Times Unix ms; null: not planned, or not known. */
export type RoomReport = {
  /** As a person counts. */
  row: number;
  roomUuid: string;
  roomName: string;
  proctor: string;
  planned: { start: number | null; end: number | null; candidates: number };
  was: {
    /** What is known of the room ends here; null: it was never read. */
    asOf: number | null;
    state: number | null;
    start: number | null;
    end: number | null;
    recorded: boolean | null;
    /** Candidates who came in, ever. */
    came: number;
  };
  neverCame: string[];
  unexpected: string[];
  /** Of what was sent and what is there. */
  differences: { column: Column; planned: string; was: string }[];
};
export type ExamReport = { exam: ExamFacts; madeAt: number; rooms: RoomReport[] };

export type ReportedRow = {
  index: number;
  meaning: RowMeaning;
  difference: RowDifference;
  drift: readonly Drift[];
  room: SilentDetail | undefined;
  asOf: number | null;
};

const wasOf = ({ room, asOf, meaning }: ReportedRow): RoomReport["was"] => {
  if (room === undefined) return { asOf: null, state: null, start: null, end: null, recorded: null, came: 0 };
  const { view, summary } = room;
  const ended = view.state !== null && view.state >= ROOM_STATE.ended && view.stateTime !== null;
  return {
    asOf,
    state: view.state,
    start: view.startTime,
    // The last change of state that was seen: closed follows ended.
    end: ended && view.stateTime !== null ? latest(view.stateTime) : null,
    recorded:
      view.recording === null ? null : isRecording(summary) || view.recording.startTime !== null || view.recording.recordId !== null,
    came: meaning.candidates.filter((id) => (view.people[id]?.entries ?? 0) > 0).length,
  };
};

export const roomReport = (row: ReportedRow): RoomReport => {
  const { meaning, difference, drift, room } = row;
  const expected = new Set(meaning.candidates);
  const people = Object.values(room?.view.people ?? {});
  const seen = new Map(drift.map((one) => [one.column, { column: one.column, planned: one.wanted, was: one.seen }]));
  for (const { column, from, to } of [...difference.changes, ...difference.fixed])
    if (from !== null && !seen.has(column)) seen.set(column, { column, planned: to, was: from });
  return {
    row: row.index + 1,
    roomUuid: meaning.roomUuid,
    roomName: meaning.roomName,
    proctor: meaning.proctor ?? "",
    planned: { start: meaning.startTime, end: endOf(meaning), candidates: meaning.candidates.length },
    was: wasOf(row),
    // Of a room that was never read nobody can say who did not come.
    neverCame: row.asOf === null ? [] : meaning.candidates.filter((id) => (room?.view.people[id]?.entries ?? 0) === 0),
    unexpected: people
      .filter(({ userUuid, role, entries }) => entries > 0 && role === "student" && !expected.has(userUuid))
      .map(({ userUuid }) => userUuid),
    differences: [...seen.values()],
  };
};
