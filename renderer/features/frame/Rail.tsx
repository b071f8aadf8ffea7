/** The places of the console. */
import { Fragment } from "react";
import { useStore } from "zustand";
import { useShallow } from "zustand/react/shallow";
import { Icon } from "../../components/icons.tsx";
import { Priority } from "../../components/parts.tsx";
import { useWords } from "../../i18n/words.tsx";
import { useConsole, useProfile, useUi } from "../../state/console.ts";
import { newAlarms } from "../../state/derived.ts";
import { examsPlace, type Place, pastPlace } from "../../state/ui.ts";

export const PLACES = ["wall", "alarms", "commands", "tokens", "record", "settings"] as const;

/** The place of the rail under which each place stands. */
const RAIL_OF: Readonly<Record<Place["name"], (typeof PLACES)[number] | "exams" | "practice" | "past" | "board">> = {
  wall: "wall",
  room: "wall",
  alarms: "alarms",
  commands: "commands",
  tokens: "tokens",
  record: "record",
  profiles: "settings",
  settings: "settings",
  exams: "exams",
  practice: "practice",
  past: "past",
  board: "board",
};

export const Rail = () => {
  const { ui, alarms } = useConsole();
  const { t, n } = useWords();
  const practice = useProfile()?.practice ?? false;
  const here = useUi((state) => RAIL_OF[state.place.name]);
  const fresh = useStore(
    alarms,
    useShallow((state) => newAlarms(state.items)),
  );
  return (
    <nav className="rail" aria-label={t("place.nav")}>
      {PLACES.map((name) => (
        <Fragment key={name}>
          <button
            type="button"
            aria-current={here === name ? "page" : undefined}
            title={t(`place.${name}`)}
            onClick={() => ui.setState({ place: { name } })}
          >
            <Icon name={name} />
            <span className="text">{t(`place.${name}`)}</span>
            {name === "alarms" && fresh && <Priority priority={fresh.priority} text={n(fresh.count)} />}
          </button>
          {name === "wall" && (
            <button
              type="button"
              aria-current={here === "exams" ? "page" : undefined}
              title={t("place.exams")}
              onClick={() => ui.setState({ place: examsPlace() })}
            >
              <Icon name="exams" />
              <span className="text">{t("place.exams")}</span>
            </button>
          )}
        </Fragment>
      ))}
      <button
        type="button"
        aria-current={here === "past" ? "page" : undefined}
        title={t("place.past")}
        onClick={() => ui.setState({ place: pastPlace() })}
      >
        <Icon name="past" />
        <span className="text">{t("place.past")}</span>
      </button>
      <button
        type="button"
        aria-current={here === "board" ? "page" : undefined}
        title={t("board.title")}
        onClick={() => ui.setState({ place: { name: "board" } })}
      >
        <Icon name="board" />
        <span className="text">{t("place.board")}</span>
      </button>
      {practice && (
        <button
          type="button"
          aria-current={here === "practice" ? "page" : undefined}
          title={t("practice.open")}
          onClick={() => ui.setState({ place: { name: "practice" } })}
        >
          <Icon name="practice" />
          <span className="text">{t("practice.title")}</span>
        </button>
      )}
    </nav>
  );
};
