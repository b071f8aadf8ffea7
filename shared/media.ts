/** Media that the page plays from the console's own origin. Types only. */

/** `path` as in the address, from its first slash; `range`: the header's value. */
export type MediaRequest = { path: string; range: string | null };
export type MediaAnswer = { status: number; headers: Readonly<Record<string, string>>; body: Uint8Array | null };
/** Never rejects. */
export type ServeMedia = (request: MediaRequest) => Promise<MediaAnswer>;
