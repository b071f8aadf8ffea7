/** A profile being written. What was typed stays until it is saved or given up. */
import { useRef, useState } from "react";
import { REGIONS } from "../../../shared/model/profile.ts";
import { Choice, TextField as Field, Radios, Tick } from "../../components/fields.tsx";
import { Card } from "../../components/parts.tsx";
import { Waiting } from "../../components/Waiting.tsx";
import { useWords } from "../../i18n/words.tsx";
import { useAsking } from "../../state/asking.ts";
import { useConsole } from "../../state/console.ts";
import { dropDraft, keepDraft, NEW_PROFILE } from "../../state/drafts.ts";
import { say } from "../../state/ui.ts";
import {
  type Draft,
  type DraftFaults,
  type DraftField,
  faultOf,
  isOptional,
  PRESET_NAMES,
  type PresetName,
  presetOf,
  readDraft,
  type TextField,
  withPreset,
} from "./draft.ts";
import { faultText } from "./faults.ts";
import { RegionalHosts } from "./RegionalHosts.tsx";

const NO_FAULTS: DraftFaults = new Map();

export const Editor = ({ id, draft }: { id: string; draft: Draft }) => {
  const { drafts, ui, clock } = useConsole();
  const words = useWords();
  const { t } = words;
  const [faults, setFaults] = useState(NO_FAULTS);
  const saving = useAsking("profiles.save");
  const form = useRef<HTMLFormElement>(null);

  const change = (next: Draft): void => keepDraft(drafts, id, next);
  const forget = (field: DraftField): void => setFaults((known) => new Map([...known].filter(([other]) => other !== field)));
  const setText = (field: TextField, text: string): void => {
    forget(field);
    change({ ...draft, text: { ...draft.text, [field]: text } });
  };
  const show = (found: DraftFaults): void => {
    setFaults(found);
    // After the faults are drawn, the first of them gets the focus.
    clock.frame(() => form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus());
  };

  const save = async (): Promise<void> => {
    const read = readDraft(draft);
    if (!read.ok) return show(read.faults);
    setFaults(NO_FAULTS);
    const saved = await saving.ask({ id: id === NEW_PROFILE ? null : id, profile: read.profile });
    if (saved === null) return;
    dropDraft(drafts, id);
    drafts.setState({ shown: saved.id });
    say(ui, t(id === NEW_PROFILE ? "profiles.edit.created" : "profiles.edit.saved", { name: read.profile.name }));
  };
  const giveUp = (): void => {
    dropDraft(drafts, id);
    if (id === NEW_PROFILE) drafts.setState({ shown: null });
  };
  /** A field that main refused, by its path in the profile. */
  const refused = saving.error?.field?.replace(/^profile\./, "") ?? null;
  const faultAt = (field: DraftField): string | null => {
    const known = faults.get(field);
    if (known !== undefined) return faultText(field, known, words);
    return refused === field ? faultText(field, faultOf(draft, field), words) : null;
  };
  const field = (name: TextField, more: { placeholder?: string; inputMode?: "decimal" } = {}) => (
    <Field
      label={t(`profiles.field.${name}.label`)}
      help={t(`profiles.field.${name}.help`)}
      tail={isOptional(name, draft) ? t("profiles.edit.optional") : undefined}
      value={draft.text[name]}
      fault={faultAt(name)}
      onText={(text) => setText(name, text)}
      {...more}
    />
  );
  const preset = presetOf(draft);

  return (
    <form
      ref={form}
      className="editor"
      aria-label={t("profiles.edit.label")}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <div className="head">
        <h2>{id === NEW_PROFILE ? t("profiles.edit.newTitle") : t("profiles.edit.title", { name: draft.text.name })}</h2>
      </div>
      <div className="scroller cards">
        <Card title={t("profiles.group.application")}>
          <div className="fields">
            {field("name")}
            <Choice
              label={t("profiles.field.region.label")}
              help={t("profiles.field.region.help")}
              value={draft.region}
              options={REGIONS.map((value) => ({ value, text: t(`profiles.region.${value}`) }))}
              onChoose={(region) => change({ ...draft, region })}
            />
            {field("appId")}
            {field("uid")}
          </div>
        </Card>
        <Card title={t("profiles.group.hosts")}>
          <div className="fields">
            <div className="whole">
              <Radios<PresetName | "own">
                label={t("profiles.preset.label")}
                value={preset ?? "own"}
                options={[
                  ...PRESET_NAMES.map((value) => ({ value, text: t(`profiles.preset.${value}`), help: t(`profiles.preset.${value}Help`) })),
                  ...(preset === null ? [{ value: "own" as const, text: t("profiles.preset.own") }] : []),
                ]}
                onChoose={(name) => name !== "own" && change(withPreset(draft, name))}
              />
            </div>
            {field("headers.token")}
            {field("headers.uid")}
            {field("hosts.primary", { placeholder: "https://api.example.com" })}
            {field("hosts.alternate", { placeholder: "https://api.example.cn" })}
            <div className="whole">
              <Tick
                label={t("profiles.field.insideMainlandChina.label")}
                help={t("profiles.field.insideMainlandChina.help")}
                checked={draft.insideMainlandChina}
                onTick={(insideMainlandChina) => change({ ...draft, insideMainlandChina })}
              />
            </div>
            <RegionalHosts
              draft={draft}
              faultAt={faultAt}
              faulty={[...faults.keys()].some((name) => name.startsWith("hosts.regional"))}
              onChange={(next, name) => {
                forget(name);
                change(next);
              }}
            />
          </div>
        </Card>
        <Card title={t("profiles.group.chat")}>
          <div className="fields">
            {field("chat.appKey", { placeholder: "org#app" })}
            {field("chat.domain", { placeholder: "a1.chat.example.com" })}
          </div>
        </Card>
        <Card title={t("profiles.group.pace")}>
          <div className="fields">
            {field("pollSeconds", { inputMode: "decimal" })}
            {field("requestsPerSecond", { inputMode: "decimal" })}
            <div className="whole">
              <Tick
                label={t("profiles.field.observeOnly.label")}
                help={t("profiles.field.observeOnly.help")}
                checked={draft.observeOnly}
                onTick={(observeOnly) => change({ ...draft, observeOnly })}
              />
            </div>
          </div>
        </Card>
      </div>
      <div className="foot">
        {faults.size > 0 && (
          <p className="fault" role="alert">
            {t("profiles.edit.faults", { count: faults.size })}
          </p>
        )}
        {saving.error !== null && (
          <p className="fault" role="alert">
            {words.error(saving.error)}
          </p>
        )}
        <Waiting since={saving.since} text={t("profiles.edit.saving")} />
        <div className="spring" />
        <button type="button" onClick={giveUp}>
          {t("tray.cancel")}
        </button>
        <button type="submit" className="go" disabled={saving.since !== null}>
          {t("profiles.edit.save")}
        </button>
      </div>
    </form>
  );
};
