/** HLS playlists (RFC 8216): read, and with other addresses in them. Pure. */
import { err, ok, type Result } from "../../shared/result.ts";
import { webUrl } from "./visits.ts";

export type ByteRange = { length: number; offset: number };

export type Segment = {
  url: string;
  sequence: number;
  /** s. */
  duration: number;
  byteRange: ByteRange | null;
  /** When its first moment was made, by its own word, Unix ms. */
  madeAt: number | null;
  /** AES-128, SAMPLE-AES …; null: not encrypted. */
  encryption: string | null;
  /** Its initialisation section, of fragmented MP4. */
  init: { url: string; byteRange: ByteRange | null } | null;
};

export type Variant = { url: string; bandwidth: number | null; codecs: string | null; size: string | null };

export type MediaPlaylist = {
  kind: "media";
  /** s. */
  target: number;
  segments: Segment[];
  /** Nothing will be added: a recording, or a broadcast that is over. */
  ended: boolean;
  /** s, of all segments. */
  length: number;
};
export type MasterPlaylist = { kind: "master"; variants: Variant[]; encrypted: boolean };
export type Playlist = MediaPlaylist | MasterPlaylist;

/** `streams.faults.<reason>`. */
export type PlaylistFault = "notPlaylist" | "playlistEmpty" | "playlistBroken" | "playlistVariables" | "playlistTooLong";

const MOST_SEGMENTS = 50_000;
const MOST_VARIANTS = 200;

/** `A=1,B="x,y"` → its names and values, quotes gone. */
const attributesOf = (text: string): Map<string, string> =>
  new Map(Array.from(text.matchAll(/([A-Z0-9-]+)=("[^"]*"|[^",]*)/g), ([, name = "", value = ""]) => [name, value.replace(/^"|"$/g, "")]));

const tagOf = (line: string): { tag: string; rest: string } => {
  const colon = line.indexOf(":");
  return colon < 0 ? { tag: line, rest: "" } : { tag: line.slice(0, colon), rest: line.slice(colon + 1) };
};

const linesOf = (text: string): string[] =>
  text
    .replace(/^\uFEFF/, "")
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim());

const decimal = (text: string | undefined): number | null => {
  if (text === undefined || text.trim() === "") return null;
  const number = Number(text);
  return Number.isFinite(number) && number >= 0 ? number : null;
};

/** `length[@offset]`; without an offset it begins where the range before it ended. */
const rangeOf = (text: string, behind: number): ByteRange | null => {
  const [, length, offset] = /^(\d{1,15})(?:@(\d{1,15}))?$/.exec(text) ?? [];
  return length === undefined ? null : { length: Number(length), offset: offset === undefined ? behind : Number(offset) };
};

export const isPlaylist = (text: string): boolean => /^\uFEFF?#EXTM3U/.test(text);

/** `base`: where it came from, after redirects; addresses in it are made absolute by that. */
export const parsePlaylist = (text: string, base: string): Result<Playlist, PlaylistFault> => {
  if (!isPlaylist(text)) return err("notPlaylist");
  const lines = linesOf(text);
  if (lines.some((line) => line.startsWith("#EXT-X-DEFINE"))) return err("playlistVariables");
  return lines.some((line) => line.startsWith("#EXT-X-STREAM-INF")) ? parseMaster(lines, base) : parseMedia(lines, base);
};

const parseMaster = (lines: readonly string[], base: string): Result<MasterPlaylist, PlaylistFault> => {
  const variants: Variant[] = [];
  let encrypted = false;
  let attributes: Map<string, string> | null = null;
  for (const line of lines) {
    const { tag, rest } = tagOf(line);
    if (tag === "#EXT-X-STREAM-INF") attributes = attributesOf(rest);
    else if (tag === "#EXT-X-SESSION-KEY") encrypted ||= attributesOf(rest).get("METHOD") !== "NONE";
    else if (line !== "" && !line.startsWith("#") && attributes !== null) {
      const url = webUrl(line, base);
      if (url === null) return err("playlistBroken");
      if (variants.length >= MOST_VARIANTS) return err("playlistTooLong");
      variants.push({
        url: url.href,
        bandwidth: decimal(attributes.get("BANDWIDTH")),
        codecs: attributes.get("CODECS") ?? null,
        size: attributes.get("RESOLUTION")?.replace(/x/i, "×") ?? null,
      });
      attributes = null;
    }
  }
  return variants.length === 0 ? err("playlistEmpty") : ok({ kind: "master", variants, encrypted });
};

const parseMedia = (lines: readonly string[], base: string): Result<MediaPlaylist, PlaylistFault> => {
  const segments: Segment[] = [];
  let target: number | null = null;
  let sequence = 0;
  let ended = false;
  let duration: number | null = null;
  let madeAt: number | null = null;
  let encryption: string | null = null;
  let init: Segment["init"] = null;
  let range: ByteRange | null = null;
  /** Where the byte range before this one ended, by its file. */
  const behind = new Map<string, number>();
  let rangeText: string | null = null;

  for (const line of lines) {
    if (line === "") continue;
    if (line.startsWith("#")) {
      const { tag, rest } = tagOf(line);
      if (tag === "#EXT-X-TARGETDURATION") target = decimal(rest);
      else if (tag === "#EXT-X-MEDIA-SEQUENCE") sequence = decimal(rest) ?? 0;
      else if (tag === "#EXT-X-ENDLIST") ended = true;
      else if (tag === "#EXTINF") duration = decimal(rest.split(",", 1)[0]);
      else if (tag === "#EXT-X-BYTERANGE") rangeText = rest;
      else if (tag === "#EXT-X-PROGRAM-DATE-TIME") madeAt = Number.isNaN(Date.parse(rest)) ? null : Date.parse(rest);
      else if (tag === "#EXT-X-DISCONTINUITY") madeAt = null;
      else if (tag === "#EXT-X-KEY") {
        const method = attributesOf(rest).get("METHOD") ?? "NONE";
        encryption = method === "NONE" ? null : method;
      } else if (tag === "#EXT-X-MAP") {
        const attributes = attributesOf(rest);
        const url = webUrl(attributes.get("URI") ?? "", base);
        if (url === null || !attributes.has("URI")) return err("playlistBroken");
        init = { url: url.href, byteRange: rangeOf(attributes.get("BYTERANGE") ?? "", 0) };
      }
      continue;
    }
    const url = webUrl(line, base);
    if (url === null || duration === null) return err("playlistBroken");
    if (segments.length >= MOST_SEGMENTS) return err("playlistTooLong");
    if (rangeText !== null) {
      range = rangeOf(rangeText, behind.get(url.href) ?? 0);
      if (range === null) return err("playlistBroken");
      behind.set(url.href, range.offset + range.length);
    }
    segments.push({ url: url.href, sequence: sequence + segments.length, duration, byteRange: range, madeAt, encryption, init });
    // A date counts on from segment to segment until another is told.
    if (madeAt !== null) madeAt += duration * 1_000;
    duration = null;
    range = null;
    rangeText = null;
  }
  if (segments.length === 0 && !ended && target === null) return err("playlistEmpty");
  if (target === null) return err("playlistBroken");
  if (segments.length === 0) return err("playlistEmpty");
  return ok({ kind: "media", target, segments, ended, length: segments.reduce((sum, segment) => sum + segment.duration, 0) });
};

/** A player keeps a list as long as the number of breaks that the playlist claims; who counts them since 1970 would stand the page still. */
const MOST_BREAKS = 4_096;

/** Other ways to a stream, which a player would ask for by itself: of other servers, or of a server that holds its answers back. */
const LEFT_OUT = /^#EXT-X-(CONTENT-STEERING|SERVER-CONTROL|PART|PART-INF|PRELOAD-HINT|RENDITION-REPORT)(:|$)/;

/** The same playlist with each address in it, made absolute, replaced by what `address` gives for it; and nothing in it that could harm the page. */
export const rewritePlaylist = (text: string, base: string, address: (url: string) => string): string => {
  const replaced = (from: string): string | null => {
    const url = webUrl(from, base);
    return url === null ? null : address(url.href);
  };
  return linesOf(text)
    .flatMap((line) => {
      if (line === "") return [];
      if (!line.startsWith("#")) return replaced(line) ?? [];
      if (!line.startsWith("#EXT") || LEFT_OUT.test(line)) return [];
      const { tag: name, rest } = tagOf(line);
      if (name === "#EXT-X-DISCONTINUITY-SEQUENCE") return `${name}:${(decimal(rest) ?? 0) % MOST_BREAKS}`;
      // What names an address that cannot be asked is left out whole: a player must not find it.
      let foul = false;
      const tag = line.replace(/\bURI="([^"]*)"/g, (whole, from: string) => {
        const to = replaced(from);
        foul ||= to === null;
        return to === null ? whole : `URI="${to}"`;
      });
      return foul ? [] : tag;
    })
    .join("\n")
    .concat("\n");
};
