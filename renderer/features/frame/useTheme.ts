/** Light or dark: a choice, or what the system has now. */
import { useSyncExternalStore } from "react";
import { useSettings } from "../../state/console.ts";

const dark = window.matchMedia("(prefers-color-scheme: dark)");
const watch = (listener: () => void): (() => void) => {
  dark.addEventListener("change", listener);
  return () => dark.removeEventListener("change", listener);
};

export const useTheme = (): "light" | "dark" => {
  const { theme } = useSettings();
  const system = useSyncExternalStore(watch, () => dark.matches);
  return theme === "system" ? (system ? "dark" : "light") : theme;
};
