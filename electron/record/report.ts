/** The readable report: a document that needs nothing beside itself, a row for each entry. Pure. */

import type { RoomEvent } from "../../shared/model/event.ts";
import type { RecordPart } from "../../shared/model/record.ts";
import type { EventTime } from "../../shared/model/time.ts";
import { briefOf } from "../../shared/projection/index.ts";
import { type Entry, kindOf, roomOf } from "./chainCheck.ts";
import type { ReportWords } from "./reportWords.ts";

const MARKUP: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
/** One line, no markup. */
export const plain = (text: string): string => text.replace(/[&<>"']/g, (sign) => MARKUP[sign] ?? sign).replace(/[\r\n]+/g, " ");

export const STYLE = [
  "body{font:14px/1.45 system-ui,sans-serif;color:#1c1c1a;background:#fff;margin:32px auto;max-width:1100px;padding:0 24px}",
  "h1{font-size:22px;margin:0 0 12px}dl{display:grid;grid-template-columns:max-content 1fr;gap:2px 16px;margin:0 0 12px}dt{color:#5c5c57}dd{margin:0}",
  "table{border-collapse:collapse;width:100%;font-size:12.5px}th{text-align:left;color:#5c5c57;font-weight:500;border-bottom:1px solid #b9b9b2;padding:4px 8px 4px 0}",
  "td{vertical-align:top;border-bottom:1px solid #e6e6e1;padding:3px 8px 3px 0;overflow-wrap:anywhere}td:nth-child(1),td:nth-child(2){white-space:nowrap;font-variant-numeric:tabular-nums}",
  ".warn{border-left:4px solid #b3261e;padding:6px 12px;font-weight:600}.hash{overflow-wrap:anywhere;color:#5c5c57}",
  "thead{display:table-header-group}tr{break-inside:avoid}@page{margin:15mm}@media print{body{margin:0;max-width:none;padding:0}}",
].join("");

export type ReportHead = { language: string; profile: string; part: RecordPart; exportedAt: number };

export const reportHead = ({ language, profile, part, exportedAt }: ReportHead, words: ReportWords): string[] => {
  const { say, time } = words;
  const { room, exam } = part;
  const ofExam = exam === undefined ? say("report.title") : say("report.titleExam", { exam: exam.name });
  const title = room === null ? ofExam : say("report.titleRoom", { room });
  const bounds = [
    ...(part.from === null ? [] : [say("report.from", { time: time(part.from) })]),
    ...(part.to === null ? [] : [say("report.to", { time: time(part.to) })]),
  ];
  const facts: [string, string][] = [
    [say("report.profile"), profile],
    ...(exam === undefined ? [] : [[say("report.examRooms"), exam.rooms.join(", ")] satisfies [string, string]]),
    [say("report.period"), bounds.length === 0 ? say("report.always") : bounds.join(" ")],
    [say("report.exported"), `${time(exportedAt)} (${words.zone})`],
  ];
  const columns = ["number", "time", "room", "what", "who"].map((name) => `<th scope="col">${plain(say(`report.columns.${name}`))}</th>`);
  return [
    "<!doctype html>",
    `<html lang="${language === "zh" ? "zh-CN" : "en"}"><head><meta charset="utf-8">`,
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
    `<title>${plain(title)}</title><style>${STYLE}</style></head><body><main>`,
    `<h1>${plain(title)}</h1>`,
    `<dl>${facts.map(([name, value]) => `<dt>${plain(name)}</dt><dd>${plain(value)}</dd>`).join("")}</dl>`,
    `<table><thead><tr>${columns.join("")}</tr></thead><tbody>`,
  ];
};

export const reportTail = (found: { count: number; hash: string; faults: number }, words: ReportWords): string[] => [
  "</tbody></table>",
  found.faults === 0
    ? `<p>${plain(words.say("report.whole"))}</p>`
    : `<p class="warn">${plain(words.say("report.broken", { n: found.faults }))}</p>`,
  `<p class="hash">${plain(words.say("report.of", found))}</p>`,
  "</main></body></html>",
];

type Body = Readonly<Record<string, unknown>>;
const bodyIn = (value: unknown): Body => (typeof value === "object" && value !== null ? (value as Body) : {});
const textIn = (value: unknown): string => (typeof value === "string" ? value : "");

const eventIn = (body: Body): RoomEvent => ({
  roomUuid: textIn(body["room"]),
  incarnation: Number(body["incarnation"]),
  sequence: Number(body["sequence"]),
  ordinal: Number(body["ordinal"]),
  cmd: Number(body["cmd"]),
  data: bodyIn(body["event"])["data"] ?? null,
  time: body["time"] as EventTime,
  receivedAt: Number(body["at"]),
  via: body["via"] === "app" ? "app" : "room",
});

type Told = { what: string; who: string; time?: string };

/** What an entry says in a sentence, by its kind. */
const TELL: Readonly<Record<string, (body: Body, words: ReportWords) => Told>> = {
  event: (body, words) => {
    const event = eventIn(body);
    const { time } = event;
    const happened = time.kind === "exact" ? words.time(time.at) : words.say("report.noLaterThan", { time: words.time(time.notAfter) });
    return { what: words.brief(briefOf(event)), who: "", time: happened };
  },
  command: (body, { say, command }) => {
    const row = bodyIn(body["command"]);
    const failure = bodyIn(row["failure"])["code"];
    const name = command(textIn(row["name"]), bodyIn(row["input"]));
    const state = say(`report.states.${textIn(body["state"])}`, {}, textIn(body["state"]));
    const why = typeof failure === "string" && body["state"] === "failed" ? say(`failures.${failure}`, {}, failure) : null;
    const what = why === null ? say("report.command", { name, state }) : say("report.commandFailed", { name, state, why });
    return { what, who: textIn(row["operator"]) };
  },
  alarm: (body, { say, alarm }) => {
    const it = bodyIn(body["alarm"]);
    const state = say(`report.alarmStates.${textIn(body["state"])}`, {}, textIn(body["state"]));
    const who = body["state"] === "acknowledged" ? textIn(it["acknowledgedBy"]) : "";
    return { what: say("report.alarm", { state, what: alarm(textIn(it["rule"]), bodyIn(it["params"])) }), who };
  },
  gap: (body, { say }) => ({ what: say("report.gap", body), who: "" }),
  newLife: (body, { say }) => ({ what: say("report.newLife", { n: body["incarnation"] }), who: "" }),
  moved: (_, { say }) => ({ what: say("report.moved"), who: "" }),
  started: (body, { say }) => ({ what: say("report.started", { name: bodyIn(body["profile"])["name"] }), who: textIn(body["operator"]) }),
  ended: (body, { say }) => ({ what: say("report.ended"), who: textIn(body["operator"]) }),
  operator: (body, { say }) => {
    const named = (value: unknown): string => textIn(value) || say("report.nobody");
    return {
      what: say("report.operator", { operator: named(body["operator"]), before: named(body["before"]) }),
      who: textIn(body["operator"]),
    };
  },
  certificate: (body, { say }) => ({
    what: say("report.certificate", { place: say(`report.places.${textIn(body["place"])}`, {}, textIn(body["place"])) }),
    who: textIn(body["operator"]),
  }),
  token: (body, { say, time }) => ({
    what: typeof body["expiresAt"] === "number" ? say("report.token", { time: time(body["expiresAt"]) }) : say("report.noToken"),
    who: "",
  }),
  pruned: (body, { say }) => ({ what: say("report.pruned", { count: bodyIn(body["exported"])["count"] }), who: textIn(body["operator"]) }),
  lost: (body, { say }) => ({ what: say("report.lost", body), who: "" }),
  cut: (body, { say }) => ({ what: say("report.cut", body), who: "" }),
  recomputed: (body, { say }) => ({ what: say("report.recomputed", { count: bodyIn(body["known"])["count"] }), who: "" }),
  rebuilt: (body, { say }) => ({
    what: say("report.rebuilt", { count: bodyIn(body["before"])["count"], file: body["file"] }),
    who: "",
  }),
};

/** One line of the document. */
export const reportRow = ({ number, line }: Entry, words: ReportWords): string => {
  const cells = (time: string, room: string, { what, who }: Told): string =>
    `<tr>${[String(number), time, room, what, who].map((text) => `<td>${plain(text)}</td>`).join("")}</tr>`;
  if (line === null) return cells("", "", { what: words.say("report.gone"), who: "" });
  const body = bodyIn(JSON.parse(line));
  const kind = kindOf(line);
  const told = TELL[kind]?.(body, words) ?? { what: words.say("report.other", { kind }), who: textIn(body["operator"]) };
  const at = typeof body["at"] === "number" ? words.time(body["at"]) : "";
  return cells(told.time ?? at, roomOf(line) ?? "", told);
};
