/** The words of the console: i18next with both languages inside the bundle, and what a component needs to speak. */
import i18next, { type FormatterModule, type i18n } from "i18next";
import { initReactI18next } from "react-i18next";
import { en } from "./en/index.ts";
import { zh } from "./zh/index.ts";

export type Language = "en" | "zh";

declare module "i18next" {
  interface CustomTypeOptions {
    resources: { translation: typeof en };
    returnNull: false;
  }
}

/** The language for a setting: a choice, or the first of the system's languages that the console speaks. */
export const languageFor = (setting: "system" | Language, locales: readonly string[]): Language => {
  if (setting !== "system") return setting;
  const spoken = locales.map((locale) => locale.toLowerCase().split(/[-_]/)[0]).find((language) => language === "zh" || language === "en");
  return spoken === "zh" ? "zh" : "en";
};

/** What a number under one of these names counts; others may be codes or ids. */
const QUANTITIES: ReadonlySet<unknown> = new Set([
  "count",
  "max",
  "min",
  "bytes",
  "characters",
  "cells",
  "columns",
  "rooms",
  "events",
  "done",
  "of",
  "total",
  "left",
  "cancelled",
]);
const formatters = new Map<string, Intl.NumberFormat>();
/** `1,204` */
export const formatterOf = (language: string): Intl.NumberFormat => {
  const known = formatters.get(language) ?? new Intl.NumberFormat(language);
  formatters.set(language, known);
  return known;
};

/** Writes each count that a sentence carries as its language does; whatever else there is stays as it came. */
const quantities: FormatterModule = {
  type: "formatter",
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
  format: (value, _format, language, options) =>
    typeof value === "number" && QUANTITIES.has(options?.["interpolationkey"]) ? formatterOf(language ?? "en").format(value) : value,
};

export const createI18n = (language: Language): i18n => {
  const instance = i18next.createInstance();
  void instance
    .use(initReactI18next)
    .use(quantities)
    .init({
      lng: language,
      fallbackLng: "en",
      resources: { en: { translation: en }, zh: { translation: zh } },
      interpolation: { escapeValue: false, alwaysFormat: true },
      initAsync: false,
    });
  return instance;
};
