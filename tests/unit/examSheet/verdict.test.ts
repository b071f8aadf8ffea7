import { describe, expect, it } from "vitest";
import { checkSheet } from "../../../shared/examSheet/check.ts";
import { differenceOf, driftOf, type KnownRoom, RESERVED_MS, timely } from "../../../shared/examSheet/difference.ts";
import { readRow } from "../../../shared/examSheet/meaning.ts";
import type { Column, Finding } from "../../../shared/model/exam.ts";
import { aRow, HOUR, meaningOf, START, ZONE } from "./sheets.ts";

const said = (findings: readonly Finding[]): string[] => findings.map(({ column, level, code }) => `${column ?? "row"} ${level} ${code}`);
const sayOf = (column: Column, text: string): string[] => said(readRow(aRow({ [column]: text }), 0, ZONE).findings);

describe("a row", () => {
  it("that is right means what it says, and nothing is said against it", () => {
    const { meaning, findings } = readRow(aRow(), 0, ZONE);
    expect(findings).toEqual([]);
    expect(meaning).toEqual({
      roomUuid: "hall-1",
      roomName: "Hall 1",
      roomType: 4,
      startTime: START,
      duration: 7_200,
      closeDelay: 600,
      maxAccept: 6,
      examinationUrl: "https://exam.example/hall-1",
      videoURL: "https://cdn.example/a.m3u8",
      reserveVideoURL: "https://cdn.example/b.m3u8",
      finishType: 1,
      recordingMode: "web",
      properties: { paper: "A", "seat.map": [1] },
      candidates: ["ann", "ben"],
      proctor: "Tim",
    });
  });

  it.each<[Column, string, string[]]>([
    ["roomUuid", "", ["roomUuid error missing", "examinationUrl error variableEmpty"]],
    ["roomUuid", "x".repeat(51), ["roomUuid error webRoomId"]],
    ["roomUuid", "x".repeat(64), ["roomUuid error bytes"]],
    ["roomUuid", "教室一", ["roomUuid error character"]],
    ["roomUuid", "ｈａｌｌ１", ["roomUuid error fullWidth"]],
    ["roomUuid", "hall\u200B1", ["roomUuid error invisible"]],
    ["roomUuid", "a/b", ["roomUuid error character"]],
    ["roomUuid", "#REF!", ["roomUuid error excelError"]],
    ["roomName", "#N/A", ["roomName error excelError"]],
    ["roomName", '=HYPERLINK("https://x")', ["roomName error formula"]],
    ["roomName", "名".repeat(65), ["roomName error tooLong"]],
    ["roomType", "", ["roomType error missing"]],
    ["roomType", "5", ["roomType error enum"]],
    ["roomType", "four", ["roomType error notInteger"]],
    ["roomType", "４", ["roomType error fullWidth"]],
    ["startTime", "tomorrow", ["startTime error time"]],
    ["startTime", "2026-02-30 09:00", ["startTime error noSuchTime"]],
    ["startTime", "2026-06-07 09:00 Mars/Olympus", ["startTime error zone"]],
    ["startTime", "1.78E+12", ["startTime error scientific"]],
    ["startTime", "", ["startTime warning noStart"]],
    ["duration", "90", ["duration warning shortSpan"]],
    ["duration", "25h", ["duration error outOfRange"]],
    ["duration", "0", ["duration error outOfRange"]],
    ["duration", "long", ["duration error span"]],
    ["closeDelay", "0", []],
    ["maxAccept", "-1", ["maxAccept error notInteger"]],
    ["maxAccept", "5000", ["maxAccept error outOfRange"]],
    ["examinationUrl", "exam.example", ["examinationUrl error address"]],
    ["examinationUrl", "rtmp://exam.example/x", ["examinationUrl error address"]],
    ["examinationUrl", "https://exam.example/a b", ["examinationUrl error address"]],
    ["examinationUrl", "https://ann:secret@exam.example/", ["examinationUrl error credentials"]],
    ["examinationUrl", "https://exam.example:port/", ["examinationUrl error host"]],
    ["examinationUrl", "https://exam.example/{seat}", ["examinationUrl error variable"]],
    ["examinationUrl", "#VALUE!", ["examinationUrl error excelError"]],
    ["videoURL", "rtmp://cdn.example/live", []],
    ["videoURL", "ftp://cdn.example/live", ["videoURL error address"]],
    ["reserveVideoURL", "https://cdn.example/a.m3u8", ["reserveVideoURL warning sameStream"]],
    ["finishType", "2", ["finishType error enum"]],
    ["recordingMode", "video", ["recordingMode error enum"]],
    ["recordingMode", "不录制", []],
    ["properties", "{", ["properties error json"]],
    ["properties", "{“a”:1}", ["properties error jsonQuotes"]],
    ["properties", "[1]", ["properties error notObject"]],
    ["candidates", `ann;${"x".repeat(64)}`, ["candidates error candidateId"]],
    ["candidates", "ann;ann", ["candidates warning candidateTwice"]],
    ["candidates", "ann,ben,eve", ["candidates warning candidateComma"]],
    ["candidates", "张三", ["candidates warning candidateCharacter"]],
  ])("%s %j: %j", (column, text, expected) => {
    expect(sayOf(column, text)).toEqual(expected);
  });

  it.each<[string, number]>([
    ["2026-06-07 09:00 +08:00", START],
    ["2026-06-07T09:00:00+0800", START],
    ["2026/6/7 9:00", START],
    ["2026年6月7日 9:00", START],
    ["2026-06-07T01:00:00Z", START],
    ["2026-06-07 01:00 UTC", START],
    ["2026-06-07 03:00 Europe/Berlin", START],
    ["2026-06-07 09:00 UTC+8", START],
    [String(START), START],
  ])("reads the time %s", (text, at) => {
    expect(meaningOf({ startTime: text }).startTime).toBe(at);
  });

  it.each<[string, number]>([
    ["5400", 5_400],
    ["90m", 5_400],
    ["1h30m", 5_400],
    ["1:30:00", 5_400],
    ["1小时30分", 5_400],
    ["90 分钟", 5_400],
  ])("reads the span %s", (text, seconds) => {
    expect(meaningOf({ duration: text }).duration).toBe(seconds);
  });

  it("fills variables in: encoded in an address, plain in a name and in strings of the properties", () => {
    const meaning = meaningOf({
      roomUuid: "a b&c",
      roomName: "{proctor} {row}",
      examinationUrl: "https://exam.example/{roomUuid}?r={row}",
      properties: '{"at":"{roomUuid}","n":[1,"{row}"]}',
      recordingMode: "none",
    });
    expect(meaning).toMatchObject({
      roomName: "Tim 1",
      examinationUrl: "https://exam.example/a%20b%26c?r=1",
      properties: { at: "a b&c", n: [1, "1"] },
    });
  });
});

describe("rows together", () => {
  const elsewhere = (roomUuid: string) =>
    roomUuid === "hall-1"
      ? [{ exam: "Other", from: START + HOUR, to: START + 3 * HOUR }]
      : roomUuid === "hall-2"
        ? [{ exam: "Old", from: 1, to: 2 }]
        : [];
  const check = (rows: ReturnType<typeof aRow>[], former?: ReturnType<typeof checkSheet>) =>
    checkSheet(rows, { timeZone: ZONE, elsewhere }, former);

  it("a room twice is an error in both rows; a person in two rooms is a warning that names the row", () => {
    const { rows } = checkSheet([aRow(), aRow({ candidates: "ben;cem" }, "r2")], { timeZone: ZONE });
    expect(rows.map(({ findings }) => said(findings))).toEqual([
      ["roomUuid error duplicate", "candidates warning candidateElsewhere"],
      ["roomUuid error duplicate", "candidates warning candidateElsewhere"],
    ]);
    expect(rows[0]?.findings[0]?.params).toEqual({ row: 2 });
  });

  it("a room that another exam has at that time is an error, at another time a warning", () => {
    const { rows } = check([aRow(), aRow({ roomUuid: "hall-2", candidates: "" }, "r2")]);
    expect(rows.map(({ findings }) => said(findings))).toEqual([["roomUuid error overlap"], ["roomUuid warning otherExam"]]);
  });

  it("only rows that have changed are read again", () => {
    const rows = [aRow(), aRow({ roomUuid: "hall-3", candidates: "" }, "r2")];
    const before = check(rows);
    const after = check([rows[0] ?? aRow(), aRow({ roomUuid: "hall-4", candidates: "" }, "r2")], before);
    expect(after.rows[0]).toBe(before.rows[0]);
    expect(after.rows[1]?.meaning.roomUuid).toBe("hall-4");
  });
});

const known = (fields: KnownRoom["fields"] = {}, more: Partial<KnownRoom> = {}): KnownRoom => ({
  standing: "exists",
  fields,
  createdAt: null,
  ...more,
});
const told = (value: unknown, at = 10) => ({ value, at, seen: true });

describe("the difference", () => {
  const meaning = meaningOf();
  const asTold: KnownRoom["fields"] = {
    roomName: told("Hall 1"),
    roomType: told(4),
    startTime: told(START),
    duration: told(7_200),
    closeDelay: told(600),
    maxAccept: told(6),
    examinationUrl: told("https://exam.example/hall-1"),
    videoURL: told("https://cdn.example/a.m3u8"),
    reserveVideoURL: told("https://cdn.example/b.m3u8"),
    finishType: told(1),
    properties: told({ paper: "A", "seat.map": [1] }),
  };
  const of = (room: KnownRoom | undefined, findings: Finding[] = [], now = START - HOUR) => differenceOf(meaning, findings, room, now);

  it.each<[string, KnownRoom | undefined, string]>([
    ["a room that nobody knows is created", undefined, "create"],
    ["one that the service does not have, too", known({}, { standing: "absent" }), "create"],
    ["one that was destroyed before its time is created again", known({}, { standing: "destroyed" }), "create"],
    ["one that is closed is gone", known({}, { standing: "closed" }), "gone"],
    ["one that is as the row says is unchanged", known(asTold), "unchanged"],
    ["another examination URL is changed", known({ ...asTold, examinationUrl: told("https://old.example") }), "change"],
    ["an examination URL that was never told is set", known({ ...asTold, examinationUrl: told(null) }), "change"],
    ["another property is changed", known({ ...asTold, properties: told({ paper: "B", "seat.map": [1] }) }), "change"],
    ["another hosting scene cannot be changed", known({ ...asTold, videoURL: told("https://cdn.example/x") }), "fixed"],
    ["nor another start", known({ ...asTold, startTime: told(START + 1_000) }), "fixed"],
    ["a start in the same second is the same", known({ ...asTold, startTime: told(START + 999) }), "unchanged"],
    ["nor another type", known({ ...asTold, roomType: told(2) }), "fixed"],
  ])("%s", (_what, room, action) => {
    expect(of(room).action).toBe(action);
  });

  it("a room whose class was, and which is destroyed, is gone", () => {
    expect(of(known({}, { standing: "destroyed" }), [], START + HOUR).action).toBe("gone");
  });
  it("of a row with an error nothing is done", () => {
    expect(of(undefined, [{ column: "roomUuid", level: "error", code: "x", params: {} }]).action).toBe("none");
  });
  it("says what stands there and what would; of the properties only those that differ", () => {
    const difference = of(known({ ...asTold, properties: told({ paper: "B", "seat.map": [1] }), finishType: told(0) }));
    expect(difference.changes).toEqual([{ column: "properties", from: '{"paper":"B"}', to: '{"paper":"A"}' }]);
    expect(difference.fixed).toEqual([{ column: "finishType", from: "0", to: "1" }]);
  });
  it("what nobody has told is named, and no difference is claimed", () => {
    const { videoURL: _videoURL, ...rest } = asTold;
    expect(of(known(rest))).toEqual({ action: "unchanged", changes: [], fixed: [], unseen: ["videoURL"] });
  });
});

describe("the clock", () => {
  const meaning = meaningOf();
  const closes = START + 2 * HOUR + 600_000;
  it.each<[string, KnownRoom | undefined, number, string[]]>([
    ["before the start there is nothing to say", undefined, START - HOUR, []],
    ["a start that has passed cannot be created for", undefined, START, ["startTime error past"]],
    ["a room that exists may have begun", known(), START + HOUR, []],
    ["a room that would be gone before the end is an error", undefined, closes - RESERVED_MS - 1, ["startTime error outlives"]],
    ["and is right from five days before on", undefined, closes - RESERVED_MS, []],
    [
      "of one that exists it is a warning",
      known({}, { createdAt: closes - RESERVED_MS - 1 }),
      START - HOUR,
      ["startTime warning outlivesReservation"],
    ],
    ["where nobody told when it was created, nothing is claimed", known(), START - HOUR, []],
    ["after all is over nothing is said", known({}, { standing: "destroyed" }), START + 9 * HOUR, []],
  ])("%s", (_what, room, now, expected) => {
    expect(said(timely(meaning, room, now))).toEqual(expected);
  });
});

describe("drift", () => {
  const meaning = meaningOf();
  it.each<[string, KnownRoom | undefined, number]>([
    ["something else was seen later", known({ examinationUrl: told("https://other.example", 20) }), 1],
    ["it was seen before it was applied", known({ examinationUrl: told("https://other.example", 5) }), 0],
    ["it is as it was applied", known({ examinationUrl: told("https://exam.example/hall-1", 20) }), 0],
    ["another value was only accepted, not seen", known({ examinationUrl: { value: "https://other.example", at: 20, seen: false } }), 0],
    ["nobody has told", known(), 0],
    ["the room is not known", undefined, 0],
  ])("%s", (_what, room, count) => {
    expect(driftOf(meaning, room, 10)).toHaveLength(count);
  });
});
