/** The entry: platform, compose, start; nothing else. */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readOptions } from "./app/options.ts";
import { runProgram } from "./app/run.ts";
import { compose } from "./compose.ts";
import { createElectronShell } from "./platform/electronShell.ts";
import { createLog } from "./platform/log.ts";
import { createNodePlatform } from "./platform/platform.ts";
import { systemProxy } from "./platform/proxy.ts";
import { policyFile } from "./security/debugging.ts";
import { confineLinks } from "./security/externalLinks.ts";

const options = readOptions(process.argv);
const environmentCertificate = process.env["CONSOLE_APP_CERTIFICATE"];
// Nothing that is started from here inherits it.
delete process.env["CONSOLE_APP_CERTIFICATE"];

runProgram({
  options,
  policyFile: policyFile({ platform: process.platform, programData: process.env["ProgramData"] }),
  // This file is out/main/main.js when it runs.
  files: {
    renderer: fileURLToPath(new URL("../renderer", import.meta.url)),
    preload: fileURLToPath(new URL("../preload/preload.cjs", import.meta.url)),
  },
  mode: process.versions["electron"] === undefined ? "chromium" : "electron",
  openPlatform: (userData) => {
    const logFile = join(userData, "logs", "console.log");
    return createNodePlatform({
      logFile,
      workerUrls: {
        practiceCloud: new URL("./practiceWorker.js", import.meta.url),
        reader: new URL("./readWorker.js", import.meta.url),
      },
      resolveProxy: systemProxy,
      shell: confineLinks(createElectronShell(createLog({ file: logFile }))),
    });
  },
  openCore: (platform, core) =>
    compose(platform, {
      ...core,
      ...(options.profileFile !== null && { profileFile: options.profileFile }),
      ...(environmentCertificate !== undefined && { environmentCertificate }),
    }),
});
