/** When it shall leave: now, at a time, in a while, or by the room's schedule. */
import { dueAtOf } from "../../../shared/due.ts";
import type { When } from "../../../shared/model/command.ts";
import type { Schedule } from "../../../shared/model/room.ts";
import { Choice, Radios, TextField } from "../../components/fields.tsx";
import { duration } from "../../format/time.ts";
import { useWords } from "../../i18n/words.tsx";
import { useNow, useSettings } from "../../state/console.ts";
import type { Draft } from "./fields.ts";
import { WHEN_BY, WHEN_FIELDS, whenBy } from "./when.ts";

type WhenFieldProps = {
  draft: Draft;
  /** Whether the room has a schedule to go by: one that is yet to be made has none. */
  scheduled: boolean;
  /** What has been read of it; null: now, or not readable. */
  when: When | null;
  /** Of each room that is meant. */
  schedules: readonly (Schedule | null)[];
  faultAt(key: string): string | null;
  onText(key: string, text: string): void;
};

const SIDES = ["after", "before"] as const;
const FROM = ["start", "end"] as const;

export const WhenField = ({ draft, scheduled, when, schedules, faultAt, onText }: WhenFieldProps) => {
  const { t, time } = useWords();
  const { timeZone } = useSettings();
  const now = useNow();
  const by = whenBy(draft);
  const due = when === null ? [] : schedules.map((schedule) => dueAtOf(when, now, schedule));
  // Of many rooms those that have none are left out of the plan, with the reason.
  const unknown = due.filter((at) => at === null).length;
  const [first] = due;
  const said = (): string | null => {
    if (when === null || due.length === 0) return null;
    if (due.length > 1 && when.by === "schedule") return t("when.dueVarious");
    return first == null ? null : t("when.due", { time: time.moment(first, now), left: duration(first - now) });
  };
  const zone = timeZone === "system" ? Intl.DateTimeFormat().resolvedOptions().timeZone : timeZone;
  return (
    <div className="when whole">
      <Radios
        label={t("when.label")}
        value={by}
        options={WHEN_BY.filter((value) => scheduled || value !== "schedule").map((value) => ({ value, text: t(`when.by.${value}`) }))}
        onChoose={(value) => onText(WHEN_FIELDS.by, value)}
      />
      {by === "clock" && (
        <TextField
          label={t("when.at")}
          help={t("when.atHelp", { zone })}
          type="datetime-local"
          step={1}
          value={draft[WHEN_FIELDS.at] ?? ""}
          fault={faultAt(WHEN_FIELDS.at)}
          onText={(text) => onText(WHEN_FIELDS.at, text)}
        />
      )}
      {(by === "delay" || by === "schedule") && (
        <div className="line">
          <TextField
            label={t(by === "delay" ? "when.minutes" : "when.offset")}
            inputMode="decimal"
            value={draft[WHEN_FIELDS.amount] ?? ""}
            fault={faultAt(WHEN_FIELDS.amount)}
            onText={(text) => onText(WHEN_FIELDS.amount, text)}
          />
          {by === "schedule" && (
            <>
              <Choice
                label={t("when.side.label")}
                value={draft[WHEN_FIELDS.side] === "before" ? "before" : "after"}
                options={SIDES.map((value) => ({ value, text: t(`when.side.${value}`) }))}
                onChoose={(side) => onText(WHEN_FIELDS.side, side)}
              />
              <Choice
                label={t("when.from.label")}
                value={draft[WHEN_FIELDS.from] === "end" ? "end" : "start"}
                options={FROM.map((value) => ({ value, text: t(`when.from.${value}`) }))}
                onChoose={(from) => onText(WHEN_FIELDS.from, from)}
              />
            </>
          )}
        </div>
      )}
      {said() !== null && (
        <p>
          {said()} <span className="hint">{t("when.awake")}</span>
        </p>
      )}
      {unknown > 0 && <p className="warn2">{t("when.noSchedule")}</p>}
    </div>
  );
};
