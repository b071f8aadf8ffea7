/** Candidates of a sheet against who is in: absent, unexpected, twice, came back. Pure. */
import type { RoomSeating, RowMeaning } from "../model/exam.ts";
import type { Person } from "../model/room.ts";

/** A row with the people of its room as events have told them; `asOf` null: the room was never read. */
export type SeatedRow = {
  rowId: string;
  meaning: Pick<RowMeaning, "roomUuid" | "roomName" | "startTime" | "candidates" | "proctor">;
  people: Readonly<Record<string, Person>>;
  asOf: number | null;
};

/** Whoever is not in by then does not show up, ms after the start (the T+10 min). */
export const NO_SHOW_MS = 600_000;
/** A candidate is a student: others may be in a room without being on its list. */
const SEATED: ReadonlySet<string> = new Set(["student", "observer"]);

type Who = { userUuid: string; userName: string };
const whoIs = (people: SeatedRow["people"], userUuid: string): Who => ({
  userUuid,
  userName: (Object.hasOwn(people, userUuid) ? people[userUuid]?.userName : undefined) ?? "",
});

const presentIn = ({ people }: SeatedRow): Person[] => Object.values(people).filter(({ present }) => present);

/** `others`: every row of the exam, for who is in two rooms or in a wrong one. `now`: server time, ms. */
export const seatingOf = (rows: readonly SeatedRow[], others: readonly SeatedRow[], now: number): RoomSeating[] => {
  const roomsOf = new Map<string, string[]>();
  for (const row of others)
    for (const { userUuid } of presentIn(row)) roomsOf.set(userUuid, [...(roomsOf.get(userUuid) ?? []), row.meaning.roomUuid]);
  const expectedIn = new Map<string, string[]>();
  for (const { meaning } of others)
    for (const id of new Set(meaning.candidates)) expectedIn.set(id, [...(expectedIn.get(id) ?? []), meaning.roomUuid]);

  return rows.map((row): RoomSeating => {
    const { roomUuid, roomName, startTime, candidates } = row.meaning;
    const expected = new Set(candidates);
    const present = presentIn(row);
    const isIn = new Set(present.map(({ userUuid }) => userUuid));
    // Without a reading nobody can be called absent.
    const missing = row.asOf === null ? [] : candidates.filter((id) => !isIn.has(id));
    const absent = missing.map((id) => ({ ...whoIs(row.people, id), isIn: roomsOf.get(id) ?? [] }));
    const late = startTime !== null && now >= startTime + NO_SHOW_MS && row.asOf !== null && row.asOf >= startTime + NO_SHOW_MS;
    return {
      rowId: row.rowId,
      roomUuid,
      roomName,
      asOf: row.asOf,
      expected: expected.size,
      seated: candidates.filter((id) => isIn.has(id)).length,
      absent,
      noShow: late ? absent.filter(({ userUuid }) => (row.people[userUuid]?.entries ?? 0) === 0) : [],
      unexpected: present
        .filter(({ userUuid, role }) => !expected.has(userUuid) && SEATED.has(role))
        .map(({ userUuid, userName }) => ({ userUuid, userName, belongsIn: expectedIn.get(userUuid) ?? [] })),
      // A proctor may well be in many rooms; a candidate of any of them may not.
      twice: present.flatMap(({ userUuid, userName }) => {
        const alsoIn = (roomsOf.get(userUuid) ?? []).filter((other) => other !== roomUuid);
        return alsoIn.length > 0 && expectedIn.has(userUuid) ? [{ userUuid, userName, alsoIn }] : [];
      }),
      returned: Object.values(row.people)
        .filter(({ userUuid, entries }) => expected.has(userUuid) && entries > 1)
        .map(({ userUuid, userName, entries }) => ({ userUuid, userName, times: entries - 1 })),
    };
  });
};

/** A line per person who is not as the sheet has it; header first. */
export const seatingCsv = (rooms: readonly RoomSeating[]): string[][] => [
  ["roomUuid", "roomName", "what", "userUuid", "userName", "detail"],
  ...rooms.flatMap((room) => {
    const line = (what: string, { userUuid, userName }: Who, detail = ""): string[] => [
      room.roomUuid,
      room.roomName,
      what,
      userUuid,
      userName,
      detail,
    ];
    const noShow = new Set(room.noShow.map(({ userUuid }) => userUuid));
    return [
      ...room.absent.map((who) => line(noShow.has(who.userUuid) ? "no-show" : "absent", who, who.isIn.join(" "))),
      ...room.unexpected.map((who) => line("unexpected", who, who.belongsIn.join(" "))),
      ...room.twice.map((who) => line("twice", who, who.alsoIn.join(" "))),
      ...room.returned.map((who) => line("came back", who, String(who.times))),
    ];
  }),
];
