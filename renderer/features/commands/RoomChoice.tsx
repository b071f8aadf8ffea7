/** Which room, where none was chosen before: by name or by id. */
import { useId } from "react";
import { useStore } from "zustand";
import type { RoomSummary } from "../../../shared/model/room.ts";
import { TextField } from "../../components/fields.tsx";
import { useWords } from "../../i18n/words.tsx";
import { useConsole } from "../../state/console.ts";

/** Where the choice lies in a draft. */
export const ROOM_KEY = "room";

type Named = { ok: true; roomUuid: string } | { ok: false; reason: "none" | "several" };

export const roomNamed = (rooms: ReadonlyMap<string, Pick<RoomSummary, "roomUuid" | "name">>, text: string): Named => {
  const wanted = text.trim();
  if (rooms.has(wanted)) return { ok: true, roomUuid: wanted };
  const named = [...rooms.values()].filter(({ name }) => name.toLocaleLowerCase() === wanted.toLocaleLowerCase());
  const [room] = named;
  if (room === undefined) return { ok: false, reason: "none" };
  return named.length > 1 ? { ok: false, reason: "several" } : { ok: true, roomUuid: room.roomUuid };
};

/** More than a list of names can show at once. */
const MAX_OFFERED = 1_000;

export const RoomChoice = ({ value, tried, onText }: { value: string; tried: boolean; onText(text: string): void }) => {
  const { rooms } = useConsole();
  const { t } = useWords();
  const list = useId();
  const items = useStore(rooms, (state) => state.items);
  const named = roomNamed(items, value);
  const fault = named.ok || (!tried && value.trim() === "") ? null : t(named.reason === "several" ? "ask.roomSeveral" : "ask.roomUnknown");
  const offered = [...items.values()].filter(({ visibility }) => visibility === "shown").slice(0, MAX_OFFERED);
  return (
    <>
      <TextField label={t("ask.room")} help={t("ask.roomHelp")} value={value} fault={fault} list={list} data-autofocus onText={onText} />
      <datalist id={list}>
        {offered.map(({ roomUuid, name }) => (
          <option key={roomUuid} value={roomUuid}>
            {name}
          </option>
        ))}
      </datalist>
    </>
  );
};
