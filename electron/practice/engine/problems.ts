/** The service's refusals (specification §7, public facts §8). A null code is a refusal of the gateway, which has none. */
import { type Err, err } from "../../../shared/result.ts";

export type Problem = { status: number; code: number | null; message: string };

const problem = (status: number, code: number | null, message: string): Problem => ({ status, code, message });

export const PROBLEMS = {
  unauthorized: problem(401, null, "invalid token"),
  noRoute: problem(404, null, "no Route matched with those values"),
  notFound: problem(404, null, "The requested resource cannot be found"),
  tooLarge: problem(413, null, "Request size limit exceeded"),
  roomAbsent: problem(404, 20404100, "Room not exists!"),
  userAbsent: problem(404, 20404200, "User not exists!"),
  roomExists: problem(409, 20409100, "Room conflict!"),
  roomTypeConflict: problem(409, 30409104, "roomType conflict"),
  alreadyStarted: problem(409, 30409100, "The class has been started"),
  alreadyEnded: problem(409, 30409101, "The class has been ended"),
  processConflict: problem(409, 20409000, "process conflict"),
  rootUrlEmpty: problem(400, 30400412, "rootUrl must not be empty"),
  recordingNotStarted: problem(409, 30409410, "Recording has not been started"),
  recordingNotEnded: problem(409, 30409411, "Recording has not been ended"),
  roomClosed: problem(410, 30410100, "The class has been closed"),
  tooMuch: problem(400, 400, "The limit is reached"),
  roomFull: problem(403, 20403002, "The limit of users of the room is exceeded"),
  roleFull: problem(403, 20403001, "The limit of users of this role is exceeded"),
  mayNotEnter: problem(403, 30403100, "The user may not join the room"),
  muted: problem(403, 30403200, "The classroom is muted globally"),
  stageFull: problem(429, 30429461, "The maximum number of users on the stage is reached"),
  acceptanceAbsent: problem(404, 30404462, "Stage acceptance not found"),
  userOffline: problem(410, 20410200, "User is not online"),
  internal: problem(500, 500, "Internal Server Error"),
} as const;

export const refuse = (name: keyof typeof PROBLEMS): Err<Problem> => err(PROBLEMS[name]);

/** A parameter that is not what the specification says. */
export const badRequest = (message: string): Err<Problem> => err(problem(400, 400, message));
