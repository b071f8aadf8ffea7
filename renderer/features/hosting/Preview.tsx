/** A stream as students get it, without sound. It comes by the console's own addresses alone; the player runs without a worker, which the content policy forbids. */
import { useEffect, useRef, useState } from "react";
import type { StreamForm } from "../../../shared/model/stream.ts";
import { useWords } from "../../i18n/words.tsx";
import { useConsole } from "../../state/console.ts";

/** A player that gave up tries again, ms. */
const AGAIN_MS = 3_000;
/** What is kept of a stream, s: a preview is looked at now. */
const KEPT = { maxBufferLength: 8, backBufferLength: 8 } as const;

export const Preview = ({ path, form, label }: { path: string; form: StreamForm; label: string }) => {
  const { clock } = useConsole();
  const { t } = useWords();
  const video = useRef<HTMLVideoElement>(null);
  const [refused, setRefused] = useState(false);
  useEffect(() => {
    const element = video.current;
    if (element === null) return undefined;
    if (form === "mp4") {
      element.src = path;
      return () => {
        element.removeAttribute("src");
        element.load();
      };
    }
    let end = (): void => undefined;
    let ended = false;
    void import("hls.js").then(({ default: Hls }) => {
      if (ended) return;
      if (!Hls.isSupported()) {
        setRefused(true);
        return;
      }
      const player = new Hls({ ...KEPT, enableWorker: false });
      let cancel = (): void => undefined;
      player.on(Hls.Events.ERROR, (_event, { fatal, type }) => {
        if (!fatal) return;
        cancel();
        cancel = clock.after(AGAIN_MS, () => (type === Hls.ErrorTypes.MEDIA_ERROR ? player.recoverMediaError() : player.loadSource(path)));
      });
      player.loadSource(path);
      player.attachMedia(element);
      end = () => {
        cancel();
        player.destroy();
      };
    });
    return () => {
      ended = true;
      end();
    };
  }, [path, form, clock]);
  return refused ? <p className="hint">{t("scene.cannotPlay")}</p> : <video ref={video} muted autoPlay playsInline aria-label={label} />;
};
