/** What the commands are to the rest of the console, and what they need of it. */

import type { Accepted } from "../../shared/contract/kinds.ts";
import type { CallArgument, CommandName } from "../../shared/contract.ts";
import type { CommandRow } from "../../shared/model/command.ts";
import type { RoomEvent } from "../../shared/model/event.ts";
import type { Clock, Log, Random } from "../../shared/ports.ts";
import type { Result } from "../../shared/result.ts";
import type { Watch } from "../../shared/signal.ts";
import type { Cloud } from "../cloud/types.ts";
import type { Outbox } from "../store/outbox.ts";
import type { Bulks } from "./bulk.ts";
import type { RoomReading } from "./signs.ts";

export type Commands = {
  /** On disk when this answers. The same id with the same request is the same command; with another it is a `conflict`. */
  ask<N extends CommandName>(name: N, input: CallArgument<N>): Result<Accepted>;
  /** Before it has left; afterwards `conflict`. */
  cancel(id: string): Result<void>;
  /** A person's word for a command in review. */
  confirm(id: string): Result<void>;
  /** A person has looked for themselves: a command whose outcome is unknown ends as that, and what waits behind it goes on. */
  letGo(id: string): Result<void>;
  /** Everything that has not ended and the latest 200 that have, in order of asking. */
  list(): CommandRow[];
  get(id: string): CommandRow | undefined;
  /** Told the id of each command that changed, or that left the list. */
  watch: Watch<string>;
  /** Many rooms at once. */
  bulks: Bulks;
  /** Reads the outbox. */
  load(): Result<void>;
  /** Begins, after `load`. What is found as sending becomes unknown. */
  start(): void;
  /** Ends what is under way; answers when its outcome is on disk. */
  stop(): Promise<void>;
  /** The network or the machine is back: do not wait out the pauses. */
  wake(): void;
  /** For the watchdog; null: nothing is open. */
  turnedAt(): number | null;
  revive(): void;
};

export type CommandsDeps = {
  cloud: Cloud;
  outbox: Outbox;
  clock: Clock;
  random: Random;
  log: Log;
  /** The server's clock, Unix ms. */
  serverNow: () => number;
  operator: () => string;
  /** While true nothing leaves, whatever the outbox still holds from before. Left out: never. */
  observeOnly?: () => boolean;
  /** How long no answer has come from any host, ms; null while answers come. */
  outageMs: () => number | null;
  /** How many answers of this run have told the server's time. */
  answers: () => number;
  /** Keeps the computer awake until the answer is called. */
  keepAwake: () => () => void;
  /** Events as they are stored. */
  roomEvents: Watch<RoomEvent[]>;
  /** The newest events of a room that are stored already. */
  journalled: (roomUuid: string) => RoomEvent[];
  /** undefined: no such room here. */
  readRoom: (roomUuid: string) => RoomReading | undefined;
  /** A room was created: it is to be read from now on. Rejects where that cannot be written. */
  adopt: (roomUuid: string, input: Record<string, unknown>) => Promise<void>;
  /** "Closed for good" may be asked of this service. */
  closedState: () => boolean;
};
