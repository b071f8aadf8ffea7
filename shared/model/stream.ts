/** A teacher's stream of a hosting scene (specification §2): what it is, whether it moves, and what is wrong with it. */
import { z } from "zod";

export const StreamForm = z.enum(["hls", "mp4", "flv", "rtmp", "other"]);
export type StreamForm = z.infer<typeof StreamForm>;

export const StreamSide = z.enum(["main", "reserve"]);
export type StreamSide = z.infer<typeof StreamSide>;

/** `stalled`: its playlist comes and brings nothing new. `recording`: it has an end and never was seen live. `unwatchable`: its form cannot be watched here. */
export const StreamPhase = z.enum(["starting", "live", "stalled", "ended", "recording", "failing", "unwatchable"]);
export type StreamPhase = z.infer<typeof StreamPhase>;

/** `streams.faults.<reason>` with `params`. */
export const StreamFault = z.object({ reason: z.string(), params: z.record(z.string(), z.union([z.string(), z.number()])) });
export type StreamFault = z.infer<typeof StreamFault>;

export const StreamStatus = z.object({
  side: StreamSide,
  url: z.string(),
  form: StreamForm,
  phase: StreamPhase,
  /** Since when it is in this phase, server time ms. */
  since: z.number(),
  /** When something new was last seen here, and when its newest moment was made by its own word; server time ms. */
  movedAt: z.number().nullable(),
  madeAt: z.number().nullable(),
  targetSeconds: z.number().nullable(),
  lengthSeconds: z.number().nullable(),
  /** As in RFC 6381, where known. */
  codecs: z.string().nullable(),
  /** Width × height. */
  size: z.string().nullable(),
  encrypted: z.boolean(),
  fault: StreamFault.nullable(),
  /** Where the page finds it, below its own origin; null: it cannot be shown. */
  preview: z.string().nullable(),
});
export type StreamStatus = z.infer<typeof StreamStatus>;

/** A recording may be off its class by so much, s. */
const LENGTH_TOLERANCE = 60;
/** A recording against its class: `boardReasons.<reason>`. Lengths in s; `planned` null: nobody has told. */
export const lengthReason = (
  length: number | null,
  planned: number | null,
): "fileLengthUnread" | "filePlays" | "fileShort" | "fileLong" => {
  if (length === null) return "fileLengthUnread";
  if (planned === null || Math.abs(Math.round(length) - planned) <= LENGTH_TOLERANCE) return "filePlays";
  return length < planned ? "fileShort" : "fileLong";
};

/** A room's hosting scene as it plays now; null: no such address is known. */
export const SceneStatus = z.object({ roomUuid: z.string(), main: StreamStatus.nullable(), reserve: StreamStatus.nullable() });
export type SceneStatus = z.infer<typeof SceneStatus>;
