/** What this workstation's user prefers. Each change is kept at once. */
import { Select } from "@mantine/core";
import { type ReactNode, useEffect, useId, useMemo, useState } from "react";
import { useStore } from "zustand";
import { type Settings, ZOOM } from "../../../shared/model/settings.ts";
import { timeFormat } from "../../format/time.ts";
import { useWords } from "../../i18n/words.tsx";
import { useConsole, useNow, useProfile, useSettings } from "../../state/console.ts";
import { say } from "../../state/ui.ts";
import type { Beeper } from "../alarms/sound.ts";

const useChange = () => {
  const { bridge, ui } = useConsole();
  const words = useWords();
  return async (change: Partial<Settings>): Promise<void> => {
    const answer = await bridge.call("settings.change", change);
    if (!answer.ok) say(ui, words.error(answer.error), "bad");
  };
};

const Segments = <V extends string>({
  label,
  value,
  options,
  onChange,
}: {
  label: string;
  value: V;
  options: { value: V; text: string }[];
  onChange: (value: V) => void;
}) => (
  <div className="setting">
    <span className="label">{label}</span>
    <div className="segments" role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <button type="button" role="radio" key={option.value} aria-checked={option.value === value} onClick={() => onChange(option.value)}>
          {option.text}
        </button>
      ))}
    </div>
  </div>
);

const Setting = ({ label, hint, children }: { label: string; hint?: string; children: (id: string) => ReactNode }) => {
  const id = useId();
  return (
    <div className="setting">
      <label htmlFor={id}>{label}</label>
      <div className="value">{children(id)}</div>
      {hint && <p className="hint">{hint}</p>}
    </div>
  );
};

const Zoom = () => {
  const { t, language } = useWords();
  const { zoom } = useSettings();
  const change = useChange();
  const step = (by: number): void => void change({ zoom: Math.round(Math.min(ZOOM.max, Math.max(ZOOM.min, zoom + by)) * 10) / 10 });
  return (
    <div className="setting">
      <span className="label">{t("settings.zoom.label")}</span>
      <div className="value">
        <button type="button" aria-label={t("settings.zoom.smaller")} disabled={zoom <= ZOOM.min} onClick={() => step(-ZOOM.step)}>
          −
        </button>
        <output>{new Intl.NumberFormat(language, { style: "percent" }).format(zoom)}</output>
        <button type="button" aria-label={t("settings.zoom.larger")} disabled={zoom >= ZOOM.max} onClick={() => step(ZOOM.step)}>
          +
        </button>
      </div>
      <p className="hint">{t("settings.zoom.hint")}</p>
    </div>
  );
};

const SYSTEM = "system";

const TimeZone = () => {
  const { t, language } = useWords();
  const { timeZone } = useSettings();
  const change = useChange();
  const now = useNow();
  const options = useMemo(() => {
    const local = Intl.DateTimeFormat().resolvedOptions().timeZone;
    // The runtime's list leaves UTC out, which a centre may well want.
    const zones = [...new Set(["UTC", ...Intl.supportedValuesOf("timeZone")])];
    return [
      { value: SYSTEM, label: t("settings.timeZone.system", { zone: local }) },
      ...zones.map((zone) => ({ value: zone, label: zone.replaceAll("_", " ") })),
    ];
  }, [t]);
  return (
    <Setting label={t("settings.timeZone.label")} hint={t("settings.timeZone.hint", { time: timeFormat(language, timeZone).full(now) })}>
      {(id) => (
        <Select
          id={id}
          data={options}
          value={timeZone}
          searchable
          allowDeselect={false}
          limit={200}
          nothingFoundMessage={t("settings.timeZone.nothing")}
          comboboxProps={{ withinPortal: false, transitionProps: { duration: 0 }, position: "bottom-start" }}
          onChange={(value) => void change({ timeZone: value ?? SYSTEM })}
        />
      )}
    </Setting>
  );
};

/** Kept when the field is left or Enter is pressed, not with each letter. */
const Operator = () => {
  const { t } = useWords();
  const { operator } = useSettings();
  const change = useChange();
  const [name, setName] = useState(operator);
  useEffect(() => setName(operator), [operator]);
  const keep = (): void => {
    if (name.trim() !== operator) void change({ operator: name.trim() });
  };
  return (
    <Setting label={t("settings.operator.label")} hint={t("settings.operator.hint")}>
      {(id) => (
        <input
          id={id}
          type="text"
          value={name}
          maxLength={60}
          placeholder={t("settings.operator.placeholder")}
          onChange={(event) => setName(event.target.value)}
          onBlur={keep}
          onKeyDown={(event) => event.key === "Enter" && keep()}
        />
      )}
    </Setting>
  );
};

const About = () => {
  const { info } = useConsole();
  const { t } = useWords();
  const profile = useProfile();
  const about = useStore(info, (state) => state.value);
  const rows: [string, string][] = [
    [t("settings.about.version"), about?.version ?? ""],
    [t("settings.about.mode"), about === null ? "" : t(`settings.about.${about.mode}`)],
    [t("settings.about.profile"), profile?.name ?? ""],
    [t("settings.about.cloud"), profile === null ? "" : t("header.region", { region: profile.region })],
    [t("settings.about.app"), profile?.appId ?? ""],
    [t("settings.about.certificate"), profile === null ? "" : t(`settings.certificate.${profile.certificate}`)],
  ];
  return (
    <dl className="facts-list">
      {rows.map(([name, value]) => (
        <div key={name} style={{ display: "contents" }}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
};

export const SettingsPlace = ({ beeper }: { beeper: Beeper }) => {
  const { ui } = useConsole();
  const { t } = useWords();
  const { language, theme, sound } = useSettings();
  const change = useChange();
  return (
    <section className="page" aria-label={t("settings.title")}>
      <div className="bar">
        <h1>{t("settings.title")}</h1>
      </div>
      <div className="scroller" tabIndex={0} role="group" aria-label={t("settings.title")}>
        <div className="settings">
          <section aria-label={t("settings.group.look")}>
            <h2>{t("settings.group.look")}</h2>
            <Segments
              label={t("settings.language.label")}
              value={language}
              options={(["system", "en", "zh"] as const).map((value) => ({ value, text: t(`settings.language.${value}`) }))}
              onChange={(value) => void change({ language: value })}
            />
            <Segments
              label={t("settings.theme.label")}
              value={theme}
              options={(["system", "light", "dark"] as const).map((value) => ({ value, text: t(`settings.theme.${value}`) }))}
              onChange={(value) => void change({ theme: value })}
            />
            <Zoom />
            <TimeZone />
          </section>
          <section aria-label={t("settings.group.work")}>
            <h2>{t("settings.group.work")}</h2>
            <Operator />
            <Setting label={t("settings.sound.label")} hint={t("settings.sound.hint")}>
              {(id) => (
                <>
                  <input id={id} type="checkbox" checked={sound} onChange={(event) => void change({ sound: event.target.checked })} />
                  <button type="button" className="small" onClick={beeper.beep}>
                    {t("settings.sound.test")}
                  </button>
                </>
              )}
            </Setting>
          </section>
          <section aria-label={t("settings.group.about")}>
            <h2>{t("settings.group.about")}</h2>
            <About />
            <div className="setting">
              <div className="value">
                <button type="button" onClick={() => ui.setState({ place: { name: "profiles" } })}>
                  {t("settings.about.profiles")}
                </button>
              </div>
            </div>
          </section>
        </div>
      </div>
    </section>
  );
};
