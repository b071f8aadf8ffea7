/** Before the specs run: a folder for pages that several of them look at, so that each is built once; gone when they are over. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const setup = (): (() => void) => {
  const folder = mkdtempSync(join(tmpdir(), "built-pages-"));
  process.env["BUILT_PAGES"] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
};
