/** Identifiers of the specification, §2: strings shorter than 64 bytes. */
import { z } from "zod";

/** Limit of roomUuid, userUuid and extAppUuid, bytes (specification §8: "less than 64"). */
export const MAX_ID_BYTES = 63;
/** Of a room whose page is recorded, bytes (public facts §5). */
export const MAX_WEB_RECORDED_ID_BYTES = 50;

/** Length in UTF-8, without an encoder (this file runs where there is neither DOM nor Node). */
export const utf8Bytes = (text: string): number => {
  let bytes = 0;
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
  }
  return bytes;
};

/** Whether an id can be sent at all: not empty, within the limit, and no path of its own ('.' and '..' would leave the room's path). */
export const sendableId = (id: string): boolean => id !== "" && id !== "." && id !== ".." && utf8Bytes(id) <= MAX_ID_BYTES;

export const Identifier = z.string().refine(sendableId, { error: `must have 1 to ${MAX_ID_BYTES} bytes and be neither '.' nor '..'` });

/** The characters that the service allows in a new id (public facts §5). Ids seen in events are not held to it. */
export const creatableId = (id: string): boolean => sendableId(id) && /^[a-zA-Z0-9 !#$%&()+\-:;<=.>?@[\]^_{}|~,]+$/.test(id);
