/** The room's smaller cards: hands, recording, chat, stage, rewards, files. */
import { CHAT_KEPT, isRecording, type RoomView } from "../../../shared/model/room.ts";
import { latest } from "../../../shared/model/time.ts";
import { FileAddress } from "../../components/FileAddress.tsx";
import { Card, Empty } from "../../components/parts.tsx";
import { duration, when, whenShort } from "../../format/time.ts";
import { fileSize } from "../../format/units.ts";
import { useWords } from "../../i18n/words.tsx";
import { useNow } from "../../state/console.ts";
import { CannotLink } from "../commands/CannotDialog.tsx";

type Props = { view: RoomView };

const nameOf = (view: RoomView, userUuid: string): string => view.people[userUuid]?.userName || userUuid;

export const Hands = ({ view }: Props) => {
  const { t, n, time } = useWords();
  const now = useNow();
  const hands = [...view.hands].sort((a, b) => latest(a.since) - latest(b.since));
  return (
    <Card title={t("room.hands.title")} {...(hands.length > 0 ? { tail: t("room.hands.by") } : {})}>
      {hands.length === 0 ? (
        <Empty low title={t("room.hands.empty")} />
      ) : (
        <ol className="scroller" tabIndex={0} aria-label={t("room.hands.title")} style={{ margin: 0, padding: 0, listStyle: "none" }}>
          {hands.map((hand, index) => (
            <li key={hand.userUuid} className="li">
              <b>{n(index + 1)}</b>
              <span className="cut">{nameOf(view, hand.userUuid)}</span>
              <span className="side" title={when(hand.since, time)}>
                {duration(now - latest(hand.since))}
              </span>
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
};

const REASONS: Readonly<Record<number, "r1" | "r2" | "r3" | "r4" | "r5">> = { 1: "r1", 2: "r2", 3: "r3", 4: "r4", 5: "r5" };

export const Recording = ({ view }: Props) => {
  const { t, time } = useWords();
  const now = useNow();
  const { recording } = view;
  if (recording === null) {
    return (
      <Card title={t("room.recording.title")}>
        <Empty low title={t("room.recording.never")} />
      </Card>
    );
  }
  const on = isRecording(view);
  const reason = recording.reason === null ? null : REASONS[recording.reason];
  const start = recording.startTime;
  return (
    <Card title={t("room.recording.title")} {...(on && start !== null ? { tail: duration(now - start) } : {})}>
      <div className="li">
        <span aria-hidden="true">{on ? "●" : "○"}</span>
        <span>
          {on ? t("room.recording.on", { time: start === null ? when(recording.time, time) : time.clock(start) }) : t("room.recording.off")}
        </span>
        <span className="side">
          {recording.reason !== null &&
            (reason ? t(`room.recording.reason.${reason}`) : t("room.recording.reason.other", { reason: recording.reason }))}
        </span>
      </div>
      {!on && (
        <div className="li">
          <span />
          <span className="dimmed">{t("room.recording.endedAt", { time: when(recording.time, time) })}</span>
          <span />
        </div>
      )}
      {on && recording.recordId !== null && (
        <div className="li">
          <span />
          <span className="dimmed cut">{t("room.recording.id", { id: recording.recordId })}</span>
          <span />
        </div>
      )}
    </Card>
  );
};

export const Chat = ({ view }: Props) => {
  const { t, n, time } = useWords();
  const messages = [...view.chat].reverse();
  return (
    <Card title={t("room.chat.title")} {...(messages.length >= CHAT_KEPT ? { tail: t("room.chat.kept", { n: n(CHAT_KEPT) }) } : {})}>
      {messages.length === 0 ? (
        <Empty low title={t("room.chat.empty")} />
      ) : (
        <ul className="scroller" tabIndex={0} aria-label={t("room.chat.title")}>
          {messages.map((message) => (
            <li key={message.key} className="said-line">
              <div className="from">
                <b>{message.from || nameOf(view, message.fromUuid)}</b>
                <time title={when(message.time, time)}>{whenShort(message.time, time)}</time>
              </div>
              <p>{message.text}</p>
            </li>
          ))}
        </ul>
      )}
      <p className="hint pad">
        <CannotLink what="message" />
      </p>
    </Card>
  );
};

export const Stage = ({ view }: Props) => {
  const { t, n, time } = useWords();
  return (
    <Card title={t("room.stage.title")} {...(view.stage.length > 0 ? { tail: n(view.stage.length) } : {})}>
      {view.stage.length === 0 ? (
        <Empty low title={t("room.stage.empty")} />
      ) : (
        <ul className="scroller" tabIndex={0} aria-label={t("room.stage.title")}>
          {view.stage.map(({ userUuid, since }) => (
            <li key={userUuid} className="li">
              <span />
              <span className="cut">{nameOf(view, userUuid)}</span>
              <span className="side">{when(since, time)}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
};

export const Rewards = ({ view }: Props) => {
  const { t, n, time } = useWords();
  const rewards = Object.entries(view.rewards).sort(([, a], [, b]) => b.count - a.count);
  const total = rewards.reduce((sum, [, { count }]) => sum + count, 0);
  return (
    <Card title={t("room.rewards.title")} {...(rewards.length > 0 ? { tail: t("room.rewards.total", { n: n(total) }) } : {})}>
      {rewards.length === 0 ? (
        <Empty low title={t("room.rewards.empty")} />
      ) : (
        <ul className="scroller" tabIndex={0} aria-label={t("room.rewards.title")}>
          {rewards.map(([userUuid, reward]) => (
            <li key={userUuid} className="li">
              <b>{n(reward.count)}</b>
              <span className="cut">{nameOf(view, userUuid)}</span>
              <span className="side">{when(reward.time, time)}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
};

export const Files = ({ view }: Props) => {
  const { t, language, time } = useWords();
  return (
    <Card title={t("room.resources.title")}>
      {view.resources.length === 0 ? (
        <Empty low title={t("room.resources.empty")} />
      ) : (
        <ul className="scroller" tabIndex={0} aria-label={t("room.resources.title")}>
          {view.resources.map(({ resourceUuid, resourceName, size, url, by, time: changed }) => (
            <li key={resourceUuid} className="li file">
              <span />
              <span className="cut" title={resourceName || resourceUuid}>
                {url === null ? resourceName || resourceUuid : <FileAddress url={url} text={resourceName || resourceUuid} />}
              </span>
              <span className="side">{size === null ? "" : fileSize(size, language)}</span>
              <span className="side cut">{by}</span>
              <span className="side">{when(changed, time)}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
};
