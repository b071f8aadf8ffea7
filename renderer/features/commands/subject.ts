/** What a person has chosen to ask for, before it is filled in and agreed to. Pure. */
import type { BulkTarget } from "../../../shared/model/bulk.ts";
import type { Entry } from "./entries.ts";
import type { Draft } from "./fields.ts";

export type Subject = {
  entry: Entry;
  /** Empty: the room is chosen in the dialog, or made by the command. */
  targets: readonly BulkTarget[];
  /** What is filled in from the start. */
  given: Draft;
  /** The many commands whose failures are tried again. */
  retryOf: string | null;
  /** Why the service refused it before, `failures.<code>`. */
  refused: string | null;
};

export const subjectOf = (entry: Entry, rooms: readonly string[], more: Partial<Subject> = {}): Subject => ({
  entry,
  targets: rooms.map((roomUuid) => ({ roomUuid })),
  given: {},
  retryOf: null,
  refused: null,
  ...more,
});
