/** Little-endian packing as both token generations use it. */

export type Writer = {
  u16(value: number): void;
  i16(value: number): void;
  u32(value: number): void;
  text(value: string | Buffer): void;
  done(): Buffer;
};

export const createWriter = (): Writer => {
  const parts: Buffer[] = [];
  const fixed = (size: number, write: (buffer: Buffer) => void): void => {
    const buffer = Buffer.alloc(size);
    write(buffer);
    parts.push(buffer);
  };
  const u16 = (value: number): void => fixed(2, (buffer) => void buffer.writeUInt16LE(value));
  return {
    u16,
    i16: (value) => fixed(2, (buffer) => void buffer.writeInt16LE(value)),
    u32: (value) => fixed(4, (buffer) => void buffer.writeUInt32LE(value)),
    text: (value) => {
      const bytes = Buffer.from(value);
      u16(bytes.length);
      parts.push(bytes);
    },
    done: () => Buffer.concat(parts),
  };
};

/** A read beyond the end throws this; parsers turn it into a fault. */
export class EndOfBytes extends Error {}

export type Reader = { u16(): number; i16(): number; u32(): number; bytes(): Buffer; text(): string; rest(): Buffer };

export const createReader = (buffer: Buffer): Reader => {
  let at = 0;
  const take = (count: number): number => {
    if (at + count > buffer.length) throw new EndOfBytes(`${count} bytes wanted at ${at} of ${buffer.length}`);
    at += count;
    return at - count;
  };
  const u16 = (): number => buffer.readUInt16LE(take(2));
  const bytes = (): Buffer => {
    const length = u16();
    const start = take(length);
    return buffer.subarray(start, start + length);
  };
  return {
    u16,
    i16: () => buffer.readInt16LE(take(2)),
    u32: () => buffer.readUInt32LE(take(4)),
    bytes,
    text: () => bytes().toString("utf8"),
    rest: () => buffer.subarray(at),
  };
};

/** Privileges: number of the privilege → seconds. Bounded by the bytes that are there. */
export const readPrivileges = (reader: Reader): Record<string, number> => {
  const privileges: Record<string, number> = {};
  for (let left = reader.u16(); left > 0; left -= 1) {
    const key = reader.u16();
    privileges[key] = reader.u32();
  }
  return privileges;
};
