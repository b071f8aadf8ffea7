/** When something was asked of the service, what is waited for, what went wrong; and asking again. */

import type { AppError } from "../../../../shared/result.ts";
import { Waiting } from "../../../components/Waiting.tsx";
import { useWords, type Words } from "../../../i18n/words.tsx";
import type { Asking } from "../../../state/asking.ts";
import { useNow } from "../../../state/console.ts";
import { ageText } from "../../frame/ageText.ts";

type Read = "room.recordings" | "room.userState" | "room.quizzes" | "room.polls" | "room.facts";

/** A reading that failed names the service's problem; anything else is the console's own error. */
export const readFault = (error: AppError, words: Words): string => {
  const problem = error.params?.["problem"];
  return error.reason === "read" && typeof problem === "string"
    ? words.t("roomViews.read.failed", { problem: words.code("problems", problem) })
    : words.error(error);
};

export const ReadLine = <N extends Read>({ asking, readAt, onRead }: { asking: Asking<N>; readAt: number | null; onRead(): void }) => {
  const words = useWords();
  const { t, time } = words;
  const now = useNow();
  return (
    <div className="readline">
      {asking.error !== null && asking.since === null && (
        <span className="warn2" role="alert">
          {readFault(asking.error, words)}
        </span>
      )}
      {readAt !== null && (
        <span className="hint">{t("roomViews.read.at", { time: time.clock(readAt), age: ageText(now - readAt, words) })}</span>
      )}
      <Waiting since={asking.since} text={t("roomViews.read.waiting")} onStop={asking.drop} />
      <button type="button" className="small" disabled={asking.since !== null} onClick={onRead}>
        {t(readAt === null ? "roomViews.read.now" : "roomViews.read.again")}
      </button>
    </div>
  );
};
