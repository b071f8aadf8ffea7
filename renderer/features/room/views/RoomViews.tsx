/** The middle of the room: its timeline, and beside it one view at a time of what the events and the service tell. */
import { useStore } from "zustand";
import type { RoomSummary, RoomView } from "../../../../shared/model/room.ts";
import { breakoutOf } from "../../../../shared/projection/properties.ts";
import { Empty } from "../../../components/parts.tsx";
import { Tabs } from "../../../components/Tabs.tsx";
import { useWords } from "../../../i18n/words.tsx";
import { useConsole, useUi } from "../../../state/console.ts";
import type { OpenRoom } from "../../../state/openRoom.ts";
import { ROOM_VIEWS, type RoomViewName } from "../../../state/ui.ts";
import { Scene } from "../../hosting/Scene.tsx";
import { Files, Rewards, Stage } from "../cards.tsx";
import { TimelineCard } from "../TimelineCard.tsx";
import { Groups } from "./Groups.tsx";
import { PropertiesView } from "./PropertiesView.tsx";
import { Recordings } from "./Recordings.tsx";
import { Results } from "./Results.tsx";

const recordingMark = ({ recording }: RoomView): string => (recording === null ? "" : `${recording.state} ${recording.recordId ?? ""}`);

const View = ({ name, roomUuid, view }: { name: Exclude<RoomViewName, "timeline">; roomUuid: string; view: RoomView }) => {
  switch (name) {
    case "results":
      return <Results roomUuid={roomUuid} view={view} />;
    case "recordings":
      return <Recordings roomUuid={roomUuid} changed={recordingMark(view)} />;
    case "stage":
      return (
        <div className="two-cards">
          <Stage view={view} />
          <Rewards view={view} />
        </div>
      );
    case "files":
      return <Files view={view} />;
    case "properties":
      return <PropertiesView roomUuid={roomUuid} view={view} />;
    case "groups":
      return <Groups view={view} />;
    case "scene":
      return <Scene roomUuid={roomUuid} />;
  }
};

/** How much is in a view, where that is a number. */
const countIn = (name: RoomViewName, view: RoomView | null): number => {
  if (view === null) return 0;
  if (name === "stage") return view.stage.length;
  if (name === "files") return view.resources.length;
  return name === "groups" ? (breakoutOf(view)?.groups.length ?? 0) : 0;
};

export const RoomViews = ({ room, summary }: { room: OpenRoom; summary: RoomSummary }) => {
  const { ui } = useConsole();
  const { t, n } = useWords();
  const chosen = useUi((state) => state.roomView);
  const view = useStore(room.detail, (state) => state.value?.view ?? null);
  const tabs = ROOM_VIEWS.map((value) => {
    const count = countIn(value, view);
    return { value, text: t(`roomViews.tab.${value}`), ...(count > 0 && { tail: n(count) }) };
  });
  const panel = (name: RoomViewName) => {
    if (name === "timeline") return <TimelineCard room={room} summary={summary} />;
    return view === null ? <Empty title={t("room.empty.waiting")} /> : <View name={name} roomUuid={room.roomUuid} view={view} />;
  };
  return (
    <Tabs
      label={t("roomViews.label")}
      tabs={tabs}
      chosen={chosen}
      onChoose={(roomView) => ui.setState({ roomView })}
      panel={panel}
      keep="timeline"
    />
  );
};
