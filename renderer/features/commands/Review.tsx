/** Commands that wait for a person's word after an outage, with what has changed in the room meanwhile. */
import { useStore } from "zustand";
import { useShallow } from "zustand/react/shallow";
import { type CommandRow, changedSince, type RoomChangeSince } from "../../../shared/model/command.ts";
import { duration } from "../../format/time.ts";
import { useWords, type Words } from "../../i18n/words.tsx";
import { useConsole, useNow } from "../../state/console.ts";
import { stateName } from "../../state/roomFacts.ts";
import { commandName } from "./names.ts";
import { CommandActions } from "./parts.tsx";

const stateWord = (state: number | null, { t }: Words): string => {
  const name = stateName({ state, phase: "live" });
  return name === "other" ? t("wall.state.other", { state: state ?? "" }) : t(`wall.state.${name}`);
};

const changeText = (change: RoomChangeSince, words: Words): string => {
  const { t } = words;
  switch (change.what) {
    case "newClass":
      return t("commandsView.review.newClass");
    case "state":
      return t("commandsView.review.state", { from: stateWord(change.from, words), to: stateWord(change.to, words) });
    case "present":
      return t("commandsView.review.present", { from: words.n(change.from), to: words.n(change.to) });
    case "recording":
      return t(change.to ? "commandsView.review.recordingOn" : "commandsView.review.recordingOff");
    case "events":
      return t("commandsView.review.events", { count: change.count });
  }
};

/** What has changed in the row's room since it was asked, in words. */
export const Meanwhile = ({ row }: { row: CommandRow }) => {
  const words = useWords();
  const room = useStore(useConsole().rooms, (state) => state.items.get(row.roomUuid));
  if (row.roomThen === null || room === undefined) return null;
  const changes = changedSince(row.roomThen, room);
  return (
    <ul className="meanwhile">
      {changes.length === 0 ? (
        <li className="dimmed">{words.t("commandsView.review.nothing")}</li>
      ) : (
        changes.map((change) => <li key={change.what}>{changeText(change, words)}</li>)
      )}
    </ul>
  );
};

const Waiting = ({ row }: { row: CommandRow }) => {
  const words = useWords();
  const { t, time } = words;
  const now = useNow();
  const room = useStore(useConsole().rooms, (state) => state.items.get(row.roomUuid)?.name ?? row.roomUuid);
  return (
    <li>
      <div>
        <b>{commandName(row, words)}</b> {room}
        <div className="hint">
          {t("commandsView.review.asked", { time: time.moment(row.askedAt, now), ago: duration(now - row.askedAt) })} ·{" "}
          {t("commandsView.review.until", { time: time.moment(row.expiresAt, now) })}
        </div>
      </div>
      <Meanwhile row={row} />
      <span className="does">
        <CommandActions row={row} dropText={t("commandsView.review.drop")} />
      </span>
    </li>
  );
};

export const Review = () => {
  const { commands } = useConsole();
  const { t } = useWords();
  const rows = useStore(
    commands,
    useShallow((state) => [...state.items.values()].filter((row) => row.state === "needsReview").sort((a, b) => a.number - b.number)),
  );
  if (rows.length === 0) return null;
  return (
    <section className="review" aria-label={t("commandsView.review.title")}>
      <h2>{t("commandsView.review.title")}</h2>
      <p className="hint">{t("commandsView.review.text")}</p>
      <ul className="scroller" tabIndex={0} aria-label={t("commandsView.review.title")}>
        {rows.map((row) => (
          <Waiting key={row.id} row={row} />
        ))}
      </ul>
    </section>
  );
};
