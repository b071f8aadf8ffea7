/** From what a person asks to rows that can be written: what is refused, what is held, when it is due. Pure but for the clock it is given. */
import type { CallArgument, CommandName } from "../../shared/contract.ts";
import { dueAtOf } from "../../shared/due.ts";
import { type CommandRow, type CommandState, roomThen, type When } from "../../shared/model/command.ts";
import { ROOM_STATE } from "../../shared/model/room.ts";
import { type AppError, appError, err, ok, type Result } from "../../shared/result.ts";
import { undoOf } from "../../shared/undo.ts";
import type { Arrival } from "../store/outbox.ts";
import type { StoredCommand } from "../store/outboxRows.ts";
import { type AnyEntry, HOLD_MS } from "./catalogue.ts";
import type { RoomReading } from "./signs.ts";

export type Asked = { name: string; commandId: string; roomUuid: string; input: Record<string, unknown>; when: When | null };

/** The parts of what the contract's schema has let in. */
export const askedOf = <N extends CommandName>(name: N, argument: CallArgument<N>): Asked => {
  const { commandId, roomUuid, when, ...input } = argument;
  return { name, commandId, roomUuid, input, when: when ?? null };
};

export type Circumstances = {
  /** Server time and this workstation's, ms. */
  now: number;
  wall: number;
  /** Whether an answer has told the server's time, so that `now` is believed. */
  timeTold: boolean;
  operator: string;
  /** "Closed for good" may be asked of this service. */
  closedState: boolean;
  room: RoomReading | undefined;
  bulk: CommandRow["bulk"];
};

const fault = ({ name, roomUuid, input, when }: Asked, entry: AnyEntry, { now, room, closedState }: Circumstances): AppError | null => {
  const known = room !== undefined && room.summary.phase !== "destroyed";
  if (entry.traits.about === "newRoom") {
    if (known) return appError("conflict", `room ${roomUuid} is there already`, { reason: "roomExists", field: "roomUuid" });
  } else if (room === undefined) return appError("notFound", `room ${roomUuid} is not known here`, { reason: "room" });
  const state = name === "room.setState" ? Number(input["state"]) : 0;
  if (state >= ROOM_STATE.closed && !closedState)
    return appError("invalid", "this service does not know the state", { reason: "stateUnknown", field: "state", params: { state } });
  if (when === null) return null;
  const due = dueAtOf(when, now, room?.summary.schedule ?? null);
  if (due === null) return appError("invalid", "the room's schedule is not known", { reason: "noSchedule", field: "when" });
  return due <= now ? appError("invalid", "the time has passed", { reason: "pastTime", field: "when", params: { at: due } }) : null;
};

export const arrivalOf = (asked: Asked, entry: AnyEntry, around: Circumstances): Result<Arrival> => {
  const wrong = fault(asked, entry, around);
  if (wrong !== null) return err(wrong);
  const { commandId, name, roomUuid, input, when } = asked;
  const { now, room } = around;
  const undo = undoOf(entry.traits, input, () => (room === undefined ? null : { summary: room.summary, view: room.view() }));
  const dueAt = when === null ? null : dueAtOf(when, now, room?.summary.schedule ?? null);
  // Until its time there is leisure enough to take it back.
  const held = dueAt === null && undo?.kind === "hold";
  const state: CommandState = dueAt !== null ? "scheduled" : held ? "asked" : "queued";
  const command: StoredCommand = {
    row: {
      id: commandId,
      number: 0,
      name,
      roomUuid,
      input,
      operator: around.operator,
      danger: entry.traits.danger(input),
      state,
      askedAt: now,
      heldUntil: held ? now + HOLD_MS : null,
      expiresAt: (dueAt ?? now) + entry.lifeMs(input),
      when,
      dueAt,
      bulk: around.bulk,
      undo: dueAt !== null && undo?.kind === "hold" ? null : undo,
      roomThen: room === undefined ? null : roomThen(room.summary),
      attempt: null,
      sentAt: null,
      acceptedAt: null,
      observedAt: null,
      endedAt: null,
      sign: entry.sign?.key ?? null,
      overdue: false,
      failure: null,
    },
    askedWall: around.wall,
    dated: around.timeTold,
    lived: 0,
    wordLived: 0,
    confirmed: false,
    waitsSinceLived: null,
    lost: false,
  };
  return ok({ command, passed: state === "asked" ? ["asked"] : ["asked", state] });
};

export const sameRequest = (row: CommandRow, asked: Asked): boolean =>
  row.name === asked.name && row.roomUuid === asked.roomUuid && canonical([row.input, row.when]) === canonical([asked.input, asked.when]);

/** Equal for equal values, whatever the order of their keys. */
export const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, inside: unknown) =>
    typeof inside === "object" && inside !== null && !Array.isArray(inside)
      ? Object.fromEntries(Object.entries(inside).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inside,
  );
