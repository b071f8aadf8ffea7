/** The places of the console. */
import { useStore } from "zustand";
import { useShallow } from "zustand/react/shallow";
import { Icon } from "../../components/icons.tsx";
import { Priority } from "../../components/parts.tsx";
import { useWords } from "../../i18n/words.tsx";
import { useConsole, useProfile, useUi } from "../../state/console.ts";
import { newAlarms } from "../../state/derived.ts";
import { railNameOf, railPlaces } from "../../state/places.ts";

export const Rail = () => {
  const { ui, alarms } = useConsole();
  const { t, n } = useWords();
  const practice = useProfile()?.practice ?? false;
  const here = useUi((state) => railNameOf(state.place.name));
  const fresh = useStore(
    alarms,
    useShallow((state) => newAlarms(state.items)),
  );
  return (
    <nav className="rail" aria-label={t("place.nav")}>
      {railPlaces(practice).map((place) => (
        <button
          key={place.name}
          type="button"
          aria-current={here === place.name ? "page" : undefined}
          title={t(`place.${place.name}`)}
          onClick={() => ui.setState({ place })}
        >
          <Icon name={place.name} />
          <span className="text">{t(`place.${place.name}`)}</span>
          {place.name === "alarms" && fresh && <Priority priority={fresh.priority} text={n(fresh.count)} />}
        </button>
      ))}
    </nav>
  );
};
