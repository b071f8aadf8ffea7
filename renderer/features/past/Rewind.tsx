/** The wall or a room at a past second. Marked as past from edge to edge; nothing on it can be acted upon. */
import { useEffect } from "react";
import type { PastMode } from "../../../shared/model/past.ts";
import { Radios } from "../../components/fields.tsx";
import { Empty } from "../../components/parts.tsx";
import { Waiting } from "../../components/Waiting.tsx";
import { useWords } from "../../i18n/words.tsx";
import { useAsking } from "../../state/asking.ts";
import { ConsoleProvider, useNow } from "../../state/console.ts";
import type { PastPlaceState } from "../../state/ui.ts";
import { ageText } from "../frame/ageText.ts";
import { PastRoom } from "./PastRoom.tsx";
import { PastWall } from "./PastWall.tsx";
import { useConsoleThen } from "./then.ts";

const SECOND = 1_000;
const STEPS = [-60, -10, -1, 1, 10, 60] as const;

const stepText = (seconds: number, t: ReturnType<typeof useWords>["t"]): string => {
  const sign = seconds < 0 ? "−" : "+";
  const size = Math.abs(seconds);
  return size < 60 ? t("past.stepSeconds", { sign, n: size }) : t("past.stepMinutes", { sign, n: size / 60 });
};

type Props = { place: PastPlaceState; change(part: Partial<PastPlaceState>): void; leave(): void };

export const Rewind = ({ place, change, leave }: Props) => {
  const words = useWords();
  const { t, time } = words;
  const now = useNow();
  const span = useAsking("past.span");
  const wall = useAsking("past.wall");
  const room = useAsking("past.room");
  const { ask: askSpan } = span;
  const { ask: askWall, drop: dropWall } = wall;
  const { ask: askRoom, drop: dropRoom } = room;
  const { roomUuid, mode } = place;
  const known = span.answer?.span ?? null;
  const last = known === null ? now : Math.max(known.to, known.from);
  const at = place.at ?? (known === null ? null : Math.floor(last / SECOND) * SECOND);

  useEffect(() => void askSpan({}), [askSpan]);
  useEffect(() => {
    if (at === null) return;
    if (roomUuid === null) {
      dropRoom();
      void askWall({ at, mode });
    } else void askRoom({ roomUuid, at, mode });
  }, [at, mode, roomUuid, askWall, askRoom, dropRoom]);
  useEffect(() => {
    if (roomUuid !== null) dropWall();
  }, [roomUuid, dropWall]);

  if (span.answer !== null && known === null) return <Empty title={t("past.nothingYet")} text={t("past.nothingYetText")} />;
  if (known === null || at === null) {
    return span.error === null ? <Empty title={t("past.reading")} /> : <Empty title={words.error(span.error)} />;
  }
  const from = Math.floor(known.from / SECOND) * SECOND;
  const to = Math.ceil(last / SECOND) * SECOND;
  const go = (moment: number): void => change({ at: Math.min(to, Math.max(from, moment)) });
  const asking = roomUuid === null ? wall : room;
  return (
    <div className="rewind">
      <div className="past-banner" role="status">
        <b className="past-word">{t("past.word")}</b>
        <div className="spring">
          <b>{t(mode === "was" ? "past.asItWas" : "past.asItWasSeen", { time: time.full(at).replace(/[.,]\d{3}$/, "") })}</b>{" "}
          <span>{t("past.ago", { ago: ageText(now - at, words) })}</span>
          <p>{t("past.nothingActs")}</p>
        </div>
        <button type="button" className="go" onClick={leave}>
          <kbd>Esc</kbd> {t("past.backToNow")}
        </button>
      </div>
      <div className="past-controls">
        {STEPS.filter((seconds) => seconds < 0).map((seconds) => (
          <button type="button" key={seconds} className="small" onClick={() => go(at + seconds * SECOND)}>
            {stepText(seconds, t)}
          </button>
        ))}
        <input
          type="range"
          className="spring"
          min={from}
          max={to}
          step={SECOND}
          value={at}
          aria-label={t("past.moment")}
          aria-valuetext={time.clock(at)}
          onChange={(event) => go(Number(event.target.value))}
        />
        {STEPS.filter((seconds) => seconds > 0).map((seconds) => (
          <button type="button" key={seconds} className="small" onClick={() => go(at + seconds * SECOND)}>
            {stepText(seconds, t)}
          </button>
        ))}
        <Radios<PastMode>
          label={t("past.mode")}
          value={mode}
          options={[
            { value: "was", text: t("past.modeWas") },
            { value: "seen", text: t("past.modeSeen") },
          ]}
          onChoose={(chosen) => change({ mode: chosen })}
        />
        <Waiting since={asking.since} text={t("past.reading")} onStop={asking.drop} />
      </div>
      {asking.error !== null && asking.error.reason !== "cancelled" && (
        <p className="fault" role="alert">
          {words.error(asking.error)}
        </p>
      )}
      <Then at={at}>
        {roomUuid === null && wall.answer !== null && (
          <PastWall rooms={wall.answer.rooms} onOpen={(opened) => change({ roomUuid: opened })} />
        )}
        {roomUuid !== null && room.answer !== null && <PastRoom detail={room.answer} onBack={() => change({ roomUuid: null })} />}
      </Then>
    </div>
  );
};

const Then = ({ at, children }: { at: number; children: React.ReactNode }) => {
  const then = useConsoleThen(at);
  return <ConsoleProvider value={then}>{children}</ConsoleProvider>;
};
