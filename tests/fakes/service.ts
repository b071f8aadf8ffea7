/** A small model of the classroom service, as operations 8 and 9 show it: rooms with lives, sequences with holes, unnumbered events, events consumed by being read. */
import type { SequencePage, WireEvent } from "../../electron/cloud/types.ts";

/** `text`: as it goes over the wire. */
export type ServiceEvent = WireEvent & { madeAt: number; text: string };
type Page = Omit<SequencePage, "events"> & { events: ServiceEvent[] };
type Life = { bornAt: number; events: ServiceEvent[]; next: number };
export type Service = ReturnType<typeof createService>;

/** `now`: the service's clock, ms. `pageSize`: items per answer of operation 8. */
export const createService = ({ now, pageSize = 100 }: { now: () => number; pageSize?: number }) => {
  const rooms = new Map<string, Life>();
  const past: (Life & { roomUuid: string; endedAt: number })[] = [];
  let queue: ServiceEvent[] = [];

  const page = (roomUuid: string, nextId: string | undefined): Page | null => {
    const life = rooms.get(roomUuid);
    if (life === undefined) return null;
    const from = nextId === undefined ? 0 : life.events.findIndex((event) => event.sequence !== null && event.sequence >= Number(nextId));
    if (from < 0) return { events: [], nextId: null, unreadable: 0 };
    // A page ends where the next one can be named: before an event that has a number.
    let to = Math.min(life.events.length, from + pageSize);
    while (to < life.events.length && life.events[to]?.sequence === null) to += 1;
    const next = life.events[to]?.sequence ?? null;
    return { events: life.events.slice(from, to), nextId: next === null ? null : String(next), unreadable: 0 };
  };

  return {
    create: (roomUuid: string): void => {
      if (!rooms.has(roomUuid)) rooms.set(roomUuid, { bornAt: now(), events: [], next: 1 });
    },
    destroy: (roomUuid: string): void => {
      const life = rooms.get(roomUuid);
      if (life !== undefined) past.push({ ...life, roomUuid, endedAt: now() });
      rooms.delete(roomUuid);
      // Events of a destroyed room are not told any more.
      queue = queue.filter((event) => event.roomUuid !== roomUuid);
    },
    /** `hole`: so many sequences are used up by kinds that are not shown. */
    emit: (roomUuid: string, cmd: number, data: unknown, options: { numbered?: boolean; hole?: number } = {}): ServiceEvent | null => {
      const life = rooms.get(roomUuid);
      if (life === undefined) return null;
      life.next += options.hole ?? 0;
      const sequence = (options.numbered ?? true) ? life.next++ : null;
      const text = JSON.stringify({ roomUuid, cmd, ...(sequence === null ? {} : { sequence }), version: 1, data });
      const event: ServiceEvent = { roomUuid, cmd, sequence, data, raw: Buffer.from(text), madeAt: now(), text };
      life.events.push(event);
      queue.push(event);
      return event;
    },
    page,
    /** Operation 9: what nobody has read yet, of the last hour. */
    drain: (): ServiceEvent[] => {
      const drained = queue.filter((event) => event.madeAt >= now() - 3_600_000);
      queue = [];
      return drained;
    },
    putBack: (events: readonly ServiceEvent[]): void => {
      queue = [...events, ...queue];
    },
    /** The service drops the oldest events of a room. */
    forgetBefore: (roomUuid: string, sequence: number): void => {
      const life = rooms.get(roomUuid);
      if (life !== undefined) life.events = life.events.filter((event) => (event.sequence ?? sequence) >= sequence);
    },
    exists: (roomUuid: string): boolean => rooms.has(roomUuid),
    events: (roomUuid: string): readonly ServiceEvent[] => rooms.get(roomUuid)?.events ?? [],
    bornAt: (roomUuid: string): number | null => rooms.get(roomUuid)?.bornAt ?? null,
    /** The lives that have ended, oldest first. */
    past: (roomUuid: string) => past.filter((life) => life.roomUuid === roomUuid),
    roomUuids: (): string[] => [...rooms.keys()],
  };
};
