/** What is in a piece of media: the codecs of an MPEG transport stream, of MP4 and its pieces, and an MP4's length. Pure; reads what it is given and no further. */

const SYNC = 0x47;
const PACKET = 188;

const TS_TYPES: Readonly<Record<number, string>> = {
  1: "mpeg1",
  2: "mpeg2",
  3: "mp3",
  4: "mp3",
  15: "aac",
  17: "aac",
  27: "h264",
  36: "hevc",
  129: "ac3",
  135: "ec3",
};

export const isTransportStream = (bytes: Uint8Array): boolean => bytes[0] === SYNC && (bytes.length <= PACKET || bytes[PACKET] === SYNC);

/** Where the section in a packet begins, and which programme it is of; null: none begins here. */
const sectionOf = (packet: Uint8Array): { pid: number; section: Uint8Array } | null => {
  const [, high = 0, low = 0, control = 0] = packet;
  if ((high & 0x40) === 0 || (control & 0x10) === 0) return null;
  const start = 4 + ((control & 0x20) === 0 ? 0 : 1 + (packet[4] ?? 0));
  const pointer = packet[start];
  return pointer === undefined ? null : { pid: ((high & 0x1f) << 8) | low, section: packet.subarray(start + 1 + pointer) };
};

const sixteen = (bytes: Uint8Array, at: number): number => ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);

/** Codec names in the order of the programme's map; [] where none was found. */
const transportCodecs = (bytes: Uint8Array): string[] => {
  let mapPid: number | null = null;
  for (let at = 0; at + PACKET <= bytes.length; at += PACKET) {
    if (bytes[at] !== SYNC) return [];
    const found = sectionOf(bytes.subarray(at, at + PACKET));
    if (found === null) continue;
    const { pid, section } = found;
    if (pid === 0 && section[0] === 0) {
      mapPid = sixteen(section, 10) & 0x1fff;
    } else if (pid === mapPid && section[0] === 2) {
      const end = Math.min(3 + (sixteen(section, 1) & 0xfff) - 4, section.length);
      const codecs: string[] = [];
      for (let entry = 12 + (sixteen(section, 10) & 0xfff); entry + 5 <= end; entry += 5 + (sixteen(section, entry + 3) & 0xfff))
        codecs.push(TS_TYPES[section[entry] ?? 0] ?? `0x${(section[entry] ?? 0).toString(16)}`);
      return codecs;
    }
  }
  return [];
};

const MP4_ENTRIES: Readonly<Record<string, string>> = {
  avc1: "h264",
  avc3: "h264",
  hvc1: "hevc",
  hev1: "hevc",
  av01: "av1",
  vp09: "vp9",
  mp4a: "aac",
  "ac-3": "ac3",
  "ec-3": "ec3",
  Opus: "opus",
  encv: "encrypted",
  enca: "encrypted",
};

type Box = { type: string; start: number; end: number; body: Uint8Array };

const typeAt = (bytes: Uint8Array, at: number): string => String.fromCharCode(...bytes.subarray(at, at + 4));
const thirtyTwo = (bytes: Uint8Array, at: number): number => sixteen(bytes, at) * 0x1_0000 + sixteen(bytes, at + 2);
const sixtyFour = (bytes: Uint8Array, at: number): number => thirtyTwo(bytes, at) * 0x1_0000_0000 + thirtyTwo(bytes, at + 4);

/** Boxes one after another; of the last, as much as there is. `end` may lie beyond what is there. */
function* boxesOf(bytes: Uint8Array): Generator<Box> {
  for (let start = 0; start + 8 <= bytes.length; ) {
    const short = thirtyTwo(bytes, start);
    const head = short === 1 ? 16 : 8;
    const size = short === 1 ? sixtyFour(bytes, start + 8) : short === 0 ? Number.POSITIVE_INFINITY : short;
    if (size < head) return;
    const end = start + size;
    yield { type: typeAt(bytes, start + 4), start, end, body: bytes.subarray(start + head, Math.min(end, bytes.length)) };
    start = end;
  }
}

export const isMp4 = (bytes: Uint8Array): boolean => ["ftyp", "styp", "moov", "moof"].includes(typeAt(bytes, 4));

const NESTED: ReadonlySet<string> = new Set(["moov", "trak", "mdia", "minf", "stbl"]);

function* entriesOf(bytes: Uint8Array): Generator<string> {
  for (const { type, body } of boxesOf(bytes)) {
    if (NESTED.has(type)) yield* entriesOf(body);
    if (type === "stsd") for (const entry of boxesOf(body.subarray(8))) yield MP4_ENTRIES[entry.type] ?? entry.type;
  }
}

/** s; null where it is not told. */
const lengthOf = (movie: Uint8Array): number | null => {
  for (const { type, body } of boxesOf(movie)) {
    if (type !== "mvhd") continue;
    const [scale, length] = body[0] === 1 ? [thirtyTwo(body, 20), sixtyFour(body, 24)] : [thirtyTwo(body, 12), thirtyTwo(body, 16)];
    return scale > 0 && length > 0 ? length / scale : null;
  }
  return null;
};

/** `at`: where in the file its index begins when it is not in these bytes. `codecs` and `length` come from the index. */
export type Mp4 = { index: boolean; at: number | null; length: number | null; codecs: string[] };

/** Reads the beginning of an MP4, or of its index. */
export const readMp4 = (bytes: Uint8Array): Mp4 => {
  let behind = 0;
  for (const { type, end, body } of boxesOf(bytes)) {
    if (type === "moov") return { index: true, at: null, length: lengthOf(body), codecs: [...new Set(entriesOf(body))] };
    behind = end;
  }
  return { index: false, at: Number.isFinite(behind) && behind > 0 ? behind : null, length: null, codecs: [] };
};

/** Codec names of any piece of media; null: it is not media that is known here. */
export const codecsOf = (bytes: Uint8Array): string[] | null => {
  if (isTransportStream(bytes)) return transportCodecs(bytes);
  if (isMp4(bytes)) return readMp4(bytes).codecs;
  // Packed audio begins with an ID3 tag, which carries its time, or with an ADTS frame.
  if (typeAt(bytes, 0).startsWith("ID3") || (bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xf6) === 0xf0)) return ["aac"];
  return typeAt(bytes, 0) === "WEBV" ? ["webvtt"] : null;
};
