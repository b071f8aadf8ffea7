/** A row of the outbox file: what a command is kept as, and how a row that cannot be read is told. */
import { z } from "zod";
import { CommandRow } from "../../shared/model/command.ts";
import type { DatabaseFault } from "../../shared/ports.ts";
import type { Result } from "../../shared/result.ts";

/** A command with what its life is reckoned by. `…Lived` are ms of its own life, counted from when it was asked. */
export const StoredCommand = z.object({
  row: CommandRow,
  /** The workstation's clock when it was asked, Unix ms. */
  askedWall: z.number(),
  /** How long it had lived at the last write, ms. */
  lived: z.number(),
  /** When a person last said that it shall be sent. */
  wordLived: z.number(),
  /** Whether that word was given in review. */
  confirmed: z.boolean(),
  /** Since when it waits for its sign, or for its outcome to be known. */
  waitsSinceLived: z.number().nullable(),
  /** Whether the server's time was known when it was asked, or has been learned since: until then its moments are the workstation's. */
  dated: z.boolean().default(true),
  /** It was sent, and no answer told what became of it. */
  lost: z.boolean().default(false),
});
export type StoredCommand = z.infer<typeof StoredCommand>;

/** Runs work on the database; what it throws is answered as a fault. */
export type Attempt = <T>(work: () => T) => Result<T, DatabaseFault>;

export class UnreadableRow extends Error {}

export const readBody = <T>(schema: z.ZodType<T>, body: unknown): T => {
  try {
    return schema.parse(JSON.parse(String(body)));
  } catch {
    throw new UnreadableRow("a row of the outbox cannot be read");
  }
};
export const readCommand = (body: unknown): StoredCommand => readBody(StoredCommand, body);
