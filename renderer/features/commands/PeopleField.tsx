/** A person of the room, by name or by id; and an embedded app alike. */
import { useId } from "react";
import type { RoomView } from "../../../shared/model/room.ts";
import { extAppsOf } from "../../../shared/projection/properties.ts";
import { TextField } from "../../components/fields.tsx";
import { useWords } from "../../i18n/words.tsx";
import { roleWord, rosterOrder } from "../room/People.tsx";

type Props = {
  label: string;
  help: string;
  tail?: string;
  value: string;
  fault: string | null;
  view: RoomView | null;
  onText(text: string): void;
};

export const PersonField = ({ view, help, value, ...field }: Props) => {
  const words = useWords();
  const list = useId();
  const people = Object.values(view?.people ?? {}).sort(rosterOrder(words.language));
  const chosen = view?.people[value.trim()];
  const about = (): string => {
    if (value.trim() === "" || view === null) return help;
    if (chosen === undefined) return words.t("personField.stranger");
    return words.t(chosen.present ? "personField.here" : "personField.away", {
      name: chosen.userName || chosen.userUuid,
      role: roleWord(chosen.role, words),
    });
  };
  return (
    <>
      <TextField {...field} value={value} help={about()} list={list} />
      <datalist id={list}>
        {people.map((person) => (
          <option key={person.userUuid} value={person.userUuid}>
            {`${person.userName} · ${roleWord(person.role, words)}`}
          </option>
        ))}
      </datalist>
    </>
  );
};

export const ExtAppField = ({ view, ...field }: Props) => {
  const list = useId();
  const apps = view === null ? [] : extAppsOf(view).apps;
  return (
    <>
      <TextField {...field} list={list} />
      <datalist id={list}>
        {apps.map(({ id }) => (
          <option key={id} value={id} />
        ))}
      </datalist>
    </>
  );
};
