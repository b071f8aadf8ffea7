/**
 * Structured values as text, for where only text crosses: between worlds of a page, and between page and main.
 * Self-contained, because its source is also sent into the page.
 */
// oxlint-disable unicorn/consistent-function-scoping -- see above

export type CodecHooks = {
  /** A tagged stand-in for a value that cannot be copied (functions, promises); null: it is refused. */
  standIn(value: unknown): [tag: string, id: number] | null;
  /** The value that a stand-in means on this side. */
  meaning(tag: string, id: number): unknown;
};

export type Codec = { encode(value: unknown): string; decode(text: string): unknown };

export const createCodec = (hooks?: CodecHooks): Codec => {
  /** What a text that is JSON as it stands begins with; no JSON does. */
  const PLAIN = "=";
  /** What lies deeper may be its own ancestor. */
  const PLAIN_DEPTH = 100;
  const toBase64 = (bytes: Uint8Array): string => {
    let text = "";
    for (const byte of bytes) text += String.fromCharCode(byte);
    return btoa(text);
  };
  const fromBase64 = (text: string): Uint8Array => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));

  /** Plain JSON values stay as they are; everything else, arrays too, is an array that begins with a tag. */
  const pack = (value: unknown, above: readonly object[]): unknown => {
    if (value === null || typeof value === "string" || typeof value === "boolean") return value;
    if (value === undefined) return ["undefined"];
    if (typeof value === "number")
      return Number.isFinite(value) && !Object.is(value, -0) ? value : ["number", Object.is(value, -0) ? "-0" : String(value)];
    if (typeof value === "bigint") return ["bigint", String(value)];
    const standIn = hooks?.standIn(value) ?? null;
    if (standIn !== null) return standIn;
    if (typeof value !== "object") throw new Error("An object could not be cloned.");
    if (above.includes(value)) throw new Error("A cyclic value cannot be carried.");
    const inside = [...above, value];
    if (Array.isArray(value)) return ["array", value.map((item) => pack(item, inside))];
    if (value instanceof Date) return ["date", value.getTime()];
    if (value instanceof Map) return ["map", [...value].map(([key, item]) => [pack(key, inside), pack(item, inside)])];
    if (value instanceof Set) return ["set", [...value].map((item) => pack(item, inside))];
    if (value instanceof ArrayBuffer) return ["buffer", toBase64(new Uint8Array(value))];
    if (value instanceof Uint8Array) return ["bytes", toBase64(value)];
    if (value instanceof Error) return ["error", value.name, value.message, value.stack ?? ""];
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, pack(item, inside)]));
  };

  /** Whether JSON alone carries it, which it does several times faster; most of what crosses is. */
  const isPlain = (value: unknown, depth: number): boolean => {
    if (value === null || typeof value === "string" || typeof value === "boolean") return true;
    if (typeof value === "number") return Number.isFinite(value) && !Object.is(value, -0);
    if (typeof value !== "object" || depth > PLAIN_DEPTH) return false;
    if (Array.isArray(value)) return value.every((item) => isPlain(item, depth + 1));
    if (Object.getPrototypeOf(value) !== Object.prototype) return false;
    for (const key in value) if (!isPlain((value as Record<string, unknown>)[key], depth + 1)) return false;
    return true;
  };

  const unpack = (packed: unknown): unknown => {
    if (packed === null || typeof packed !== "object") return packed;
    if (!Array.isArray(packed)) return Object.fromEntries(Object.entries(packed).map(([key, item]) => [key, unpack(item)]));
    const [tag, content, ...more] = packed as [string, ...unknown[]];
    switch (tag) {
      case "undefined":
        return undefined;
      case "number":
        return Number(content);
      case "bigint":
        return BigInt(content as string);
      case "array":
        return (content as unknown[]).map(unpack);
      case "date":
        return new Date(content as number);
      case "map":
        return new Map((content as [unknown, unknown][]).map(([key, item]) => [unpack(key), unpack(item)]));
      case "set":
        return new Set((content as unknown[]).map(unpack));
      case "buffer":
        return fromBase64(content as string).buffer;
      case "bytes":
        return fromBase64(content as string);
      case "error": {
        const error = new Error(more[0] as string);
        Object.defineProperty(error, "name", { value: content, configurable: true });
        Object.defineProperty(error, "stack", { value: more[1], configurable: true });
        return error;
      }
      default:
        if (hooks === undefined) throw new Error(`unknown tag ${tag}`);
        return hooks.meaning(tag, content as number);
    }
  };

  return {
    encode: (value) => (isPlain(value, 0) ? `${PLAIN}${JSON.stringify(value)}` : JSON.stringify(pack(value, []))),
    decode: (text) => (text.startsWith(PLAIN) ? (JSON.parse(text.slice(PLAIN.length)) as unknown) : unpack(JSON.parse(text))),
  };
};
