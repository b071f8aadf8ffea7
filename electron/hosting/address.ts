/** What the address of a stream says before anything is asked. Pure. */
import type { StreamForm } from "../../shared/model/stream.ts";
import { webUrl } from "./visits.ts";

const FORMS: readonly (readonly [RegExp, StreamForm])[] = [
  [/\.m3u8?$/i, "hls"],
  [/\.(mp4|m4v|mov)$/i, "mp4"],
  [/\.flv$/i, "flv"],
];

/** `other`: its beginning must be looked at. null: no address of a stream. */
export const formOf = (text: string): StreamForm | null => {
  if (/^rtmps?:\/\/[^/\s]/i.test(text.trim())) return "rtmp";
  const url = webUrl(text.trim());
  if (url === null) return null;
  return FORMS.find(([ending]) => ending.test(url.pathname))?.[1] ?? "other";
};

/** Host and port of an address that can be asked; null: there is none. */
export const hostOf = (text: string): string | null => webUrl(text.trim())?.host ?? null;

/** Whether a host is one of those that the addresses name: what they lead to elsewhere is not asked. */
export const onlyHostsOf = (urls: readonly (string | null)[]): ((host: string) => boolean) => {
  const hosts = new Set(urls.flatMap((url) => (url === null ? [] : (hostOf(url) ?? []))));
  return (host) => hosts.has(host);
};
