/** A program of the tests as one file that starts in a tenth of a second; some are started by the hundred. */
import { join } from "node:path";
import { build } from "vite";

/** Bundles `input` into `folder`; answers the file. */
export const bundleChild = async (input: string, folder: string): Promise<string> => {
  await build({
    configFile: false,
    logLevel: "error",
    ssr: { noExternal: true },
    build: { ssr: input, outDir: folder, emptyOutDir: false, minify: false, rolldownOptions: { output: { entryFileNames: "child.mjs" } } },
  });
  return join(folder, "child.mjs");
};
