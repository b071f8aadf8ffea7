/** The console's own scheme instead of file:// (checklist items 7 and 18): `console://app/` is the renderer's bundle and nothing else on the disk, beside the streams below `/media/`. */
import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { extname, join, sep } from "node:path";
import type { CustomScheme, Protocol } from "electron";
import type { ServeMedia } from "../../shared/media.ts";
import { contentPolicy } from "./contentPolicy.ts";

export const SCHEME = "console";
export const APP_ORIGIN = `${SCHEME}://app`;
export const APP_PAGE = `${APP_ORIGIN}/index.html`;

/** Where the page wants the nonce of its load. */
const NONCE_PLACE = "__CSP_NONCE__";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".woff2": "font/woff2",
  ".mp3": "audio/mpeg",
  ".wav": "audio/wav",
};

/** `standard` and `secure` give it an origin of its own; it may neither pass the content policy nor start service workers. */
export const SCHEME_PRIVILEGES: CustomScheme[] = [
  {
    scheme: SCHEME,
    privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, bypassCSP: false, allowServiceWorkers: false },
  },
];

/** The file below `root` that a request means; null where the address is not the bundle's, or leads out of it. */
export const fileOf = (root: string, url: string): string | null => {
  let path: string;
  try {
    const { protocol: scheme, host, pathname, username, password, port } = new URL(url);
    if (scheme !== `${SCHEME}:` || host !== "app" || username || password || port) return null;
    path = decodeURIComponent(pathname);
  } catch {
    return null;
  }
  // A backslash or a colon is a way out on Windows; the bundle has neither.
  if (!/^\/[\w./-]*$/.test(path) || path.split("/").includes("..")) return null;
  const file = join(root, path === "/" ? "index.html" : path);
  return file.startsWith(root.endsWith(sep) ? root : root + sep) && Object.hasOwn(TYPES, extname(file)) ? file : null;
};

const COMMON_HEADERS = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "cache-control": "no-store",
} as const;

const headersOf = (file: string, nonce: string): Record<string, string> => ({
  "content-type": TYPES[extname(file)] ?? "application/octet-stream",
  "content-security-policy": contentPolicy(nonce),
  ...COMMON_HEADERS,
});

/** Streams, which main fetches for the page; what they may be called is the core's to say, that they are no page is said here. */
const MEDIA = `${APP_ORIGIN}/media/`;
const MEDIA_POLICY = "default-src 'none'; sandbox";

const answerMedia = async (media: ServeMedia, request: Pick<Request, "url" | "headers">): Promise<Response> => {
  const { status, headers, body } = await media({ path: request.url.slice(APP_ORIGIN.length), range: request.headers.get("range") });
  const common = { ...COMMON_HEADERS, ...headers, "content-security-policy": MEDIA_POLICY };
  return new Response(body === null ? null : new Uint8Array(body), { status, headers: common });
};

/** Answers one request: media, or a file of the bundle at `root`; the page gets the nonce of this load in its places. */
export const serveBundle =
  (root: string, media: ServeMedia) =>
  async (request: Pick<Request, "url" | "method" | "headers">): Promise<Response> => {
    if (request.method !== "GET") return new Response(null, { status: 405 });
    if (request.url.startsWith(MEDIA)) return answerMedia(media, request);
    const file = fileOf(root, request.url);
    if (file === null) return new Response(null, { status: 404 });
    let content: Buffer;
    try {
      content = await readFile(file);
    } catch {
      return new Response(null, { status: 404 });
    }
    const nonce = randomBytes(16).toString("base64");
    const body = extname(file) === ".html" ? content.toString("utf8").replaceAll(NONCE_PLACE, nonce) : new Uint8Array(content);
    return new Response(body, { headers: headersOf(file, nonce) });
  };

/** Before Electron is ready. */
export const registerScheme = (protocol: Pick<Protocol, "registerSchemesAsPrivileged">): void =>
  protocol.registerSchemesAsPrivileged(SCHEME_PRIVILEGES);

/** Once Electron is ready, before the first page. */
export const serveScheme = (protocol: Pick<Protocol, "handle">, root: string, media: ServeMedia): void =>
  protocol.handle(SCHEME, serveBundle(root, media));
