/** The report of an exam as a table for spreadsheets or a document to print. */
import { csvText } from "../../shared/csv.ts";
import { readable } from "../../shared/examSheet/readable.ts";
import type { ExamReport, RoomReport } from "../../shared/examSheet/report.ts";
import { localText } from "../../shared/localTime.ts";
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

/** In the exam's zone, as a spreadsheet reads it. */
const moment = (at: number | null, zone: string): string => (at === null ? "" : localText(at, zone).replace("T", " "));
/** `2026-06-07 09:00 – 11:00`; the day once where it is the same. */
const fromTo = (from: number | null, to: number | null, zone: string): string => {
  const [start, end] = [moment(from, zone), moment(to, zone)];
  if (end === "") return start;
  return `${start} – ${start.slice(0, 10) === end.slice(0, 10) ? end.slice(11) : end}`.trim();
};

const stateText = ({ was }: RoomReport, { say }: ReportWords): string => {
  if (was.asOf === null) return "";
  // No event tells how a room is made: it may have begun where nobody saw it.
  return was.state === null ? say("report.exam.unseen") : say(`report.exam.states.s${was.state}`, {}, String(was.state));
};

const differenceText = ({ column, planned, was }: RoomReport["differences"][number], { say }: ReportWords, zone: string): string =>
  say("report.exam.difference", {
    column: say(`exams.column.${column}`),
    planned: readable(column, planned, zone),
    was: readable(column, was, zone),
  });

const cellsOf = (room: RoomReport, words: ReportWords, zone: string): (string | number)[] => {
  const { say } = words;
  const { planned, was } = room;
  return [
    room.row,
    room.roomUuid,
    room.roomName,
    room.proctor,
    moment(planned.start, zone),
    moment(was.start, zone),
    moment(planned.end, zone),
    moment(was.end, zone),
    stateText(room, words),
    was.recorded === null ? "" : say(was.recorded ? "report.exam.yes" : "report.exam.no"),
    planned.candidates,
    was.asOf === null ? "" : was.came,
    room.neverCame.join("; "),
    room.unexpected.join("; "),
    room.differences.map((one) => differenceText(one, words, zone)).join(" | "),
    was.asOf === null ? say("report.exam.neverRead") : moment(was.asOf, zone),
  ];
};

export const examReportCsv = ({ exam, rooms }: ExamReport, words: ReportWords): string =>
  csvText([
    COLUMNS.map((column) => words.say(`report.exam.columns.${column}`)),
    ...rooms.map((room) => cellsOf(room, words, exam.timeZone)),
  ]);

/** What a document has side by side; each cell is lines. */
const PRINTED = ["row", "room", "proctor", "planned", "was", "people", "differences", "asOf"] as const;

const linesOf = (room: RoomReport, words: ReportWords, zone: string): Record<(typeof PRINTED)[number], string[]> => {
  const { say } = words;
  const { planned, was, neverCame, unexpected } = room;
  const read = was.asOf !== null;
  return {
    row: [String(room.row)],
    room: [room.roomName, room.roomUuid],
    proctor: [room.proctor],
    planned: [fromTo(planned.start, planned.end, zone)],
    was: [
      fromTo(was.start, was.end, zone),
      stateText(room, words),
      was.recorded === null ? "" : say(was.recorded ? "report.exam.wasRecorded" : "report.exam.notRecorded"),
    ],
    people: [
      read && planned.candidates > 0 ? say("report.exam.cameOf", { came: was.came, candidates: planned.candidates }) : "",
      neverCame.length > 0 ? say("report.exam.neverCame", { who: neverCame.join(", ") }) : "",
      unexpected.length > 0 ? say("report.exam.unexpected", { who: unexpected.join(", ") }) : "",
    ],
    differences: room.differences.map((one) => differenceText(one, words, zone)),
    asOf: [read ? moment(was.asOf, zone) : say("report.exam.neverRead")],
  };
};

const EXAM_STYLE = [
  "@page{size:A4 landscape;margin:12mm}table{font-size:11px}td{overflow-wrap:break-word;font-variant-numeric:tabular-nums}",
  "td.differences{overflow-wrap:anywhere}td.planned div,td.asOf div{white-space:nowrap}td.room div:first-child{font-weight:600;white-space:nowrap}",
].join("");

export const examReportHtml = (report: ExamReport, language: ReportLanguage, words: ReportWords): string => {
  const { say } = words;
  const { exam, rooms, madeAt } = report;
  const zone = exam.timeZone;
  const title = say("report.exam.title", { name: exam.name });
  const started = rooms.filter(({ was }) => was.start !== null).length;
  const differing = rooms.filter(({ differences }) => differences.length > 0).length;
  const facts: [string, string][] = [
    [say("report.exam.date"), exam.date],
    [say("report.exam.rooms"), say("report.exam.roomsText", { rooms: rooms.length, started, differing })],
    [say("report.exam.times"), zone],
    [say("report.exported"), moment(madeAt, zone)],
  ];
  const heads = PRINTED.map((name) => `<th scope="col">${plain(say(`report.exam.printed.${name}`))}</th>`).join("");
  const row = (room: RoomReport): string => {
    const lines = linesOf(room, words, zone);
    const cell = (name: (typeof PRINTED)[number]): string => {
      const told = lines[name].filter((line) => line !== "").map((line) => `<div>${plain(line)}</div>`);
      return `<td class="${name}">${told.join("")}</td>`;
    };
    return `<tr>${PRINTED.map(cell).join("")}</tr>`;
  };
  return [
    "<!doctype html>",
    `<html lang="${language === "zh" ? "zh-CN" : "en"}"><head><meta charset="utf-8">`,
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
    `<title>${plain(title)}</title><style>${STYLE}${EXAM_STYLE}</style></head><body><main>`,
    `<h1>${plain(title)}</h1>`,
    `<dl>${facts.map(([name, value]) => `<dt>${plain(name)}</dt><dd>${plain(value)}</dd>`).join("")}</dl>`,
    `<table><thead><tr>${heads}</tr></thead><tbody>`,
    ...rooms.map(row),
    "</tbody></table></main></body></html>",
    "",
  ].join("\n");
};

export type ExamReportOrder = { format: "csv" | "pdf"; language: ReportLanguage };
type Running = { folder: string };

/** Writes it into the folder of the profile that runs; answers where. */
export const createExamReporting =
  ({ files, clock, shell }: { files: Files; clock: Clock; shell: Pick<Shell, "printPdf"> }) =>
  async ({ folder }: Running, report: ExamReport, { format, language }: ExamReportOrder): Promise<Result<{ path: string }>> => {
    const words = createReportWords(language, report.exam.timeZone);
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
