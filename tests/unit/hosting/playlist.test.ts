import { describe, expect, test } from "vitest";
import { type MediaPlaylist, parsePlaylist, rewritePlaylist } from "../../../electron/hosting/playlist.ts";

const BASE = "https://cdn.example/live/room/index.m3u8?key=1";
const read = (...lines: string[]) => parsePlaylist(["#EXTM3U", ...lines].join("\n"), BASE);
const media = (...lines: string[]): MediaPlaylist => {
  const found = read("#EXT-X-TARGETDURATION:4", ...lines);
  if (!found.ok || found.value.kind !== "media") throw new Error(JSON.stringify(found));
  return found.value;
};

describe("a media playlist", () => {
  test("counts its segments on from its media sequence", () => {
    const { segments, target } = media("#EXT-X-MEDIA-SEQUENCE:70", "#EXTINF:4,", "a.ts", "#EXTINF:3.5,title", "b.ts");
    expect(target).toBe(4);
    expect(segments.map(({ sequence, duration }) => [sequence, duration])).toEqual([
      [70, 4],
      [71, 3.5],
    ]);
  });

  test.each([
    ["beside it", "a.ts", "https://cdn.example/live/room/a.ts"],
    ["with a query", "a.ts?t=1#x", "https://cdn.example/live/room/a.ts?t=1"],
    ["above it", "../a.ts", "https://cdn.example/live/a.ts"],
    ["from the root", "/a.ts", "https://cdn.example/a.ts"],
    ["at another host", "//two.example/a.ts", "https://two.example/a.ts"],
    ["whole", "http://two.example:81/a.ts", "http://two.example:81/a.ts"],
    ["with somebody's name", "https://me:pw@two.example/a.ts", "https://two.example/a.ts"],
  ])("an address %s", (_name, line, url) => {
    expect(media("#EXTINF:4,", line).segments[0]?.url).toBe(url);
  });

  test("goes on as long as it has no end", () => {
    expect(media("#EXTINF:4,", "a.ts").ended).toBe(false);
    expect(media("#EXTINF:4,", "a.ts", "#EXTINF:2,", "b.ts", "#EXT-X-ENDLIST")).toMatchObject({ ended: true, length: 6 });
  });

  test("a byte range without an offset begins where the one before it ended, file by file", () => {
    const { segments } = media(
      "#EXTINF:4,",
      "#EXT-X-BYTERANGE:100@50",
      "a.ts",
      "#EXT-X-BYTERANGE:30",
      "#EXTINF:4,",
      "a.ts",
      "#EXTINF:4,",
      "#EXT-X-BYTERANGE:7",
      "b.ts",
    );
    expect(segments.map(({ byteRange }) => byteRange)).toEqual([
      { length: 100, offset: 50 },
      { length: 30, offset: 150 },
      { length: 7, offset: 0 },
    ]);
  });

  test("a date counts on from segment to segment, not over a discontinuity", () => {
    const at = Date.parse("2026-11-22T01:00:00.500Z");
    const { segments } = media(
      "#EXT-X-PROGRAM-DATE-TIME:2026-11-22T09:00:00.500+08:00",
      "#EXTINF:4,",
      "a.ts",
      "#EXTINF:4,",
      "b.ts",
      "#EXT-X-DISCONTINUITY",
      "#EXTINF:4,",
      "c.ts",
    );
    expect(segments.map(({ madeAt }) => madeAt)).toEqual([at, at + 4_000, null]);
  });

  test("encryption is said, and ends where it ends", () => {
    const { segments } = media(
      '#EXT-X-KEY:METHOD=AES-128,URI="k",IV=0x1',
      "#EXTINF:4,",
      "a.ts",
      "#EXT-X-KEY:METHOD=NONE",
      "#EXTINF:4,",
      "b.ts",
    );
    expect(segments.map(({ encryption }) => encryption)).toEqual(["AES-128", null]);
  });

  test("fragmented MP4 has an initialisation section", () => {
    const { segments } = media('#EXT-X-MAP:URI="init.mp4",BYTERANGE="720@0"', "#EXTINF:4,", "a.m4s");
    expect(segments[0]?.init).toEqual({ url: "https://cdn.example/live/room/init.mp4", byteRange: { length: 720, offset: 0 } });
  });

  test("Windows line ends, a byte order mark, comments and unknown tags change nothing", () => {
    const text = "\uFEFF#EXTM3U\r\n#EXT-X-TARGETDURATION:4\r\n# a word\r\n#EXT-X-NEW:1\r\n\r\n#EXTINF:4,\r\na.ts\r\n";
    expect(parsePlaylist(text, BASE)).toMatchObject({ ok: true, value: { segments: [{ sequence: 0 }] } });
  });
});

test("a master playlist has its variants, with what they say of themselves", () => {
  expect(
    read(
      '#EXT-X-STREAM-INF:BANDWIDTH=800000,CODECS="avc1.4d401e,mp4a.40.2",RESOLUTION=640x360',
      "low/i.m3u8",
      "#EXT-X-STREAM-INF:BANDWIDTH=2000000",
      "high/i.m3u8",
    ),
  ).toEqual({
    ok: true,
    value: {
      kind: "master",
      encrypted: false,
      variants: [
        { url: "https://cdn.example/live/room/low/i.m3u8", bandwidth: 800_000, codecs: "avc1.4d401e,mp4a.40.2", size: "640×360" },
        { url: "https://cdn.example/live/room/high/i.m3u8", bandwidth: 2_000_000, codecs: null, size: null },
      ],
    },
  });
});

test.each([
  ["a page", "<html>", "notPlaylist"],
  ["nothing", "", "notPlaylist"],
  ["no segment", "#EXTM3U\n#EXT-X-TARGETDURATION:4", "playlistEmpty"],
  ["only its first line", "#EXTM3U", "playlistEmpty"],
  ["no target duration", "#EXTM3U\n#EXTINF:4,\na.ts", "playlistBroken"],
  ["a segment without a length", "#EXTM3U\n#EXT-X-TARGETDURATION:4\na.ts", "playlistBroken"],
  ["a segment that is no web address", "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\nfile:///etc/passwd", "playlistBroken"],
  ["a byte range of words", "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\n#EXT-X-BYTERANGE:all\na.ts", "playlistBroken"],
  ["variables", '#EXTM3U\n#EXT-X-DEFINE:NAME="a",VALUE="b"\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\n{$a}.ts', "playlistVariables"],
  ["more segments than a day has seconds", `#EXTM3U\n#EXT-X-TARGETDURATION:1\n${"#EXTINF:1,\na\n".repeat(50_001)}`, "playlistTooLong"],
])("%s is refused by name", (_name, text, fault) => {
  expect(parsePlaylist(text, BASE)).toEqual({ ok: false, error: fault });
});

test("rewritten, every address in it is another, in lines and in tags, and what cannot be asked is gone", () => {
  const urls: string[] = [];
  const text = rewritePlaylist(
    '#EXTM3U\n#EXT-X-TARGETDURATION:4\n# https://cdn.example/said\n#EXT-X-KEY:METHOD=AES-128,URI="k?x=1"\n#EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://far"\n#EXT-X-MAP:URI="/init.mp4",BYTERANGE="7@0"\n#EXTINF:4,\na.ts\n#EXTINF:4,\ndata:x\n#EXT-X-ENDLIST',
    BASE,
    (url) => `m/${urls.push(url)}`,
  );
  expect(urls).toEqual(["https://cdn.example/live/room/k?x=1", "https://cdn.example/init.mp4", "https://cdn.example/live/room/a.ts"]);
  expect(text).toBe(
    '#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-KEY:METHOD=AES-128,URI="m/1"\n#EXT-X-MAP:URI="m/2",BYTERANGE="7@0"\n#EXTINF:4,\nm/3\n#EXTINF:4,\n#EXT-X-ENDLIST\n',
  );
});

test.each([
  ["0", "0"],
  ["17", "17"],
  ["297866123", "907"],
  ["99999999999999999999999", "0"],
  ["-4", "0"],
  ["many", "0"],
])("a stream that has had %s breaks by its own word has had %s by the page's: players keep a list of that length", (told, kept) => {
  const text = rewritePlaylist(`#EXTM3U\n#EXT-X-DISCONTINUITY-SEQUENCE:${told}`, BASE, String);
  expect(text).toBe(`#EXTM3U\n#EXT-X-DISCONTINUITY-SEQUENCE:${kept}\n`);
});

test("the page learns no way to a stream that main would have to hold open for it, nor one by other servers", () => {
  const text = rewritePlaylist(
    [
      "#EXTM3U",
      "#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=1",
      "#EXT-X-PART-INF:PART-TARGET=0.3",
      "#EXTINF:4,",
      "a.ts",
      '#EXT-X-PART:DURATION=0.3,URI="b.0.ts"',
      '#EXT-X-PRELOAD-HINT:TYPE=PART,URI="b.1.ts"',
      '#EXT-X-RENDITION-REPORT:URI="low.m3u8"',
      '#EXT-X-CONTENT-STEERING:SERVER-URI="https://steer.example/"',
    ].join("\n"),
    BASE,
    () => "m/1",
  );
  expect(text).toBe("#EXTM3U\n#EXTINF:4,\nm/1\n");
});
