import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type FilterRow, parseFilter, type Vocabulary } from "../../../renderer/features/wall/filter.ts";
import { recordingSince, room } from "./rooms.ts";

const words: Vocabulary = {
  states: {
    notStarted: ["not-started", "未开始"],
    started: ["started", "进行中"],
    ended: ["ended", "已结束"],
    closed: ["closed", "已关闭"],
    gone: ["gone", "已销毁"],
    none: ["unknown", "不详"],
    other: ["other", "状态"],
  },
  ages: {
    live: ["live", "实时"],
    late: ["late", "延迟"],
    stale: ["stale", "过时"],
    offline: ["offline", "离线"],
    never: ["never", "未读取"],
  },
};

const rows: Record<string, FilterRow> = {
  algebra: {
    room: room("fin2-001", { name: "Room 1, Linear algebra", present: 18, hands: 2, recording: recordingSince(0) }),
    freshness: "live",
    priority: null,
  },
  chemistry: {
    room: room("fin2-017", {
      name: "Room 17, Organic chemistry",
      state: 0,
      stage: 1,
      gaps: 1,
      lastEvent: {
        cmd: 3,
        sequence: 9,
        brief: { key: "chat", params: { name: "Sofia Marin", text: "hello" } },
        time: { kind: "exact", at: 0 },
      },
    }),
    freshness: "stale",
    priority: 1,
  },
  strange: { room: room("a:b c", { name: "Hall A", state: 42 }), freshness: "never", priority: 3 },
};

const found = (text: string): string[] => {
  const parsed = parseFilter(text, words);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
  return Object.keys(rows).filter((name) => parsed.value(rows[name] as FilterRow));
};

describe("the wall's filter language", () => {
  it.each<[string, string[]]>([
    ["", ["algebra", "chemistry", "strange"]],
    ["room", ["algebra", "chemistry"]],
    ["ROOM organic", ["chemistry"]],
    ["organic room", ["chemistry"]],
    ["room absent", []],
    ["!room", ["strange"]],
    ["!room !hall", []],
    ["room !17", ["algebra"]],
    ['"hall a"', ["strange"]],
    ['"a hall"', []],
    ["/room 1[0-9]/", ["chemistry"]],
    ["/^room \\d+, (linear|organic)/", ["algebra", "chemistry"]],
    ["!/room/", ["strange"]],
    ["state:started", ["algebra"]],
    ["state:not-started", ["chemistry"]],
    ["state:未开始", ["chemistry"]],
    ["state:st", ["algebra"]],
    ["!state:started", ["chemistry", "strange"]],
    ["hands:>0", ["algebra"]],
    ["hands:2", ["algebra"]],
    ["hands:<2", ["chemistry", "strange"]],
    ["people:>=18", ["algebra"]],
    ["people:<=0", ["chemistry", "strange"]],
    ["stage:=1", ["chemistry"]],
    ["gaps:>0", ["chemistry"]],
    ["age:stale", ["chemistry"]],
    ["age:never", ["strange"]],
    ["age:过时", ["chemistry"]],
    ["recording:on", ["algebra"]],
    ["rec:off", ["chemistry", "strange"]],
    ["alarm:any", ["chemistry", "strange"]],
    ["alarm:1", ["chemistry"]],
    ["name:hall", ["strange"]],
    ["id:fin2", ["algebra", "chemistry"]],
    ["id:/^fin2-0[01]1$/", ["algebra"]],
    ["event:sofia", ["chemistry"]],
    ["event:chat", ["chemistry"]],
    // An id may hold a colon: what is no field is a word.
    ["a:b", ["strange"]],
    // Being typed: no value yet, a quote still open.
    ["room state:", ["algebra", "chemistry"]],
    ["!", ["algebra", "chemistry", "strange"]],
    ['"room 1', ["algebra", "chemistry"]],
  ])("%s", (text, expected) => expect(found(text)).toEqual(expected));

  it.each<[string, string]>([
    ["/room", "openRegex"],
    ["/(/", "badRegex"],
    ["hands:many", "badValue"],
    ["state:asleep", "badValue"],
    ["alarm:4", "badValue"],
    ["recording:maybe", "badValue"],
  ])("says what is wrong with %s", (text, kind) => {
    const parsed = parseFilter(text, words);
    expect(parsed.ok ? "fine" : parsed.error.kind).toBe(kind);
  });

  it("names what the regular expression lacks, without its wrapping", () => {
    const parsed = parseFilter("/(/", words);
    expect(!parsed.ok && parsed.error.kind === "badRegex" && parsed.error.reason).toBe("Unterminated group");
  });

  it("answers every text with a filter or a fault, and a negated word with the complement", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (text) => {
        const parsed = parseFilter(text, words);
        if (parsed.ok) for (const row of Object.values(rows)) expect(typeof parsed.value(row)).toBe("boolean");
      }),
    );
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z0-9]{1,8}$/), (word) => {
        expect([...found(word), ...found(`!${word}`)].sort()).toEqual(Object.keys(rows).sort());
      }),
    );
  });
});
