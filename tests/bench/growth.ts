/** What an event costs from an answer's text to what is stored and folded, with few and many rooms, and with few and many events before it. Some three minutes. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readEnvelope, readSequences } from "../../electron/cloud/wire.ts";
import type { NewEvent } from "../../electron/store/journalTypes.ts";
import { fillExam, openExamStore } from "../fakes/examStore.ts";
import { type Figure, median, round, threadCpu } from "./figure.ts";

/** In one transaction, as an answer about all rooms brings them. */
const ROOMS_AT_ONCE = 10;
const EVENTS_A_ROOM = 5;
const EVENTS_AT_ONCE = ROOMS_AT_ONCE * EVENTS_A_ROOM;
/** Of which both have their turn, many and short, so that what else a machine does falls on both alike. */
const ROUNDS = 100;
const WARM = 20;
const TRANSACTIONS = 4;
const BAR = 1.2;

/** `times`: the events of the body, with the places and times that sync would give them. */
type Answer = { body: Buffer; times: NewEvent[] };
type Size = { rooms: number; events: number };

const openGrown = (size: Size) => {
  const folder = mkdtempSync(join(tmpdir(), "bench-growth-"));
  const store = openExamStore(folder);
  const next = fillExam(store, size);
  let turn = 0;
  const answer = (): Answer => {
    const events = Array.from({ length: ROOMS_AT_ONCE }, () => {
      // A stride that meets every room before it meets one again, and neighbours never together.
      turn += 1;
      return next((turn * 7) % size.rooms, EVENTS_A_ROOM);
    }).flat();
    const body = Buffer.from(`{"code":0,"ts":1,"data":{"list":[${events.map(({ raw }) => String(raw)).join(",")}]}}`);
    return { body, times: events };
  };
  const take = ({ body, times }: Answer): void => {
    const page = readSequences(readEnvelope(body.toString("utf8"))?.data, null, body);
    if (!page.ok || page.value.events.length !== EVENTS_AT_ONCE) throw new Error("the page is not whole");
    const rooms = new Map<string, NewEvent[]>();
    for (const [index, { roomUuid, cmd, data, raw }] of page.value.events.entries()) {
      const event = { ...(times[index] as NewEvent), cmd, data, raw };
      const known = rooms.get(roomUuid);
      if (known === undefined) rooms.set(roomUuid, [event]);
      else known.push(event);
    }
    store.journal.record([...rooms].map(([roomUuid, insert]) => ({ roomUuid, insert })));
  };
  /** Ms of CPU for a round. */
  const cost = (): number => {
    const answers = Array.from({ length: TRANSACTIONS }, answer);
    const began = threadCpu();
    for (const one of answers) take(one);
    return threadCpu() - began;
  };
  const close = (): void => {
    store.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { cost, close };
};

const compare = (small: Size, large: Size): { each: number; ratio: number } => {
  const [a, b] = [openGrown(small), openGrown(large)];
  try {
    const ratios: number[] = [];
    const costs: number[] = [];
    for (let turn = 0; turn < WARM + ROUNDS; turn += 1) {
      const [first, second] = [a.cost(), b.cost()];
      if (turn < WARM) continue;
      ratios.push(second / first);
      costs.push((second * 1_000) / (TRANSACTIONS * EVENTS_AT_ONCE));
    }
    return { each: median(costs), ratio: median(ratios) };
  } finally {
    a.close();
    b.close();
  }
};

const figure = (name: string, { each, ratio }: { each: number; ratio: number }, than: string): Figure => ({
  name,
  value: round(each),
  unit: "µs of CPU per event",
  ratio: round(ratio / BAR),
  against: `${round((each / ratio) * BAR)} µs, which is ${BAR} times ${than}`,
});

/** Rooms in which enough has happened for their views to be as large as they become: a view grows with its people, not with events. */
export const run = async (): Promise<Figure[]> => [
  figure("ingest with 1,000 rooms", compare({ rooms: 10, events: 100_000 }, { rooms: 1_000, events: 100_000 }), "that with 10 rooms"),
  figure("ingest after 1,000,000 events", compare({ rooms: 10, events: 10_000 }, { rooms: 10, events: 1_000_000 }), "that after 10,000"),
];
