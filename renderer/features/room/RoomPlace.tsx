/** One room: what it is, what happened in it, who is in it. */
import { type MouseEvent, useEffect, useMemo, useState } from "react";
import { useStore } from "zustand";
import { Empty } from "../../components/parts.tsx";
import { useWords } from "../../i18n/words.tsx";
import { useConsole, useUi } from "../../state/console.ts";
import { type OpenRoom, openRoom } from "../../state/openRoom.ts";
import { Chat, Hands, Recording } from "./cards.tsx";
import { People } from "./People.tsx";
import { PollCard, QuizCard } from "./QuestionCards.tsx";
import { RoomHead } from "./RoomHead.tsx";
import { PersonDialog } from "./views/PersonDialog.tsx";
import { RoomViews } from "./views/RoomViews.tsx";

/** A row of the wall opens at the first click: the second of a double click must not press what has come to lie under the pointer. */
const notTheSecondOfTwo = (event: MouseEvent): void => {
  if (event.detail > 1) event.stopPropagation();
};

const Opened = ({ room }: { room: OpenRoom }) => {
  const { rooms, ui } = useConsole();
  const { t } = useWords();
  const detail = useStore(room.detail, (state) => state.value);
  const phase = useStore(room.detail, (state) => state.phase);
  // Until the room's own answer comes, its row on the wall already tells most of the head.
  const row = useStore(rooms, (state) => state.items.get(room.roomUuid));
  const summary = detail?.summary ?? row;
  const dialog = useUi((state) => state.dialog);
  // What the middle shows whole needs no second place.
  const results = useUi((state) => state.roomView === "results");
  const [person, setPerson] = useState<string | null>(null);

  if (phase === "closed") {
    return (
      <Empty title={t("room.empty.notFound")} text={t("room.empty.notFoundText")}>
        <button type="button" onClick={() => ui.setState({ place: { name: "wall" } })}>
          {t("room.empty.back")}
        </button>
      </Empty>
    );
  }
  if (summary === undefined) return <Empty title={t("room.empty.waiting")} text={t("room.empty.waitingText")} />;
  const view = detail?.view ?? null;
  const shown = person === null ? undefined : view?.people[person];
  return (
    <section className="room" aria-label={summary.name} onClickCapture={notTheSecondOfTwo}>
      <RoomHead summary={summary} view={view} />
      <People
        view={view}
        onOpen={(userUuid) => {
          setPerson(userUuid);
          ui.setState({ dialog: "person" });
        }}
      />
      <RoomViews room={room} summary={summary} />
      <div className="stack scroller" tabIndex={0} role="group" aria-label={t("room.cards")}>
        {view !== null && (
          <>
            <Hands view={view} />
            <Recording view={view} />
            {!results && view.quiz?.running && <QuizCard view={view} />}
            {!results && view.poll?.running && <PollCard view={view} />}
            <Chat view={view} />
            {!results && !view.quiz?.running && <QuizCard view={view} />}
            {!results && !view.poll?.running && <PollCard view={view} />}
          </>
        )}
      </div>
      {dialog === "person" && view !== null && shown !== undefined && (
        <PersonDialog roomUuid={room.roomUuid} person={shown} view={view} onClose={() => ui.setState({ dialog: null })} />
      )}
    </section>
  );
};

/** Opens the room's topics while it is on screen; another room is another opening. */
export const RoomPlace = ({ roomUuid }: { roomUuid: string }) => {
  const { bridge, clock } = useConsole();
  const [room, setRoom] = useState<OpenRoom | null>(null);
  useEffect(() => {
    const opened = openRoom(bridge, clock, roomUuid);
    setRoom(opened);
    return opened.stop;
  }, [bridge, clock, roomUuid]);
  return useMemo(() => (room === null || room.roomUuid !== roomUuid ? null : <Opened key={roomUuid} room={room} />), [room, roomUuid]);
};
