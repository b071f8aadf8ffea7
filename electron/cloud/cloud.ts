/** The classroom cloud's REST interface, one typed method per operation. May know how to ask, never what an answer means to a room. */
import type { Profile } from "../../shared/model/profile.ts";
import type { Clock, Http, Log, Random } from "../../shared/ports.ts";
import type { TokenSource } from "../tokens/types.ts";
import type { AttemptLimits } from "./attempt.ts";
import type { AdaptiveBudget } from "./budget.ts";
import { createCapabilityBook } from "./capabilities.ts";
import { countFault, firstFault, groupsFault, idFault, newIdFault, propertiesFault, stateFault } from "./checks.ts";
import { createHostHealth } from "./hostHealth.ts";
import { hostsByService } from "./hosts.ts";
import type { Operation, Owner } from "./operations/operation.ts";
import * as properties from "./operations/properties.ts";
import * as recordings from "./operations/recordings.ts";
import * as rooms from "./operations/rooms.ts";
import { appSequences, roomSequences } from "./operations/sequences.ts";
import * as users from "./operations/users.ts";
import * as widgets from "./operations/widgets.ts";
import { presetOf } from "./preset.ts";
import { createRetryCredit } from "./retryCredit.ts";
import { type SendDeps, send } from "./send.ts";
import { followed, postponed, refused } from "./sending.ts";
import type { AnswerSeen, Cloud, CloudAnswer, CloudProblem, RoomFacts, Sending, SendOptions } from "./types.ts";

export const DEFAULT_LIMITS: AttemptLimits = { connectMs: 5_000, headersMs: 10_000, bodyMs: 10_000, maxBytes: 4 * 1024 * 1024 };

export type CloudProfile = Pick<Profile, "region" | "appId" | "hosts" | "headers" | "insideMainlandChina">;

/** Tells `note` of the end of a request, without a say in it. */
const noted = <T>(sending: Sending<T>, note: (answer: CloudAnswer<T> | null, problem: CloudProblem | null) => void): Sending<T> => ({
  ...sending,
  done: sending.done.then((result) => {
    if (result.ok) note(result.value, null);
    else note(null, result.error);
    return result;
  }),
});

export const createCloud = (deps: {
  http: Http;
  clock: Clock;
  random: Random;
  tokens: TokenSource;
  profile: CloudProfile;
  budget: AdaptiveBudget;
  log: Log;
  /** Called for every answer of the service, 401 included. */
  onAnswer: (seen: AnswerSeen) => void;
  /** Called for every room that "get one room" has told. */
  onRoom?: (roomUuid: string, answer: CloudAnswer<RoomFacts>) => void;
  limits?: AttemptLimits;
}): Cloud => {
  const { profile } = deps;
  const sendDeps: SendDeps = {
    ...deps,
    headerNames: profile.headers,
    limits: deps.limits ?? DEFAULT_LIMITS,
    hosts: hostsByService(profile),
    health: createHostHealth(deps),
    credit: createRetryCredit(),
  };
  const owner: Owner = { region: profile.region, appId: profile.appId, preset: presetOf(profile) };
  const extras = createCapabilityBook();
  let userPath: users.UserPath | null = null;
  let roomProbe: Promise<unknown> | null = null;

  /** Sends what `operation` makes, unless something about it cannot be sent. */
  const ask = <T>(fault: string | null, operation: () => Operation<T>, options: SendOptions): Sending<T> =>
    fault === null ? send(sendDeps, operation(), options) : refused("rejected", fault);
  const inRoom = <T>(roomUuid: string, operation: () => Operation<T>, options: SendOptions): Sending<T> =>
    ask(idFault("room", roomUuid), operation, options);
  const changing = (roomUuid: string, fault: string | null, operation: () => Operation<null>, options: SendOptions): Sending<null> =>
    noted(ask(firstFault(idFault("room", roomUuid), fault), operation, options), (answer) => {
      if (answer !== null) extras.propertiesSet(roomUuid, answer.ts);
    });

  const askRoom = (roomUuid: string, options: SendOptions): Sending<RoomFacts> => {
    const sending = noted(
      inRoom(roomUuid, () => rooms.getRoom(owner, roomUuid), options),
      (answer, problem) => {
        if (answer !== null) {
          extras.gotRoom(answer.value);
          deps.onRoom?.(roomUuid, answer);
        } else if (problem !== null) extras.roomRefused(problem);
      },
    );
    return sending;
  };

  return {
    createRoom: (roomUuid, body, options) => ask(newIdFault("room", roomUuid), () => rooms.createRoom(owner, roomUuid, body), options),
    removeUser: (roomUuid, userUuid, { dirty }, options) =>
      ask(
        firstFault(idFault("room", roomUuid), idFault("user", userUuid)),
        () => users.removeUser(owner, roomUuid, userUuid, dirty),
        options,
      ),
    setRoomState: (roomUuid, state, options) =>
      noted(
        ask(firstFault(idFault("room", roomUuid), stateFault(state)), () => rooms.setRoomState(owner, roomUuid, state), options),
        (_answer, problem) => extras.stateSet(state, problem),
      ),
    startRecording: (roomUuid, order, options) => inRoom(roomUuid, () => recordings.startRecording(owner, roomUuid, order), options),
    stopRecording: (roomUuid, options) => inRoom(roomUuid, () => recordings.stopRecording(owner, roomUuid), options),
    updateRecording: (roomUuid, order, options) => inRoom(roomUuid, () => recordings.updateRecording(owner, roomUuid, order), options),
    recordings: (roomUuid, page, options) => inRoom(roomUuid, () => recordings.recordings(owner, roomUuid, page), options),
    user: (roomUuid, userUuid, options) => {
      const fault = firstFault(idFault("room", roomUuid), idFault("user", userUuid));
      const at = (path: users.UserPath, paid: boolean) =>
        ask(fault, () => users.getUser(owner, path, roomUuid, userUuid), { ...options, prepaid: paid });
      const first = userPath ?? (owner.preset === "public" ? "plain" : "polling");
      if (userPath !== null) return at(first, options.prepaid ?? false);
      const other = first === "plain" ? "polling" : "plain";
      /** A 404 that knows neither room nor person comes from a gateway that does not have the path. */
      const lacks = (problem: CloudProblem | null): boolean => problem?.code === "notFound";
      const learn = (path: users.UserPath) => (_answer: unknown, problem: CloudProblem | null) => {
        if (problem === null || (problem.businessCode !== null && problem.httpStatus === 404)) userPath = path;
      };
      return followed(noted(at(first, options.prepaid ?? false), learn(first)), (result) =>
        !result.ok && lacks(result.error) ? noted(at(other, false), learn(other)) : null,
      );
    },
    roomSequences: (roomUuid, page, options) =>
      noted(
        inRoom(roomUuid, () => roomSequences(owner, roomUuid, page), options),
        (answer) => {
          if (answer !== null) extras.seen(answer, page.cmd === undefined && answer.value.nextId === null ? roomUuid : null);
        },
      ),
    appSequences: (options) =>
      noted(send(sendDeps, appSequences(owner), options), (answer) => {
        if (answer !== null) extras.seen(answer, null);
      }),
    setRoomProperties: (roomUuid, change, options) =>
      changing(roomUuid, propertiesFault(change.properties), () => properties.setRoomProperties(owner, roomUuid, change), options),
    deleteRoomProperties: (roomUuid, removal, options) =>
      changing(roomUuid, null, () => properties.deleteRoomProperties(owner, roomUuid, removal), options),
    setUserProperties: (roomUuid, userUuid, change, options) =>
      changing(
        roomUuid,
        firstFault(idFault("user", userUuid), propertiesFault(change.properties)),
        () => properties.setUserProperties(owner, roomUuid, userUuid, change),
        options,
      ),
    deleteUserProperties: (roomUuid, userUuid, removal, options) =>
      changing(roomUuid, idFault("user", userUuid), () => properties.deleteUserProperties(owner, roomUuid, userUuid, removal), options),
    setExtAppProperties: (roomUuid, extAppUuid, change, options) =>
      changing(
        roomUuid,
        firstFault(idFault("app", extAppUuid), propertiesFault(change.properties)),
        () => properties.setExtAppProperties(owner, roomUuid, extAppUuid, change),
        options,
      ),
    deleteExtAppProperties: (roomUuid, extAppUuid, removal, options) =>
      changing(
        roomUuid,
        idFault("app", extAppUuid),
        () => properties.deleteExtAppProperties(owner, roomUuid, extAppUuid, removal),
        options,
      ),
    quizRecords: (roomUuid, page, options) =>
      ask(firstFault(idFault("room", roomUuid), countFault(page.count)), () => widgets.quizRecords(owner, roomUuid, page), options),
    pollRecords: (roomUuid, page, options) =>
      ask(firstFault(idFault("room", roomUuid), countFault(page.count)), () => widgets.pollRecords(owner, roomUuid, page), options),
    createGroups: (roomUuid, groups, options) =>
      ask(firstFault(idFault("room", roomUuid), groupsFault(groups)), () => rooms.createGroups(owner, roomUuid, groups), options),
    removeGroups: (roomUuid, options) => inRoom(roomUuid, () => rooms.removeGroups(owner, roomUuid), options),
    room: (roomUuid, options) => {
      const unlessLacking = (): Sending<RoomFacts> =>
        extras.mayGetRoom() ? askRoom(roomUuid, options) : refused("notFound", "this service cannot be asked for one room");
      if (extras.read().getRoom !== "unknown") return unlessLacking();
      // The first answer tells for all whether there is any use in asking.
      if (roomProbe !== null) return postponed(roomProbe, unlessLacking);
      const probe = askRoom(roomUuid, options);
      roomProbe = probe.done.finally(() => {
        roomProbe = null;
      });
      return probe;
    },
    capabilities: extras.read,
  };
};
