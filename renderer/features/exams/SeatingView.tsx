/** Candidates of the sheet against who is in their rooms, read again while it is looked at. */
import { useCallback, useEffect, useState } from "react";
import { useStore } from "zustand";
import { MAX_SEATING_ROOMS } from "../../../shared/contract/exams.ts";
import { csvText } from "../../../shared/csv.ts";
import { seatingCsv } from "../../../shared/examSheet/seating.ts";
import type { ExamSummary, RoomSeating } from "../../../shared/model/exam.ts";
import type { AppError } from "../../../shared/result.ts";
import { Card, Empty } from "../../components/parts.tsx";
import { fileName, saveFile } from "../../components/saveFile.ts";
import { useWords } from "../../i18n/words.tsx";
import { useConsole, useNow } from "../../state/console.ts";
import type { OpenSheet } from "../../state/sheet.ts";

const READ_EVERY_MS = 15_000;
const KINDS = ["absent", "noShow", "unexpected", "twice", "returned"] as const;
type Kind = (typeof KINDS)[number];
/** What other rooms of the exam have to do with somebody. */
const WHERE = ["alsoIn", "isIn", "belongsIn"] as const;
/** So many names of a kind are written out for a room. */
const NAMED = 12;

type Read = { at: number; rooms: readonly RoomSeating[] };

/** All rows, in parts; renewed every quarter of a minute. */
const useSeating = (exam: ExamSummary, sheet: OpenSheet) => {
  const { bridge, clock } = useConsole();
  const rows = useStore(sheet.store, (state) => state.rows);
  const [read, setRead] = useState<Read | null>(null);
  const [error, setError] = useState<AppError | null>(null);
  const ids = rows.map(({ id }) => id).join(" ");
  const ask = useCallback(async (): Promise<void> => {
    const all = ids === "" ? [] : ids.split(" ");
    const rooms: RoomSeating[] = [];
    let at = 0;
    for (let from = 0; from < all.length; from += MAX_SEATING_ROOMS) {
      const answer = await bridge.call("exams.seating", { examId: exam.id, rowIds: all.slice(from, from + MAX_SEATING_ROOMS) });
      if (!answer.ok) return setError(answer.error);
      rooms.push(...answer.value.rooms);
      at = answer.value.at;
    }
    setError(null);
    setRead({ at, rooms });
  }, [bridge, exam.id, ids]);
  useEffect(() => {
    void ask();
    return clock.every(READ_EVERY_MS, () => void ask());
  }, [ask, clock]);
  return { read, error, ask };
};

type Seat = { userUuid: string; userName: string; times?: number; alsoIn?: string[]; isIn?: string[]; belongsIn?: string[] };
/** Who did not show up is not called absent as well. */
const peopleOf = (room: RoomSeating, kind: Kind): readonly Seat[] => {
  if (kind !== "absent") return room[kind];
  const late = new Set(room.noShow.map(({ userUuid }) => userUuid));
  return room.absent.filter(({ userUuid }) => !late.has(userUuid));
};

const People = ({ people, kind }: { people: readonly Seat[]; kind: Kind }) => {
  const { t, n } = useWords();
  if (people.length === 0) return null;
  const named = people.slice(0, NAMED).map((who) => {
    const name = who.userName === "" || who.userName === who.userUuid ? who.userUuid : `${who.userName} (${who.userUuid})`;
    if (who.times !== undefined) return t("exams.seating.times", { name, count: who.times });
    for (const where of WHERE) {
      const rooms = who[where] ?? [];
      if (rooms.length > 0) return t(`exams.seating.${where}`, { name, rooms: rooms.join(", ") });
    }
    return name;
  });
  const more = people.length - named.length;
  return (
    <p>
      <b className={kind === "noShow" || kind === "twice" ? "warn2" : ""}>{t(`exams.seating.${kind}`)}</b>{" "}
      {more > 0 ? t("exams.seating.andMore", { names: named.join(", "), more: n(more) }) : named.join(", ")}
    </p>
  );
};

const Room = ({ room }: { room: RoomSeating }) => {
  const { ui } = useConsole();
  const { t, n } = useWords();
  return (
    <tr>
      <td>
        <button type="button" className="link" onClick={() => ui.setState({ place: { name: "room", roomUuid: room.roomUuid } })}>
          {room.roomName || room.roomUuid}
        </button>
      </td>
      <td className="n">{room.asOf === null ? "–" : t("exams.seating.of", { seated: n(room.seated), expected: n(room.expected) })}</td>
      <td>
        {room.asOf === null ? (
          <span className="dimmed">{t("exams.seating.notRead")}</span>
        ) : KINDS.every((kind) => room[kind].length === 0) ? (
          <span className="dimmed">{t("exams.seating.allIn")}</span>
        ) : (
          KINDS.map((kind) => <People key={kind} kind={kind} people={peopleOf(room, kind)} />)
        )}
      </td>
    </tr>
  );
};

export const SeatingView = ({ exam, sheet }: { exam: ExamSummary; sheet: OpenSheet }) => {
  const words = useWords();
  const { t, n, time } = words;
  const now = useNow();
  const { read, error, ask } = useSeating(exam, sheet);
  if (exam.candidates === 0) return <Empty title={t("exams.seating.none")} text={t("exams.seating.noneText")} />;
  const rooms = read?.rooms.filter(({ expected, unexpected, twice }) => expected + unexpected.length + twice.length > 0) ?? [];
  const total = (kind: Kind): number => rooms.reduce((sum, room) => sum + peopleOf(room, kind).length, 0);
  const save = (): void => saveFile(fileName(t("exams.seating.file", { name: exam.name }), "csv"), "text/csv", csvText(seatingCsv(rooms)));
  return (
    <div className="sheet-view">
      <div className="bar second">
        <span role="status">
          {read === null
            ? t("exams.seating.reading")
            : KINDS.map((kind) => t("exams.seating.total", { what: t(`exams.seating.${kind}`), n: n(total(kind)) })).join(" · ")}
        </span>
        <div className="spring" />
        {read !== null && <span className="dimmed">{t("exams.seating.at", { time: time.moment(read.at, now) })}</span>}
        <button type="button" className="small" onClick={() => void ask()}>
          {t("exams.seating.again")}
        </button>
        <button type="button" className="small" disabled={rooms.length === 0} onClick={save}>
          {t("exams.seating.save")}
        </button>
      </div>
      {error !== null && (
        <p className="warn2" role="alert">
          {words.error(error)}
        </p>
      )}
      <div className="scroller" tabIndex={0} role="group" aria-label={t("exams.tab.seating")}>
        <Card title={t("exams.tab.seating")}>
          <table className="plain seating">
            <thead>
              <tr>
                <th scope="col">{t("exams.head.room")}</th>
                <th scope="col" className="n">
                  {t("exams.seating.seated")}
                </th>
                <th scope="col">{t("exams.seating.who")}</th>
              </tr>
            </thead>
            <tbody>
              {rooms.map((room) => (
                <Room key={room.rowId} room={room} />
              ))}
            </tbody>
          </table>
        </Card>
      </div>
    </div>
  );
};
