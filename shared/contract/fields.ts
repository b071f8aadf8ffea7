/** Fields of the commands with the service's limits (specification §2 and §8, public facts §4 and §5). Each refusal has a name and its figures, so that a screen can say it beside the field. */
import { z } from "zod";
import { creatableId, MAX_ID_BYTES, sendableId, utf8Bytes } from "../model/ids.ts";

type Fault = { message: string; reason: string; [figure: string]: string | number };

/** Refuses with a reason that the screens have a sentence for (`errors.invalid.<reason>`). */
const refuse = (context: z.RefinementCtx, { message, ...params }: Fault, path: PropertyKey[] = []): void =>
  context.addIssue({ code: "custom", message, params, path });

const tooManyBytes = (max: number, text: string): Fault => ({
  message: `may have at most ${max} bytes, has ${utf8Bytes(text)}`,
  reason: "bytes",
  max,
  bytes: utf8Bytes(text),
});

/** An id that exists already: it only has to fit, and to be a segment of its own in the path. */
export const ExistingId = z.string().superRefine((id, context) => {
  if (sendableId(id)) return;
  refuse(context, utf8Bytes(id) > MAX_ID_BYTES ? tooManyBytes(MAX_ID_BYTES, id) : { message: "is no id", reason: "id", max: MAX_ID_BYTES });
});

/** An id that is made here: only the service's 89 characters (public facts §5). */
export const NewId = ExistingId.superRefine((id, context) => {
  if (!sendableId(id) || creatableId(id)) return;
  const stranger = Array.from(id).find((character) => !creatableId(character)) ?? "";
  refuse(context, { message: `may not have the character ${stranger}`, reason: "character", character: stranger });
});

/** Longest name of a room or a group, characters (public facts §5). */
export const MAX_NAME = 64;
export const Name = z.string().trim().min(1).max(MAX_NAME);

const MAX_ADDRESS = 2_048;
const address = (schemes: readonly string[]) =>
  z
    .string()
    .trim()
    .max(MAX_ADDRESS)
    .superRefine((text, context) => {
      const [scheme = "", rest = ""] = text.split("://", 2);
      if (schemes.includes(scheme.toLowerCase()) && /^[^/\s]+\S*$/.test(rest)) return;
      refuse(context, { message: `must be an address (${schemes.join(", ")})`, reason: "address", schemes: schemes.join(", ") });
    });
export const WebAddress = address(["https", "http"]);
export const StreamAddress = address(["https", "http", "rtmp", "rtmps"]);

/** Plain data as JSON has it, at most so deep. */
const MAX_DEPTH = 32;
const isJson = (value: unknown, depth = MAX_DEPTH): boolean => {
  if (value === null || typeof value === "string" || typeof value === "boolean") return true;
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value !== "object" || depth === 0) return false;
  if (Array.isArray(value)) return value.every((item) => isJson(item, depth - 1));
  const prototype: unknown = Object.getPrototypeOf(value);
  return (prototype === Object.prototype || prototype === null) && Object.values(value).every((item) => isJson(item, depth - 1));
};

/** The service's own bound of a body is not public; this is the console's, bytes. */
export const MAX_VALUES_BYTES = 64 * 1_024;
/** An object of plain data. */
export const Values = z.record(z.string().min(1).max(200), z.unknown()).superRefine((values, context) => {
  if (!isJson(values))
    return refuse(context, { message: `must be plain JSON, at most ${MAX_DEPTH} levels deep`, reason: "json", max: MAX_DEPTH });
  const text = JSON.stringify(values);
  if (utf8Bytes(text) > MAX_VALUES_BYTES) refuse(context, tooManyBytes(MAX_VALUES_BYTES, text));
});
export const Cause = Values.optional();

/** Names, or dotted paths, of what is to go. */
export const Keys = z.array(z.string().min(1).max(200)).min(1).max(200);

/** Public facts §4; fields beyond these are sent as they are given. */
export const WebRecordConfig = z.looseObject({
  url: WebAddress.optional(),
  rootUrl: WebAddress.optional(),
  publishRtmp: z.boolean().optional(),
  onhold: z.boolean().optional(),
  /** kbit/s. */
  videoBitrate: z.int().min(50).max(8_000).optional(),
  videoFps: z.int().min(5).max(60).optional(),
  audioProfile: z.int().min(0).max(2).optional(),
  videoWidth: z.int().min(480).max(1_920).optional(),
  videoHeight: z.int().min(480).max(1_080).optional(),
  maxRecordingHour: z.int().min(1).max(720).optional(),
});

/** s. A day: classes are no longer, and the service's own bound is that (public facts §5). */
export const Seconds = z.int().min(1).max(86_400);

/** A breakout room. Without an id the service gives one. */
export const Group = z.strictObject({
  groupUuid: NewId.optional(),
  groupName: Name.optional(),
  users: z.array(z.strictObject({ userUuid: ExistingId })).max(1_000),
});

/** Groups of which none has another's id, and nobody is in two. */
export const Groups = z
  .array(Group)
  .min(1)
  .max(200)
  .superRefine((groups, context) => {
    const ids = new Set<string>();
    const people = new Set<string>();
    for (const [index, { groupUuid, users }] of groups.entries()) {
      if (groupUuid !== undefined && ids.has(groupUuid))
        refuse(context, { message: "is another group's id as well", reason: "groupTwice", group: groupUuid }, [index, "groupUuid"]);
      if (groupUuid !== undefined) ids.add(groupUuid);
      for (const { userUuid } of users) {
        if (people.has(userUuid)) refuse(context, { message: "is in two groups", reason: "userTwice", user: userUuid }, [index, "users"]);
        people.add(userUuid);
      }
    }
  });
