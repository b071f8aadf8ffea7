/** The rehearsal that runs while the practice profile is in use. */
import { z } from "zod";
import { Rehearsal, RehearsalPlan, TroubleName } from "../model/rehearsal.ts";
import { action, Done, Nothing, valueTopic } from "./kinds.ts";

export const practice = {
  actions: {
    /** Ends the present rehearsal and begins another with an empty wall. `conflict` where another profile is in use. */
    "practice.begin": action(RehearsalPlan, Done),
    /** Switches a trouble on or off while the rehearsal runs. */
    "practice.trouble": action(z.strictObject({ name: TroubleName, on: z.boolean() }), Done),
  },
  topics: {
    /** null: the practice profile is not in use. */
    practice: valueTopic(Nothing, z.object({ rehearsal: Rehearsal.nullable() })),
  },
} as const;
