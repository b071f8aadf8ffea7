/** What is said of a row of a sheet by all that is known of its room, and of a sheet as a whole. Writes nothing. */
import { hasError, type RowReading } from "../../shared/examSheet/check.ts";
import { differenceOf, type KnownRoom, timely } from "../../shared/examSheet/difference.ts";
import { type AcceptedCommand, knownRoomOf } from "../../shared/examSheet/known.ts";
import { countActions } from "../../shared/examSheet/plan.ts";
import type { Finding, RowDifference, RowMeaning } from "../../shared/model/exam.ts";
import type { RoomSummary, SilentDetail } from "../../shared/model/room.ts";
import type { StoredExam, StoredReading } from "../store/exams.ts";

export type Judged = { reading: RowReading; findings: readonly Finding[]; known: KnownRoom | undefined; difference: RowDifference };
export type Tally = StoredExam["tally"];
/** A sheet with the verdicts that are kept of its rows. */
type JudgedSheet = { sheet: { rows: readonly RowReading[] }; judged: Map<string, Judged> };

export type JudgingDeps = {
  /** ms. */
  serverNow: () => number;
  rooms: { get(roomUuid: string): RoomSummary | undefined };
  detail: (roomUuid: string) => SilentDetail | undefined;
  /** Commands of sheets that the service has accepted, of one room. */
  accepted: (roomUuid: string) => readonly AcceptedCommand[];
  /** What "get one room" told last. */
  readingOf: (roomUuid: string) => StoredReading | undefined;
};

export const createJudging = ({ serverNow, rooms, detail, accepted, readingOf }: JudgingDeps) => {
  const knownRoom = (roomUuid: string, wanted: RowMeaning["properties"]): KnownRoom | undefined => {
    const summary = rooms.get(roomUuid);
    const telling = summary !== undefined && (wanted !== null || summary.examinationUrl !== null);
    return knownRoomOf(
      {
        summary,
        told: telling ? (detail(roomUuid)?.view.properties ?? {}) : {},
        reading: readingOf(roomUuid),
        accepted: accepted(roomUuid),
      },
      wanted,
    );
  };

  const judge = (reading: RowReading): Judged => {
    const { meaning } = reading;
    const now = serverNow();
    const known = meaning.roomUuid === "" ? undefined : knownRoom(meaning.roomUuid, meaning.properties);
    const inTime = timely(meaning, known, now);
    const findings = inTime.length === 0 ? reading.findings : [...reading.findings, ...inTime];
    return { reading, findings, known, difference: differenceOf(meaning, findings, known, now) };
  };
  /** Kept until the row, its room or its commands change, or a minute is over. */
  const judged = (opened: JudgedSheet, reading: RowReading): Judged => {
    const kept = opened.judged.get(reading.row.id);
    if (kept?.reading === reading) return kept;
    const fresh = judge(reading);
    opened.judged.set(reading.row.id, fresh);
    return fresh;
  };

  const tallyOf = (opened: JudgedSheet): Omit<Tally, "drifted" | "run"> => {
    const all = opened.sheet.rows.map((reading) => judged(opened, reading));
    const people = new Set(all.flatMap(({ reading }) => reading.meaning.candidates));
    const proctors = new Set(all.flatMap(({ reading }) => reading.meaning.proctor ?? []));
    const errors = all.filter(({ findings }) => hasError(findings)).length;
    return {
      rows: all.length,
      errors,
      warnings: all.filter(({ findings }) => findings.length > 0).length - errors,
      candidates: people.size,
      proctors: proctors.size,
      counts: countActions(all.map(({ difference }) => difference.action)),
    };
  };

  return { knownRoom, judge, judged, tallyOf };
};
