import { describe, expect, test } from "vitest";
import { changedChecks } from "../../../electron/board/board.ts";
import {
  clockFinding,
  completed,
  existsFinding,
  neededUntil,
  recordingFinding,
  reservationFinding,
  type Seen,
  scheduleFinding,
  soundFinding,
  streamFinding,
  tokenFinding,
} from "../../../electron/board/verdicts.ts";
import type { StreamLook } from "../../../electron/hosting/reading.ts";
import { unwatched, type Watched } from "../../../electron/hosting/watching.ts";
import { type BoardRow, type Finding, finding, type PlannedRoom } from "../../../shared/model/boardCheck.ts";
import { commandRow } from "../../fakes/commandRow.ts";

const NOW = 1_800_000_000_000;
const MINUTE = 60_000;
const DAY = 86_400_000;
const START = NOW + 30 * MINUTE;
const room: PlannedRoom = {
  roomUuid: "r",
  name: "Maths",
  startTime: START,
  duration: 7_200,
  closeDelay: null,
  examinationUrl: null,
  videoURL: "https://cdn.example/i.m3u8",
  reserveVideoURL: null,
  recording: null,
  unread: false,
};
const schedule = { startTime: START, duration: 7_200, closeDelay: 600 };
const present = (more: Partial<Extract<Seen, { kind: "present" }>> = {}): Seen => ({
  kind: "present",
  state: 0,
  schedule,
  plan: { examinationUrl: "https://exam.example/r", videoURL: null, reserveVideoURL: "https://cdn.example/r.m3u8", createdAt: NOW - DAY },
  ...more,
});
const told = ({ verdict, reason }: Finding): string => `${verdict} ${reason}`;

test.each<[string, Seen, { phase: "live" | "destroyed" | "new"; state: number | null } | undefined, string]>([
  ["one that waits", present(), undefined, "good roomWaits"],
  ["one that runs", present({ state: 1 }), undefined, "good roomRuns"],
  ["one that is over", present({ state: 2 }), undefined, "bad roomOver"],
  ["one that nobody has made", { kind: "absent" }, undefined, "bad roomAbsent"],
  ["one of which no answer came", { kind: "failed", problem: "dns" }, { phase: "live", state: 0 }, "unknown roomUnread"],
  ["one of a service that does not tell, whose events are read", { kind: "lacking" }, { phase: "live", state: 0 }, "good roomWaits"],
  ["one of such a service that was destroyed", { kind: "lacking" }, { phase: "destroyed", state: 0 }, "bad roomAbsent"],
  ["one of such a service that was not read yet", { kind: "lacking" }, { phase: "new", state: null }, "unknown roomUnseen"],
])("a room: %s", (_name, seen, known, expected) => {
  expect(told(existsFinding(seen, known))).toBe(expected);
});

describe("a room of which nobody has told what is planned", () => {
  const unread: PlannedRoom = { ...room, startTime: null, duration: null, videoURL: null, unread: true };

  test("is as the service has it, where that says so", () => {
    expect(completed(unread, present())).toEqual({
      ...unread,
      startTime: START,
      duration: 7_200,
      closeDelay: 600,
      examinationUrl: "https://exam.example/r",
      reserveVideoURL: "https://cdn.example/r.m3u8",
      unread: false,
    });
  });
  test("keeps what was told of it from elsewhere", () => {
    expect(completed({ ...unread, examinationUrl: "https://exam.example/new" }, present())).toMatchObject({
      examinationUrl: "https://exam.example/new",
    });
  });
  test.each<[string, Seen]>([
    ["no answer came", { kind: "failed", problem: "dns" }],
    ["the service does not tell", { kind: "lacking" }],
    ["it does not exist", { kind: "absent" }],
  ])("is not known where %s: never that there is none", (_why, seen) => {
    const still = completed(unread, seen);
    const found = [
      scheduleFinding(still, seen, null, NOW),
      reservationFinding(still, NOW),
      streamFinding(still.videoURL, null, still, NOW),
    ];
    expect(found.map(told)).toEqual(Array.from({ length: 3 }, () => "unknown planUnread"));
  });
});

test.each<[string, Partial<PlannedRoom>, Seen, number, string]>([
  ["as planned", {}, present(), NOW, "good scheduleRight"],
  ["nothing planned", { startTime: null, duration: null }, present(), NOW, "none scheduleNone"],
  ["another start", {}, present({ schedule: { ...schedule, startTime: START + 1_000 } }), NOW, "bad scheduleStartDiffers"],
  ["a start in the same second", {}, present({ schedule: { ...schedule, startTime: START + 999 } }), NOW, "good scheduleRight"],
  ["no start where one is planned", {}, present({ schedule: null }), NOW, "bad scheduleStartMissing"],
  [
    "a class that was begun at another time",
    {},
    present({ state: 1, schedule: { ...schedule, startTime: START - 60_000 } }),
    NOW,
    "attention scheduleBegan",
  ],
  ["another length", {}, present({ schedule: { ...schedule, duration: 3_600 } }), NOW, "bad scheduleLengthDiffers"],
  ["another time after it", { closeDelay: 60 }, present(), NOW, "attention scheduleDelayDiffers"],
  [
    "the service's own time after it",
    { closeDelay: 600 },
    present({ schedule: { ...schedule, closeDelay: null } }),
    NOW,
    "good scheduleRight",
  ],
  ["a start by hand", { startTime: null }, present({ schedule: { ...schedule, startTime: null } }), NOW, "good scheduleByHand"],
  ["a start that has passed, and no class", {}, present(), START + 1, "attention schedulePassed"],
  ["a class that runs", {}, present({ state: 1 }), START + 1, "good scheduleRunsUntil"],
  [
    "a class that runs until somebody ends it",
    { duration: null },
    present({ state: 1, schedule: { ...schedule, duration: null } }),
    START + 1,
    "good scheduleRuns",
  ],
  ["a class that should be over", {}, present({ state: 1 }), START + 7_200_000, "attention scheduleOver"],
  ["a service that does not tell", {}, { kind: "lacking" }, NOW, "unknown scheduleUnread"],
])("a schedule: %s", (_name, more, seen, now, expected) => {
  expect(told(scheduleFinding({ ...room, ...more }, seen, seen.kind === "present" ? seen.state : 0, now))).toBe(expected);
});

test("a reservation of five days must outlive the class and the ten minutes after it", () => {
  const until = neededUntil(room) ?? 0;
  expect(until).toBe(START + 7_800_000);
  expect(told(reservationFinding(room, until - 5 * DAY))).toBe("good reservationHolds");
  expect(told(reservationFinding(room, until - 5 * DAY - 1))).toBe("bad reservationEnds");
  expect(told(reservationFinding(room, null))).toBe("unknown reservationUnread");
});

const look: StreamLook = {
  form: "hls",
  kind: "live",
  sequence: 2,
  newest: "x",
  madeAt: NOW - 5_000,
  targetSeconds: 4,
  lengthSeconds: null,
  codecs: "h264, aac",
  size: null,
  encrypted: false,
};
const stream = (phase: Watched["phase"], more: Partial<StreamLook> = {}, rest: Partial<Watched> = {}): Watched => ({
  ...unwatched("https://cdn.example/i.m3u8", NOW - 20_000),
  phase,
  movedAt: NOW - 20_000,
  look: { ...look, ...more },
  ...rest,
});
const file = (lengthSeconds: number | null) => stream("recording", { kind: "ended", lengthSeconds });

test.each<[string, Watched | null, string]>([
  ["one that moves", stream("live"), "good streamMoves"],
  ["one that comes a minute late", stream("live", { madeAt: NOW - 60_001 }), "attention streamLate"],
  ["one that stands still", stream("stalled"), "bad streamStalls"],
  ["one that has ended", stream("ended"), "bad streamEnded"],
  ["one that neither moved nor stalled", stream("starting"), "unknown streamUndecided"],
  ["one that browsers may not play", stream("live", { codecs: "hevc, aac" }), "attention streamCodec"],
  ["one whose codecs have their long names", stream("live", { codecs: "avc1.64001f,mp4a.40.2" }), "good streamMoves"],
  ["one that is encrypted", stream("live", { encrypted: true }), "attention streamEncrypted"],
  ["RTMP", stream("unwatchable", { form: "rtmp" }), "unknown streamRtmp"],
  ["FLV", stream("unwatchable", { form: "flv" }), "attention streamFlv"],
  ["one that cannot be had", stream("failing", {}, { fault: { reason: "status", params: { status: 404 } } }), "bad status"],
  ["one of a check that was stopped", stream("failing", {}, { fault: { reason: "aborted", params: {} } }), "unknown aborted"],
  ["a recording as long as the class", file(7_200), "good filePlays"],
  ["one a minute off", file(7_140), "good filePlays"],
  ["one that is too short", file(7_139), "attention fileShort"],
  ["one that is too long", file(7_261), "attention fileLong"],
  ["one that does not say how long", file(null), "attention fileLengthUnread"],
])("a stream: %s", (_name, watched, expected) => {
  expect(told(streamFinding(room.videoURL, watched, room, NOW))).toBe(expected);
});

test("without an address there is nothing to look at", () => {
  expect(told(streamFinding(null, null, room, NOW))).toBe("none streamNone");
});

describe("recording", () => {
  const start = commandRow({ name: "recording.start", roomUuid: "r", state: "scheduled", dueAt: START });
  const running = { state: 1, startTime: null, recordId: "x", reason: 1, time: { kind: "exact", at: 1 } } as const;
  test.each<[string, string | null, Parameters<typeof recordingFinding>[1], (typeof start)[], string]>([
    ["that runs", "web", { state: 1, recording: running }, [], "good recordingRuns"],
    ["that is appointed", "web", { state: 0, recording: null }, [start], "good recordingWaits"],
    [
      "that was appointed in another room",
      "web",
      { state: 0, recording: null },
      [{ ...start, roomUuid: "q" }],
      "attention recordingByHand",
    ],
    ["that was cancelled", null, { state: 0, recording: null }, [{ ...start, state: "cancelled" }], "none recordingNone"],
    ["that is planned and missing while the class runs", "web", { state: 1, recording: null }, [], "bad recordingMissing"],
    ["that nobody planned, while the class runs", null, { state: 1, recording: null }, [], "attention recordingMissing"],
  ])("%s", (_name, recording, known, commands, expected) => {
    expect(told(recordingFinding({ ...room, recording }, known, commands))).toBe(expected);
  });
});

test.each([
  [null, "unknown clockUnread"],
  [2_000, "good clockRight"],
  [-2_001, "attention clockFast"],
  [30_000, "attention clockSlow"],
  [30_001, "bad clockSlow"],
])("a clock that is %s ms off", (offset, expected) => {
  expect(told(clockFinding(offset))).toBe(expected);
});

test.each<[string, Parameters<typeof tokenFinding>, string]>([
  ["without a certificate", ["absent", { expiresAt: null, renewable: true }, START], "bad tokenNone"],
  ["before the first", ["keychain", { expiresAt: null, renewable: true }, START], "unknown tokenUnmade"],
  ["that can be renewed", ["keychain", { expiresAt: NOW, renewable: true }, START], "good tokenRenews"],
  ["that cannot, and lasts", ["memory", { expiresAt: START, renewable: false }, START], "attention tokenLasts"],
  ["that cannot, and ends before", ["memory", { expiresAt: START - 1, renewable: false }, START], "bad tokenEnds"],
])("a token %s", (_name, asked, expected) => {
  expect(told(tokenFinding(...asked))).toBe(expected);
});

test("sound must be on, and heard by somebody within a day", () => {
  expect(told(soundFinding(false, { heard: true, at: NOW }, NOW))).toBe("bad soundOff");
  expect(told(soundFinding(true, null, NOW))).toBe("attention soundUntested");
  expect(told(soundFinding(true, { heard: true, at: NOW - DAY - 1 }, NOW))).toBe("attention soundUntested");
  expect(told(soundFinding(true, { heard: true, at: NOW - DAY }, NOW))).toBe("good soundHeard");
  expect(told(soundFinding(true, { heard: false, at: NOW }, NOW))).toBe("bad soundUnheard");
});

test("a difference is another verdict or another reason, not another figure", () => {
  const row = (page: Finding): BoardRow["findings"] => {
    const same = finding("good", "x");
    return { exists: same, schedule: same, reservation: same, page, mainStream: same, reserveStream: same, recording: same };
  };
  const before = row(finding("good", "pageAnswers", { days: 8 }));
  expect(changedChecks(before, row(finding("good", "pageAnswers", { days: 7 })))).toEqual([]);
  expect(changedChecks(before, row(finding("bad", "pageStatus", { status: 500 })))).toEqual(["page"]);
  expect(changedChecks(undefined, before)).toEqual([]);
});
