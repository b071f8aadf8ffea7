/** The fields of one command, drawn from its table. */

import type { CommandName } from "../../../shared/contract.ts";
import { utf8Bytes } from "../../../shared/model/ids.ts";
import type { RoomView } from "../../../shared/model/room.ts";
import { Choice, Radios, TextArea, TextField } from "../../components/fields.tsx";
import { useWords } from "../../i18n/words.tsx";
import { Difference } from "./Difference.tsx";
import { type Draft, type Field, keyOf } from "./fields.ts";
import { GroupsField } from "./GroupsField.tsx";
import { JsonField } from "./JsonField.tsx";
import { compare, knownProperties, plainValues } from "./known.ts";
import { ExtAppField, PersonField } from "./PeopleField.tsx";

const JSON_ROWS = { main: 8, aside: 3 };
const COME_BACK = ["anytime", "after", "never"] as const;

export type FormProps = {
  name: CommandName;
  draft: Draft;
  view: RoomView | null;
  faultAt(key: string): string | null;
  onText(key: string, text: string): void;
};

const ComeBack = ({ draft, faultAt, onText }: Omit<FormProps, "name" | "view">) => {
  const { t, code } = useWords();
  const value = COME_BACK.find((kind) => kind === draft["comeBack"]) ?? "anytime";
  return (
    <div className="whole come-back">
      <Radios
        label={t("askFields.comeBack.label")}
        value={value}
        options={COME_BACK.map((kind) => ({ value: kind, text: code("askChoices", `comeBack_${kind}`) }))}
        onChoose={(kind) => onText("comeBack", kind)}
      />
      {value === "after" && (
        <TextField
          label={t("when.offset")}
          inputMode="decimal"
          value={draft["comeBack.minutes"] ?? ""}
          fault={faultAt("comeBack")}
          onText={(text) => onText("comeBack.minutes", text)}
        />
      )}
    </div>
  );
};

const IDS: ReadonlySet<string> = new Set(["roomUuid", "userUuid", "extAppUuid"]);
const MAX_ID = 63;

export const FormField = ({ field, ...form }: FormProps & { field: Field }) => {
  const { name, draft, view, faultAt, onText } = form;
  const { t, code } = useWords();
  const key = keyOf(field);
  const value = draft[key] ?? "";
  const props = {
    label: code("askFields", `${field.word}.label`),
    help: code("askFields", `${field.word}.help`),
    fault: faultAt(key),
    tail: field.required ? undefined : t("ask.optional"),
    value,
    onText: (text: string) => onText(key, text),
  };
  switch (field.kind) {
    case "person":
      return <PersonField {...props} view={view} tail={bytesOf(value, t)} />;
    case "extApp":
      return <ExtAppField {...props} view={view} tail={bytesOf(value, t)} />;
    case "json":
      return (
        <>
          <JsonField
            {...props}
            rows={field.required ? JSON_ROWS.main : JSON_ROWS.aside}
            known={field.compared ? plainValues(knownProperties(name, draft, view)) : null}
          />
          {field.compared && <Difference {...compare(name, draft, view)} />}
        </>
      );
    case "names":
      return (
        <>
          <div className="whole">
            <TextArea {...props} rows={5} className="mono" />
          </div>
          <KnownNames {...form} field={field} />
          <Difference {...compare(name, draft, view)} />
        </>
      );
    case "groups":
      return <GroupsField value={value} fault={props.fault} view={view} onText={props.onText} />;
    case "comeBack":
      return <ComeBack {...form} />;
    case "choice": {
      const options = (field.options ?? []).map((option) => ({ value: option, text: code("askChoices", `${field.word}_${option}`) }));
      return <Choice {...props} options={options} onChoose={props.onText} />;
    }
    case "instant":
      return <TextField {...props} type="datetime-local" step={1} />;
    case "integer":
    case "minutes":
      return <TextField {...props} inputMode="decimal" />;
    case "text":
      return <TextField {...props} tail={IDS.has(field.path) ? bytesOf(value, t) : props.tail} />;
  }
};

const bytesOf = (value: string, t: ReturnType<typeof useWords>["t"]): string =>
  t("ask.bytes", { bytes: utf8Bytes(value.trim()), max: MAX_ID });

/** The names that are known, to be put on the list by a click. */
const KnownNames = ({ field, name, draft, view, onText }: FormProps & { field: Field }) => {
  const { t } = useWords();
  const key = keyOf(field);
  const lines = (draft[key] ?? "").split("\n").map((line) => line.trim());
  const names = Object.keys(knownProperties(name, draft, view) ?? {}).filter((known) => !lines.includes(known));
  if (names.length === 0) return null;
  return (
    <div className="names whole" role="group" aria-label={t("jsonField.insert")}>
      {names.map((known) => (
        <button
          key={known}
          type="button"
          className="small"
          onClick={() => onText(key, [...lines.filter((line) => line !== ""), known].join("\n"))}
        >
          + {known}
        </button>
      ))}
    </div>
  );
};
