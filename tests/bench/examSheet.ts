/** A sheet of 10,000 rows from its bytes to its differences, and the verdict of one cell that was edited among 1,000 rows; CPU time, since timings on a busy machine lie. */
import { decode } from "../../renderer/features/exams/decode.ts";
import { checkSheet } from "../../shared/examSheet/check.ts";
import { differenceOf, timely } from "../../shared/examSheet/difference.ts";
import { applyEdit } from "../../shared/examSheet/edits.ts";
import { knownRoomOf } from "../../shared/examSheet/known.ts";
import { readFile } from "../../shared/examSheet/readFile.ts";
import { writeSheet } from "../../shared/examSheet/writeFile.ts";
import type { RowMeaning, SheetRow } from "../../shared/model/exam.ts";
import { type Figure, median, round, threadCpu } from "./figure.ts";

const TIME_ZONE = "Asia/Shanghai";
const NOW = Date.UTC(2026, 5, 6);
const SHEET_BAR_MS = 1_000;
const CELL_BAR_MS = 50;
const EDITS = 20;
const ROWS = 10_000;

const rowsOf = (count: number): SheetRow[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `r${index + 1}`,
    cells: {
      roomUuid: `hall-${index}`,
      roomName: `Hall ${index}`,
      roomType: "4",
      startTime: "2026-06-07 09:00",
      duration: "2h",
      closeDelay: "600",
      maxAccept: "6",
      examinationUrl: "https://exam.example/{roomUuid}",
      videoURL: "https://cdn.example/{roomUuid}/a.m3u8",
      reserveVideoURL: "https://cdn.example/{roomUuid}/b.m3u8",
      finishType: "1",
      properties: '{"paper":"A"}',
      candidates: [1, 2, 3].map((seat) => `s-${index}-${seat}`).join(";"),
      proctor: "Ann",
    },
  }));

/** ms of this thread, which a person waits for, whatever else the machine does. */
const cpuMs = (work: () => void): number => {
  const before = threadCpu();
  work();
  return threadCpu() - before;
};

/** Every second room is there already, as "get one room" tells of it; of every fourth another page is wanted. */
const readingOf = (meaning: RowMeaning, index: number) =>
  index % 2 === 1
    ? undefined
    : {
        readAt: NOW,
        absent: false,
        name: meaning.roomName,
        state: 0,
        createdAt: NOW,
        properties: {
          ...meaning.properties,
          schedule: { startTime: meaning.startTime, duration: meaning.duration, closeDelay: meaning.closeDelay },
          examinationUrl: index % 4 === 0 ? "https://exam.example/another" : meaning.examinationUrl,
          hostingScene: { videoURL: meaning.videoURL, reserveVideoURL: meaning.reserveVideoURL, finishType: meaning.finishType },
        },
      };

export const run = async (): Promise<Figure[]> => {
  const file = new TextEncoder().encode(writeSheet(rowsOf(ROWS)));
  const whole = (): void => {
    const read = readFile(file, decode);
    if (!read.ok) throw new Error(read.error.code);
    const counts: Record<string, number> = {};
    for (const { meaning, findings, index } of checkSheet(read.value.rows, { timeZone: TIME_ZONE }).rows) {
      const known = knownRoomOf({ summary: undefined, told: {}, reading: readingOf(meaning, index), accepted: [] }, meaning.properties);
      const { action } = differenceOf(meaning, [...findings, ...timely(meaning, known, NOW)], known, NOW);
      counts[action] = (counts[action] ?? 0) + 1;
    }
    if (counts["create"] !== ROWS / 2 || counts["change"] !== ROWS / 4) throw new Error(`not what was meant: ${JSON.stringify(counts)}`);
  };
  const sheets = Array.from({ length: 3 }, () => cpuMs(whole));

  let rows: readonly SheetRow[] = rowsOf(1_000);
  let sheet = checkSheet(rows, { timeZone: TIME_ZONE });
  const edits = Array.from({ length: EDITS }, (_, index) =>
    cpuMs(() => {
      const edited = applyEdit(rows, { kind: "set", cells: [{ id: "r500", column: "roomName", text: `Hall ${index}` }] });
      if (!edited.ok) throw new Error(edited.error.message);
      rows = edited.value.rows;
      sheet = checkSheet(rows, { timeZone: TIME_ZONE }, sheet);
    }),
  );
  const figure = (name: string, value: number, bar: number): Figure => ({
    name,
    value: round(value),
    unit: "ms",
    ratio: round(value / bar),
    against: `${bar} ms`,
  });
  return [
    figure("10,000 rows read, judged and compared", median(sheets), SHEET_BAR_MS),
    figure("verdict of one edited cell in 1,000 rows", median(edits), CELL_BAR_MS),
  ];
};
