/** The four kinds of entry of the contract, and what both sides infer from them. */
import { z } from "zod";
import { type Danger, When } from "../model/command.ts";
import type { RoomSummary, SilentDetail } from "../model/room.ts";
import { AppError } from "../result.ts";
import { ExistingId } from "./fields.ts";

/** What both sides know of a command. */
export type Traits<Input> = {
  /** What must be chosen before it can be asked. */
  about: "room" | "newRoom" | "person" | "extApp";
  danger(input: Input): Danger;
  /** The opposite, where what was before is known; it is then sent at once. Anything else that is safe is held instead. */
  inverse?(input: Input, room: SilentDetail | null): { name: string; input: Record<string, unknown> } | null;
  /** `misfits.<reason>`: why it would bring nothing in this room; left out of many for it. */
  misfit?(room: RoomSummary, input: Input): string | null;
  /** Inputs that need nothing to be filled in: `commands.preset.<name>.<key>`. */
  presets?: readonly { key: string; input: Input }[];
};

/**
 * Changes the cloud: durable, through the outbox. Asking twice with one `commandId` is asking once.
 * `check` looks at the whole of what is asked, where one field depends on another.
 */
export const command = <I extends z.ZodRawShape>(
  input: I,
  { check, ...traits }: Traits<z.output<z.ZodObject<I>>> & { check?: z.core.CheckFn<never> },
) => {
  const base = z.strictObject({ commandId: z.uuid(), roomUuid: ExistingId, when: When.optional(), ...input });
  return {
    kind: "command" as const,
    input: check === undefined ? base : base.check(check as z.core.CheckFn<z.output<typeof base>>),
    output: Accepted,
    traits: traits as Traits<z.output<z.ZodObject<I>>>,
  };
};
/** Changes something local; answered when done. `whileObserving`: allowed in an observe-only profile (default: yes). */
export const action = <I extends z.ZodType, O extends z.ZodType>(input: I, output: O, { whileObserving = true } = {}) => ({
  kind: "action" as const,
  input,
  output,
  whileObserving,
});
/** Reads once. */
export const query = <I extends z.ZodType, O extends z.ZodType>(input: I, output: O) => ({ kind: "query" as const, input, output });
/** One value: a snapshot, then the whole value whenever it changed. */
export const valueTopic = <P extends z.ZodType, V extends z.ZodType>(params: P, value: V) => ({
  kind: "value" as const,
  params,
  value,
});
/** Many items by key: a snapshot, then the items that changed and the keys that went. */
export const listTopic = <P extends z.ZodType, V extends z.ZodObject, K extends keyof z.infer<V> & string>(params: P, item: V, key: K) => ({
  kind: "list" as const,
  params,
  item,
  key,
});

export const Accepted = z.object({ commandId: z.string() });
export type Accepted = z.infer<typeof Accepted>;
export const Nothing = z.strictObject({});
export const Done = z.object({});

/** At most so many items ride in one message; a longer snapshot comes in several pushes. */
export const MAX_ITEMS_PER_PUSH = 200;
/** A call's argument, serialised, is refused beyond this many characters. */
export const MAX_CALL_CHARACTERS = 3 * 1024 * 1024;
/** One window may hold so many subscriptions. */
export const MAX_SUBSCRIPTIONS = 64;

export const Call = z.strictObject({ name: z.string().max(100), input: z.unknown() });
export const Subscribe = z.strictObject({ subscription: z.string().min(1).max(64), topic: z.string().max(100), params: z.unknown() });
export const Unsubscribe = z.strictObject({ subscription: z.string().min(1).max(64) });

/**
 * What the publisher sends. Revisions of a subscription count 1, 2, 3 …; a hole means subscribe again.
 * A list snapshot is the pushes from `reset: true` to the first with `complete: true`.
 */
export const Push = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("value"), subscription: z.string(), revision: z.int(), value: z.unknown() }),
  z.object({
    kind: z.literal("list"),
    subscription: z.string(),
    revision: z.int(),
    reset: z.boolean(),
    complete: z.boolean(),
    upsert: z.array(z.unknown()),
    remove: z.array(z.string()),
  }),
  z.object({ kind: z.literal("closed"), subscription: z.string(), revision: z.int(), error: AppError }),
]);
export type Push = z.infer<typeof Push>;
