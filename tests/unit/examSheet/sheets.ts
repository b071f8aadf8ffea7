/** Rows for tests of the exam sheet: a good one, changed by what a test is about. */
import { readRow } from "../../../shared/examSheet/meaning.ts";
import type { RowMeaning, SheetRow } from "../../../shared/model/exam.ts";

export const ZONE = "Asia/Shanghai";
/** 2026-06-07 09:00 in Shanghai. */
export const START = Date.UTC(2026, 5, 7, 1, 0);
export const HOUR = 3_600_000;

export const goodCells: SheetRow["cells"] = {
  roomUuid: "hall-1",
  roomName: "Hall 1",
  roomType: "4",
  startTime: "2026-06-07 09:00",
  duration: "2h",
  closeDelay: "600",
  maxAccept: "6",
  examinationUrl: "https://exam.example/{roomUuid}",
  videoURL: "https://cdn.example/a.m3u8",
  reserveVideoURL: "https://cdn.example/b.m3u8",
  finishType: "1",
  recordingMode: "web",
  properties: '{"paper":"A","seat.map":[1]}',
  candidates: "ann;ben",
  proctor: "Tim",
};
export const aRow = (cells: SheetRow["cells"] = {}, id = "r1"): SheetRow => ({ id, cells: { ...goodCells, ...cells } });
export const meaningOf = (cells: SheetRow["cells"] = {}): RowMeaning => readRow(aRow(cells), 0, ZONE).meaning;
