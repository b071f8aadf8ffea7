/** What a fault of a database is called for a person: a sentence, a name that the screens translate, and the file. */
import type { DatabaseFault, FileFault } from "../../shared/ports.ts";
import { type AppError, appError } from "../../shared/result.ts";
import type { StoreFault } from "./open.ts";

const SENTENCE: Record<StoreFault["kind"], string> = {
  corrupt: "is damaged",
  newer: "was written by a newer version of this program; install that version, nothing was changed",
  readOnly: "cannot be written; check the rights of its folder",
  full: "cannot be written: the disk is full",
  locked: "is in use by another program",
  missing: "cannot be opened: its folder is not there",
  other: "cannot be opened",
};

export const storeSentence = (path: string, fault: StoreFault | DatabaseFault): AppError =>
  appError(fault.kind === "newer" ? "conflict" : "unavailable", `${path} ${SENTENCE[fault.kind]} (${fault.detail})`, {
    reason: `store.${fault.kind}`,
    params: { path },
  });

/** Of a small file that is written whole. */
export const fileSentence = (path: string, { kind, detail }: FileFault): AppError =>
  appError("unavailable", `${path} could not be written: ${detail}`, { reason: `file.${kind}`, params: { path } });
