/** What is typed to look for commands, as the words on the screen mean it. Pure. */
import { type CommandKind, MAX_SOUGHT_ROOMS, MAX_SOUGHT_WORDS, type SoughtWord } from "../../../shared/contract/control.ts";
import type { CommandRow } from "../../../shared/model/command.ts";
import type { RoomSummary } from "../../../shared/model/room.ts";
import type { Words } from "../../i18n/words.tsx";
import { ENTRIES } from "./entries.ts";
import { commandName } from "./names.ts";

const COME_BACKS = ["anytime", "after", "never"];

/** Every kind of command with what it is called. */
const kinds = (words: Words): { kind: CommandKind; called: string }[] =>
  ENTRIES.flatMap(({ name, preset }): CommandKind[] => {
    if (name === "person.remove") return COME_BACKS.map((comeBack) => ({ name, comeBack }));
    return [typeof preset?.["state"] === "number" ? { name, state: preset["state"] } : { name }];
  }).map((kind) => {
    const input = { state: kind.state, comeBack: { kind: kind.comeBack } };
    return { kind, called: commandName({ name: kind.name, input }, words).toLowerCase() };
  });

/** Each word by itself: "end 17" are the classes that were ended in rooms whose names have a 17. */
export const soughtWords = (text: string, rooms: Iterable<Pick<RoomSummary, "roomUuid" | "name">>, words: Words): SoughtWord[] => {
  const typed = text.trim().split(/\s+/).slice(0, MAX_SOUGHT_WORDS);
  if (typed[0] === "") return [];
  const [named, all] = [[...rooms], kinds(words)];
  return typed.map((one) => {
    const low = one.toLowerCase();
    return {
      text: one,
      rooms: named.flatMap(({ roomUuid, name }) => (name.toLowerCase().includes(low) ? [roomUuid] : [])).slice(0, MAX_SOUGHT_ROOMS),
      kinds: all.flatMap(({ kind, called }) => (called.includes(low) ? [kind] : [])),
    };
  });
};

const isKind = ({ name, input }: CommandRow, kind: CommandKind): boolean =>
  name === kind.name &&
  (kind.state === undefined || input["state"] === kind.state) &&
  (kind.comeBack === undefined || (input["comeBack"] as { kind?: unknown } | undefined)?.kind === kind.comeBack);

/** As main looks for them. */
export const hasWords = (words: readonly SoughtWord[]): ((row: CommandRow) => boolean) => {
  const each = words.map(({ text, rooms, kinds: meant }) => {
    const [low, named] = [text.toLowerCase(), new Set(rooms)];
    return (row: CommandRow): boolean =>
      named.has(row.roomUuid) ||
      meant.some((kind) => isKind(row, kind)) ||
      `${row.name} ${row.roomUuid} ${row.operator} ${JSON.stringify(row.input)}`.toLowerCase().includes(low);
  });
  return (row) => each.every((has) => has(row));
};
