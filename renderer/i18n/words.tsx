/** What a component speaks with: sentences, numbers and times in the language and zone of the settings. */
import type { TFunction } from "i18next";
import { createContext, type ReactNode, useContext, useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { EventBrief } from "../../shared/model/room.ts";
import type { AppError } from "../../shared/result.ts";
import { type TimeFormat, timeFormat } from "../format/time.ts";
import { useSettings } from "../state/console.ts";
import { formatterOf } from "./setup.ts";

/** Areas of the translation that are looked up by a code: one that main sends, or a name of the contract. */
export const CODE_AREAS = [
  "problems",
  "failures",
  "notices",
  "alarms",
  "loops",
  "errors",
  "tokenServices",
  "tokenPrivileges",
  "tokenRoles",
  "troubleKinds",
  "commandNames",
  "commandEffects",
  "askFields",
  "askChoices",
  "faults",
  "misfits",
  "boardReasons",
  "examFindings",
  "examFixed",
  "examExcluded",
  "examFile",
] as const;
export type CodeArea = (typeof CODE_AREAS)[number];
type Params = Readonly<Record<string, string | number>>;

export type Words = {
  t: TFunction;
  language: string;
  time: TimeFormat;
  /** `1,204` */
  n(value: number): string;
  /** The sentence for a code, or the area's sentence for a code that nobody foresaw. */
  code(area: CodeArea, code: string, params?: Params): string;
  /** An event in a line. */
  brief(brief: EventBrief): string;
  error(error: AppError): string;
};

/** How many names a brief carries at most (`shared/projection`). */
const NAMES_IN_BRIEF = 3;

/** A sentence without params is looked up once: a list that scrolls asks for the same few words with every row. */
const remembering = (t: TFunction): TFunction => {
  const plain = new Map<string, string>();
  const look = (...asked: Parameters<TFunction>): string => {
    const [key] = asked;
    if (asked.length > 1 || typeof key !== "string") return t(...asked);
    const known = plain.get(key) ?? t(...asked);
    plain.set(key, known);
    return known;
  };
  return look as TFunction;
};

export const createWords = (
  translate: TFunction,
  exists: (key: string, params?: Params) => boolean,
  language: string,
  zone: string,
): Words => {
  const t = remembering(translate);
  const numbers = formatterOf(language);
  // Codes come from main at run time, so these keys cannot be checked by the compiler; a unit test checks that each exists.
  const say = t as unknown as (key: string, params?: Params) => string;
  const code: Words["code"] = (area, name, params = {}) =>
    exists(`${area}.${name}`, params) ? say(`${area}.${name}`, params) : say(`${area}.unknown`, { code: name });
  return {
    t,
    language,
    time: timeFormat(language, zone),
    n: (value) => numbers.format(value),
    code,
    brief: ({ key, params }) => {
      if (!exists(`events.${key}`)) return t("events.unknown", { code: key });
      const { name, count } = params;
      if (typeof name !== "string" || typeof count !== "number" || count <= NAMES_IN_BRIEF) return say(`events.${key}`, params);
      return say(`events.${key}`, { ...params, name: t("events.andMore", { name, more: count - NAMES_IN_BRIEF }) });
    },
    error: (error) => {
      const params = { message: error.message, reference: error.reference ?? "", ...error.params };
      return error.reason !== undefined && exists(`errors.${error.reason}`)
        ? say(`errors.${error.reason}`, params)
        : say(`errors.${error.code}`, params);
    },
  };
};

const WordsContext = createContext<Words | null>(null);

export const WordsProvider = ({ children }: { children: ReactNode }) => {
  const { t, i18n } = useTranslation();
  const { timeZone } = useSettings();
  const language = i18n.language;
  const words = useMemo(() => createWords(t, (key, params) => i18n.exists(key, params), language, timeZone), [t, i18n, language, timeZone]);
  return <WordsContext value={words}>{children}</WordsContext>;
};

export const useWords = (): Words => {
  const words = useContext(WordsContext);
  if (words === null) throw new Error("useWords outside its provider");
  return words;
};
