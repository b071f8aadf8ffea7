/** Removes what is stored of rooms, for a person: counts first, exports and reads the export back, then takes room after room away in slices. May not know how a room is polled. */

import type { RecordExam, RecordPart } from "../../shared/model/record.ts";
import type { RemovalChoice, RemovalPlan, RemovalStatus } from "../../shared/model/removal.ts";
import type { Proof, RoomSummary } from "../../shared/model/room.ts";
import type { Clock, DatabaseDriver, Log } from "../../shared/ports.ts";
import { type AppError, appError, err, ok, type Result } from "../../shared/result.ts";
import { createSignal, type Watch } from "../../shared/signal.ts";
import { storeSentence } from "../store/faults.ts";
import type { Journal } from "../store/journalTypes.ts";
import type { Removal as Order } from "../store/ledger.ts";
import type { InputOf, OutputOf } from "../store/reads/job.ts";
import type { RoomSize, roomSizes } from "../store/reads/roomSizes.ts";
import { isMeant, type Judged, planRemoval, type RoomStanding, type RoomsMeant, whyKept } from "./removalPlan.ts";
import type { RecordOrder, RecordTaken } from "./takingOut.ts";

type Jobs = { roomSizes: typeof roomSizes };

export type Removals = {
  read(): RemovalStatus;
  watch: Watch<void>;
  plan(choice: RemovalChoice): Promise<Result<RemovalPlan>>;
  /** Begins. Refused while another is under way, or where what would go is not what was agreed upon. */
  begin(choice: RemovalChoice, agreed: { rooms: number; events: number }): Promise<Result<void>>;
  /** After the slice that is under way; settles when nothing more is removed. */
  stop(): Promise<void>;
};

type Deps = {
  journal: Pick<Journal, "prune">;
  path: string;
  reader: { read(name: "roomSizes", input: InputOf<Jobs["roomSizes"]>): { done: Promise<Result<OutputOf<Jobs["roomSizes"]>>> } };
  takeOut(order: RecordOrder): Promise<Result<RecordTaken>>;
  rooms: {
    list(): RoomSummary[];
    get(roomUuid: string): RoomSummary | undefined;
    provedUntil(proof: Proof): number | null;
    /** Nobody looks at it, and no request for it is under way. */
    idle(roomUuid: string): boolean;
    setVisibility(roomUuids: readonly string[], visibility: RoomSummary["visibility"]): void;
    /** Some of what is stored of it has been taken away. */
    readAnew(roomUuid: string): void;
    /** It is known no longer. */
    forget(roomUuid: string): void;
  };
  exam(examId: string): Result<RecordExam>;
  /** Rooms for which commands have not ended. */
  waiting(): ReadonlySet<string>;
  operator(): string;
  driver: Pick<DatabaseDriver, "faultOf">;
  clock: Clock;
  serverNow: () => number;
  log: Log;
};

/** Events that one transaction removes, some 10 ms, and what is left to others between two, ms. */
const EVENTS_A_SLICE = 250;
const PAUSE_MS = 10;

const IDLE: RemovalStatus = { phase: "idle", rooms: 0, gone: 0, events: 0, removed: 0, left: 0, file: null, error: null };
const nameOf = (path: string): string => path.split(/[\\/]/).at(-1) ?? path;

export const createRemovals = (deps: Deps): Removals => {
  const { journal, rooms, clock, log } = deps;
  const changed = createSignal<void>();
  let status = IDLE;
  let stopped = false;
  let running: Promise<void> | null = null;

  const set = (part: Partial<RemovalStatus>): void => {
    status = { ...status, ...part };
    changed.emit();
  };
  const standing = (room: RoomSummary, waiting: ReadonlySet<string>): RoomStanding => ({
    ...room,
    provedAt: rooms.provedUntil(room.proof),
    open: !rooms.idle(room.roomUuid),
    waiting: waiting.has(room.roomUuid),
  });

  /** What a person has chosen, by the rooms' ids; `exam` where it is the rooms of one. */
  const meantBy = ({ rooms: chosen, before }: RemovalChoice): Result<RoomsMeant & { exam?: RecordExam }> => {
    if (typeof chosen === "string" || !("examId" in chosen)) return ok({ rooms: chosen, before });
    const exam = deps.exam(chosen.examId);
    return exam.ok ? ok({ rooms: exam.value.rooms, before, exam: exam.value }) : exam;
  };

  const judge = async (choice: RoomsMeant): Promise<Result<Judged>> => {
    const meant = rooms.list().filter((room) => isMeant(room, choice));
    const sizes = await deps.reader.read("roomSizes", { path: deps.path, roomUuids: meant.map(({ roomUuid }) => roomUuid) }).done;
    if (!sizes.ok) return sizes;
    const bySize = new Map(sizes.value.map((size) => [size.roomUuid, size]));
    const waiting = deps.waiting();
    // As they stand now, not as they stood before they were counted.
    const now = meant.flatMap(({ roomUuid }) => rooms.get(roomUuid) ?? []).map((room) => standing(room, waiting));
    return ok(planRemoval(choice, now, bySize, deps.serverNow()));
  };

  const goesOn = (): boolean => !stopped;
  const pause = (): Promise<void> => new Promise((resolve) => void clock.after(PAUSE_MS, resolve));

  /** A whole record, or an exam or one room of it: what is to go is in it, and the file says what the record says. */
  const exported = async (sizes: readonly RoomSize[], exam: RecordExam | undefined): Promise<Result<Order["exported"]>> => {
    const room = sizes.length === 1 ? (sizes[0]?.roomUuid ?? null) : null;
    const part: RecordPart = { room, from: null, to: null, ...(exam && { exam }) };
    const taken = await deps.takeOut({ format: "jsonl", part, language: "en" });
    if (!taken.ok) return taken;
    const { path, verdict } = taken.value;
    set({ file: path });
    if (verdict === null || !verdict.ok)
      return err(appError("conflict", `${path} does not verify`, { reason: "removalNotWhole", params: { path } }));
    return ok({ count: verdict.count, hash: verdict.head, file: nameOf(path) });
  };

  /** False: something came for it meanwhile, and what is left of it stays. */
  const removeRoom = async (size: RoomSize, choice: RoomsMeant, order: Omit<Order, "at">): Promise<boolean> => {
    const { roomUuid } = size;
    while (goesOn()) {
      const room = rooms.get(roomUuid);
      if (room === undefined || whyKept(standing(room, deps.waiting()), size.to, choice, deps.serverNow()) !== null) return false;
      const { removed, left } = journal.prune(roomUuid, { ...order, at: deps.serverNow() }, EVENTS_A_SLICE);
      if (removed > 0) {
        rooms.readAnew(roomUuid);
        set({ removed: status.removed + removed });
      }
      if (left === "newer") return false;
      if (left === "nothing") {
        rooms.forget(roomUuid);
        set({ gone: status.gone + 1 });
        return true;
      }
      await pause();
    }
    return true;
  };

  const removeAll = async ({ sizes }: Judged, choice: RoomsMeant & { exam?: RecordExam }, asked: number): Promise<AppError | null> => {
    const found = await exported(sizes, choice.exam);
    if (!found.ok) return found.error;
    if (!goesOn()) return null;
    set({ phase: "removing" });
    const order = { asked, operator: deps.operator(), exported: found.value };
    for (const size of sizes) {
      if (!goesOn()) return null;
      const before = rooms.get(size.roomUuid)?.visibility;
      // From here on nobody reads it any more.
      if (before !== undefined && before !== "archived") rooms.setVisibility([size.roomUuid], "archived");
      if (!(await removeRoom(size, choice, order))) {
        if (before !== undefined && before !== "archived") rooms.setVisibility([size.roomUuid], before);
        set({ left: status.left + 1 });
      }
      await pause();
    }
    return null;
  };

  const run = async (judged: Judged, choice: Parameters<typeof removeAll>[1], asked: number): Promise<void> => {
    try {
      const error = await removeAll(judged, choice, asked);
      set({ phase: error === null && goesOn() ? "ended" : "broken", error });
    } catch (error) {
      const fault = deps.driver.faultOf(error);
      log.error({ error, fault }, "what is stored of rooms could not be removed to the end");
      set({
        phase: "broken",
        error: fault === null ? appError("internal", "the removal broke off; the log says more") : storeSentence(deps.path, fault),
      });
    }
    running = null;
  };

  return {
    read: () => status,
    watch: changed.watch,
    plan: async (choice) => {
      const meant = meantBy(choice);
      if (!meant.ok) return meant;
      const judged = await judge(meant.value);
      return judged.ok ? ok(judged.value.plan) : judged;
    },
    begin: async (choice, agreed) => {
      const meant = meantBy(choice);
      if (!meant.ok) return meant;
      const judged = await judge(meant.value);
      if (!judged.ok) return judged;
      const { rooms: count, events } = judged.value.plan;
      if (running !== null) return err(appError("conflict", "a removal is under way", { reason: "removalRunning" }));
      if (stopped) return err(appError("unavailable", "this profile is being closed"));
      if (count !== agreed.rooms || events !== agreed.events)
        return err(
          appError("conflict", "what would be removed has changed", { reason: "removalChanged", params: { rooms: count, events } }),
        );
      set({ ...IDLE, phase: "exporting", rooms: count, events });
      running = run(judged.value, meant.value, deps.serverNow());
      return ok(undefined);
    },
    stop: async () => {
      stopped = true;
      await running;
    },
  };
};
