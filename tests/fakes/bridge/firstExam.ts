/** The exam that the fixture begins with: the rooms of the school, a few rows more, and what people get wrong. */
import type { Column, SheetRow } from "../../../shared/model/exam.ts";
import type { RoomSummary } from "../../../shared/model/room.ts";
import type { createFakeExams } from "./exams.ts";

const TOMORROW = "2026-11-22 09:00";
/** By row from 0: what stands there instead. */
const MISTAKES: Readonly<Record<number, Partial<Record<Column, string>>>> = {
  2: { examinationUrl: "exam.example/third" },
  4: { startTime: "２０２６-11-22 09:00" },
  6: { duration: "90" },
  7: { roomName: "=A7&B7" },
  9: { roomType: "3" },
};

export const beginExam = ({ calls }: ReturnType<typeof createFakeExams>, rooms: readonly RoomSummary[]): void => {
  const facts = { name: "Autumn finals, sitting 3", date: "2026-11-22", timeZone: "Europe/Berlin" };
  const made = calls["exams.save"]({ examId: null, facts });
  if (!made.ok) return;
  const fresh = Array.from({ length: Math.max(6, rooms.length) }, (_, index) => `sit3-${String(index + 1).padStart(3, "0")}`);
  const known = rooms.slice(0, 4).map(({ roomUuid }) => roomUuid);
  const rows = [...fresh.slice(0, Math.max(2, fresh.length - known.length)), ...known].map(
    (roomUuid, index): SheetRow => ({
      id: `r${index + 1}`,
      cells: {
        roomUuid,
        roomName: rooms.find((room) => room.roomUuid === roomUuid)?.name ?? `Hall ${index + 1}, sitting 3`,
        roomType: "6",
        startTime: TOMORROW,
        duration: "1h30m",
        examinationUrl: "https://exam.example/{roomUuid}",
        videoURL: "https://live.example/main/{roomUuid}.m3u8",
        reserveVideoURL: "https://reserve.example/{roomUuid}.m3u8",
        recordingMode: "composite",
        candidates: `2026${String(index * 2 + 1).padStart(4, "0")}; 2026${String(index * 2 + 2).padStart(4, "0")}`,
        proctor: "M. Okafor",
        ...MISTAKES[index],
      },
    }),
  );
  calls["exams.edit"]({ examId: made.value.examId, edits: [{ kind: "replace", rows }] });
};
