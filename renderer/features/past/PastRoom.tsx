/** One room as it was: the same cards, and its timeline as far as it went. */
import { useStore } from "zustand";
import type { PastRoomDetail } from "../../../shared/model/past.ts";
import type { RoomView } from "../../../shared/model/room.ts";
import { Card, Empty } from "../../components/parts.tsx";
import { useWords } from "../../i18n/words.tsx";
import { useConsole } from "../../state/console.ts";
import { Chat, Hands, Recording } from "../room/cards.tsx";
import { roleWord, rosterOrder } from "../room/People.tsx";
import { Hands as HandsCell, RecordingMark, StateMark } from "../wall/cells.tsx";
import { Entries } from "./Entries.tsx";
import { summaryThen } from "./then.ts";

const PeopleThen = ({ view }: { view: RoomView }) => {
  const words = useWords();
  const { t, n } = words;
  const people = Object.values(view.people).sort(rosterOrder(words.language));
  const here = people.filter((person) => person.present).length;
  return (
    <Card title={t("room.people.title")} tail={t("room.people.summary", { here: n(here), away: n(people.length - here) })}>
      <ul className="scroller" aria-label={t("room.people.title")} tabIndex={0}>
        {people.map((person) => (
          <li key={person.userUuid} className={`li${person.present ? "" : " dimmed"}`} title={person.userUuid}>
            <span />
            <span className="cut">{person.userName || person.userUuid}</span>
            <span className="side">{person.role === "student" ? "" : roleWord(person.role, words)}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
};

export const PastRoom = ({ detail, onBack }: { detail: PastRoomDetail; onBack(): void }) => {
  const { t, n } = useWords();
  const { room, view, entries, more } = detail;
  const today = useStore(useConsole().rooms, (state) => state.items.get(room.roomUuid));
  const summary = summaryThen(room, today);
  return (
    <div className="past-room" role="group" aria-label={summary.name}>
      <div className="bar">
        <button type="button" className="quiet" onClick={onBack}>
          ‹ {t("past.backToWall")}
        </button>
        <h2 className="cut">{summary.name}</h2>
        <StateMark room={summary} />
        <span>{t("past.people", { count: room.present })}</span>
        <HandsCell room={summary} />
        <RecordingMark room={summary} />
        {room.uncertain > 0 && (
          <span className="dimmed" title={t("past.uncertainHint")}>
            {t("past.uncertain", { count: room.uncertain })}
          </span>
        )}
      </div>
      <PeopleThen view={view} />
      <Card title={t("timeline.title")} tail={t("past.events", { n: n(room.eventCount) })}>
        {entries.length === 0 ? (
          <Empty low title={t("past.nothing")} />
        ) : (
          <>
            <Entries label={t("timeline.title")} view={view} found={entries.map((entry) => ({ roomUuid: room.roomUuid, entry }))} />
            {more && <p className="hint past-more">{t("past.older")}</p>}
          </>
        )}
      </Card>
      <div className="stack scroller" tabIndex={0} role="group" aria-label={t("room.cards")}>
        <Hands view={view} />
        <Recording view={view} />
        <Chat view={view} />
      </div>
    </div>
  );
};
