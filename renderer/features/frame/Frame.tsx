/** The frame: header, rail, work, alarms, tray. Only the work changes. */
import { Suspense, useEffect, useRef } from "react";
import { useStore } from "zustand";
import { Boundary } from "../../components/Boundary.tsx";
import { Empty } from "../../components/parts.tsx";
import { useWords } from "../../i18n/words.tsx";
import { useConsole, useProfile, useUi } from "../../state/console.ts";
import { AlarmPanel } from "../alarms/AlarmPanel.tsx";
import type { Beeper } from "../alarms/sound.ts";
import { useAlarmSound } from "../alarms/useAlarmSound.ts";
import { AskDialog } from "../commands/AskDialog.tsx";
import { BulkDialog } from "../commands/BulkDialog.tsx";
import { CannotDialog } from "../commands/CannotDialog.tsx";
import { Palette } from "../palette/Palette.tsx";
import { RoomPlace } from "../room/RoomPlace.tsx";
import { AddRooms } from "../wall/AddRooms.tsx";
import { SaveView } from "../wall/Views.tsx";
import { WallPlace } from "../wall/WallPlace.tsx";
import { Header } from "./Header.tsx";
import { KeySheet } from "./KeySheet.tsx";
import { Lines } from "./Lines.tsx";
import {
  AlarmsPlace,
  BoardPlace,
  CommandsPlace,
  ExamsPlace,
  loadPlaces,
  PastPlace,
  PracticePlace,
  ProfilesPlace,
  RecordPlace,
  SettingsPlace,
  TokensPlace,
} from "./places.ts";
import { Rail } from "./Rail.tsx";
import { Tray } from "./Tray.tsx";
import { useKeys } from "./useKeys.ts";
import { useWidth } from "./useWidth.ts";

const Work = ({ beeper }: { beeper: Beeper }) => {
  const place = useUi((ui) => ui.place);
  switch (place.name) {
    case "wall":
      return <WallPlace />;
    case "room":
      return <RoomPlace roomUuid={place.roomUuid} />;
    case "alarms":
      return <AlarmsPlace />;
    case "commands":
      return <CommandsPlace />;
    case "tokens":
      return <TokensPlace />;
    case "record":
      return <RecordPlace />;
    case "profiles":
      return <ProfilesPlace />;
    case "practice":
      return <PracticePlace />;
    case "exams":
      return <ExamsPlace place={place} beeper={beeper} />;
    case "board":
      return <BoardPlace beeper={beeper} />;
    case "past":
      return <PastPlace place={place} />;
    case "settings":
      return <SettingsPlace beeper={beeper} />;
  }
};

export const Frame = ({ beeper }: { beeper: Beeper }) => {
  const { pulse, rooms } = useConsole();
  const { t } = useWords();
  const stopped = useStore(pulse, (state) => state.stoppedSince !== null);
  const profile = useProfile();
  const place = useUi((ui) => ui.place.name);
  const dialog = useUi((ui) => ui.dialog);
  const width = useUi((ui) => ui.width);
  const frame = useRef<HTMLDivElement>(null);
  useWidth(frame);
  useKeys();
  useAlarmSound(beeper);
  const begun = useStore(rooms, (state) => state.phase !== "waiting");
  useEffect(() => {
    if (begun) requestIdleCallback(() => void loadPlaces());
  }, [begun]);
  useEffect(() => {
    document.title = profile === null ? t("app.name") : `${profile.name} – ${t("app.name")}`;
  }, [profile, t]);

  return (
    <div ref={frame} data-width={width} data-stopped={stopped} style={{ height: "100%" }}>
      <div className="app">
        <Header />
        <Lines />
        <Rail />
        <div className={`main${place === "wall" ? " with-alarms" : ""}`}>
          <main className="place">
            <Boundary
              key={place}
              fallback={(_, again) => (
                <Empty title={t("crash.title")} text={t("crash.text")}>
                  <button type="button" onClick={again}>
                    {t("crash.again")}
                  </button>
                </Empty>
              )}
            >
              <Suspense fallback={null}>
                <Work beeper={beeper} />
              </Suspense>
            </Boundary>
            {dialog === "keys" && <KeySheet />}
            {dialog === "addRooms" && <AddRooms />}
            {dialog === "saveView" && <SaveView />}
            {dialog === "ask" && <AskDialog />}
            {dialog === "bulk" && <BulkDialog />}
            {dialog === "cannot" && <CannotDialog />}
            {dialog === "palette" && <Palette />}
          </main>
          {place === "wall" && <AlarmPanel />}
        </div>
        <Tray />
      </div>
    </div>
  );
};
