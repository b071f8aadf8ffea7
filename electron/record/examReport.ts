/** The report of an exam as a table for spreadsheets or a document to print. */
import { csvText } from "../../shared/csv.ts";
import type { ExamReport, RoomReport } from "../../shared/examSheet/report.ts";
import type { Clock, Files, Shell } from "../../shared/ports.ts";
import { appError, err, ok, type Result } from "../../shared/result.ts";
import { exportName, exportPlace } from "./exportPlace.ts";
import { plain, STYLE } from "./report.ts";
import { createReportWords, type ReportLanguage, type ReportWords } from "./reportWords.ts";

const COLUMNS = [
  "row",
  "room",
  "name",
  "proctor",
  "plannedStart",
  "start",
  "plannedEnd",
  "end",
  "state",
  "recorded",
  "candidates",
  "came",
  "neverCame",
  "unexpected",
  "differences",
  "asOf",
] as const;

const cellsOf = (room: RoomReport, { say, time }: ReportWords): (string | number)[] => {
  const { planned, was } = room;
  const at = (instant: number | null): string => (instant === null ? "" : time(instant));
  const state = was.state === null ? "" : say(`report.exam.states.s${was.state}`, {}, String(was.state));
  const recorded = was.recorded === null ? "" : say(was.recorded ? "report.exam.yes" : "report.exam.no");
  const differences = room.differences.map((one) => say("report.exam.difference", one));
  return [
    room.row,
    room.roomUuid,
    room.roomName,
    room.proctor,
    at(planned.start),
    at(was.start),
    at(planned.end),
    at(was.end),
    state,
    recorded,
    planned.candidates,
    was.asOf === null ? "" : was.came,
    room.neverCame.join("; "),
    room.unexpected.join("; "),
    differences.join(" | "),
    was.asOf === null ? say("report.exam.neverRead") : at(was.asOf),
  ];
};

export const examReportCsv = (report: ExamReport, words: ReportWords): string =>
  csvText([COLUMNS.map((column) => words.say(`report.exam.columns.${column}`)), ...report.rooms.map((room) => cellsOf(room, words))]);

export const examReportHtml = (report: ExamReport, language: ReportLanguage, words: ReportWords): string => {
  const { say, time } = words;
  const { exam, rooms, madeAt } = report;
  const title = say("report.exam.title", { name: exam.name });
  const started = rooms.filter(({ was }) => was.start !== null).length;
  const differing = rooms.filter(({ differences }) => differences.length > 0).length;
  const facts: [string, string][] = [
    [say("report.exam.date"), `${exam.date} (${exam.timeZone})`],
    [say("report.exam.rooms"), say("report.exam.roomsText", { rooms: rooms.length, started, differing })],
    [say("report.exported"), `${time(madeAt)} (${words.zone})`],
  ];
  const row = (tag: "th" | "td", cells: readonly (string | number)[]): string =>
    `<tr>${cells.map((cell) => `<${tag}>${plain(String(cell))}</${tag}>`).join("")}</tr>`;
  return [
    "<!doctype html>",
    `<html lang="${language === "zh" ? "zh-CN" : "en"}"><head><meta charset="utf-8">`,
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
    `<title>${plain(title)}</title><style>${STYLE}@page{size:A4 landscape}</style></head><body><main>`,
    `<h1>${plain(title)}</h1>`,
    `<dl>${facts.map(([name, value]) => `<dt>${plain(name)}</dt><dd>${plain(value)}</dd>`).join("")}</dl>`,
    `<table><thead>${row(
      "th",
      COLUMNS.map((column) => say(`report.exam.columns.${column}`)),
    )}</thead><tbody>`,
    ...rooms.map((room) => row("td", cellsOf(room, words))),
    "</tbody></table></main></body></html>",
    "",
  ].join("\n");
};

export type ExamReportOrder = { format: "csv" | "pdf"; language: ReportLanguage };
type Running = { folder: string; timeZone: string };

/** Writes it into the folder of the profile that runs; answers where. */
export const createExamReporting =
  ({ files, clock, shell }: { files: Files; clock: Clock; shell: Pick<Shell, "printPdf"> }) =>
  async ({ folder, timeZone }: Running, report: ExamReport, { format, language }: ExamReportOrder): Promise<Result<{ path: string }>> => {
    const words = createReportWords(language, timeZone);
    const name = exportName("exam", report.exam.name, clock.wall());
    const path = exportPlace(files, folder, name, format === "csv" ? "csv" : "html");
    if (!path.ok) return path;
    const text = format === "csv" ? examReportCsv(report, words) : examReportHtml(report, language, words);
    const written = files.writeText(path.value, text);
    if (!written.ok) {
      const params = { path: path.value };
      return err(appError("unavailable", `${path.value} cannot be written: ${written.error.detail}`, { reason: "recordFile", params }));
    }
    if (format === "csv") return ok({ path: path.value });
    const pdf = path.value.replace(/html$/, "pdf");
    const printed = await shell.printPdf(path.value, pdf);
    return printed.ok ? ok({ path: pdf }) : printed;
  };
