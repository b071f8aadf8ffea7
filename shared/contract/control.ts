/** Commands on their way, and alarms. */
import { z } from "zod";
import { Alarm } from "../model/alarm.ts";
import { CommandRow } from "../model/command.ts";
import { action, Done, listTopic, Nothing } from "./kinds.ts";

const OneCommand = z.strictObject({ commandId: z.uuid() });

export const control = {
  actions: {
    /** Before it has left: held, queued or in review. Afterwards `conflict`. */
    "commands.cancel": action(OneCommand, Done),
    /** A person's word for a command in review: send it after all. */
    "commands.confirm": action(OneCommand, Done, { whileObserving: false }),
    "alarms.acknowledge": action(z.strictObject({ ids: z.array(z.string().max(300)).min(1).max(1_000) }), Done),
  },
  topics: {
    /** Everything that has not ended, and the latest 200 that have. */
    commands: listTopic(Nothing, CommandRow, "id"),
    alarms: listTopic(Nothing, Alarm, "id"),
  },
} as const;
