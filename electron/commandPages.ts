/** Every command that was ever asked: read by the thread that reads, with what this run knows later of those that are still open. */
import type { CommandRow } from "../shared/model/command.ts";
import { ok, type Result } from "../shared/result.ts";
import type { ReadJobTable } from "./readJobs.ts";
import type { CommandPage, CommandPageInput } from "./store/reads/commandPage.ts";
import type { Reader } from "./store/reads/reader.ts";

export type CommandPages = (input: CommandPageInput) => Promise<Result<CommandPage>>;

/** `path`: of the outbox. `now`: a command as this run has it; undefined: it has ended. */
export const createCommandPages =
  (deps: { reader: Pick<Reader<ReadJobTable>, "read">; path: string; now: (id: string) => CommandRow | undefined }): CommandPages =>
  async (input) => {
    const page = await deps.reader.read("commandPage", { ...input, path: deps.path }).done;
    return page.ok ? ok({ ...page.value, rows: page.value.rows.map((row) => deps.now(row.id) ?? row) }) : page;
  };
