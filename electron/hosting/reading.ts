/** One look at a stream: its playlist or its index, and the pieces that show what it is. Knows neither rooms nor time but what a stream says of itself. */
import type { StreamFault, StreamForm } from "../../shared/model/stream.ts";
import { err, ok, type Result } from "../../shared/result.ts";
import { formOf } from "./address.ts";
import { codecsOf, isMp4, readMp4 } from "./codecs.ts";
import { isPlaylist, type MediaPlaylist, parsePlaylist, type Segment, type Variant } from "./playlist.ts";
import type { Visited, VisitFault, Visitor } from "./visits.ts";

/** A playlist of a whole day has some ten thousand lines, bytes. */
const MOST_OF_PLAYLIST = 4 * 1_024 * 1_024;
/** What is looked at of a piece, bytes: enough for the tables at its beginning. */
const LOOK = 64 * 1_024;
const START = `bytes=0-${LOOK - 1}`;

/** `ended`: a playlist that says so. `whole`: it has no playlist, its length is its file's. */
export type StreamLook = {
  form: StreamForm;
  kind: "live" | "ended" | "whole";
  /** Of the newest piece. */
  sequence: number | null;
  newest: string | null;
  /** When its newest moment was made by its own word, Unix ms. */
  madeAt: number | null;
  targetSeconds: number | null;
  lengthSeconds: number | null;
  codecs: string | null;
  size: string | null;
  encrypted: boolean;
};

type Look = Pick<Visitor, "visit">;
type At = { url: string; mayAsk: (host: string) => boolean };

const fault = (reason: string, params: StreamFault["params"] = {}): { ok: false; error: StreamFault } => err({ reason, params });

const hostIn = (url: string): string => (URL.canParse(url) ? new URL(url).host : url);

const whyNot = ({ kind, code, url }: VisitFault): { ok: false; error: StreamFault } =>
  fault(kind, { host: hostIn(url), ...(code !== "" && { code }) });

const good = (answer: Visited): boolean => answer.status === 200 || answer.status === 206;

const visited = async (look: Look, visit: Parameters<Visitor["visit"]>[0]): Promise<Result<Visited, StreamFault>> => {
  const answer = await look.visit(visit);
  if (!answer.ok) return whyNot(answer.error);
  return good(answer.value) ? answer : fault("status", { status: answer.value.status, host: hostIn(answer.value.url) });
};

const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

/** The beginning of one piece, and what is in it; [] where nobody could tell. */
const lookAtSegment = async (look: Look, { byteRange, url, encryption, init }: Segment, at: At): Promise<Result<string[], StreamFault>> => {
  const from = byteRange?.offset ?? 0;
  const to = from + Math.min(byteRange?.length ?? LOOK, LOOK) - 1;
  const piece = await visited(look, { url, most: LOOK, start: true, range: `bytes=${from}-${to}`, mayAsk: at.mayAsk });
  if (!piece.ok) return piece;
  if (piece.value.bytes.length === 0) return fault("pieceEmpty", { host: hostIn(url) });
  if (encryption !== null) return ok([]);
  const codecs = codecsOf(piece.value.bytes);
  if (codecs === null) return fault("pieceUnknown", { host: hostIn(url) });
  if (codecs.length > 0 || init === null) return ok(codecs);
  const range = init.byteRange === null ? START : `bytes=${init.byteRange.offset}-${init.byteRange.offset + init.byteRange.length - 1}`;
  const head = await visited(look, { url: init.url, most: LOOK, start: true, range, mayAsk: at.mayAsk });
  return head.ok ? ok(codecsOf(head.value.bytes) ?? []) : head;
};

/** First, middle and last, each once. */
export const samples = <T>(items: readonly T[]): T[] => [
  ...new Set([items.at(0), items.at(Math.floor(items.length / 2)), items.at(-1)].flatMap((item) => (item === undefined ? [] : [item]))),
];

const lookOf = (playlist: MediaPlaylist, variant: Variant | null, codecs: readonly string[]): StreamLook => {
  const newest = playlist.segments.at(-1);
  return {
    form: "hls",
    kind: playlist.ended ? "ended" : "live",
    sequence: newest?.sequence ?? null,
    newest: newest?.url ?? null,
    madeAt: newest === undefined || newest.madeAt === null ? null : newest.madeAt + newest.duration * 1_000,
    targetSeconds: playlist.target,
    lengthSeconds: playlist.ended ? playlist.length : null,
    codecs: variant?.codecs ?? (codecs.length > 0 ? codecs.join(", ") : null),
    size: variant?.size ?? null,
    encrypted: playlist.segments.some(({ encryption }) => encryption !== null),
  };
};

/** The media playlist behind an address: its own, or its master's first variant. */
const mediaBehind = async (
  look: Look,
  at: At,
  given: Visited | null,
): Promise<Result<{ playlist: MediaPlaylist; variant: Variant | null }, StreamFault>> => {
  let variant: Variant | null = null;
  let answer: Result<Visited, StreamFault> =
    given === null ? await visited(look, { url: at.url, most: MOST_OF_PLAYLIST, mayAsk: at.mayAsk }) : ok(given);
  for (let depth = 0; depth < 2; depth += 1) {
    if (!answer.ok) return answer;
    const parsed = parsePlaylist(textOf(answer.value.bytes), answer.value.url);
    if (!parsed.ok) return fault(parsed.error);
    if (parsed.value.kind === "media") return ok({ playlist: parsed.value, variant });
    variant = parsed.value.variants[0] ?? null;
    if (variant === null) break;
    answer = await visited(look, { url: variant.url, most: MOST_OF_PLAYLIST, mayAsk: at.mayAsk });
  }
  return fault("playlistBroken");
};

/** `pieces`: whether pieces are looked at, or the playlist alone. */
const lookAtPlaylist = async (look: Look, at: At, given: Visited | null, pieces: boolean): Promise<Result<StreamLook, StreamFault>> => {
  const found = await mediaBehind(look, at, given);
  if (!found.ok) return found;
  const { playlist, variant } = found.value;
  if (!pieces) return ok(lookOf(playlist, variant, []));
  const wanted = playlist.ended ? samples(playlist.segments) : playlist.segments.slice(-1);
  const looked = await Promise.all(wanted.map((segment) => lookAtSegment(look, segment, at)));
  const bad = looked.find((one) => !one.ok);
  if (bad !== undefined && !bad.ok) return bad;
  return ok(lookOf(playlist, variant, [...new Set(looked.flatMap((one) => (one.ok ? one.value : [])))]));
};

const WHOLE = { kind: "whole", sequence: null, newest: null, madeAt: null, targetSeconds: null, size: null, encrypted: false } as const;

/** How long a file is, bytes, by the answer to a question for its beginning. */
const sizeOf = ({ headers, status }: Visited): number | null => {
  const text = status === 206 ? /\/(\d+)$/.exec(headers["content-range"] ?? "")?.[1] : headers["content-length"];
  return text === undefined ? null : Number(text);
};

const lookAtMp4 = async (look: Look, at: At, start: Visited): Promise<Result<StreamLook, StreamFault>> => {
  if (start.status !== 206 && start.cut) return fault("noRanges", { host: hostIn(start.url) });
  const first = readMp4(start.bytes);
  const told = ({ length, codecs }: { length: number | null; codecs: readonly string[] }): Result<StreamLook, StreamFault> =>
    ok({ ...WHOLE, form: "mp4", lengthSeconds: length, codecs: codecs.length > 0 ? codecs.join(", ") : null });
  if (first.index) return told(first);
  const size = sizeOf(start);
  if (first.at === null || (size !== null && first.at >= size)) return fault("mp4Index");
  // Its index is at its end, as a camera writes it.
  const range = `bytes=${first.at}-${first.at + LOOK - 1}`;
  const behind = await visited(look, { url: at.url, most: LOOK, start: true, range, mayAsk: at.mayAsk });
  if (!behind.ok) return behind;
  const second = readMp4(behind.value.bytes);
  return second.index ? told(second) : fault("mp4Index");
};

/**
 * Looks once. RTMP is not asked: nothing here speaks it. `pieces`: whether what a playlist names is looked at too.
 * Only hosts that `mayAsk` allows are asked, wherever a redirect or a playlist leads.
 */
export const lookAtStream = async (look: Look, at: At, { pieces }: { pieces: boolean }): Promise<Result<StreamLook, StreamFault>> => {
  const form = formOf(at.url);
  if (form === null) return fault("address");
  if (form === "rtmp") return ok({ ...WHOLE, form, lengthSeconds: null, codecs: null });
  if (form === "hls") return lookAtPlaylist(look, at, null, pieces);
  const start = await visited(look, { url: at.url, most: LOOK, start: true, range: START, mayAsk: at.mayAsk });
  if (!start.ok) return start;
  const { bytes } = start.value;
  if (isPlaylist(textOf(bytes.subarray(0, 16))))
    return lookAtPlaylist(look, at, start.value.cut || start.value.status === 206 ? null : start.value, pieces);
  if (isMp4(bytes)) return lookAtMp4(look, at, start.value);
  if (textOf(bytes.subarray(0, 3)) === "FLV") return ok({ ...WHOLE, form: "flv", lengthSeconds: null, codecs: null });
  return fault(form === "mp4" ? "notMp4" : form === "flv" ? "notFlv" : "notStream");
};
