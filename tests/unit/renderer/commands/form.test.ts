import { describe, expect, it } from "vitest";
import { CANNOT, ENTRIES, entryOf, isOffered, needsDialog, suits } from "../../../../renderer/features/commands/entries.ts";
import { type Draft, emptyDraft, FIELDS, fieldsOf } from "../../../../renderer/features/commands/fields.ts";
import { draftOf, readForm } from "../../../../renderer/features/commands/form.ts";
import { entriesForRooms } from "../../../../renderer/features/commands/menus.ts";
import { fieldOfRefusal, keyOfRefusal } from "../../../../renderer/features/commands/refusals.ts";
import { find } from "../../../../renderer/features/palette/match.ts";
import { offeredPlaces, railPlaces } from "../../../../renderer/state/places.ts";
import { type CommandName, contract } from "../../../../shared/contract.ts";
import { dueAtOf } from "../../../../shared/due.ts";
import { ROOM_STATE } from "../../../../shared/model/room.ts";
import { room } from "../rooms.ts";

const NOW = Date.UTC(2026, 10, 21, 9);
const around = { preset: null, roomUuid: "room-1", zone: "UTC", now: NOW };
const read = (name: CommandName, typed: Draft, more: Partial<typeof around> = {}) =>
  readForm(name, { ...emptyDraft(name), ...typed }, { ...around, ...more });
const faultsOf = (name: CommandName, typed: Draft) => {
  const found = read(name, typed);
  return found.ok ? {} : Object.fromEntries([...found.faults].map(([key, { reason, params }]) => [key, { reason, ...params }]));
};

/** What fills in each command whole. The compiler asks for a new one. */
const WHOLE: Record<CommandName, Draft> = {
  "room.create": {
    roomUuid: "room-9",
    roomName: "Room 9",
    "roomProperties.schedule.startTime": "2026-11-22T09:00",
    "roomProperties.schedule.duration": "90",
    "roomProperties.schedule.closeDelay": "0,5",
    "roomProperties.processes.handsUp.maxAccept": "6",
    "roomProperties.examinationUrl": "https://exam.example/9",
    "roomProperties.hostingScene.videoURL": "rtmp://a.example/x",
    "roomProperties.hostingScene.reserveVideoURL": "https://b.example/x.m3u8",
    "roomProperties.hostingScene.finishType": "1",
  },
  "room.setState": {},
  "person.remove": { userUuid: "s1", comeBack: "after", "comeBack.minutes": "10" },
  "person.letIn": { userUuid: "s1" },
  "recording.start": {
    mode: "web",
    "webRecordConfig.rootUrl": "https://page.example/",
    "webRecordConfig.videoFps": "15",
    "webRecordConfig.publishRtmp": "true",
    "webRecordConfig.*": '{"extra": [1]}',
    retryTimeout: "60",
  },
  "recording.stop": {},
  "recording.update": { "webRecordConfig.onhold": "true" },
  "roomProperties.set": { properties: '{"seat": 1}', examinationUrl: "https://exam.example/", cause: '{"why": "x"}' },
  "roomProperties.remove": { properties: "a\n b.c \n\na" },
  "userProperties.set": { userUuid: "s1", properties: '{"seat": 1}' },
  "userProperties.remove": { userUuid: "s1", properties: "a" },
  "extAppProperties.set": { extAppUuid: "app", properties: '{"on": true}', common: '{"state": 1}' },
  "extAppProperties.remove": { extAppUuid: "app", properties: "a" },
  "groups.create": { groups: '[{"name": "A", "users": ["s1"]}, {"name": "none", "users": []}]' },
  "groups.remove": {},
};

describe("a form", () => {
  it.each(Object.keys(WHOLE) as CommandName[])(
    "%s: what is filled in is what the contract takes, and comes back as it was typed",
    (name) => {
      const preset = name === "room.setState" ? { state: 1 } : null;
      const found = read(name, WHOLE[name], { preset: preset as null });
      if (!found.ok) throw new Error(JSON.stringify([...found.faults]));
      const { roomUuid = "room-1", ...input } = found.input;
      expect(contract.commands[name].input.safeParse({ commandId: crypto.randomUUID(), roomUuid, ...input }).success).toBe(true);
      if (preset !== null) return;
      const again = readForm(
        name,
        { ...draftOf(name, input, "UTC"), ...(name === "room.create" && { roomUuid: String(roomUuid) }) },
        around,
      );
      expect(again).toEqual(found);
    },
  );

  it("reads minutes as seconds, a zone's time as an instant, numbers with a comma", () => {
    const found = read("room.create", WHOLE["room.create"], { zone: "Asia/Shanghai" });
    expect(found.ok && found.input["roomProperties"]).toMatchObject({
      schedule: { startTime: Date.UTC(2026, 10, 22, 1), duration: 5_400, closeDelay: 30 },
      hostingScene: { finishType: 1 },
    });
  });

  it.each<[CommandName, Draft, Record<string, object>]>([
    ["room.create", { roomUuid: "", roomName: "x" }, { roomUuid: { reason: "empty" } }],
    ["room.create", { roomUuid: "€".repeat(22), roomName: "x" }, { roomUuid: { reason: "bytes", max: 63, bytes: 66 } }],
    ["room.create", { roomUuid: "房", roomName: "x" }, { roomUuid: { reason: "character", character: "房" } }],
    ["room.create", { roomUuid: "r", roomName: "x".repeat(65) }, { roomName: { reason: "tooLong", max: 64 } }],
    [
      "room.create",
      { roomUuid: "r", roomName: "x", "roomProperties.schedule.duration": "2000", "roomProperties.schedule.startTime": "soon" },
      { "roomProperties.schedule.duration": { reason: "tooBig", max: 1_440 }, "roomProperties.schedule.startTime": { reason: "instant" } },
    ],
    [
      "room.create",
      { roomUuid: "r", roomName: "x", "roomProperties.examinationUrl": "exam.example" },
      { "roomProperties.examinationUrl": { reason: "address", schemes: "https, http" } },
    ],
    ["person.remove", { userUuid: "s1", comeBack: "after" }, { comeBack: { reason: "number" } }],
    ["person.remove", { userUuid: "s1", comeBack: "after", "comeBack.minutes": "9000" }, { comeBack: { reason: "tooBig", max: 7_200 } }],
    ["recording.start", { mode: "web" }, { "webRecordConfig.rootUrl": { reason: "pageMissing" } }],
    [
      "recording.start",
      { mode: "web", "webRecordConfig.rootUrl": "https://a.example", "webRecordConfig.videoFps": "4" },
      { "webRecordConfig.videoFps": { reason: "tooSmall", min: 5 } },
    ],
    ["recording.update", {}, { "webRecordConfig.rootUrl": { reason: "nothing" } }],
    ["roomProperties.set", { properties: '{\n"a": 1\n"b": 2}' }, { properties: { reason: "json_comma", line: 3, column: 1 } }],
    ["roomProperties.set", { properties: "[1]" }, { properties: { reason: "object" } }],
    ["roomProperties.set", { properties: "{}" }, { properties: { reason: "noProperty" } }],
    ["roomProperties.remove", { properties: " \n " }, { properties: { reason: "empty" } }],
    ["groups.create", { groups: '[{"name": "A", "users": []}]' }, { groups: { reason: "noGroup" } }],
    ["person.letIn", { userUuid: "s1", "leave.by": "clock", "leave.at": "2026-11-21T08:59" }, { "leave.at": { reason: "past" } }],
    ["person.letIn", { userUuid: "s1", "leave.by": "delay", "leave.amount": "-1" }, { "leave.amount": { reason: "number" } }],
    [
      "person.letIn",
      { userUuid: "s1", "leave.by": "delay", "leave.amount": "99999" },
      { "leave.amount": { reason: "tooBig", max: 432_000 } },
    ],
  ])("%s of %j: %j", (name, typed, faults) => {
    expect(faultsOf(name, typed)).toEqual(faults);
  });

  it("a page is not recorded in a room whose id is too long for it", () => {
    const found = read("recording.start", WHOLE["recording.start"], { roomUuid: "r".repeat(51) });
    expect(found.ok ? null : [...found.faults.values()][0]).toEqual({ reason: "webRoomId", params: { max: 50, bytes: 51 } });
  });

  it.each([
    [{ "leave.by": "now" }, null, null],
    [{ "leave.by": "delay", "leave.amount": "1,5" }, { by: "delay", seconds: 90 }, NOW + 90_000],
    [{ "leave.by": "clock", "leave.at": "2026-11-21T10:00" }, { by: "clock", at: NOW + 3_600_000 }, NOW + 3_600_000],
    [{ "leave.by": "schedule" }, { by: "schedule", from: "start", offsetSeconds: 0 }, NOW + 1_000],
    [
      { "leave.by": "schedule", "leave.from": "end", "leave.side": "before", "leave.amount": "10" },
      { by: "schedule", from: "end", offsetSeconds: -600 },
      NOW + 1_000 + 3_600_000 - 600_000,
    ],
  ])("%j leaves %j", (typed, when, due) => {
    const found = read("person.letIn", { userUuid: "s1", ...typed });
    expect(found.ok && found.when).toEqual(when);
    const schedule = { startTime: NOW + 1_000, duration: 3_600, closeDelay: null };
    if (found.ok && found.when !== null) expect(dueAtOf(found.when, NOW, schedule)).toBe(due);
    if (found.ok && found.when?.by === "schedule") expect(dueAtOf(found.when, NOW, null)).toBeNull();
  });

  it("a refusal of the service finds its field, or is about the room", () => {
    expect(fieldOfRefusal("room.create", "roomTypeConflict")).toBe("roomType");
    expect(fieldOfRefusal("person.remove", "userAbsent")).toBe("userUuid");
    expect(fieldOfRefusal("room.setState", "userAbsent")).toBeNull();
    expect(fieldOfRefusal("person.remove", "timeout")).toBeNull();
    expect(fieldOfRefusal("recording.start", "rootUrlMissing")).toBe("webRecordConfig.rootUrl");
  });

  it.each([
    ["room.create", {}, "roomUuid", "roomUuid"],
    ["room.create", {}, "roomProperties.schedule.duration", "roomProperties.schedule.duration"],
    ["person.letIn", { "leave.by": "clock" }, "when", "leave.at"],
    ["person.letIn", { "leave.by": "schedule" }, "when", "leave.amount"],
    ["person.letIn", {}, "when", null],
    // What is not drawn cannot show it: it is told of the whole.
    ["recording.start", { mode: "" }, "webRecordConfig.rootUrl", null],
    ["person.letIn", {}, "something", null],
  ] as const)("the console's own refusal in %s %j of %s is shown at %s", (name, draft, path, key) => {
    expect(keyOfRefusal(name, draft, path, fieldsOf(name, draft))).toBe(key);
  });
});

describe("the palette", () => {
  it("has every place of the rail, and the rehearsal where the profile is for practice", () => {
    const names = (practice: boolean): string[] => offeredPlaces(practice).map(({ name }) => name);
    expect(names(true)).toEqual(expect.arrayContaining([...railPlaces(true).map(({ name }) => name), "practice", "profiles"]));
    expect(names(false)).not.toContain("practice");
    // The keys 1 to 9 are the same in both.
    expect(railPlaces(true).slice(0, 9)).toEqual(railPlaces(false));
  });
});

describe("what is offered", () => {
  it("every command of the contract is there, ready or as a form", () => {
    expect(new Set(ENTRIES.map(({ name }) => name))).toEqual(new Set(Object.keys(contract.commands)));
    for (const { name, preset } of ENTRIES) expect(preset === null, name).toBe(preset === null && FIELDS[name].length > 0);
  });

  it("closing for good only where the service is known to have it", () => {
    const close = entryOf("room.setState:close");
    if (close === undefined) throw new Error("not there");
    expect(isOffered(close, { closedState: false })).toBe(false);
    expect(isOffered(close, { closedState: true })).toBe(true);
  });

  it("only what would bring something in at least one of the rooms", () => {
    const started = room("a", { state: ROOM_STATE.started });
    const waiting = room("b", { state: ROOM_STATE.notStarted });
    const start = entryOf("room.setState:start");
    if (start === undefined) throw new Error("not there");
    expect(suits(start, [started])).toBe(false);
    expect(suits(start, [started, waiting])).toBe(true);
  });

  it("what is safe and whole goes at once for one room, never for many; the rest has a dialog", () => {
    const asks = (id: string, rooms: number): boolean => {
      const entry = entryOf(id);
      return entry === undefined || needsDialog(entry, rooms);
    };
    expect([
      asks("room.setState:start", 1),
      asks("room.setState:start", 2),
      asks("room.setState:end", 1),
      asks("person.remove", 1),
    ]).toEqual([false, true, true, true]);
  });

  it("ending and closing stand at the far end of every menu", () => {
    const ids = entriesForRooms([room("a", { state: ROOM_STATE.started })], { closedState: true }).map(({ id }) => id);
    expect(ids.slice(-2)).toEqual(["room.setState:end", "room.setState:close"]);
    expect(CANNOT).toContain("message");
  });
});

describe("the palette", () => {
  const items = ["Start class", "Start recording", "End class…", "Restart", "Room 12, Statistics", "Émile"].map((text) => ({
    text,
    more: "",
  }));
  it.each([
    ["start", ["Start class", "Start recording", "Restart"]],
    ["cl st", ["Start class"]],
    ["12", ["Room 12, Statistics"]],
    ["emile", ["Émile"]],
    ["nothing", []],
  ])("%s finds %j", (query, found) => {
    expect(find(items, query, 10).map(({ text }) => text)).toEqual(found);
  });
  it("finds by what stands beside the name, after the names", () => {
    expect(find([{ text: "Wall", more: "room" }, { text: "Room 1" }], "room", 10).map(({ text }) => text)).toEqual(["Room 1", "Wall"]);
  });
});
