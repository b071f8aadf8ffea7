/** Runs the built bundles on Node and the system's Chromium, for machines where Electron's binary cannot be had. May know nothing of the console. */
import { registerHooks } from "node:module";
import { pathToFileURL } from "node:url";
import { type Chromium, startChromium } from "./chromium.ts";
import { switchesOf } from "./switches.ts";

const path = process.env["CHROMIUM_PATH"];
if (path === undefined) throw new Error("CHROMIUM_PATH names no browser; start the console with npm start");
const switches = switchesOf(process.argv);
// Beside the import of the bundles, since each takes half a second.
const chromium = startChromium({
  path,
  headless: switches.has("headless"),
  debuggingPort: Number(switches.get("remote-debugging-port") ?? 0),
  language: switches.get("lang") ?? null,
});
// Said below, where it is waited for.
chromium.catch(() => undefined);

const electron = new URL("electron.ts", import.meta.url).href;
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === "electron" ? { url: electron, format: "module-typescript", shortCircuit: true } : next(specifier, context),
});

const { startHost } = (await import(electron)) as { startHost: (starting: Promise<Chromium>) => Promise<void> };
await import(pathToFileURL("out/main/main.js").href);
try {
  await startHost(chromium);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
