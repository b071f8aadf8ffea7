/** How large a message is, before anything looks into it. */

/**
 * Whether `value` would take more than `limit` characters, roughly as JSON. Stops counting at the limit, so neither a huge
 * nor a circular value costs more than the limit itself.
 */
export const exceeds = (value: unknown, limit: number): boolean => {
  let counted = 0;
  const waiting: unknown[] = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    counted += 1;
    if (typeof next === "string") counted += next.length;
    else if (ArrayBuffer.isView(next) || next instanceof ArrayBuffer) counted += next.byteLength;
    else if (typeof next === "object" && next !== null) {
      for (const [key, inside] of partsOf(next)) {
        waiting.push(key, inside);
        if (counted + waiting.length > limit) return true;
      }
    } else counted += 4;
    if (counted + waiting.length > limit) return true;
  }
  return false;
};

const partsOf = (value: object): Iterable<[unknown, unknown]> =>
  value instanceof Map || value instanceof Set || Array.isArray(value) ? value.entries() : Object.entries(value);
