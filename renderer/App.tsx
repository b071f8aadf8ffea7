/** Providers around the frame: state, words, theme. */
import { createTheme, MantineProvider } from "@mantine/core";
import type { i18n } from "i18next";
import { useEffect, useLayoutEffect } from "react";
import { I18nextProvider } from "react-i18next";
import { useStore } from "zustand";
import type { Beeper } from "./features/alarms/sound.ts";
import { Frame } from "./features/frame/Frame.tsx";
import { useTheme } from "./features/frame/useTheme.ts";
import { languageFor } from "./i18n/setup.ts";
import { WordsProvider } from "./i18n/words.tsx";
import { type Console, ConsoleProvider, useConsole, useSettings } from "./state/console.ts";

const theme = createTheme({
  fontFamily: "var(--font)",
  fontFamilyMonospace: "var(--mono)",
  defaultRadius: "sm",
  respectReducedMotion: true,
});

/** The nonce of this load, with which the content policy lets the library's style elements in. */
const styleNonce = (): string => document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? "";

const useLanguage = (i18n: i18n): void => {
  const { info } = useConsole();
  const { language } = useSettings();
  const locales = useStore(info, (state) => state.value?.locales ?? null);
  useEffect(() => {
    const wanted = languageFor(language, locales ?? navigator.languages);
    if (i18n.language !== wanted) void i18n.changeLanguage(wanted);
    document.documentElement.lang = wanted === "zh" ? "zh-CN" : "en";
  }, [i18n, language, locales]);
};

const Themed = ({ i18n, beeper }: { i18n: i18n; beeper: Beeper }) => {
  const scheme = useTheme();
  useLanguage(i18n);
  useLayoutEffect(() => {
    document.documentElement.dataset["theme"] = scheme;
  }, [scheme]);
  return (
    <MantineProvider theme={theme} forceColorScheme={scheme} getStyleNonce={styleNonce}>
      <WordsProvider>
        <Frame beeper={beeper} />
      </WordsProvider>
    </MantineProvider>
  );
};

export const App = ({ console, i18n, beeper }: { console: Console; i18n: i18n; beeper: Beeper }) => (
  <ConsoleProvider value={console}>
    <I18nextProvider i18n={i18n}>
      <Themed i18n={i18n} beeper={beeper} />
    </I18nextProvider>
  </ConsoleProvider>
);
