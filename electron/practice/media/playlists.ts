/** The practice streams: real pieces, over and over, as a broadcast that goes on, one that stops at a time, and one that is over. Pure. */

const PIECE_SECONDS = 2;
const PIECES_IN_TURN = 3;
/** So many are in the list of a broadcast. */
const WINDOW = 4;

const head = (sequence: number, breaks: number): string[] => [
  "#EXTM3U",
  "#EXT-X-VERSION:3",
  `#EXT-X-TARGETDURATION:${PIECE_SECONDS}`,
  `#EXT-X-MEDIA-SEQUENCE:${sequence}`,
  `#EXT-X-DISCONTINUITY-SEQUENCE:${breaks}`,
];

/** Where the pieces begin anew, their clocks do. `at`: when it was made, ISO. */
const piece = (number: number, address: (turn: number, number: number) => string, at?: string): string[] => [
  ...(number % PIECES_IN_TURN === 0 ? ["#EXT-X-DISCONTINUITY"] : []),
  ...(at === undefined ? [] : [`#EXT-X-PROGRAM-DATE-TIME:${at}`]),
  `#EXTINF:${PIECE_SECONDS.toFixed(3)},`,
  address(number % PIECES_IN_TURN, number),
];

/** A broadcast as it is at `now`, Unix ms. */
export const broadcast = (now: number, address: (turn: number, number: number) => string): string => {
  const newest = Math.floor(now / (PIECE_SECONDS * 1_000)) - 1;
  const first = Math.max(0, newest - WINDOW + 1);
  const lines = head(first, Math.ceil(first / PIECES_IN_TURN));
  for (let number = first; number <= newest; number += 1)
    // Each says when it was made, so that its age can be told whatever was missed.
    lines.push(...piece(number, address, new Date(number * PIECE_SECONDS * 1_000).toISOString()));
  return `${lines.join("\n")}\n`;
};

/** A recording of so many seconds, rounded up to whole pieces. */
export const recorded = (seconds: number, address: (turn: number, number: number) => string): string => {
  const lines = [...head(0, 0), "#EXT-X-PLAYLIST-TYPE:VOD"];
  for (let number = 0; number < Math.ceil(seconds / PIECE_SECONDS); number += 1) lines.push(...piece(number, address));
  return `${lines.join("\n")}\n#EXT-X-ENDLIST\n`;
};
