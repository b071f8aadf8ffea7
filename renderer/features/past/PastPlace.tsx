/** Reading the past: look back, search, and what happened since. */
import { Tabs } from "../../components/Tabs.tsx";
import { useWords } from "../../i18n/words.tsx";
import { useConsole } from "../../state/console.ts";
import { PAST_VIEWS, type PastPlaceState, pastPlace } from "../../state/ui.ts";
import { Rewind } from "./Rewind.tsx";
import { Search } from "./Search.tsx";
import { SinceView } from "./SinceView.tsx";

export const PastPlace = ({ place }: { place: PastPlaceState }) => {
  const { ui } = useConsole();
  const { t } = useWords();
  const change = (part: Partial<PastPlaceState>): void => ui.setState({ place: { ...place, ...part } });
  const leave = (): void => {
    const known = place.view === "rewind" ? place.roomUuid : null;
    ui.setState({ place: known === null ? { name: "wall" } : { name: "room", roomUuid: known } });
  };
  return (
    <section
      className={`page past${place.view === "rewind" ? " rewinding" : ""}`}
      aria-label={t("place.past")}
      onKeyDown={(event) => {
        // The moment is chosen in a field, so the key that leads back to now must work inside one.
        if (event.key !== "Escape" || event.defaultPrevented) return;
        event.preventDefault();
        leave();
      }}
    >
      <h1 className="unseen">{t("place.past")}</h1>
      <Tabs
        label={t("place.past")}
        chosen={place.view}
        tabs={PAST_VIEWS.map((value) => ({ value, text: t(`past.tab.${value}`) }))}
        onChoose={(view) => ui.setState({ place: pastPlace({ ...place, view, at: view === place.view ? place.at : null }) })}
        panel={(view) => {
          switch (view) {
            case "rewind":
              return <Rewind place={place} change={change} leave={leave} />;
            case "search":
              return <Search place={place} change={change} />;
            case "since":
              return <SinceView place={place} change={change} />;
          }
        }}
      />
    </section>
  );
};
