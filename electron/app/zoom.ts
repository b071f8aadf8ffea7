/** Zoom lives in the settings, so that it is the same after a restart; the keys change the setting, the setting the page. */
import type { WebContents } from "electron";
import { ZOOM } from "../../shared/model/settings.ts";
import type { Handlers, Sources } from "../../shared/serving.ts";

type Key = { type: string; control: boolean; meta: boolean; alt: boolean; key: string };

/** The zoom after a key; null where the key has another meaning. */
export const zoomAfter = (key: Key, zoom: number): number | null => {
  if (key.type !== "keyDown" || key.alt || !(key.control || key.meta)) return null;
  if (key.key === "0") return 1;
  const step = key.key === "+" || key.key === "=" ? ZOOM.step : key.key === "-" ? -ZOOM.step : 0;
  if (step === 0) return null;
  return Math.min(ZOOM.max, Math.max(ZOOM.min, Math.round((zoom + step) * 10) / 10));
};

export const followZoom = (contents: WebContents, core: { handlers: Handlers; sources: Sources }): void => {
  const opened = core.sources.settings({}, () => apply());
  if (!opened.ok) return;
  const feed = opened.value;
  const current = (): number => {
    const settings = feed.read();
    return settings.ok ? settings.value.zoom : 1;
  };
  const apply = (): void => {
    if (!contents.isDestroyed()) contents.setZoomFactor(current());
  };
  contents.on("did-finish-load", apply);
  contents.on("before-input-event", (event, input) => {
    const zoom = zoomAfter(input, current());
    if (zoom === null) return;
    event.preventDefault();
    void core.handlers["settings.change"]({ zoom });
  });
  contents.once("destroyed", () => feed.close());
};
