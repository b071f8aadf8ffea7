/** The past of the invented exam: each room folded from the entries that stand before the moment. */
import type { CallInput } from "../../../shared/contract.ts";
import type { Found, PastRoom, Since } from "../../../shared/model/past.ts";
import { latest } from "../../../shared/model/time.ts";
import { applyEvents, emptyView, summaryOf } from "../../../shared/projection/index.ts";
import { appError, err, ok, type Result } from "../../../shared/result.ts";
import type { FakeRoom } from "./school.ts";

type PastCall = "past.search" | "past.people" | "past.span" | "past.wall" | "past.room" | "past.since";

export const createPastCalls = (
  rooms: ReadonlyMap<string, FakeRoom>,
  now: () => number,
): { [N in PastCall]: (input: CallInput<N>) => Result<unknown> } => {
  const events = (room: FakeRoom) => room.entries.flatMap((entry) => (entry.kind === "event" ? [entry.event] : []));
  const by = (room: FakeRoom, at: number) => events(room).filter((event) => latest(event.time) <= at);
  const viewAt = (room: FakeRoom, at: number) => applyEvents(emptyView(), by(room, at));
  const roomAt = (room: FakeRoom, at: number): PastRoom => ({
    ...summaryOf(viewAt(room, at)),
    roomUuid: room.roomUuid,
    incarnation: 1,
    lastSequence: by(room, at).at(-1)?.sequence ?? 0,
    gaps: 0,
    uncertain: room.roomUuid.endsWith("3") ? 2 : 0,
  });
  const all = (): Found[] => [...rooms.values()].flatMap((room) => room.entries.map((entry) => ({ roomUuid: room.roomUuid, entry })));
  const whenOf = ({ entry }: Found): number => (entry.kind === "event" ? latest(entry.event.time) : 0);

  return {
    "past.search": ({ roomUuid, text, userUuid, limit }) => {
      const hits = all().filter(({ roomUuid: where, entry }) => {
        if (entry.kind !== "event" || (roomUuid !== null && where !== roomUuid)) return false;
        const said = JSON.stringify(entry.event.data ?? null).toLowerCase();
        return said.includes(text.toLowerCase()) && (userUuid === null || said.includes(userUuid.toLowerCase()));
      });
      hits.sort((a, b) => whenOf(b) - whenOf(a));
      return ok({ hits: hits.slice(0, limit), more: hits.length > limit });
    },
    "past.people": ({ text }) => {
      const people = new Map<string, { userUuid: string; userName: string; roomUuids: string[] }>();
      for (const room of rooms.values()) {
        for (const { userUuid, userName } of Object.values(room.view.people)) {
          if (!`${userUuid} ${userName}`.toLowerCase().includes(text.toLowerCase())) continue;
          const known = people.get(userUuid) ?? { userUuid, userName, roomUuids: [] };
          known.roomUuids.push(room.roomUuid);
          people.set(userUuid, known);
        }
      }
      return ok({ people: [...people.values()].slice(0, 50), more: people.size > 50 });
    },
    "past.span": () => {
      const times = all()
        .map(whenOf)
        .filter((time) => time > 0);
      return ok({ span: times.length === 0 ? null : { from: Math.min(...times.slice(0, 50_000)), to: now() } });
    },
    "past.wall": ({ at }) => ok({ rooms: [...rooms.values()].map((room) => roomAt(room, at)) }),
    "past.room": ({ roomUuid, at }) => {
      const room = rooms.get(roomUuid);
      if (room === undefined) return err(appError("notFound", "no such room"));
      const entries = room.entries.filter((entry) => entry.kind !== "event" || latest(entry.event.time) <= at).toReversed();
      return ok({ room: roomAt(room, at), view: viewAt(room, at), entries: entries.slice(0, 200), more: entries.length > 200 });
    },
    "past.since": ({ at }): Result<Since> => {
      const after = all().filter((found) => whenOf(found) > at);
      const kinds = new Map<number, { count: number; rooms: Set<string> }>();
      const inRooms = new Map<string, Map<number, number>>();
      for (const { roomUuid, entry } of after) {
        if (entry.kind !== "event") continue;
        const kind = kinds.get(entry.event.cmd) ?? { count: 0, rooms: new Set<string>() };
        kinds.set(entry.event.cmd, { count: kind.count + 1, rooms: kind.rooms.add(roomUuid) });
        const counts = inRooms.get(roomUuid) ?? new Map<number, number>();
        inRooms.set(roomUuid, counts.set(entry.event.cmd, (counts.get(entry.event.cmd) ?? 0) + 1));
      }
      const sum = (counts: ReadonlyMap<number, number>): number => [...counts.values()].reduce((total, one) => total + one, 0);
      const counted = [...inRooms].sort(([, a], [, b]) => sum(b) - sum(a));
      return ok({
        total: after.length,
        kinds: [...kinds].map(([cmd, kind]) => ({ cmd, count: kind.count, rooms: kind.rooms.size })),
        rooms: counted.slice(0, 50).map(([roomUuid, counts]) => ({
          roomUuid,
          count: sum(counts),
          kinds: [...counts].map(([cmd, count]) => ({ cmd, count })),
        })),
        roomCount: counted.length,
        notable: after.filter(({ entry }) => entry.kind === "event" && (entry.event.cmd === 1 || entry.event.cmd === 1001)).slice(0, 100),
      });
    },
  };
};
