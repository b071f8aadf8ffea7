/** A sheet as CSV that reads again as the same sheet, and the example that a person starts from. Pure. */
import { exactCsvText } from "../csv.ts";
import { COLUMNS, type SheetRow } from "../model/exam.ts";

export const writeSheet = (rows: readonly SheetRow[]): string =>
  exactCsvText([[...COLUMNS], ...rows.map(({ cells }) => COLUMNS.map((column) => cells[column] ?? ""))]);

/** Two rooms, one column shown each way. `startsAt`: text of a start time that is still to come. */
export const exampleSheet = (startsAt: string): SheetRow[] =>
  ["hall-a-01", "hall-a-02"].map((roomUuid, index) => ({
    id: `r${index + 1}`,
    cells: {
      roomUuid,
      roomName: `Hall A ${index + 1}`,
      roomType: "4",
      startTime: startsAt,
      duration: "2h",
      closeDelay: "10m",
      maxAccept: "6",
      examinationUrl: "https://exam.example/papers/{roomUuid}",
      videoURL: "https://cdn.example/{roomUuid}/main.m3u8",
      reserveVideoURL: "https://cdn.example/{roomUuid}/reserve.m3u8",
      finishType: "1",
      recordingMode: "composite",
      properties: '{"paper":"A"}',
      candidates: `s${index * 2 + 1};s${index * 2 + 2}`,
      proctor: "Ann",
    },
  }));
