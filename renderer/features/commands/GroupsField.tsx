/** Breakout rooms: by hand, evenly, or from a list. Whatever way made them, each person can be moved by hand. */
import { useState } from "react";
import type { RoomView } from "../../../shared/model/room.ts";
import { Choice, Radios, TextArea, TextField } from "../../components/fields.tsx";
import { Icon } from "../../components/icons.tsx";
import { useWords } from "../../i18n/words.tsx";
import { rosterOrder } from "../room/People.tsx";
import { readGroups } from "./form.ts";
import { evenly, fromList, type GroupDraft, groupOf, type ListFault, place } from "./groups.ts";

const MODES = ["byHand", "evenly", "fromList"] as const;
const MAX_FAULTS = 8;

const Evenly = ({ users, onGroups }: { users: readonly string[]; onGroups(groups: GroupDraft[]): void }) => {
  const { t } = useWords();
  const [count, setCount] = useState("2");
  const number = Number(count);
  const right = Number.isInteger(number) && number >= 1 && number <= 200;
  return (
    <div className="line">
      <TextField
        label={t("groupsField.count")}
        value={count}
        inputMode="numeric"
        fault={right ? null : t("faults.integer")}
        onText={setCount}
      />
      <button type="button" onClick={() => right && onGroups(evenly(users, number, (n) => t("groupsField.usualName", { n })))}>
        {t("groupsField.divide")}
      </button>
    </div>
  );
};

const FromList = ({ view, onGroups }: { view: RoomView | null; onGroups(groups: GroupDraft[]): void }) => {
  const { t } = useWords();
  const [list, setList] = useState("");
  const [faults, setFaults] = useState<readonly ListFault[]>([]);
  const take = (): void => {
    const read = fromList(list, Object.values(view?.people ?? {}));
    setFaults(read.faults);
    if (read.faults.length === 0) onGroups(read.groups);
  };
  const said = faults.slice(0, MAX_FAULTS).map(({ line, reason, text }) => t(`groupsField.fault.${reason}`, { line, text }));
  return (
    <>
      <TextArea
        label={t("groupsField.list")}
        help={t("groupsField.listHelp")}
        rows={5}
        value={list}
        fault={said.length === 0 ? null : said.join(" ")}
        onText={setList}
      />
      <div className="line">
        <button type="button" onClick={take}>
          {t("groupsField.take")}
        </button>
      </div>
    </>
  );
};

type GroupsFieldProps = { value: string; fault: string | null; view: RoomView | null; onText(text: string): void };

export const GroupsField = ({ value, fault, view, onText }: GroupsFieldProps) => {
  const words = useWords();
  const { t } = words;
  const [mode, setMode] = useState<(typeof MODES)[number]>("byHand");
  const groups = readGroups(value);
  const set = (next: readonly GroupDraft[]): void => onText(JSON.stringify(next));
  const people = Object.values(view?.people ?? {})
    .filter((person) => (person.present && person.role === "student") || groupOf(groups, person.userUuid) >= 0)
    .sort(rosterOrder(words.language));
  const free = people.filter(({ userUuid }) => groupOf(groups, userUuid) < 0).length;
  const add = (): void => set([...groups, { name: t("groupsField.usualName", { n: groups.length + 1 }), users: [] }]);
  return (
    <div className="compose whole">
      <Radios<(typeof MODES)[number]>
        label={t("groupsField.mode")}
        value={mode}
        options={MODES.map((name) => ({ value: name, text: t(`groupsField.${name}`) }))}
        onChoose={setMode}
      />
      {mode === "evenly" && <Evenly users={people.map(({ userUuid }) => userUuid)} onGroups={set} />}
      {mode === "fromList" && <FromList view={view} onGroups={set} />}
      <ul className="group-names">
        {groups.map((group, index) => (
          // Groups have no names of their own yet: their place is what they are.
          <li key={index}>
            <TextField
              label={t("groupsField.name", { n: index + 1 })}
              tail={t("groupsField.size", { count: group.users.length })}
              value={group.name}
              onText={(name) => set(groups.map((other, at) => (at === index ? { ...other, name } : other)))}
            />
            <button
              type="button"
              className="quiet"
              aria-label={t("groupsField.remove", { name: group.name })}
              onClick={() => set(groups.filter((_, at) => at !== index))}
            >
              <Icon name="cross" />
            </button>
          </li>
        ))}
        <li>
          <button type="button" onClick={add}>
            {t("groupsField.add")}
          </button>
        </li>
      </ul>
      {fault !== null && (
        <p className="fault" role="alert">
          {fault}
        </p>
      )}
      {people.length === 0 ? (
        <p className="hint">{t("groupsField.nobody")}</p>
      ) : (
        groups.length > 0 && (
          <>
            <p className="hint">{t("groupsField.rest", { count: free })}</p>
            <div className="fields members">
              {people.map(({ userUuid, userName }) => (
                <Choice
                  key={userUuid}
                  label={userName || userUuid}
                  value={String(groupOf(groups, userUuid))}
                  options={[
                    { value: "-1", text: t("groupsField.none") },
                    ...groups.map((group, index) => ({ value: String(index), text: group.name })),
                  ]}
                  onChoose={(index) => set(place(groups, userUuid, Number(index)))}
                />
              ))}
            </div>
          </>
        )
      )}
    </div>
  );
};
