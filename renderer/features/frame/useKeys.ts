/** Keys that work everywhere. A view's own keys stand in the view. No single key destroys anything. */
import { useEffect } from "react";
import { ZOOM } from "../../../shared/model/settings.ts";
import { useWords } from "../../i18n/words.tsx";
import { useConsole } from "../../state/console.ts";
import { railPlaces } from "../../state/places.ts";
import { examsPlace, pastPlace } from "../../state/ui.ts";
import { acknowledgeNext } from "../alarms/acknowledge.ts";

/** Whether a key belongs to a text field. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches("input:not([type=checkbox]), textarea, select, [contenteditable]");

const clampZoom = (zoom: number): number => Math.round(Math.min(ZOOM.max, Math.max(ZOOM.min, zoom)) * 10) / 10;

export const useKeys = (): void => {
  const console = useConsole();
  const words = useWords();
  useEffect(() => {
    const { ui, bridge, settings, away } = console;
    const setZoom = (zoom: number): void => void bridge.call("settings.change", { zoom: clampZoom(zoom) });

    const withControl = (event: KeyboardEvent): boolean => {
      const zoom = settings.getState().value?.zoom ?? 1;
      if (event.key === "+" || event.key === "=") setZoom(zoom + ZOOM.step);
      else if (event.key === "-") setZoom(zoom - ZOOM.step);
      else if (event.key === "0") setZoom(1);
      else if (event.key === "k" && ui.getState().dialog === null) ui.setState({ dialog: "palette" });
      else return false;
      return true;
    };
    const plain = (event: KeyboardEvent): boolean => {
      const { dialog, place } = ui.getState();
      const numbered = railPlaces(false)[Number(event.key) - 1];
      if (event.key === "Escape") {
        if (dialog !== null) ui.setState({ dialog: null });
        else if (place.name === "wall") return false;
        else ui.setState({ place: { name: "wall" } });
      } else if (dialog !== null) return false;
      else if (event.key === "?") ui.setState({ dialog: "keys" });
      else if (event.key === "a") void acknowledgeNext(console, words);
      else if (event.key === "b") ui.setState({ place: pastPlace({ roomUuid: place.name === "room" ? place.roomUuid : null }) });
      else if (event.key === "f")
        ui.setState({ place: pastPlace({ view: "search", roomUuid: place.name === "room" ? place.roomUuid : null }) });
      else if (event.key === "c") ui.setState({ place: { name: "board" } });
      else if (event.key === "e") ui.setState({ place: examsPlace() });
      else if (event.key === "w") ui.setState({ place: pastPlace({ view: "since", at: away.getState().away?.from ?? null }) });
      else if (numbered !== undefined) ui.setState({ place: numbered });
      else return false;
      return true;
    };
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.altKey) return;
      const control = event.ctrlKey || event.metaKey;
      const leavesDialog = event.key === "Escape" && ui.getState().dialog !== null;
      if (!control && !leavesDialog && isTyping(event.target)) return;
      if (control ? withControl(event) : plain(event)) event.preventDefault();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [console, words]);
};
