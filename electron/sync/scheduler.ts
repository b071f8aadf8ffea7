/** Whose turn it is: an order of classes in which every class keeps a small share. Pure. */
import type { RoomPhase } from "../../shared/model/room.ts";
import type { RequestClass } from "../cloud/types.ts";

/** In order of importance: the open room, what must catch up, what operation 9 named, started rooms in turn, the others. */
export const TURN_CLASSES = ["open", "gap", "named", "sweep", "other"] as const;
export type TurnClass = (typeof TURN_CLASSES)[number];

/** Turns of a class out of the sum, where every class has somebody waiting. */
const WEIGHT: Record<TurnClass, number> = { open: 16, gap: 8, named: 6, sweep: 2, other: 1 };

export const REQUEST_CLASS: Record<TurnClass, RequestClass> = { open: "open", gap: "gap", named: "gap", sweep: "sweep", other: "sweep" };

export type Waiting = {
  roomUuid: string;
  phase: RoomPhase;
  open: boolean;
  /** A request for it is under way. */
  busy: boolean;
  started: boolean;
  /** Operation 9 told something that operation 8 has not completed yet. */
  named: boolean;
  /** Operation 9 carries its proof on. */
  chained: boolean;
  /** A destroyed room that nobody would name if it came back: not asked since the present chain began, or for long where none proves. */
  unasked: boolean;
  /** Monotonic ms of the last request; -Infinity: never. */
  askedAt: number;
  retryAt: number | null;
  /** The service wishes not to be asked before, monotonic ms. */
  floorAt: number | null;
};

/** The sweep where operation 9 proves: each started room at most so often, others half as often, ms. */
export const GENTLE_MS = 30_000;
/** The open room is read again so often even where operation 9 proves, ms. */
const OPEN_MS = 10_000;

/** The room's class and when it falls due, monotonic ms; null: not to be asked. */
export const turnOf = (room: Waiting, pollMs: number): { turn: TurnClass; dueAt: number } | null => {
  if (room.busy || room.phase === "paused") return null;
  const waits = room.phase === "new" || room.phase === "catchingUp";
  const turn: TurnClass = room.open
    ? "open"
    : room.phase === "destroyed"
      ? room.named
        ? "named"
        : "other"
      : waits || room.retryAt !== null
        ? "gap"
        : room.named
          ? "named"
          : room.started
            ? "sweep"
            : "other";
  if (room.unasked && room.phase === "destroyed") return { turn, dueAt: Math.max(room.askedAt + pollMs, room.floorAt ?? 0) };
  if (room.retryAt !== null) return { turn, dueAt: room.retryAt };
  if (waits) return { turn, dueAt: Number.NEGATIVE_INFINITY };
  if (room.named || !room.chained) return { turn, dueAt: room.askedAt + pollMs };
  if (room.open) return { turn, dueAt: room.askedAt + Math.max(OPEN_MS, pollMs) };
  return { turn, dueAt: room.askedAt + (room.started ? GENTLE_MS : 2 * GENTLE_MS) };
};

/** Where each class stands in virtual time: who has had less of its share is served first. */
export type Shares = { at: number; next: Record<TurnClass, number> };
export const evenShares = (): Shares => ({ at: 0, next: { open: 0, gap: 0, named: 0, sweep: 0, other: 0 } });

export type Pick = { roomUuid: string; turn: TurnClass; shares: Shares };

/** Started rooms before others, then who has waited longest. */
const isBefore = (a: Waiting, b: Waiting): boolean => (a.started === b.started ? a.askedAt < b.askedAt : a.started);

/** The next room, or when the first falls due (monotonic ms; null: none will by itself). */
export const pick = (rooms: Iterable<Waiting>, shares: Shares, now: number, pollMs: number): Pick | { dueAt: number | null } => {
  const best = new Map<TurnClass, Waiting>();
  let dueAt: number | null = null;
  for (const room of rooms) {
    const turn = turnOf(room, pollMs);
    if (turn === null) continue;
    if (turn.dueAt > now) dueAt = Math.min(dueAt ?? turn.dueAt, turn.dueAt);
    else {
      const rival = best.get(turn.turn);
      if (rival === undefined || isBefore(room, rival)) best.set(turn.turn, room);
    }
  }
  let chosen: TurnClass | null = null;
  // A class that had nobody waiting gains no credit for it.
  const position = (turn: TurnClass): number => Math.max(shares.next[turn], shares.at);
  for (const turn of TURN_CLASSES) {
    if (best.has(turn) && (chosen === null || position(turn) < position(chosen))) chosen = turn;
  }
  const room = chosen === null ? undefined : best.get(chosen);
  if (chosen === null || room === undefined) return { dueAt };
  const at = position(chosen);
  return { roomUuid: room.roomUuid, turn: chosen, shares: { at, next: { ...shares.next, [chosen]: at + 1 / WEIGHT[chosen] } } };
};
