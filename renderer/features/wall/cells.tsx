/** The cells of a row. Those that age by themselves follow the clock; the others only their room. */
import { useStore } from "zustand";
import { asOf } from "../../../shared/model/freshness.ts";
import { hasLostRecording, isRecording, type RoomSummary } from "../../../shared/model/room.ts";
import { latest } from "../../../shared/model/time.ts";
import { StateShapeIcon } from "../../components/icons.tsx";
import { agePart, duration, when, whenShort } from "../../format/time.ts";
import { useWords } from "../../i18n/words.tsx";
import { useConsole, useNow } from "../../state/console.ts";
import { isStarted, stateName } from "../../state/roomFacts.ts";
import { freshnessOf } from "./order.ts";

export const StateMark = ({ room }: { room: Pick<RoomSummary, "state" | "phase"> }) => {
  const { t } = useWords();
  const name = stateName(room);
  return (
    <span className="st">
      <StateShapeIcon shape={name === "gone" ? "none" : name} />
      {name === "other" ? t("wall.state.other", { state: room.state ?? "" }) : t(`wall.state.${name}`)}
    </span>
  );
};

const Nothing = () => <span className="dimmed">–</span>;

/** How long ago that was. A cell that counts from nothing does not render with the clock. */
const useDuration = (since: number | null): string =>
  useStore(useConsole().now, ({ server }) => (since === null ? "" : duration(server - since)));

export const Hands = ({ room }: { room: RoomSummary }) => {
  const { t, n } = useWords();
  const since = room.hands === 0 || room.longestHand === null ? null : latest(room.longestHand);
  const wait = useDuration(since);
  if (since === null) return room.hands === 0 ? <Nothing /> : n(room.hands);
  return room.hands === 1 ? t("wall.handsOne", { n: n(room.hands), wait }) : t("wall.hands", { n: n(room.hands), wait });
};

export const RecordingMark = ({ room }: { room: RoomSummary }) => {
  const { t } = useWords();
  const since = isRecording(room) ? (room.recording?.startTime ?? null) : null;
  const time = useDuration(since);
  if (isRecording(room)) return since === null ? t("wall.recordingPlain") : t("wall.recording", { time });
  return isStarted(room) ? (
    <span className={hasLostRecording(room) ? "warn1" : "dimmed"}>{t("wall.notRecording")}</span>
  ) : (
    <span className="dimmed">{t("wall.recordingOff")}</span>
  );
};

export const LastEvent = ({ room }: { room: RoomSummary }) => {
  const words = useWords();
  const { lastEvent, gaps } = room;
  if (lastEvent === null) return <span className="dimmed">{words.t("wall.nothingYet")}</span>;
  return (
    <>
      {gaps > 0 && <span className="warn2">{words.t("wall.gaps", { count: gaps })} · </span>}
      <time className="dimmed" title={when(lastEvent.time, words.time)}>
        {whenShort(lastEvent.time, words.time)}
      </time>{" "}
      <span title={words.brief(lastEvent.brief)}>{words.brief(lastEvent.brief)}</span>
    </>
  );
};

/** The freshness word of a room, renewed each second; a render follows only when the word changes. */
export const useFreshness = (room: Pick<RoomSummary, "proof"> | undefined) => {
  const { now, connection } = useConsole();
  return useStore(now, ({ server }) => (room === undefined ? "never" : freshnessOf(room, connection.getState().value, server)));
};

export const Age = ({ room }: { room: Pick<RoomSummary, "proof"> }) => {
  const { t, n } = useWords();
  const { connection } = useConsole();
  const now = useNow();
  const { value } = connection.getState();
  const freshness = freshnessOf(room, value, now);
  const provedUntil = value === null ? room.proof.provedAt : asOf(room.proof, value.chain);
  if (freshness === "never" || provedUntil === null) return <span className="dimmed">{t("age.never")}</span>;
  const { value: amount, unit } = agePart(now - provedUntil);
  const age = t(`age.${unit}`, { n: n(amount) });
  return freshness === "live" ? <span className="dimmed">{age}</span> : <span className="late">{`${t(`age.${freshness}`)} ${age}`}</span>;
};
