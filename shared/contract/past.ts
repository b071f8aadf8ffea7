/** Reading the past: search, rewind, and what happened since a moment. Each answer is read from the journal in a thread of its own. */
import { z } from "zod";
import { Found, KindChoice, KnownPerson, PastMode, PastRoom, PastRoomDetail, PastSpan, Since } from "../model/past.ts";
import { Nothing, query } from "./kinds.ts";

const KnownRoom = z.string().min(1).max(300);
const At = z.number().nonnegative();

/** Most hits of one answer. */
export const MAX_HITS = 200;
/** Longest text that is searched for, characters. */
export const MAX_SEARCHED = 200;

export const past = {
  queries: {
    /** Newest first. In one room, or for one person in every room; another search ends one that is under way. */
    "past.search": query(
      z
        .strictObject({
          roomUuid: KnownRoom.nullable(),
          text: z.string().max(MAX_SEARCHED),
          kinds: KindChoice.nullable(),
          userUuid: z.string().min(1).max(300).nullable(),
          /** Server time, ms. */
          from: At.nullable(),
          to: At.nullable(),
          /** A timeline key of the room: older ones. */
          before: z.string().max(100).nullable(),
          limit: z.int().min(1).max(MAX_HITS),
        })
        .refine(({ roomUuid, userUuid }) => roomUuid !== null || userUuid !== null, { error: "a room or a person must be named" }),
      z.object({ hits: z.array(Found), more: z.boolean() }),
    ),
    /** People who were met in any room, by a part of name or id. */
    "past.people": query(
      z.strictObject({ text: z.string().min(1).max(MAX_SEARCHED) }),
      z.object({ people: z.array(KnownPerson), more: z.boolean() }),
    ),
    /** `span` null: nothing is stored yet. */
    "past.span": query(Nothing, z.object({ span: PastSpan.nullable() })),
    "past.wall": query(z.strictObject({ at: At, mode: PastMode }), z.object({ rooms: z.array(PastRoom) })),
    "past.room": query(z.strictObject({ roomUuid: KnownRoom, at: At, mode: PastMode }), PastRoomDetail),
    /** What came after `at`, as it was seen here. */
    "past.since": query(z.strictObject({ at: At }), Since),
  },
} as const;
