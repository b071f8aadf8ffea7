/** The connection in one line: the phase, by whom, how old, what is wrong. What matters most stands first and leaves last. */
import { useStore } from "zustand";
import type { Connection } from "../../../shared/model/connection.ts";
import { PhaseIcon } from "../../components/icons.tsx";
import { Rich } from "../../components/Rich.tsx";
import { signedSeconds, tenths } from "../../format/units.ts";
import { useWords, type Words } from "../../i18n/words.tsx";
import { useConnection, useConsole, useNow } from "../../state/console.ts";
import { type ShownPhase, shownPhase } from "../../state/derived.ts";
import { ageText } from "./ageText.ts";

const tones: Record<ShownPhase | "stopped", "good" | "middling" | "bad"> = {
  starting: "middling",
  catchingUp: "middling",
  live: "good",
  backingOff: "middling",
  failed: "bad",
  paused: "middling",
  offline: "bad",
  stopped: "bad",
};

const decimals = (value: number, words: Words): string => new Intl.NumberFormat(words.language, { maximumFractionDigits: 1 }).format(value);

/** How the last answer was come by, for whoever points at the host. */
const routeText = ({ host, route }: Connection, words: Words): string | undefined => {
  if (host === null || route === null) return undefined;
  return words.t("header.route", {
    host,
    n: route.attempt,
    waited: tenths(route.waitedMs, words.language),
    took: tenths(route.tookMs, words.language),
  });
};

export const ConnectionLine = () => {
  const words = useWords();
  const { t, time } = words;
  const connection = useConnection();
  const now = useNow();
  const stopped = useStore(useConsole().pulse, (pulse) => pulse.stoppedSince !== null);
  const phase = stopped ? "stopped" : connection === null ? "starting" : shownPhase(connection, now);
  const tone = tones[phase];

  return (
    // Not live for screen readers: it changes each second. What needs a person is an alarm.
    <section className="conn" aria-label={t("header.label")}>
      <span className={`word ${tone}`}>
        <PhaseIcon tone={tone} />
        {t(`phase.${phase}`)}
      </span>
      {connection?.problem && (
        <span className="cut what" title={connection.problem.detail}>
          {t("header.problemSince", {
            problem: words.code("problems", connection.problem.code),
            time: time.moment(connection.problem.since, now),
          })}
        </span>
      )}
      {connection?.problem && connection.nextAttemptAt !== null && (
        <span className="w-wide">
          {connection.nextAttemptAt > now
            ? t("header.nextAttempt", { seconds: Math.ceil((connection.nextAttemptAt - now) / 1_000) })
            : t("header.attemptNow")}
        </span>
      )}
      {connection?.catchUp && (
        <span>
          <progress aria-label={t("header.catchUpBar")} max={connection.catchUp.of} value={connection.catchUp.done} />{" "}
          <Rich text={t("header.catchUp", { done: words.n(connection.catchUp.done), of: words.n(connection.catchUp.of) })} />
        </span>
      )}
      {connection && !connection.problem && (
        <span className="w-compact" title={routeText(connection, words)}>
          {[
            t("header.region", { region: connection.region }),
            connection.hostRole && t(`header.host.${connection.hostRole}`),
            connection.route !== null && connection.route.attempt > 1 && t("header.attempt", { n: connection.route.attempt }),
          ]
            .filter(Boolean)
            .join(words.language === "zh" ? "\uFF0C" : ", ")}
        </span>
      )}
      {connection && (
        <span className={connection.problem ? "w-wide" : "w-compact"}>
          {connection.lastAnswerAt === null ? (
            t("header.noAnswerYet")
          ) : (
            <Rich text={t("header.lastAnswer", { age: ageText(now - connection.lastAnswerAt, words) })} />
          )}
        </span>
      )}
      {connection?.otherReader && (
        <span className="word middling" title={t("header.otherReaderHint", { seconds: Math.round(connection.proofInterval / 1_000) })}>
          {t("header.otherReader")}
        </span>
      )}
      {connection && connection.clockOffset !== null && (
        <span className="w-wide" title={t("header.clockHint")}>
          <Rich text={t("header.clock", { offset: signedSeconds(connection.clockOffset, words.language) })} />
        </span>
      )}
      {connection && (
        <span className="w-wide">
          {t("header.rate", {
            used: decimals(connection.rate.used, words),
            limit: decimals(connection.rate.limit, words),
            waiting: words.n(connection.requestsWaiting),
          })}
        </span>
      )}
    </section>
  );
};
