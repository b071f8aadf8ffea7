/** What of a room is asked of the service only when somebody wants to see it: recordings, one person, quizzes, polls, its stored facts. */
import { z } from "zod";
import { Poll, Quiz } from "../model/question.ts";
import { RecordingItem } from "../model/recordingItem.ts";
import { Schedule } from "../model/room.ts";
import { UserState } from "../model/userState.ts";
import { query } from "./kinds.ts";

const KnownRoom = z.string().min(1).max(300);

/** Every answer says when it was true, server time ms. Fails with `params.problem`, as `problems.<code>`. */
const read = <S extends z.ZodRawShape>(shape: S) => z.object({ readAt: z.number(), ...shape });

const Capability = z.enum(["unknown", "present", "lacking"]);

export const roomReads = {
  queries: {
    /** Operation 6, a page of up to 100 from `from` on (null: the first); `next` continues, null at the end. */
    "room.recordings": query(
      z.strictObject({ roomUuid: KnownRoom, from: z.string().max(300).nullable() }),
      read({ items: z.array(RecordingItem.omit({ raw: true })), next: z.string().nullable(), unreadable: z.int() }),
    ),
    /** Operation 7. */
    "room.userState": query(z.strictObject({ roomUuid: KnownRoom, userUuid: KnownRoom }), read({ user: UserState.omit({ raw: true }) })),
    /** Operation 16, oldest first. `whole`: false where there was more than is read in one go. */
    "room.quizzes": query(
      z.strictObject({ roomUuid: KnownRoom }),
      read({ quizzes: z.array(Quiz), unreadable: z.int(), whole: z.boolean() }),
    ),
    /** Operation 17, as above. */
    "room.polls": query(z.strictObject({ roomUuid: KnownRoom }), read({ polls: z.array(Poll), unreadable: z.int(), whole: z.boolean() })),
    /** "Get one room" (public facts); `facts` is null where the service cannot be asked. */
    "room.facts": query(
      z.strictObject({ roomUuid: KnownRoom }),
      read({
        facts: z
          .object({
            name: z.string().nullable(),
            state: z.int().nullable(),
            schedule: Schedule.nullable(),
            /** When the room was made, server time ms. */
            createdAt: z.number().nullable(),
            /** `roomProperties` as they came. */
            properties: z.record(z.string(), z.unknown()),
          })
          .nullable(),
        /** What this service has been seen to have beyond the specification. */
        capabilities: z.object({ getRoom: Capability, propertyEvents: Capability, closedState: Capability }),
      }),
    ),
  },
} as const;
