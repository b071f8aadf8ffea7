/** Commands on their way, many at a time, and alarms. The commands themselves are in `commands.ts`. */
import { z } from "zod";
import { Alarm } from "../model/alarm.ts";
import { Bulk, BulkItem, BulkTarget, MAX_BULK } from "../model/bulk.ts";
import { CommandRow, CommandState, When } from "../model/command.ts";
import { Accepted, action, Done, listTopic, Nothing, query, valueTopic } from "./kinds.ts";

const OneCommand = z.strictObject({ commandId: z.uuid() });
const OneBulk = z.strictObject({ bulkId: z.uuid() });

/** Most rows of a page of `commands.page`. */
export const COMMANDS_PER_PAGE = 200;
/** Words of one search, and rooms that one of them may mean by their names. */
export const MAX_SOUGHT_WORDS = 8;
export const MAX_SOUGHT_ROOMS = 2_000;

/** What kind of command: its name, and what of its arguments makes another thing of it on the screen. */
const CommandKind = z.strictObject({ name: z.string().max(100), state: z.int().optional(), comeBack: z.string().max(20).optional() });
export type CommandKind = z.infer<typeof CommandKind>;

/** A word that somebody looks for: in the command's name, room, operator or arguments, letters of any case; or in what the screen calls its room or its kind. */
const SoughtWord = z.strictObject({
  text: z.string().min(1).max(300),
  rooms: z.array(z.string().max(300)).max(MAX_SOUGHT_ROOMS),
  kinds: z.array(CommandKind).max(50),
});
export type SoughtWord = z.infer<typeof SoughtWord>;

/** Which commands are meant; what is left out does not choose. */
export const CommandFilter = z.strictObject({
  states: z.array(CommandState).min(1).max(20).optional(),
  name: z.string().max(100).optional(),
  roomUuid: z.string().max(300).optional(),
  operator: z.string().max(300).optional(),
  bulkId: z.string().max(100).optional(),
  /** Failed, expired, unknown, in review, or accepted and not seen in time. */
  trouble: z.literal(true).optional(),
  /** All of them. */
  words: z.array(SoughtWord).min(1).max(MAX_SOUGHT_WORDS).optional(),
});
export type CommandFilter = z.infer<typeof CommandFilter>;

/** What this service has beyond the specification, as far as is known. `closedState`: "closed for good" may be asked. */
export const ServiceExtras = z.object({ closedState: z.boolean(), readBack: z.boolean() });
export type ServiceExtras = z.infer<typeof ServiceExtras>;

export const control = {
  actions: {
    /** Before it has left: held, queued or in review. Afterwards `conflict`. */
    "commands.cancel": action(OneCommand, Done),
    /** A person's word for a command in review: send it after all. */
    "commands.confirm": action(OneCommand, Done, { whileObserving: false }),
    /** A person has looked for themselves: one that is unknown ends as failed, and what waits behind it goes on. Any other is a `conflict`. */
    "commands.letGo": action(OneCommand, Done, { whileObserving: false }),
    /**
     * One command for many rooms, all on disk when it answers (`commandId` is the bulk's). The same id with the same request is the same bulk.
     * Rooms in which it would bring nothing are left out as in `planBulk`; `count` is how many a person was shown to be left, and where that is no
     * longer so nothing is asked: `conflict` with reason `previewChanged` and `params.count`.
     */
    "bulk.ask": action(
      z.strictObject({
        bulkId: z.uuid(),
        name: z.string().max(100),
        input: z.record(z.string(), z.unknown()),
        targets: z.array(BulkTarget).min(1).max(MAX_BULK),
        when: When.optional(),
        count: z.int().min(1),
        retryOf: z.uuid().optional(),
      }),
      Accepted,
      { whileObserving: false },
    ),
    /** Cancels what has not left. `left`: how many had, and go on. */
    "bulk.stop": action(OneBulk, z.object({ cancelled: z.int(), left: z.int() })),
    "alarms.acknowledge": action(z.strictObject({ ids: z.array(z.string().max(300)).min(1).max(1_000) }), Done),
  },
  queries: {
    /** All commands that were ever asked of this profile: the newest below number `before` (null: the newest of all), and how many the filter means in all. */
    "commands.page": query(
      z.strictObject({ filter: CommandFilter, before: z.int().nullable(), limit: z.int().min(1).max(COMMANDS_PER_PAGE) }),
      z.object({ rows: z.array(CommandRow), more: z.boolean(), total: z.int() }),
    ),
  },
  topics: {
    /** Everything that has not ended, and the latest 200 that have. */
    commands: listTopic(Nothing, CommandRow, "id"),
    /** The latest 20 that were asked for many rooms, with how far they are. */
    bulks: listTopic(Nothing, Bulk, "id"),
    /** Each command of one of them. Closed with `notFound` where there is none of this id. */
    bulk: listTopic(OneBulk, BulkItem, "key"),
    serviceExtras: valueTopic(Nothing, ServiceExtras),
    alarms: listTopic(Nothing, Alarm, "id"),
  },
} as const;
