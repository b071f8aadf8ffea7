import { describe, expect, test } from "vitest";
import { formOf, onlyHostsOf } from "../../../electron/hosting/address.ts";
import { boundedRange } from "../../../electron/hosting/previews.ts";
import { type StreamLook, samples } from "../../../electron/hosting/reading.ts";
import { nextLookIn, stallAfter, unwatched, type Watched, watched } from "../../../electron/hosting/watching.ts";
import { err, ok } from "../../../shared/result.ts";

const live = (sequence: number, more: Partial<StreamLook> = {}): StreamLook => ({
  form: "hls",
  kind: "live",
  sequence,
  newest: `https://cdn.example/${sequence}.ts`,
  madeAt: null,
  targetSeconds: 4,
  lengthSeconds: null,
  codecs: null,
  size: null,
  encrypted: false,
  ...more,
});
const fault = err({ reason: "status", params: { status: 404 } });
type Step = [seconds: number, look: StreamLook | typeof fault];
const after = (...steps: Step[]): Watched =>
  steps.reduce<Watched>(
    (state, [seconds, look]) => watched(state, "ok" in look ? look : ok(look), seconds * 1_000),
    unwatched("https://cdn.example/i.m3u8", 0),
  );
const ended = (sequence: number) => live(sequence, { kind: "ended", lengthSeconds: 60 });

test.each<[string, Step[], Partial<Watched>]>([
  ["one look decides nothing", [[0, live(1)]], { phase: "starting" }],
  [
    "a second piece shows that it moves",
    [
      [0, live(1)],
      [4, live(2)],
    ],
    { phase: "live", movedAt: 4_000, since: 4_000 },
  ],
  [
    "a list that is late is waited for",
    [
      [0, live(1)],
      [4, live(2)],
      [15, live(2)],
    ],
    { phase: "live" },
  ],
  [
    "three pieces' time without one is a stall",
    [
      [0, live(1)],
      [4, live(2)],
      [17, live(2)],
    ],
    { phase: "stalled", movedAt: 4_000, since: 17_000 },
  ],
  [
    "one that never moves stalls too",
    [
      [0, live(1)],
      [13, live(1)],
    ],
    { phase: "stalled" },
  ],
  [
    "a piece ends the stall",
    [
      [0, live(1)],
      [13, live(1)],
      [20, live(2)],
    ],
    { phase: "live", since: 20_000 },
  ],
  [
    "an encoder that began anew moves",
    [
      [0, live(70)],
      [4, live(1)],
    ],
    { phase: "live" },
  ],
  [
    "the same number with another address moves",
    [
      [0, live(1)],
      [4, live(1, { newest: "b" })],
    ],
    { phase: "live" },
  ],
  [
    "an end that was there from the first is a recording's",
    [
      [0, ended(9)],
      [60, ended(9)],
    ],
    { phase: "recording" },
  ],
  [
    "an end that comes is the end of a broadcast",
    [
      [0, live(1)],
      [4, live(2)],
      [8, ended(3)],
      [13, ended(3)],
    ],
    { phase: "ended", since: 8_000 },
  ],
  [
    "one failure between good looks is no news",
    [
      [0, live(1)],
      [4, live(2)],
      [8, fault],
      [10, live(3)],
    ],
    { phase: "live", since: 4_000, fault: null, failures: 0 },
  ],
  [
    "two are",
    [
      [0, live(1)],
      [4, live(2)],
      [8, fault],
      [13, fault],
    ],
    { phase: "failing", failures: 2, fault: fault.error },
  ],
  ["the first of all is", [[0, fault]], { phase: "failing" }],
  [
    "what fails and comes back must move anew",
    [
      [0, fault],
      [5, live(1)],
    ],
    { phase: "starting" },
  ],
  ["a file is a recording", [[0, live(0, { form: "mp4", kind: "whole", sequence: null })]], { phase: "recording", movedAt: null }],
  ["FLV cannot be watched", [[0, live(0, { form: "flv", kind: "whole", sequence: null })]], { phase: "unwatchable" }],
])("%s", (_name, steps, expected) => {
  expect(after(...steps)).toMatchObject(expected);
});

test("codecs that one look has found stay known", () => {
  expect(after([0, live(1, { codecs: "h264, aac" })], [4, live(2)]).look?.codecs).toBe("h264, aac");
});

test("short pieces do not make a stall of a hiccup, and are not asked for all the time", () => {
  expect([stallAfter(1), stallAfter(10), stallAfter(null)]).toEqual([8_000, 30_000, 8_000]);
  expect(nextLookIn(after([0, live(1, { targetSeconds: 1 })], [1, live(2, { targetSeconds: 1 })]))).toBe(2_000);
  expect(nextLookIn(after([0, live(1, { targetSeconds: 60 })]))).toBe(10_000);
});

describe("addresses", () => {
  test.each([
    ["https://a.example/x/i.m3u8?k=1", "hls"],
    ["HTTPS://A.EXAMPLE/I.M3U8", "hls"],
    ["http://a.example/film.mp4", "mp4"],
    ["https://a.example/live/room.flv", "flv"],
    ["rtmp://a.example/live", "rtmp"],
    ["https://a.example/live", "other"],
    ["ftp://a.example/i.m3u8", null],
    ["a.example/i.m3u8", null],
  ])("%s", (url, form) => {
    expect(formOf(url)).toBe(form);
  });

  test("only hosts of the sheet are asked, each with its port", () => {
    const mayAsk = onlyHostsOf(["https://A.example/i.m3u8", null, "rtmp://b.example/x", "http://c.example:81/x"]);
    expect(["a.example", "b.example", "c.example:81", "c.example"].filter(mayAsk)).toEqual(["a.example", "c.example:81"]);
  });
});

test("of a recording the first, the middle and the last piece are looked at, each once", () => {
  expect([samples([]), samples([1]), samples([1, 2]), samples([1, 2, 3, 4, 5])]).toEqual([[], [1], [1, 2], [1, 3, 5]]);
});

test.each([
  ["bytes=0-", "bytes=0-1048575"],
  ["bytes=10-19", "bytes=10-19"],
  ["bytes=5-99999999", "bytes=5-1048580"],
  ["bytes=-500", null],
  ["bytes=0-1,5-6", null],
])("the page's wish %s for a range becomes %s", (asked, sent) => {
  expect(boundedRange(asked)).toBe(sent);
});
