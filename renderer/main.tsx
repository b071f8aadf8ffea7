/** The renderer's entry: makes the console's state and draws it. The renderer may know `shared/`, react and its libraries; main is behind `bridge.ts`. */
import "./jitless.ts";
import "@fontsource-variable/inter/wght.css";
import "@fontsource-variable/jetbrains-mono/wght.css";
import "./styles/index.css";
import { createRoot } from "react-dom/client";
import { App } from "./App.tsx";
import { createBridge, windowBridge } from "./bridge.ts";
import { createClock } from "./clock.ts";
import { createBeeper } from "./features/alarms/sound.ts";
import { createI18n, languageFor } from "./i18n/setup.ts";
import { createConsole } from "./state/console.ts";
import { followPointer } from "./state/pointer.ts";

const root = document.getElementById("root");
const raw = windowBridge();
const i18n = createI18n(languageFor("system", navigator.languages));

if (root !== null && raw !== null) {
  const clock = createClock();
  const page = { width: window.innerWidth, pointer: followPointer(document.documentElement) };
  createRoot(root).render(<App console={createConsole(createBridge(raw, clock), clock, page)} i18n={i18n} beeper={createBeeper()} />);
} else if (root !== null) {
  root.textContent = i18n.t("app.noBridge");
}
