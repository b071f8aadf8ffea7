/** Access tokens: pure building and reading of both generations, minting and renewal. May know keys only as arguments; never where they are kept. */
import { createHmac, createSecretKey, timingSafeEqual } from "node:crypto";
import { deflateSync, inflateSync } from "node:zlib";
import { err, ok, type Result } from "../../shared/result.ts";
import { createReader, createWriter, EndOfBytes, type Reader, readPrivileges, type Writer } from "./bytes.ts";
import { fieldsOf, isServiceType, type TokenService } from "./services.ts";

const VERSION = "007";
const HEX32 = /^[0-9a-fA-F]{32}$/;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
const MAX_U16 = 0xffff;
const MAX_U32 = 0xffff_ffff;
/** A token's text beyond this is not looked at, characters. */
export const MAX_TOKEN_CHARACTERS = 64 * 1024;
/** What a token may become when inflated, bytes. */
const MAX_PAYLOAD_BYTES = 64 * 1024;

export type AccessToken2 = {
  appId: string;
  /** Unix seconds. */
  issuedAt: number;
  /** Seconds after `issuedAt`. */
  expiresIn: number;
  salt: number;
  services: readonly TokenService[];
};

export type ParsedToken2 = AccessToken2 & {
  signature: Buffer;
  /** The bytes that the signature covers. */
  signed: Buffer;
  /** The type at which reading stopped since nobody knows its layout; null: everything was read. */
  unknownService: number | null;
};

/** What is wrong with a token's text, or with what it should be built from; never quotes a secret. */
export type TokenFault = { kind: "invalid"; detail: string };
export const tokenFault = (detail: string): Result<never, TokenFault> => err({ kind: "invalid", detail });

const hmac = (key: Buffer, message: Buffer): Buffer => createHmac("sha256", createSecretKey(key)).update(message).digest();

const u32 = (value: number): Buffer => {
  const buffer = Buffer.alloc(4);
  buffer.writeUInt32LE(value);
  return buffer;
};

const sign = (certificate: string, token: { issuedAt: number; salt: number }, body: Buffer): Buffer =>
  hmac(hmac(u32(token.salt), hmac(u32(token.issuedAt), Buffer.from(certificate, "latin1"))), body);

const writeService = (writer: Writer, service: TokenService): void => {
  writer.u16(service.type);
  const privileges = Object.entries(service.privileges).sort(([left], [right]) => Number(left) - Number(right));
  writer.u16(privileges.length);
  for (const [privilege, seconds] of privileges) {
    writer.u16(Number(privilege));
    writer.u32(seconds);
  }
  for (const field of fieldsOf(service.type)) {
    if (field === "role") writer.i16(service.role);
    else writer.text(service[field]);
  }
};

const isWhole = (value: number, least: number, most: number): boolean => Number.isInteger(value) && value >= least && value <= most;

const faultOfService = (service: TokenService): string | null => {
  if (!isServiceType(service.type)) return "a service type is not known";
  const privileges = Object.entries(service.privileges);
  if (privileges.some(([key, seconds]) => !isWhole(Number(key), 0, MAX_U16) || !isWhole(seconds, 0, MAX_U32)))
    return "a privilege is out of range";
  if ([service.room, service.account].some((text) => Buffer.byteLength(text) > MAX_U16))
    return "a room or account is longer than 65,535 bytes";
  return isWhole(service.role, -0x8000, 0x7fff) ? null : "a role is not a 16 bit number";
};

const faultOf = (token: AccessToken2, certificate: string): string | null => {
  if (!HEX32.test(token.appId)) return "the application id is not 32 hexadecimal digits";
  if (!HEX32.test(certificate)) return "the application certificate is not 32 hexadecimal digits";
  if (![token.issuedAt, token.expiresIn, token.salt].every((value) => isWhole(value, 0, MAX_U32)))
    return "a time or the salt is not a 32 bit number";
  if (token.services.length === 0) return "there is no service";
  return token.services.map(faultOfService).find((fault) => fault !== null) ?? null;
};

/** The token's text. Services are put in ascending order of type, those of one type in the order given. */
export const buildAccessToken2 = (token: AccessToken2, certificate: string): Result<string, TokenFault> => {
  const fault = faultOf(token, certificate);
  if (fault !== null) return tokenFault(fault);
  const writer = createWriter();
  writer.text(token.appId);
  writer.u32(token.issuedAt);
  writer.u32(token.expiresIn);
  writer.u32(token.salt);
  writer.u16(token.services.length);
  for (const service of token.services.toSorted((left, right) => left.type - right.type)) writeService(writer, service);
  const body = writer.done();
  const whole = createWriter();
  whole.text(sign(certificate, token, body));
  return ok(VERSION + deflateSync(Buffer.concat([whole.done(), body])).toString("base64"));
};

const readService = (reader: Reader, type: TokenService["type"]): TokenService => {
  const service: TokenService = { type, privileges: readPrivileges(reader), account: "", room: "", role: -1 };
  for (const field of fieldsOf(type)) {
    if (field === "role") service.role = reader.i16();
    else service[field] = reader.text();
  }
  return service;
};

const readServices = (reader: Reader): Pick<ParsedToken2, "services" | "unknownService"> => {
  const services: TokenService[] = [];
  for (let left = reader.u16(); left > 0; left -= 1) {
    const type = reader.u16();
    // A service carries no length, so nothing behind one of unknown layout can be found.
    if (!isServiceType(type)) return { services, unknownService: type };
    services.push(readService(reader, type));
  }
  return { services, unknownService: null };
};

const inflate = (text: string): Result<Buffer, TokenFault> => {
  if (!text.startsWith(VERSION)) return tokenFault("the text does not begin with 007");
  if (text.length > MAX_TOKEN_CHARACTERS) return tokenFault(`the text is longer than ${MAX_TOKEN_CHARACTERS} characters`);
  const encoded = text.slice(VERSION.length);
  if (!BASE64.test(encoded)) return tokenFault("the text behind 007 is not base64");
  try {
    return ok(inflateSync(Buffer.from(encoded, "base64"), { maxOutputLength: MAX_PAYLOAD_BYTES }));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return tokenFault(
      code === "ERR_BUFFER_TOO_LARGE"
        ? `the content is larger than ${MAX_PAYLOAD_BYTES} bytes`
        : `the content cannot be inflated (${code})`,
    );
  }
};

/** Reads a token without judging it: neither signature nor time is looked at. Bounded in time and memory for any text. */
export const parseAccessToken2 = (text: string): Result<ParsedToken2, TokenFault> => {
  const payload = inflate(text);
  if (!payload.ok) return payload;
  try {
    const reader = createReader(payload.value);
    const signature = reader.bytes();
    const signed = reader.rest();
    const head = { appId: reader.text(), issuedAt: reader.u32(), expiresIn: reader.u32(), salt: reader.u32() };
    return ok({ ...head, ...readServices(reader), signature, signed });
  } catch (error) {
    if (!(error instanceof EndOfBytes)) throw error;
    return tokenFault(`the content ends too early: ${error.message}`);
  }
};

/** Whether the signature was made with this certificate over exactly these bytes. */
export const signatureMatches = (token: ParsedToken2, certificate: string): boolean => {
  const expected = sign(certificate, token, token.signed);
  return expected.length === token.signature.length && timingSafeEqual(expected, token.signature);
};
