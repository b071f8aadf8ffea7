/** What a page may do (checklist items 2, 3, 4, 6, 8, 9, 10, 11): every switch is set, none is left to a default. */
import type { WebPreferences } from "electron";

export const webPreferences = (preload: string) =>
  ({
    preload,
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webSecurity: true,
    allowRunningInsecureContent: false,
    experimentalFeatures: false,
    webviewTag: false,
    plugins: false,
    navigateOnDragDrop: false,
    safeDialogs: true,
    spellcheck: false,
    // A wall that is covered by another window goes on telling the truth, and an alarm is heard without a click.
    backgroundThrottling: false,
    autoplayPolicy: "no-user-gesture-required",
  }) satisfies WebPreferences;
