/** Bodies that come compressed although none was asked for, decoded within a bound. */
import { promisify } from "node:util";
import { brotliDecompress, unzip } from "node:zlib";
import type { HttpFault } from "../../shared/ports.ts";
import { err, ok, type Result } from "../../shared/result.ts";

const DECODERS = {
  gzip: promisify(unzip),
  "x-gzip": promisify(unzip),
  deflate: promisify(unzip),
  br: promisify(brotliDecompress),
} as const;

const isKnown = (coding: string): coding is keyof typeof DECODERS => Object.hasOwn(DECODERS, coding);

/** Undoes the `Content-Encoding`, outermost coding first; `maxBytes` bounds what each step may become. */
export const decompress = async (bytes: Buffer, encoding: string | undefined, maxBytes: number): Promise<Result<Buffer, HttpFault>> => {
  const codings = (encoding ?? "")
    .toLowerCase()
    .split(",")
    .map((coding) => coding.trim());
  let plain = bytes;
  for (const coding of codings.toReversed()) {
    if (coding === "" || coding === "identity" || plain.length === 0) continue;
    if (!isKnown(coding)) return err({ kind: "badEncoding", sent: true, detail: `content encoding ${coding.slice(0, 40)} is not known` });
    try {
      plain = await DECODERS[coding](plain, { maxOutputLength: maxBytes });
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code === "ERR_BUFFER_TOO_LARGE")
        return err({ kind: "tooBig", sent: true, detail: `more than ${maxBytes} bytes after ${coding}` });
      return err({ kind: "badEncoding", sent: true, detail: `${coding}: ${message}` });
    }
  }
  return ok(plain);
};
