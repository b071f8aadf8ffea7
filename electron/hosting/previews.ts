/** Streams on their way to the page: fetched here, and named there by addresses of the console's own. The page learns no way to have anything else fetched. */
import type { MediaAnswer, MediaRequest } from "../../shared/media.ts";
import type { Random } from "../../shared/ports.ts";
import { isPlaylist, rewritePlaylist } from "./playlist.ts";
import type { Visitor } from "./visits.ts";

export type Previews = {
  /** Makes a stream fetchable until it is closed; `path` is below the console's own origin. */
  open(url: string): { path: string; close(): void };
  serve(request: MediaRequest): Promise<MediaAnswer>;
  stop(): void;
};

/** A piece of some ten seconds at the highest rates, bytes. */
const MOST_OF_PIECE = 32 * 1_024 * 1_024;
/** So much of a file that is asked for by ranges goes in one answer, bytes. */
const MOST_OF_RANGE = 1_024 * 1_024;
/** Addresses that one preview may have given out: those of a long recording, twice over. The oldest are forgotten. */
const MOST_ADDRESSES = 100_000;

const PREFIX = "/media/";
const NOTHING: MediaAnswer = { status: 404, headers: {}, body: null };
const FAILED: MediaAnswer = { status: 502, headers: {}, body: null };

/** What a piece of media may call itself here; anything else is bytes without a name. */
const TYPES: ReadonlySet<string> = new Set(["video/mp2t", "video/mp4", "audio/mp4", "audio/aac", "video/iso.segment", "text/vtt"]);
const typeOf = (header: string | undefined): string => {
  const type = (header ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
  return TYPES.has(type) ? type : "application/octet-stream";
};

/** The range that is asked of the far server: no longer than one answer is, where it has no end. */
export const boundedRange = (header: string): string | null => {
  const [, from, to] = /^bytes=(\d{1,15})-(\d{0,15})$/.exec(header.trim()) ?? [];
  if (from === undefined) return null;
  const last = Number(from) + MOST_OF_RANGE - 1;
  return `bytes=${from}-${to === undefined || to === "" ? last : Math.min(Number(to), last)}`;
};

type Open = { numbers: Map<string, number>; urls: Map<number, string>; given: number };

export const createPreviews = (deps: {
  visitor: Pick<Visitor, "visit">;
  random: Pick<Random, "uuid">;
  mayAsk: (host: string) => boolean;
}): Previews => {
  const { visitor, random, mayAsk } = deps;
  const previews = new Map<string, Open>();

  const numberOf = (preview: Open, url: string): number => {
    const known = preview.numbers.get(url);
    if (known !== undefined) return known;
    const number = preview.given;
    preview.given += 1;
    preview.numbers.set(url, number);
    preview.urls.set(number, url);
    const oldest = preview.given - MOST_ADDRESSES;
    const forgotten = preview.urls.get(oldest);
    // The first is the stream itself.
    if (oldest > 0 && forgotten !== undefined) {
      preview.urls.delete(oldest);
      preview.numbers.delete(forgotten);
    }
    return number;
  };

  return {
    open: (url) => {
      const id = random.uuid();
      const preview: Open = { numbers: new Map(), urls: new Map(), given: 0 };
      previews.set(id, preview);
      return { path: `${PREFIX}${id}/${numberOf(preview, url)}`, close: () => void previews.delete(id) };
    },
    serve: async ({ path, range }) => {
      const [, id = "", number = ""] = /^\/media\/([\w-]{1,64})\/(\d{1,9})$/.exec(path) ?? [];
      const preview = previews.get(id);
      const url = preview?.urls.get(Number(number));
      if (preview === undefined || url === undefined) return NOTHING;
      const asked = range === null ? null : boundedRange(range);
      if (range !== null && asked === null) return { status: 416, headers: {}, body: null };
      const answer = await visitor.visit({ url, most: MOST_OF_PIECE, mayAsk, ...(asked !== null && { range: asked }) });
      if (!answer.ok) return FAILED;
      const { status, headers, bytes, url: from } = answer.value;
      if (status !== 200 && status !== 206) return { status: status >= 400 && status < 600 ? status : 502, headers: {}, body: null };
      if (isPlaylist(Buffer.from(bytes.subarray(0, 16)).toString("utf8"))) {
        const own = (inner: string): string => `${PREFIX}${id}/${numberOf(preview, inner)}`;
        const text = rewritePlaylist(Buffer.from(bytes).toString("utf8"), from, own);
        return { status: 200, headers: { "content-type": "application/vnd.apple.mpegurl" }, body: Buffer.from(text) };
      }
      const contentRange = headers["content-range"];
      return {
        status,
        headers: {
          "content-type": typeOf(headers["content-type"]),
          ...(status === 206 &&
            contentRange !== undefined &&
            /^bytes [\d*/-]{3,60}$/.test(contentRange) && { "content-range": contentRange }),
          "accept-ranges": "bytes",
        },
        body: bytes,
      };
    },
    stop: () => previews.clear(),
  };
};
