/** Runs the built bundles on Node and the system's Chromium, for machines where Electron's binary cannot be had. May know nothing of the console. */
import { registerHooks } from "node:module";
import { pathToFileURL } from "node:url";

const electron = new URL("electron.ts", import.meta.url).href;
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === "electron" ? { url: electron, format: "module-typescript", shortCircuit: true } : next(specifier, context),
});

const chromiumPath = process.env["CHROMIUM_PATH"];
if (chromiumPath === undefined) throw new Error("CHROMIUM_PATH names no browser; start the console with npm start");

const { startHost } = (await import(electron)) as { startHost: (path: string) => Promise<void> };
await import(pathToFileURL("out/main/main.js").href);
try {
  await startHost(chromiumPath);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
