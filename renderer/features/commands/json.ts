/** Reads JSON that a person types: what is wrong is told by name with its line and column, and a name given twice is a fault. Pure. */

export type JsonFault = {
  /** `faults.json_<reason>`. */
  reason: "value" | "comma" | "colon" | "name" | "text" | "escape" | "number" | "rest" | "twice" | "deep";
  /** From 1. */
  line: number;
  column: number;
  /** Where it is in the text. */
  at: number;
};
export type JsonRead = { ok: true; value: unknown } | { ok: false; fault: JsonFault };

/** The contract's own bound is lower; this one only keeps the reader from running out of stack. */
const MAX_DEPTH = 200;

class Fault extends Error {
  readonly reason: JsonFault["reason"];
  readonly at: number;
  constructor(reason: JsonFault["reason"], at: number) {
    super(reason);
    this.reason = reason;
    this.at = at;
  }
}

const SPACE = /[ \t\r\n]*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
/** What stands for itself in a text: no quote, no backslash, nothing below the space. */
const PLAIN = /[ !#-[\]-\u{10ffff}]*/uy;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const WORDS: readonly [string, unknown][] = [
  ["true", true],
  ["false", false],
  ["null", null],
];

const createReader = (text: string) => {
  let at = 0;
  const take = (pattern: RegExp): string => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0] ?? "";
    at += found.length;
    return found;
  };
  const next = (): string => {
    take(SPACE);
    return text[at] ?? "";
  };
  const fail = (reason: JsonFault["reason"], where = at): never => {
    throw new Fault(reason, where);
  };
  const string = (): string => {
    const begin = at;
    at += 1;
    for (;;) {
      take(PLAIN);
      if (text[at] === '"') {
        at += 1;
        return JSON.parse(text.slice(begin, at)) as string;
      }
      if (text[at] !== "\\") return fail("text", begin);
      if (take(ESCAPE) === "") return fail("escape");
    }
  };
  const list = (close: string, item: () => void): void => {
    at += 1;
    if (next() === close) {
      at += 1;
      return;
    }
    for (;;) {
      item();
      const mark = next();
      at += 1;
      if (mark === close) return;
      if (mark !== ",") fail("comma", at - 1);
    }
  };
  const value = (depth: number): unknown => {
    const first = next();
    if (depth > MAX_DEPTH) return fail("deep");
    if (first === "{") {
      const read: [string, unknown][] = [];
      const names = new Set<string>();
      list("}", () => {
        if (next() !== '"') fail("name");
        const begin = at;
        const name = string();
        if (names.has(name)) fail("twice", begin);
        names.add(name);
        if (next() !== ":") fail("colon");
        at += 1;
        read.push([name, value(depth + 1)]);
      });
      return Object.fromEntries(read);
    }
    if (first === "[") {
      const items: unknown[] = [];
      list("]", () => items.push(value(depth + 1)));
      return items;
    }
    if (first === '"') return string();
    for (const [word, meaning] of WORDS) {
      if (!text.startsWith(word, at)) continue;
      at += word.length;
      return meaning;
    }
    const begin = at;
    const number = take(NUMBER);
    if (number === "") return fail(first === "-" ? "number" : "value");
    const read = Number(number);
    return Number.isFinite(read) && !/[\d.eE+-]/.test(text[at] ?? "") ? read : fail("number", begin);
  };
  return (): unknown => {
    const read = value(0);
    if (next() !== "") fail("rest");
    return read;
  };
};

const place = (text: string, at: number): Pick<JsonFault, "line" | "column"> => {
  const before = text.slice(0, at);
  const lines = before.split("\n");
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
};

export const readJson = (text: string): JsonRead => {
  try {
    return { ok: true, value: createReader(text)() };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { ok: false, fault: { reason: error.reason, at: error.at, ...place(text, error.at) } };
  }
};
