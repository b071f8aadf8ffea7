/** The words of the console: i18next with both languages inside the bundle, and what a component needs to speak. */
import i18next, { type i18n } from "i18next";
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

export const createI18n = (language: Language): i18n => {
  const instance = i18next.createInstance();
  void instance.use(initReactI18next).init({
    lng: language,
    fallbackLng: "en",
    resources: { en: { translation: en }, zh: { translation: zh } },
    interpolation: { escapeValue: false },
    initAsync: false,
  });
  return instance;
};
