/** A command in a proctor's words: how far it is, what may be done with it. Pure. */
import { type CommandRow, isWaiting } from "../../../shared/model/command.ts";
import { duration } from "../../format/time.ts";
import type { Words } from "../../i18n/words.tsx";

const secondsUntil = (at: number, now: number): number => Math.max(0, Math.ceil((at - now) / 1_000));

/** Whether it is held back so that it can be undone. */
export const isHeld = (row: CommandRow, now: number): boolean =>
  (row.state === "asked" || row.state === "queued") && row.heldUntil !== null && row.heldUntil > now;

/** Where the command is, in one line. */
export const commandState = (row: CommandRow, now: number, words: Words): string => {
  const { t, time } = words;
  const failure = (): string => words.code("failures", row.failure?.code ?? row.state);
  if (isHeld(row, now) && row.heldUntil !== null) return t("commands.state.held", { seconds: secondsUntil(row.heldUntil, now) });
  switch (row.state) {
    case "asked":
      return t("commands.state.asked");
    case "scheduled":
      return row.dueAt === null
        ? t("commands.state.scheduledUnknown")
        : t("commands.state.scheduled", { time: time.moment(row.dueAt, now), left: duration(row.dueAt - now) });
    case "queued":
      return t("commands.state.queued", { time: time.moment(row.expiresAt, now) });
    case "sending": {
      if (row.attempt === null) return t("commands.state.sending");
      const { number, of, host, nextAt } = row.attempt;
      return nextAt !== null && nextAt > now
        ? t("commands.state.waitingAttempt", { n: number, of, host, seconds: secondsUntil(nextAt, now) })
        : t("commands.state.sendingAttempt", { n: number, of, host });
    }
    case "accepted": {
      const since = row.acceptedAt ?? row.askedAt;
      if (row.sign === null) return t("commands.state.acceptedEnd", { time: time.clock(since) });
      return t(row.overdue ? "commands.state.overdue" : "commands.state.accepted", { waited: duration(now - since) });
    }
    case "observed": {
      const at = row.observedAt ?? row.endedAt ?? row.askedAt;
      const seconds = (at - row.askedAt) / 1_000;
      return seconds >= 0 && seconds < 600
        ? t("commands.state.observedAfter", {
            time: time.clock(at),
            seconds: new Intl.NumberFormat(words.language, { maximumFractionDigits: 1 }).format(seconds),
          })
        : t("commands.state.observed", { time: time.moment(at, now) });
    }
    case "failed":
      return t("commands.state.failed", { reason: failure() });
    case "expired":
      return t("commands.state.expired", { reason: failure() });
    case "cancelled":
      return t("commands.state.cancelled");
    case "superseded":
      return t("commands.state.superseded");
    case "needsReview":
      return t("commands.state.needsReview", { time: time.moment(row.expiresAt, now) });
    case "unknown":
      return t("commands.state.unknown");
  }
};

/** How long after it was accepted a command can be taken back by its opposite, ms (product: undo for 5 s). */
const INVERSE_MS = 5_000;

export type CommandActions = {
  /** By not sending it: seconds that are left. */
  undo: number | null;
  /** By sending the opposite. */
  inverse: { name: string; input: Record<string, unknown> } | null;
  cancel: boolean;
  confirm: boolean;
  /** A person has looked into the room: it ends, and what waits behind it goes on. */
  letGo: boolean;
};

/** What a person can do with it now (contract: cancel before it has left, confirm in review). */
export const commandActions = (row: CommandRow, now: number): CommandActions => {
  const held = isHeld(row, now) && row.heldUntil !== null;
  const gone = (row.state === "accepted" || row.state === "observed") && row.acceptedAt !== null && now - row.acceptedAt < INVERSE_MS;
  return {
    undo: held && row.heldUntil !== null ? secondsUntil(row.heldUntil, now) : null,
    inverse: gone && row.undo?.kind === "inverse" ? row.undo : null,
    cancel: !held && isWaiting(row),
    confirm: row.state === "needsReview",
    letGo: row.state === "unknown",
  };
};

const UNSENT: ReadonlySet<CommandRow["state"]> = new Set([
  "asked",
  "scheduled",
  "queued",
  "needsReview",
  "expired",
  "cancelled",
  "superseded",
]);
/** Whether what was sent last is at the service, as far as is known. */
export const hasLeft = ({ state }: Pick<CommandRow, "state">): boolean => !UNSENT.has(state);

export type Bar = "none" | "done" | "observed" | "waiting" | "bad";
export const LOOP_STEPS = ["asked", "queued", "sent", "accepted", "observed"] as const;

/** The five bars of the loop: asked, queued, sent, accepted, observed; and the last step reached, 1 to 5. */
export const loopOf = (row: CommandRow): { bars: Bar[]; step: number } => {
  const reached = row.acceptedAt !== null ? 4 : row.sentAt !== null ? 3 : 2;
  const fill = (step: number, last: Bar = "done"): { bars: Bar[]; step: number } => ({
    bars: LOOP_STEPS.map((_, index) => (index + 1 < step ? "done" : index + 1 === step ? last : "none")),
    step,
  });
  switch (row.state) {
    case "asked":
    case "scheduled":
      return fill(1);
    case "queued":
      return fill(2);
    case "needsReview":
      return fill(2, "waiting");
    case "sending":
      return fill(3);
    case "unknown":
      return fill(3, "waiting");
    case "accepted":
      return fill(4, row.overdue ? "waiting" : "done");
    case "observed":
      return fill(5, "observed");
    case "failed":
      return fill(reached, "bad");
    // Whatever was tried, nothing of it is at the service.
    case "expired":
      return fill(2, "bad");
    case "cancelled":
    case "superseded":
      return fill(2);
  }
};
