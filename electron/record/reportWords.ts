/** The words of the report, from the console's own dictionaries: what an event, an alarm or a failure is called is said in one place. */

import { alarms as enAlarms, commands as enCommands, failures as enFailures } from "../../renderer/i18n/en/control.ts";
import { exams as enExams } from "../../renderer/i18n/en/examsView.ts";
import { report as enReport } from "../../renderer/i18n/en/report.ts";
import { events as enEvents } from "../../renderer/i18n/en/room.ts";
import { alarms as zhAlarms, commands as zhCommands, failures as zhFailures } from "../../renderer/i18n/zh/control.ts";
import { exams as zhExams } from "../../renderer/i18n/zh/examsView.ts";
import { report as zhReport } from "../../renderer/i18n/zh/report.ts";
import { events as zhEvents } from "../../renderer/i18n/zh/room.ts";
import type { EventBrief } from "../../shared/model/room.ts";

export type ReportLanguage = "en" | "zh";

const TREES = {
  en: {
    report: enReport,
    events: enEvents,
    alarms: enAlarms,
    failures: enFailures,
    commands: enCommands,
    exams: { column: enExams.column },
  },
  zh: {
    report: zhReport,
    events: zhEvents,
    alarms: zhAlarms,
    failures: zhFailures,
    commands: zhCommands,
    exams: { column: zhExams.column },
  },
} as const;

type Params = Readonly<Record<string, unknown>>;

const find = (tree: unknown, path: string): string | null => {
  let here: unknown = tree;
  for (const name of path.split(".")) here = typeof here === "object" && here !== null ? (here as Record<string, unknown>)[name] : null;
  return typeof here === "string" ? here : null;
};
const textOf = (value: unknown): string => (typeof value === "string" || typeof value === "number" ? String(value) : "");
const fill = (sentence: string, params: Params): string => sentence.replace(/\{\{(\w+)\}\}/g, (_, name: string) => textOf(params[name]));

const isTimeZone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
};

export const createReportWords = (language: ReportLanguage, timeZone: string) => {
  const tree = TREES[language];
  const zone = timeZone !== "system" && isTimeZone(timeZone) ? { timeZone } : {};
  const format = new Intl.DateTimeFormat(language === "zh" ? "zh-CN" : "en-GB", {
    ...zone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h23",
  });
  /** The sentence at `path`, or `instead` where there is none. */
  const say = (path: string, params: Params = {}, instead = path): string => fill(find(tree, path) ?? instead, params);
  /** A sentence that counts has two forms. */
  const count = (path: string, params: Params): string => {
    const one = params["count"] === 1 ? find(tree, `${path}_one`) : null;
    return fill(one ?? find(tree, `${path}_other`) ?? find(tree, path) ?? path, params);
  };
  return {
    say,
    time: (at: number): string => (Number.isFinite(at) && Math.abs(at) < 8.64e15 ? format.format(at) : String(at)),
    zone: format.resolvedOptions().timeZone,
    brief: ({ key, params }: EventBrief): string => say(`events.${key}`, params, say("events.unknown", { code: key })),
    alarm: (rule: string, params: Params): string => count(`alarms.${rule}`, params),
    command: (name: string, input: Params): string => {
      const key = `commands.name.${name.replaceAll(".", "_")}`;
      const plain = `${name} ${JSON.stringify(input)}`;
      return say(key, input, say(`${key}.s${String(input["state"])}`, input, plain));
    },
  };
};
export type ReportWords = ReturnType<typeof createReportWords>;
