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
