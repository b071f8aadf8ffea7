/** Every command as data: its call, danger, life, what it supersedes and what shows that it worked. A new command is one entry here. */
import type { CallArgument, CommandName } from "../../shared/contract.ts";
import type { Danger } from "../../shared/model/command.ts";
import { CMD, type RoomEvent } from "../../shared/model/event.ts";
import { MAX_ID_BYTES, sendableId } from "../../shared/model/ids.ts";
import { ROOM_STATE } from "../../shared/model/room.ts";
import { type AppError, appError } from "../../shared/result.ts";
import type { Cloud, ProblemCode, Sending, SendOptions } from "../cloud/types.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** What shows that a command worked, and within which time, ms after it was accepted. */
export type Sign<Input> = {
  /** `signs.<key>`: told to the proctor. */
  key: string;
  withinMs: number;
  /** Whether this event of the room can be the command's effect. When it happened is not asked here. */
  shownBy: (event: RoomEvent, input: Input) => boolean;
  /** Whether a room in this state (null: not known) has what the command wanted. */
  reachedBy: (roomState: number | null, input: Input) => boolean;
};

export type CatalogueEntry<Input> = {
  send: (cloud: Cloud, roomUuid: string, input: Input, options: SendOptions) => Sending<unknown>;
  danger: (input: Input) => Danger;
  /** Whether it may be sent again once a reading has shown that it had no effect. */
  repeatSafe: (input: Input) => boolean;
  /** How long it lives unsent, ms. */
  lifeMs: (input: Input) => number;
  /** How long it is held before it leaves, so that it can be undone, ms. */
  holdMs: (input: Input) => number;
  /** Older commands of the same room that have not left are dropped when this one is asked. */
  supersedes: readonly CommandName[];
  /** null: the service shows nothing; it ends at accepted. */
  sign: Sign<Input> | null;
  /** Refusals that say that what was wanted is so already. */
  reachedByRefusal: (code: ProblemCode, input: Input) => boolean;
};

export type CommandInput<N extends CommandName> = Omit<CallArgument<N>, "commandId" | "roomUuid">;

const stateDanger = (state: number): Danger => {
  if (state === ROOM_STATE.started) return "safe";
  // Closed is for good; of a state that nobody has named the worst must be assumed (product: danger in levels).
  return state === ROOM_STATE.ended || state === ROOM_STATE.notStarted ? "disruptive" : "irreversible";
};

export const catalogue: { readonly [N in CommandName]: CatalogueEntry<CommandInput<N>> } = {
  /** Operation 3. */
  "room.setState": {
    send: (cloud, roomUuid, { state }, options) => cloud.setRoomState(roomUuid, state, options),
    danger: ({ state }) => stateDanger(state),
    // The state is absolute, so saying it twice is saying it once; what cannot be taken back still needs a person.
    repeatSafe: ({ state }) => stateDanger(state) !== "irreversible",
    lifeMs: ({ state }) => (stateDanger(state) === "irreversible" ? 2 * MINUTE : 10 * MINUTE),
    // Whether a started class may go back to "not started" is not known, so starting has no inverse and is held instead.
    // The others were confirmed in a dialog and leave at once.
    holdMs: ({ state }) => (stateDanger(state) === "safe" ? 5 * SECOND : 0),
    supersedes: ["room.setState"],
    sign: {
      key: "roomState",
      withinMs: 20 * SECOND,
      // Exactly the state that was asked for. A later state proves nothing about this command: a teacher ends a class that was never started.
      shownBy: (event, { state }) => event.cmd === CMD.roomState && stateIn(event.data) === state,
      reachedBy: (roomState, { state }) => roomState === state,
    },
    reachedByRefusal: (code, { state }) =>
      (code === "alreadyStarted" && state === ROOM_STATE.started) ||
      ((code === "alreadyEnded" || code === "classOver") && state === ROOM_STATE.ended),
  },
};

/** An entry whose input is known only at run time: rows of the outbox, parsed when they were asked. */
export type AnyEntry = CatalogueEntry<Record<string, unknown>>;
export const entryOf = (name: string): AnyEntry | undefined =>
  Object.hasOwn(catalogue, name) ? (catalogue[name as CommandName] as unknown as AnyEntry) : undefined;

/** What the contract's schema does not see: an id that cannot stand in a path. */
export const targetFault = (roomUuid: string): AppError | null =>
  sendableId(roomUuid)
    ? null
    : appError("invalid", `a room id must have 1 to ${MAX_ID_BYTES} bytes and be neither '.' nor '..'`, {
        reason: "roomId",
        field: "roomUuid",
        params: { max: MAX_ID_BYTES },
      });

const stateIn = (data: unknown): unknown => (typeof data === "object" && data !== null && "state" in data ? data.state : undefined);
