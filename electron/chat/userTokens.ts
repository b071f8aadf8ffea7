/** From a chat user's name to a token: looked up, registered where absent, once for any number of parallel requests. */
import type { Clock, Random } from "../../shared/ports.ts";
import { err, ok, type Result } from "../../shared/result.ts";
import type { ChatTokens } from "./appTokens.ts";
import { type ChatClient, type ChatFault, isTaken } from "./chatClient.ts";

export type UserTokenFault =
  | { kind: "lookUp" | "registration"; detail: string }
  | { kind: "build"; detail: string }
  | { kind: "tooLate"; detail: string }
  | { kind: "limited"; detail: string };

export type UserTokens = {
  issue(username: string): Promise<Result<{ token: string; registered: boolean }, UserTokenFault>>;
};

/** An answer is due within 25 s; what has not come until then will not. */
const DEADLINE_MS = 22_000;
/** The chat service takes 100 calls a second of an application (public facts §5); some are left to others. */
const LOOK_UPS_PER_SECOND = 80;
/** Different users that are asked for at the same time. */
const MAX_UNDER_WAY = 500;
const PASSWORD_BYTES = 24;
/** What was found serves those who ask in the same moment, even where the chat service answers between two of them, ms. */
const SAME_MOMENT_MS = 2_000;

const words = (fault: ChatFault): string => fault.detail;

export const createUserTokens = (deps: {
  client: ChatClient;
  tokens: ChatTokens;
  clock: Clock;
  random: Random;
  /** Left out: random for each user. */
  password?: string | undefined;
}): UserTokens => {
  const { client, tokens, clock, random } = deps;
  type Found = Result<{ uuid: string; registered: boolean }, UserTokenFault>;
  const underWay = new Map<string, Promise<Found>>();
  const justFound = new Map<string, string>();
  let second = { from: Number.NEGATIVE_INFINITY, lookUps: 0 };

  const overLimit = (): boolean => {
    const now = clock.monotonic();
    if (now - second.from >= 1_000) second = { from: now, lookUps: 0 };
    second.lookUps += 1;
    return second.lookUps > LOOK_UPS_PER_SECOND || underWay.size >= MAX_UNDER_WAY;
  };

  const find = async (username: string): Promise<Found> => {
    const found = await client.lookUp(username);
    if (!found.ok) return err({ kind: found.error.kind === "noToken" ? "build" : "lookUp", detail: words(found.error) });
    if (found.value !== null) return ok({ uuid: found.value.uuid, registered: false });
    const password = deps.password ?? Buffer.from(random.bytes(PASSWORD_BYTES)).toString("base64url");
    const made = await client.register([{ username, password }]);
    if (made.ok) {
      const [one] = made.value;
      if (one?.user) return ok({ uuid: one.user.uuid, registered: true });
      return err({ kind: "registration", detail: one?.detail || "the answer names no user" });
    }
    if (!isTaken(made.error)) return err({ kind: "registration", detail: words(made.error) });
    // Somebody else was faster.
    const again = await client.lookUp(username);
    if (again.ok && again.value !== null) return ok({ uuid: again.value.uuid, registered: false });
    return err({ kind: "registration", detail: again.ok ? words(made.error) : words(again.error) });
  };

  const inTime = (work: Promise<Found>): Promise<Found> => {
    const { promise, resolve } = Promise.withResolvers<Found>();
    const cancel = clock.after(DEADLINE_MS, () => resolve(err({ kind: "tooLate", detail: "the chat service does not answer in time" })));
    void work.then((found) => {
      cancel();
      resolve(found);
    });
    return promise;
  };

  const findOnce = (username: string): Found | Promise<Found> => {
    const uuid = justFound.get(username);
    if (uuid !== undefined) return ok({ uuid, registered: false });
    const present = underWay.get(username);
    if (present !== undefined) return present;
    if (overLimit()) return err({ kind: "limited", detail: "too many users are asked for at once" });
    const finding = inTime(find(username)).then((found) => {
      underWay.delete(username);
      if (found.ok) {
        justFound.set(username, found.value.uuid);
        clock.after(SAME_MOMENT_MS, () => justFound.delete(username));
      }
      return found;
    });
    underWay.set(username, finding);
    return finding;
  };

  return {
    issue: async (username) => {
      const found = await findOnce(username);
      if (!found.ok) return found;
      const token = await tokens.user(found.value.uuid);
      return token.ok ? ok({ token: token.value, registered: found.value.registered }) : err({ kind: "build", detail: token.error });
    },
  };
};
