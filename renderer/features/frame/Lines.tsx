/** Lines between header and work: that the console has stopped, and what the profile has to say. */
import { useStore } from "zustand";
import { Icon } from "../../components/icons.tsx";
import { useWords } from "../../i18n/words.tsx";
import { useConnection, useConsole, useProfile, useUi, useWallNow } from "../../state/console.ts";
import { AwayLine } from "../past/AwayLine.tsx";
import { ageText } from "./ageText.ts";

const Stopped = ({ since }: { since: number }) => {
  const words = useWords();
  const now = useWallNow();
  const offset = useConnection()?.clockOffset ?? 0;
  return (
    <div className="halted" role="alert">
      <h2>{words.t("stopped.title")}</h2>
      <div>
        <p>{words.t("stopped.since", { time: words.time.clock(since + offset), ago: ageText(now - since, words) })}</p>
        <p>{words.t("stopped.todo")}</p>
      </div>
    </div>
  );
};

export const Lines = () => {
  const { pulse, ui } = useConsole();
  const words = useWords();
  const since = useStore(pulse, (state) => state.stoppedSince);
  const notices = useProfile()?.notices ?? [];
  const dismissed = useUi((state) => state.dismissedNotices);
  const keyOf = (notice: (typeof notices)[number]): string => JSON.stringify(notice);
  const shown = notices.filter((notice) => !dismissed.has(keyOf(notice)));
  const dismiss = (key: string): void => ui.setState({ dismissedNotices: new Set([...dismissed, key]) });
  return (
    <div className="lines">
      {since !== null && <Stopped since={since} />}
      <AwayLine />
      {shown.length > 0 && (
        <section aria-label={words.t("notices.label")}>
          {shown.map((notice) => (
            <p key={keyOf(notice)} className="notice">
              <Icon name="note" />
              <span className="spring">{words.code("notices", notice.code, notice.params)}</span>
              <button type="button" className="quiet small" onClick={() => dismiss(keyOf(notice))}>
                {words.t("notices.dismiss")}
              </button>
            </p>
          ))}
        </section>
      )}
    </div>
  );
};
