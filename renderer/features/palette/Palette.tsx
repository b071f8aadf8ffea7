/** Everything by its name: commands for the room that is open or the rooms that are marked, rooms, places, and what cannot be done. */
import { type KeyboardEvent, useEffect, useMemo, useState } from "react";
import { useStore } from "zustand";
import type { RoomSummary } from "../../../shared/model/room.ts";
import { Dialog } from "../../components/Dialog.tsx";
import { Empty } from "../../components/parts.tsx";
import { useWords, type Words } from "../../i18n/words.tsx";
import { useConsole, useProfile, useUi } from "../../state/console.ts";
import { offeredPlaces } from "../../state/places.ts";
import type { Ui, UiStore } from "../../state/ui.ts";
import { CANNOT, ENTRIES, type Entry, isOffered, needsDialog, suits } from "../commands/entries.ts";
import { entryName } from "../commands/names.ts";
import { useExtras } from "../commands/RoomActions.tsx";
import { type Subject, subjectOf } from "../commands/subject.ts";
import { useAsk } from "../commands/useAsk.ts";
import { find } from "./match.ts";

type Item = { id: string; text: string; more: string; tail: string; choose(): void };

const SHOWN = 60;
const DIALOGS = ["keys", "addRooms"] as const;

/** The open room, else the marked ones. Never "all". */
export const roomsInHand = ({ place, marked }: Pick<Ui, "place" | "marked">): readonly string[] =>
  place.name === "room" ? [place.roomUuid] : place.name === "wall" ? [...marked] : [];

const placeItems = (ui: UiStore, practice: boolean, { t }: Words): Item[] => [
  ...offeredPlaces(practice).map((place) => ({
    id: `place ${place.name}`,
    text: t(`place.${place.name}`),
    more: place.name,
    tail: t("palette.kind.place"),
    choose: () => ui.setState({ dialog: null, place }),
  })),
  ...DIALOGS.map((dialog) => ({
    id: `dialog ${dialog}`,
    text: t(`palette.place.${dialog}`),
    more: dialog,
    tail: t("palette.kind.place"),
    choose: () => ui.setState({ dialog }),
  })),
];

const cannotItems = (ui: UiStore, { t }: Words): Item[] =>
  CANNOT.map((what) => ({
    id: `cannot ${what}`,
    text: t(`cannot.${what}.name`),
    more: what,
    tail: t("cannot.tag"),
    choose: () => ui.setState({ dialog: "cannot", cannot: what }),
  }));

const commandItems = (entries: readonly Entry[], rooms: readonly RoomSummary[], words: Words, ask: (subject: Subject) => void): Item[] =>
  entries.map((entry) => {
    const { t } = words;
    const [only] = rooms;
    const where =
      entry.about === "newRoom"
        ? t("palette.kind.command")
        : rooms.length > 1
          ? t("palette.forMany", { count: rooms.length })
          : only === undefined
            ? t("palette.forNone")
            : t("palette.forRoom", { room: only.name });
    const inHand = entry.about === "newRoom" ? [] : rooms.map(({ roomUuid }) => roomUuid);
    const dots = entry.about === "newRoom" || needsDialog(entry, inHand.length) ? "…" : "";
    return {
      id: entry.id,
      text: `${entryName(entry, words)}${dots}`,
      more: entry.id,
      tail: where,
      choose: () => ask(subjectOf(entry, inHand)),
    };
  });

const useItems = (): Item[] => {
  const { ui, rooms: mirror } = useConsole();
  const words = useWords();
  const ask = useAsk();
  const extras = useExtras();
  const { observeOnly = true, practice = false } = useProfile() ?? {};
  const place = useUi((state) => state.place);
  const marked = useUi((state) => state.marked);
  const all = useStore(mirror, (state) => state.items);
  return useMemo(() => {
    const inHand = roomsInHand({ place, marked }).flatMap((roomUuid) => all.get(roomUuid) ?? []);
    const askAndClose = (subject: Subject): void => {
      ui.setState({ dialog: null });
      ask(subject);
    };
    const offered = observeOnly ? [] : ENTRIES.filter((entry) => isOffered(entry, extras) && suits(entry, inHand));
    const rooms = [...all.values()]
      .filter(({ visibility }) => visibility === "shown")
      .map(({ roomUuid, name }) => ({
        id: `room ${roomUuid}`,
        text: name,
        more: roomUuid,
        tail: words.t("palette.kind.room"),
        choose: () => ui.setState({ dialog: null, place: { name: "room", roomUuid } }),
      }));
    return [
      ...commandItems(offered, inHand, words, askAndClose),
      ...placeItems(ui, practice, words),
      ...(observeOnly ? [] : cannotItems(ui, words)),
      ...rooms,
    ];
  }, [ui, all, place, marked, extras, observeOnly, practice, words, ask]);
};

export const Palette = () => {
  const { ui } = useConsole();
  const { t } = useWords();
  const [query, setQuery] = useState("");
  const [at, setAt] = useState(0);
  const items = useItems();
  const found = useMemo(() => find(items, query, SHOWN), [items, query]);
  const here = Math.min(at, found.length - 1);
  useEffect(() => {
    document.getElementById(`found-${here}`)?.scrollIntoView({ block: "nearest" });
  }, [here]);

  const onKey = (event: KeyboardEvent): void => {
    const steps: Record<string, () => void> = {
      ArrowDown: () => setAt(Math.min(found.length - 1, here + 1)),
      ArrowUp: () => setAt(Math.max(0, here - 1)),
      Enter: () => found[here]?.choose(),
    };
    const step = steps[event.key];
    if (step === undefined || event.nativeEvent.isComposing) return;
    event.preventDefault();
    step();
  };
  return (
    <Dialog title={t("palette.title")} onClose={() => ui.setState({ dialog: null })}>
      <div className="palette">
        <input
          type="text"
          role="combobox"
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          value={query}
          placeholder={t("palette.placeholder")}
          aria-label={t("palette.title")}
          aria-expanded={found.length > 0}
          aria-controls="found"
          aria-autocomplete="list"
          aria-activedescendant={found.length === 0 ? undefined : `found-${here}`}
          onChange={(event) => {
            setQuery(event.target.value);
            setAt(0);
          }}
          onKeyDown={onKey}
        />
        <span className="unseen" role="status">
          {t("palette.results", { count: found.length })}
        </span>
        {found.length === 0 ? (
          <Empty low title={t("palette.none")} text={t("palette.noneText")} />
        ) : (
          <div id="found" role="listbox" aria-label={t("palette.title")} className="scroller">
            {found.map((item, index) => (
              // The focus stays in the field; keys move the choice there.
              <div key={item.id} id={`found-${index}`} role="option" aria-selected={index === here} onClick={item.choose}>
                <span className="cut">{item.text}</span>
                <span className="tail">{item.tail}</span>
              </div>
            ))}
          </div>
        )}
      </div>
    </Dialog>
  );
};
