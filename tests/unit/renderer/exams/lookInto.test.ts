import { describe, expect, it } from "vitest";
import { decode } from "../../../../renderer/features/exams/decode.ts";
import { lookInto, NO_CHOICES, type Source } from "../../../../renderer/features/exams/lookInto.ts";
import { MAX_FILE_BYTES } from "../../../../shared/examSheet/readFile.ts";

const file = (bytes: Uint8Array): Source => ({ kind: "file", name: "sheet.csv", size: bytes.length, bytes });
const cellsOf = (source: Source, part: Partial<typeof NO_CHOICES> = {}) => {
  const { read } = lookInto(source, { ...NO_CHOICES, ...part }, decode);
  return read.ok ? read.value.rows.map(({ cells }) => cells) : read.error;
};

describe("looking into what is to be imported", () => {
  it("shows what was decided, and lets each be decided otherwise", () => {
    const text: Source = { kind: "text", text: "place;name\nhall-1;Hall 1\n" };
    const found = lookInto(text, NO_CHOICES, decode);
    expect(found).toMatchObject({
      encoding: null,
      delimiter: ";",
      columns: [null, "roomName"],
      read: { ok: false, error: { code: "noHeader", line: 1 } },
    });
    expect(cellsOf(text, { columns: ["roomUuid", "roomName"] })).toEqual([{ roomUuid: "hall-1", roomName: "Hall 1" }]);
    expect(cellsOf(text, { columns: ["roomUuid", null] })).toEqual([{ roomUuid: "hall-1" }]);
    expect(cellsOf(text, { columns: ["roomUuid", "roomUuid"] })).toMatchObject({ code: "headerTwice", column: 2 });
    expect(lookInto(text, { ...NO_CHOICES, delimiter: "," }, decode).columns).toEqual([null]);
  });

  it("reads a file by the encoding that is chosen, and says where one does not fit", () => {
    const bytes = new Uint8Array([...new TextEncoder().encode("id,name\na,"), 0xbd, 0xcc]);
    expect(lookInto(file(bytes), NO_CHOICES, decode)).toMatchObject({ encoding: "gb18030" });
    expect(cellsOf(file(bytes))).toEqual([{ roomUuid: "a", roomName: "教" }]);
    expect(cellsOf(file(bytes), { encoding: "utf-8" })).toMatchObject({ code: "encoding" });
  });

  it("lets an encoding be chosen where none that is tried fits", () => {
    const bytes = new Uint8Array([0x69, 0x64, 0x0a, 0x00, 0xff, 0x01]);
    expect(lookInto(file(bytes), NO_CHOICES, decode)).toMatchObject({ encoding: "utf-8", read: { ok: false } });
    expect(lookInto(file(bytes), { ...NO_CHOICES, encoding: "gb18030" }, decode)).toMatchObject({
      encoding: "gb18030",
      read: { ok: false },
    });
  });

  it("does not read a file that is too large", () => {
    const size = MAX_FILE_BYTES + 1;
    expect(cellsOf({ kind: "file", name: "large.csv", size, bytes: null })).toMatchObject({ code: "tooBig", params: { bytes: size } });
  });
});
