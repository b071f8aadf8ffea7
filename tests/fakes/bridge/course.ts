/** How the invented exam goes on: so many events a second over all its started rooms. */
import { ROOM_STATE, type RoomSummary } from "../../../shared/model/room.ts";
import type { Seeded } from "./random.ts";
import { type FakeRoom, happen, summary } from "./school.ts";

const TICK_MS = 50;

type Needs = {
  rooms: ReadonlyMap<string, FakeRoom>;
  random: Seeded;
  now(): number;
  stopped(): boolean;
  changed(room: FakeRoom): void;
};

export const createCourse = ({ rooms, random, now, stopped, changed }: Needs, first: number) => {
  const counts = { events: 0 };
  let rate = first;
  let owed = 0;
  const ahead: RoomSummary[] = [];
  const shown = new Map<string, RoomSummary>();
  const running = [...rooms.values()]
    .map((room, index) => ({ room, number: index + 1 }))
    .filter(({ room }) => room.view.state === ROOM_STATE.started && room.chained);

  const next = (at: number): FakeRoom => {
    const { room, number } = random.pick(running);
    happen(room, number, at, random);
    return room;
  };
  const step = (): void => {
    counts.events += 1;
    const prepared = ahead.shift();
    if (prepared !== undefined) shown.set(prepared.roomUuid, prepared);
    const room = prepared === undefined ? next(now()) : rooms.get(prepared.roomUuid);
    if (room !== undefined) changed(room);
  };
  let last = performance.now();
  setInterval(() => {
    const passed = performance.now() - last;
    last += passed;
    if (stopped() || running.length === 0) return;
    for (owed += (rate * passed) / 1_000; owed >= 1; owed -= 1) step();
  }, TICK_MS);

  return {
    counts,
    setRate: (eventsPerSecond: number): void => {
      rate = eventsPerSecond;
    },
    /** Folds the events of so many seconds beforehand: in the product main does that, and here it would be measured as the window's work. */
    prepare: (seconds: number): void => {
      const from = now();
      for (let index = 0; index < seconds * rate; index += 1) ahead.push(summary(next(from + (index * 1_000) / rate)));
    },
    summary: (room: FakeRoom): RoomSummary => shown.get(room.roomUuid) ?? summary(room),
  };
};
