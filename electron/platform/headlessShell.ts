/** The desktop where there is none: command lines and tests. */
import type { Log, Shell } from "../../shared/ports.ts";
import { appError, err } from "../../shared/result.ts";

export const createHeadlessShell = (log: Log): Shell => ({
  openExternal: async (url) => {
    log.info({ url }, "no desktop to open this on");
    return err(appError("unavailable", "There is no desktop here to open links on."));
  },
  // What is copied may be a token: it is not even logged.
  copyText: () => log.info({}, "no clipboard here"),
  clearText: () => undefined,
  printPdf: async () => err(appError("unavailable", "There is no browser here to print with.", { reason: "printing" })),
  keepAwake: () => () => undefined,
});
