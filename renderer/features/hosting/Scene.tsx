/** A room's hosting scene: main and reserve side by side, whether each moves, and what to do where one does not. */
import { useStore } from "zustand";
import { lengthReason, type StreamPhase, type StreamSide, type StreamStatus } from "../../../shared/model/stream.ts";
import { PhaseIcon } from "../../components/icons.tsx";
import { Card, Empty } from "../../components/parts.tsx";
import { duration } from "../../format/time.ts";
import { useWords, type Words } from "../../i18n/words.tsx";
import { useConsole, useNow } from "../../state/console.ts";
import { mirrorValue } from "../../state/mirrors.ts";
import { useMirror } from "../../state/useMirror.ts";
import { reasonText } from "../board/findings.ts";
import { ageText } from "../frame/ageText.ts";
import { Preview } from "./Preview.tsx";

const TONES: Readonly<Record<StreamPhase, "good" | "middling" | "bad">> = {
  starting: "middling",
  live: "good",
  stalled: "bad",
  ended: "bad",
  recording: "good",
  failing: "bad",
  unwatchable: "middling",
};

const Facts = ({ stream, planned, now }: { stream: StreamStatus; planned: number | null; now: number }) => {
  const words = useWords();
  const { t, time } = words;
  const recording = stream.phase === "recording";
  const length = stream.lengthSeconds === null ? null : duration(stream.lengthSeconds * 1_000);
  const fits = recording && planned !== null && lengthReason(stream.lengthSeconds, planned) === "filePlays";
  const ago = (at: number): string => t("scene.ago", { age: ageText(now - at, words) });
  const lines = [
    ["since", time.moment(stream.since, now)],
    // A recording has nothing newest.
    ["moved", recording || stream.movedAt === null ? null : ago(stream.movedAt)],
    ["made", recording || stream.madeAt === null ? null : ago(stream.madeAt)],
    ["length", length !== null && fits ? t("scene.lengthFits", { length }) : length],
    ["codecs", stream.codecs],
    ["size", stream.size],
    ["encrypted", stream.encrypted ? t("scene.yes") : null],
    ["address", stream.url],
  ] as const;
  return (
    <dl className="facts-list">
      {lines.map(
        ([name, text]) =>
          text !== null && (
            <div key={name} style={{ display: "contents" }}>
              <dt>{t(`scene.${name}`)}</dt>
              <dd className="cut" title={text}>
                {text}
              </dd>
            </div>
          ),
      )}
    </dl>
  );
};

/** Where a recording is not as long as its class: in words. */
const offLength = ({ phase, lengthSeconds }: StreamStatus, planned: number | null, words: Words, now: number): string | null => {
  const reason = lengthReason(lengthSeconds, planned);
  if (phase !== "recording" || reason === "filePlays") return null;
  return reasonText({ reason, params: { length: lengthSeconds ?? 0, planned: planned ?? 0 } }, words, now);
};

type StreamProps = { side: StreamSide; stream: StreamStatus | null; planned: number | null; now: number };

/** `planned`: how long the class lasts, s; null: not known. */
const Stream = ({ side, stream, planned, now }: StreamProps) => {
  const words = useWords();
  const { t } = words;
  const title = t(`scene.${side}`);
  if (stream === null)
    return (
      <Card title={title} className="stream">
        <Empty low title={t("scene.missing")} />
      </Card>
    );
  const { phase, form, fault, preview } = stream;
  const off = offLength(stream, planned, words, now);
  const tone = off === null ? TONES[phase] : "middling";
  return (
    <Card
      title={title}
      className="stream"
      tail={
        <span className={`stream-phase ${tone}`} role="status">
          <PhaseIcon tone={tone} /> {t(`scene.phase.${phase}`)}
        </span>
      }
    >
      {preview === null ? (
        <p className="hint pad">
          {phase === "starting" || phase === "failing"
            ? t("scene.waiting")
            : t(`scene.noPreview.${form === "flv" || form === "rtmp" ? form : "other"}`)}
        </p>
      ) : (
        <Preview key={preview} path={preview} form={form} label={t("scene.preview", { side: title })} />
      )}
      {fault !== null && <p className="pad warn1">{reasonText(fault, words, now)}</p>}
      {off !== null && <p className="pad warn2">{off}</p>}
      {tone === "bad" && <p className="pad hint">{t(`scene.step.${side}`)}</p>}
      <Facts stream={stream} planned={planned} now={now} />
    </Card>
  );
};

export const Scene = ({ roomUuid }: { roomUuid: string }) => {
  const { bridge, clock, rooms } = useConsole();
  const { t } = useWords();
  const now = useNow();
  const planned = useStore(rooms, (state) => state.items.get(roomUuid)?.schedule?.duration ?? null);
  const mirror = useMirror(() => mirrorValue(bridge, clock, "scene", { roomUuid }), [bridge, clock, roomUuid]);
  const scene = useStore(mirror, (state) => state.value);
  if (scene === null) return <Empty title={t("scene.waiting")} />;
  if (scene.main === null && scene.reserve === null) return <Empty title={t("scene.none")} text={t("scene.noneText")} />;
  return (
    <div className="scene scroller" tabIndex={0} role="group" aria-label={t("roomViews.tab.scene")}>
      <Stream side="main" stream={scene.main} planned={planned} now={now} />
      <Stream side="reserve" stream={scene.reserve} planned={planned} now={now} />
    </div>
  );
};
