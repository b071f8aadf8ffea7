/** What can be done with the open room: the next step of its day, removing a person, everything else in a menu, and ending apart from all. */
import { useStore } from "zustand";
import { useShallow } from "zustand/react/shallow";
import { isRecording, ROOM_STATE, type RoomSummary } from "../../../shared/model/room.ts";
import { Menu, type MenuItem } from "../../components/Menu.tsx";
import { duration } from "../../format/time.ts";
import { useWords, type Words } from "../../i18n/words.tsx";
import { useConsole, useNow, useProfile } from "../../state/console.ts";
import { pendingState } from "../../state/derived.ts";
import { stateName } from "../../state/roomFacts.ts";
import type { UiStore } from "../../state/ui.ts";
import { CANNOT, type Entry, entryOf, needsDialog } from "./entries.ts";
import { entriesForPerson, entriesForRooms, isDangerous, isLast } from "./menus.ts";
import { commandName, entryName } from "./names.ts";
import { type Subject, subjectOf } from "./subject.ts";
import { useAsk } from "./useAsk.ts";

const NO_EXTRAS = { closedState: false };
export const useExtras = () => useStore(useConsole().extras, (state) => state.value) ?? NO_EXTRAS;

/** Entries as menu items; dots where a dialog follows. */
const itemsOf = (entries: readonly Entry[], rooms: number, words: Words, choose: (entry: Entry) => void): MenuItem[] =>
  entries.map((entry, index) => ({
    id: entry.id,
    text: `${entryName(entry, words)}${needsDialog(entry, rooms) ? "…" : ""}`,
    danger: isDangerous(entry),
    begins: isLast(entry) && !isLast(entries[index - 1] ?? entry),
    choose: () => choose(entry),
  }));

const cannotItems = (ui: UiStore, { t }: Words): MenuItem[] =>
  CANNOT.map((what, index) => ({
    id: what,
    text: t(`cannot.${what}.name`),
    tail: t("cannot.tag"),
    begins: index === 0,
    choose: () => ui.setState({ dialog: "cannot", cannot: what }),
  }));

const Next = ({ entry, className, rooms }: { entry: Entry | undefined; className: string; rooms: readonly string[] }) => {
  const ask = useAsk();
  const words = useWords();
  if (entry === undefined) return null;
  return (
    <button type="button" className={className} onClick={() => ask(subjectOf(entry, rooms))}>
      {entryName(entry, words)}
      {needsDialog(entry, rooms.length) ? "…" : ""}
    </button>
  );
};

export const RoomActions = ({ summary }: { summary: RoomSummary }) => {
  const { ui, commands } = useConsole();
  const words = useWords();
  const { t } = words;
  const ask = useAsk();
  const extras = useExtras();
  const observeOnly = useProfile()?.observeOnly ?? true;
  const { roomUuid } = summary;
  const starting = useStore(commands, (state) => pendingState(state.items, roomUuid, ROOM_STATE.started));
  const ending = useStore(commands, (state) => pendingState(state.items, roomUuid, ROOM_STATE.ended));
  if (observeOnly) return null;
  const name = stateName(summary);
  const unclear = name === "none" || name === "other";
  const alive = name === "notStarted" || name === "started" || unclear;
  const canEnd = name === "started" || unclear;
  const inMenu = entriesForRooms([summary], extras).filter(({ id }) => id !== "room.setState:end" && id !== "person.remove");
  return (
    <>
      {(name === "notStarted" || unclear) &&
        (starting ? (
          <span className="dimmed">{t("room.starting")}</span>
        ) : (
          <Next entry={entryOf("room.setState:start")} className="go" rooms={[roomUuid]} />
        ))}
      {name === "started" && !isRecording(summary) && <Next entry={entryOf("recording.start:plain")} className="" rooms={[roomUuid]} />}
      {alive && <Next entry={entryOf("person.remove")} className="" rooms={[roomUuid]} />}
      <Menu
        label={t("roomMenu.label")}
        items={[...itemsOf(inMenu, 1, words, (entry) => ask(subjectOf(entry, [roomUuid]))), ...cannotItems(ui, words)]}
      >
        {t("roomMenu.more")}
      </Menu>
      {canEnd && (
        <>
          <span className="apart" />
          {ending ? (
            <span className="dimmed">{t("room.ending")}</span>
          ) : (
            <Next entry={entryOf("room.setState:end")} className="end" rooms={[roomUuid]} />
          )}
        </>
      )}
    </>
  );
};

/** What can be done with one person of the open room. */
export const PersonActions = ({ roomUuid, userUuid }: { roomUuid: string; userUuid: string }) => {
  const { rooms } = useConsole();
  const words = useWords();
  const ask = useAsk();
  const extras = useExtras();
  const observeOnly = useProfile()?.observeOnly ?? true;
  const summary = useStore(rooms, (state) => state.items.get(roomUuid));
  if (observeOnly || summary === undefined) return null;
  const choose = (entry: Entry): void => ask(subjectOf(entry, [roomUuid], { given: { userUuid } }));
  return itemsOf(entriesForPerson([summary], extras), 1, words, choose).map((item) => (
    <button key={item.id} type="button" onClick={item.choose}>
      {item.text}
    </button>
  ));
};

/** The marked rooms of the wall. */
export const ManyActions = ({ rooms }: { rooms: readonly string[] }) => {
  const { rooms: mirror } = useConsole();
  const words = useWords();
  const ask = useAsk();
  const extras = useExtras();
  const observeOnly = useProfile()?.observeOnly ?? true;
  const summaries = useStore(
    mirror,
    useShallow((state) => rooms.flatMap((roomUuid) => state.items.get(roomUuid) ?? [])),
  );
  if (observeOnly) return null;
  const choose = (entry: Entry): void => ask(subjectOf(entry, rooms) satisfies Subject);
  return (
    <Menu
      label={words.t("roomMenu.marked", { count: rooms.length })}
      className="go"
      items={itemsOf(entriesForRooms(summaries, extras), rooms.length, words, choose)}
    >
      {words.t("roomMenu.marked", { count: rooms.length })}
    </Menu>
  );
};

/** What is to leave at a time in this room, with how long it is until then. */
export const DueCommands = ({ roomUuid }: { roomUuid: string }) => {
  const { commands, ui } = useConsole();
  const words = useWords();
  const now = useNow();
  const due = useStore(
    commands,
    useShallow((state) => [...state.items.values()].filter((row) => row.roomUuid === roomUuid && row.state === "scheduled")),
  );
  return due.map(
    (row) =>
      row.dueAt !== null && (
        <p key={row.id} className="room-note">
          <button type="button" className="link" onClick={() => ui.setState({ place: { name: "commands" } })}>
            {words.t("roomMenu.due", {
              what: commandName(row, words),
              time: words.time.moment(row.dueAt, now),
              left: duration(row.dueAt - now),
            })}
          </button>
        </p>
      ),
  );
};
