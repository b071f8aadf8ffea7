/** The folder that holds everything the console keeps. */
import { accessSync, constants, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { appError, err, ok, type Result } from "../../shared/result.ts";

/** Makes the folder where it is missing and shows that it can be written, so that nothing starts half. */
export const prepareUserData = (folder: string): Result<void> => {
  const probe = join(folder, ".writable");
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.R_OK | constants.W_OK);
    // Access rights say nothing about a read-only disk, or to an administrator.
    writeFileSync(probe, "");
    rmSync(probe);
    return ok(undefined);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return err(appError("unavailable", `The user-data folder ${folder} cannot be written (${why}). Name another with --user-data-dir.`));
  }
};
