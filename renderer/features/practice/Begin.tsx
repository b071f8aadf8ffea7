/** Choosing another rehearsal. It ends the present one, so it is asked first. */
import { useState } from "react";
import { FEATURE_NAMES, type FeatureName, type RehearsalPlan, SCENARIO_NAMES } from "../../../shared/model/rehearsal.ts";
import { Dialog, DialogFoot } from "../../components/Dialog.tsx";
import { Choice, TextField, Tick } from "../../components/fields.tsx";
import { Card } from "../../components/parts.tsx";
import { Waiting } from "../../components/Waiting.tsx";
import { useWords } from "../../i18n/words.tsx";
import { useAsking } from "../../state/asking.ts";
import { useConsole, useUi } from "../../state/console.ts";
import { say } from "../../state/ui.ts";

const SPEEDS = ["1", "2", "5", "10", "60"] as const;

const readSeed = (text: string): number | null => (/^-?\d{1,15}$/.test(text.trim()) ? Number(text) : null);

const Confirm = ({ plan }: { plan: RehearsalPlan }) => {
  const { ui } = useConsole();
  const words = useWords();
  const { t } = words;
  const beginning = useAsking("practice.begin");
  const scenario = t(`practice.scenario.${plan.scenario}`);
  const close = (): void => ui.setState({ dialog: null });
  const begin = async (): Promise<void> => {
    if ((await beginning.ask(plan)) === null) return;
    close();
    say(ui, t("practice.begin.done", { scenario }));
  };
  return (
    <Dialog title={t("practice.begin.confirmTitle")} onClose={close}>
      <p>{t("practice.begin.effect", { scenario })}</p>
      {beginning.error !== null && (
        <p className="fault" role="alert">
          {words.error(beginning.error)}
        </p>
      )}
      <DialogFoot
        leave={t("tray.cancel")}
        onLeave={close}
        safe
        beside={<Waiting since={beginning.since} text={t("practice.begin.beginning")} />}
      >
        <button type="button" className="end filled" disabled={beginning.since !== null} onClick={() => void begin()}>
          {t("practice.begin.confirm")}
        </button>
      </DialogFoot>
    </Dialog>
  );
};

export const Begin = ({ present }: { present: RehearsalPlan }) => {
  const { ui } = useConsole();
  const { t } = useWords();
  const asked = useUi((state) => state.dialog === "beginRehearsal");
  const [plan, setPlan] = useState(present);
  const [seedText, setSeedText] = useState(String(present.seed));
  const seed = readSeed(seedText);
  const lack = (name: FeatureName, lacking: boolean): void =>
    setPlan({ ...plan, without: FEATURE_NAMES.filter((known) => (known === name ? lacking : plan.without.includes(known))) });
  return (
    <Card title={t("practice.begin.title")}>
      <form
        className="fields"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (seed !== null) ui.setState({ dialog: "beginRehearsal" });
        }}
      >
        <Choice
          label={t("practice.begin.scenario")}
          help={t(`practice.scenarioHint.${plan.scenario}`)}
          value={plan.scenario}
          options={SCENARIO_NAMES.map((value) => ({ value, text: t(`practice.scenario.${value}`) }))}
          onChoose={(scenario) => setPlan({ ...plan, scenario })}
        />
        <Choice
          label={t("practice.begin.speed")}
          value={String(plan.speed)}
          options={[...new Set([...SPEEDS, String(present.speed)])].map((value) => ({
            value,
            text: t("practice.begin.speedOf", { speed: value }),
          }))}
          onChoose={(speed) => setPlan({ ...plan, speed: Number(speed) })}
        />
        <TextField
          label={t("practice.begin.seed")}
          help={t("practice.begin.seedHelp")}
          inputMode="numeric"
          value={seedText}
          fault={seed === null ? t("practice.begin.seedWrong") : null}
          onText={setSeedText}
        />
        <fieldset className="lacks">
          <legend>{t("practice.begin.without")}</legend>
          {FEATURE_NAMES.map((name) => (
            <Tick
              key={name}
              label={t(`practice.begin.feature.${name}`)}
              checked={plan.without.includes(name)}
              onTick={(lacking) => lack(name, lacking)}
            />
          ))}
        </fieldset>
        <div className="dialog-do whole">
          <button type="submit" className="go">
            {t("practice.begin.ask")}
          </button>
        </div>
      </form>
      {asked && seed !== null && <Confirm plan={{ ...plan, seed }} />}
    </Card>
  );
};
