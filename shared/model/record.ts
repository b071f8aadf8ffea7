/** The record: what was seen and done, as numbered entries each bound to the one before (design: Store, the record). */
import { z } from "zod";

/** SHA-256, 64 lower-case hexadecimal digits. */
const Hash = z.string().regex(/^[0-9a-f]{64}$/);

/** How far a record goes: number and hash of its last entry; 0 and 64 zeros for an empty one. */
export const RecordHead = z.object({ count: z.int().nonnegative(), hash: Hash });
export type RecordHead = z.infer<typeof RecordHead>;

/** The record of the profile that runs. `fault`: why it cannot be written now (`record.fault.<kind>`); it is tried again each second. */
export const RecordStatus = z.object({ ...RecordHead.shape, fault: z.string().nullable() });
export type RecordStatus = z.infer<typeof RecordStatus>;

export const RECORD_FORMATS = ["csv", "jsonl", "html"] as const;
export const RecordFormat = z.enum(RECORD_FORMATS);
export type RecordFormat = z.infer<typeof RecordFormat>;

/** An exam as the record refers to it: the rooms that its sheet named at that moment. */
export const RecordExam = z.strictObject({ id: z.string(), name: z.string(), rooms: z.array(z.string()) });
export type RecordExam = z.infer<typeof RecordExam>;

/** What of the record is in an export. Times in ms, server's clock; null: without a bound. */
export const RecordPart = z.strictObject({
  /** null: every room, and what belongs to none. */
  room: z.string().min(1).max(300).nullable(),
  from: z.number().nullable(),
  to: z.number().nullable(),
  /** The rooms of this exam alone. */
  exam: RecordExam.optional(),
});
export type RecordPart = z.infer<typeof RecordPart>;
export const WHOLE_RECORD: RecordPart = { room: null, from: null, to: null };

/** What a person wants of the record. `examId`: the rooms of this exam; null: of any. */
export const RecordChoice = RecordPart.omit({ exam: true }).extend({ examId: z.uuid().nullable() });
export type RecordChoice = z.infer<typeof RecordChoice>;

/**
 * What was done to a record. `changed`: an entry is not what was written; `removed`, `added`, `reordered`; `cut`: the end is missing;
 * `recomputed`: everything fits together, and it is not what was signed or what the outbox remembers; `otherKey`: signed by somebody
 * else; `unreadable`: this is no record.
 */
export const RECORD_FAULTS = ["changed", "removed", "added", "reordered", "cut", "recomputed", "otherKey", "unreadable"] as const;
export const RecordFault = z.object({
  fault: z.enum(RECORD_FAULTS),
  /** The first and last entry concerned; null: not an entry, or not known which. */
  from: z.int().nullable(),
  to: z.int().nullable(),
  room: z.string().nullable(),
});
export type RecordFault = z.infer<typeof RecordFault>;

/** What a person had removed after an export; `asked`: when, server time, ms. */
export const RecordRemoval = z.object({
  asked: z.number(),
  operator: z.string(),
  /** The export's name. */
  file: z.string(),
  rooms: z.int(),
  entries: z.int(),
});
export type RecordRemoval = z.infer<typeof RecordRemoval>;

/** At most so many faults, and removals, are named. */
export const MAX_FAULTS = 100;

export const RecordVerdict = z.object({
  ok: z.boolean(),
  /** `journal`: the record itself; else an export. */
  what: z.enum(["journal", ...RECORD_FORMATS]).nullable(),
  count: z.int(),
  head: z.string(),
  faults: z.array(RecordFault),
  /** Faults beyond those that are named. */
  moreFaults: z.int(),
  /** Entries that a power failure took: no fault, and not there. */
  lost: z.array(z.object({ from: z.int(), to: z.int() })),
  /** Entries whose text was deleted in order, after an export. */
  pruned: z.int(),
  /** The latest of those who had it deleted, oldest first. */
  removals: z.array(RecordRemoval),
  /** An earlier record that was damaged and set aside, with its last known entry. */
  before: z.object({ file: z.string(), head: RecordHead }).nullable(),
  /** Who signed an export. `known`: whether it is this workstation's key; null: it has none to compare with. */
  key: z.object({ publicKey: z.string(), kept: z.enum(["keychain", "run"]), known: z.boolean().nullable() }).nullable(),
  /** Of the rooms that were asked about: how many have entries, how many and from when to when, ms, and how many of the named faults are in them; null: nothing was asked. */
  part: z.object({ rooms: z.int(), entries: z.int(), faults: z.int(), from: z.number().nullable(), to: z.number().nullable() }).nullable(),
});
export type RecordVerdict = z.infer<typeof RecordVerdict>;

/** The last line of every export; `signature` is over the JSON text of everything before it. */
export const RecordFooter = z.strictObject({
  kind: z.literal("footer"),
  format: RecordFormat,
  part: RecordPart,
  /** Entries in this file. */
  lines: z.int().nonnegative(),
  /** The whole record's, when this was exported. */
  ...RecordHead.shape,
  /** Faults that the record had when it was exported. */
  faults: z.int().nonnegative(),
  /** Of every byte before the footer's line. */
  sha256: Hash,
  /** Unix ms. */
  exportedAt: z.number(),
  /** Where the key is kept: in the keychain, or (where there is none) nowhere beyond the run that made it. */
  key: z.enum(["keychain", "run"]),
  /** Ed25519, hexadecimal. */
  publicKey: Hash,
  /** Its two halves, R and S: so that no search for tokens takes it for one. */
  signature: z.string().regex(/^[0-9a-f]{64}\.[0-9a-f]{64}$/),
});
export type RecordFooter = z.infer<typeof RecordFooter>;

/** What is in a record, counted. Times in ms. */
export const RecordSummary = z.object({
  kinds: z.array(z.object({ kind: z.string(), count: z.int() })),
  firstAt: z.number().nullable(),
  lastAt: z.number().nullable(),
});
export type RecordSummary = z.infer<typeof RecordSummary>;
