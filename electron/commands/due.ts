/** Whether the clock that says that a command is due can be believed, and what is due when only later answers tell the time. */
import type { CommandRow } from "../../shared/model/command.ts";
import type { Clock } from "../../shared/ports.ts";

/** Wall time that moves against monotonic time by more than this was set by a person, or has slept, ms. */
const JUMP_MS = 2_000;

/**
 * Server time is reckoned from this workstation's clock. After that clock has jumped, and before the first answer of a run, it is believed
 * only once an answer has told the server's time anew. `answers`: how many answers of this run have told it.
 */
export const createTimekeeper = ({ clock, answers }: { clock: Clock; answers: () => number }) => {
  let drift = clock.wall() - clock.monotonic();
  let needed = answers() + 1;
  let since = clock.monotonic();

  const look = (): void => {
    const now = clock.wall() - clock.monotonic();
    if (Math.abs(now - drift) > JUMP_MS) {
      needed = answers() + 1;
      since = clock.monotonic();
    }
    drift = now;
  };

  return {
    sure: (): boolean => {
      look();
      return answers() >= needed;
    },
    /** For how long it has not been, ms. */
    unsureFor: (): number => clock.monotonic() - since,
  };
};

export type Dates = Pick<CommandRow, "askedAt" | "heldUntil" | "dueAt" | "expiresAt">;

/**
 * The moments of a command that was asked while nobody knew the server's time, now that it was asked at `askedAt`. "In ten minutes" are ten
 * minutes of the person who said it; a time of the clock or of a schedule stays what it is. Server time, ms.
 */
export const datedAnew = ({ when, heldUntil, dueAt, expiresAt, ...row }: Dates & Pick<CommandRow, "when">, askedAt: number): Dates => {
  const shift = askedAt - row.askedAt;
  const follows = when === null || when.by === "delay" ? shift : 0;
  return {
    askedAt,
    heldUntil: heldUntil === null ? null : heldUntil + shift,
    dueAt: dueAt === null ? null : dueAt + follows,
    expiresAt: expiresAt + follows,
  };
};
