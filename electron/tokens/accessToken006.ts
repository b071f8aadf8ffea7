/** The first token generation, read only: it is still met in the field (public facts §6, "v006"). */
import { createHmac, createSecretKey, timingSafeEqual } from "node:crypto";
import { crc32 } from "node:zlib";
import { ok, type Result } from "../../shared/result.ts";
import { MAX_TOKEN_CHARACTERS, type TokenFault, tokenFault } from "./accessToken2.ts";
import { createReader, EndOfBytes, readPrivileges } from "./bytes.ts";

const HEAD = /^006([0-9a-fA-F]{32})([A-Za-z0-9+/]+={0,2})$/;

export type Token006 = {
  appId: string;
  salt: number;
  /** The instant that the builder wrote, Unix seconds: for signaling tokens their end. */
  timestamp: number;
  /** Number of the privilege → its end, Unix seconds. */
  privileges: Readonly<Record<string, number>>;
  /** CRC-32 of channel (signaling: the account) and uid; the names themselves are not in the token. */
  channelCrc: number;
  uidCrc: number;
  signature: Buffer;
  message: Buffer;
};

export const parseToken006 = (text: string): Result<Token006, TokenFault> => {
  if (text.length > MAX_TOKEN_CHARACTERS) return tokenFault(`the text is longer than ${MAX_TOKEN_CHARACTERS} characters`);
  const [, appId, encoded] = HEAD.exec(text) ?? [];
  if (appId === undefined || encoded === undefined) return tokenFault("the text is not 006, 32 hexadecimal digits and base64");
  try {
    const reader = createReader(Buffer.from(encoded, "base64"));
    const outer = { signature: reader.bytes(), channelCrc: reader.u32(), uidCrc: reader.u32(), message: reader.bytes() };
    const inner = createReader(outer.message);
    return ok({ appId, ...outer, salt: inner.u32(), timestamp: inner.u32(), privileges: readPrivileges(inner) });
  } catch (error) {
    if (!(error instanceof EndOfBytes)) throw error;
    return tokenFault(`the content ends too early: ${error.message}`);
  }
};

/** Whether a signaling token of this generation was made for `account` with `certificate`. */
export const token006Matches = (token: Token006, account: string, certificate: string): boolean => {
  if (crc32(account) !== token.channelCrc || crc32("") !== token.uidCrc) return false;
  const signed = Buffer.concat([Buffer.from(token.appId + account), token.message]);
  const expected = createHmac("sha256", createSecretKey(Buffer.from(certificate, "latin1")))
    .update(signed)
    .digest();
  return expected.length === token.signature.length && timingSafeEqual(expected, token.signature);
};
