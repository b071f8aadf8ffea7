/** The texts of a list's items, cut out of the body as they came: what is journalled need not be made into text a second time. Pure. */

/** UTF-8 of one item as it came; null: it has escapes or stands on several lines, which `JSON.stringify` writes in one way only. */
export type ItemText = Uint8Array | null;

const [LINE_FEED, RETURN, SPACE, QUOTE, COMMA, BACKSLASH] = [0x0a, 0x0d, 0x20, 0x22, 0x2c, 0x5c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

// Each takes bytes that are known to be JSON and a place in them, and answers the place behind what stands there. Every byte of
// every event goes through here: places are handed on, not kept, which is several times as fast.

const afterSpace = (bytes: Uint8Array, from: number): number => {
  let at = from;
  while ((bytes[at] as number) <= SPACE) at += 1;
  return at;
};

const afterText = (bytes: Uint8Array, from: number): number => {
  let at = from + 1;
  for (let byte = bytes[at]; byte !== QUOTE; byte = bytes[at]) at += byte === BACKSLASH ? 2 : 1;
  return at + 1;
};

const afterNested = (bytes: Uint8Array, from: number): number => {
  let at = from;
  let depth = 0;
  do {
    const byte = bytes[at] as number;
    at += 1;
    if (byte === QUOTE) {
      for (let inner = bytes[at]; inner !== QUOTE; inner = bytes[at]) at += inner === BACKSLASH ? 2 : 1;
      at += 1;
    } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) depth += 1;
    else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) depth -= 1;
  } while (depth > 0);
  return at;
};

const endsWord = (byte: number): boolean => byte <= SPACE || byte === COMMA || byte === CLOSE_LIST || byte === CLOSE_OBJECT;

const afterValue = (bytes: Uint8Array, from: number): number => {
  const first = bytes[from];
  if (first === QUOTE) return afterText(bytes, from);
  if (first === OPEN_OBJECT || first === OPEN_LIST) return afterNested(bytes, from);
  let at = from;
  while (!endsWord(bytes[at] as number)) at += 1;
  return at;
};

/** Behind the comma, where there is one. */
const afterComma = (bytes: Uint8Array, from: number): number => {
  const at = afterSpace(bytes, from);
  return bytes[at] === COMMA ? afterSpace(bytes, at + 1) : at;
};

const is = (name: Uint8Array, wanted: string): boolean =>
  name.length === wanted.length && name.every((byte, index) => byte === wanted.charCodeAt(index));

type Cut = { behind: number; texts: ItemText[] | null };

const cutList = (bytes: Uint8Array, from: number): Cut => {
  // Looked for in the whole at once: most bodies have none of them, and then no item has.
  const odd = [BACKSLASH, LINE_FEED, RETURN].filter((byte) => bytes.includes(byte));
  const texts: ItemText[] = [];
  let at = afterSpace(bytes, from + 1);
  while (bytes[at] !== CLOSE_LIST) {
    const behind = afterValue(bytes, at);
    const text = bytes.subarray(at, behind);
    texts.push(odd.some((byte) => text.includes(byte)) ? null : text);
    at = afterComma(bytes, behind);
  }
  return { behind: at + 1, texts };
};

/** Down the names of `path` to a list, which may come earlier. Of a name that stands there twice the last counts; one in escapes may be any. */
const cut = (bytes: Uint8Array, from: number, path: readonly string[]): Cut => {
  const [wanted, ...further] = path;
  if (bytes[from] === OPEN_LIST) return cutList(bytes, from);
  if (bytes[from] !== OPEN_OBJECT || wanted === undefined) return { behind: afterValue(bytes, from), texts: null };
  let texts: ItemText[] | null = null;
  let plain = true;
  let at = afterSpace(bytes, from + 1);
  while (bytes[at] !== CLOSE_OBJECT) {
    const behindName = afterText(bytes, at);
    const name = bytes.subarray(at + 1, behindName - 1);
    plain &&= !name.includes(BACKSLASH);
    const value = afterSpace(bytes, afterSpace(bytes, behindName) + 1);
    let behind: number;
    if (is(name, wanted)) ({ behind, texts } = cut(bytes, value, further));
    else behind = afterValue(bytes, value);
    at = afterComma(bytes, behind);
  }
  return { behind: at + 1, texts: plain ? texts : null };
};

/** Of `data.list`, or of `data` where that is the list; null where it cannot be told. `body` is JSON in UTF-8. */
export const itemTexts = (body: Uint8Array): ItemText[] | null => cut(body, afterSpace(body, 0), ["data", "list"]).texts;
