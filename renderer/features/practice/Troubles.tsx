/** Trouble by switch, and what the scenario or another program has ordered. */
import { useState } from "react";
import { type Rehearsal, TROUBLE_NAMES, type TroubleName, type TroubleState } from "../../../shared/model/rehearsal.ts";
import { Tick } from "../../components/fields.tsx";
import { Card } from "../../components/parts.tsx";
import { useWords } from "../../i18n/words.tsx";
import { useAsking } from "../../state/asking.ts";

const GROUPS = {
  network: ["latency", "loss", "resets", "halfAnswers", "wrongBodies", "names", "deadHost", "stop"],
  service: ["refusedTokens", "expiredTokens", "tooMany", "tooManyWithDelay", "internal", "unavailable"],
  events: ["duplicates", "late", "clockOff"],
} as const satisfies Record<string, readonly TroubleName[]>;

const isSwitch = (name: string): name is TroubleName => TROUBLE_NAMES.some((known) => known === name);

const Other = ({ trouble, now }: { trouble: TroubleState; now: number }) => {
  const { code, t, time } = useWords();
  const name = code("troubleKinds", trouble.name);
  return (
    <li>
      {trouble.scheduled && trouble.until !== null
        ? t("practice.trouble.scheduled", { name, until: time.moment(trouble.until, now) })
        : t("practice.trouble.ordered", { name })}
    </li>
  );
};

export const Troubles = ({ rehearsal, now }: { rehearsal: Rehearsal; now: number }) => {
  const words = useWords();
  const { t } = words;
  const turning = useAsking("practice.trouble");
  /** What was just asked for: shown at once, until the cloud says the same. */
  const [wanted, setWanted] = useState<{ name: TroubleName; on: boolean } | null>(null);
  const isOurs = ({ name, scheduled }: TroubleState): boolean => isSwitch(name) && !scheduled;
  const on = new Set(rehearsal.troubles.filter(isOurs).map(({ name }) => name));
  if (wanted !== null && on.has(wanted.name) === wanted.on) setWanted(null);
  const turn = async (name: TroubleName, want: boolean): Promise<void> => {
    setWanted({ name, on: want });
    if ((await turning.ask({ name, on: want })) === null) setWanted(null);
  };
  const others = rehearsal.troubles.filter((trouble) => trouble.active && !isOurs(trouble));
  return (
    <Card title={t("practice.trouble.title")}>
      <div className="note">
        <p className="hint">{t("practice.trouble.hint")}</p>
        {others.length > 0 && (
          <ul className="warn2">
            {others.map((trouble) => (
              <Other key={trouble.id} trouble={trouble} now={now} />
            ))}
          </ul>
        )}
        {turning.error !== null && (
          <p className="fault" role="alert">
            {words.error(turning.error)}
          </p>
        )}
      </div>
      <div className="switches">
        {Object.entries(GROUPS).map(([group, names]) => (
          <fieldset key={group}>
            <legend>{t(`practice.trouble.${group as keyof typeof GROUPS}`)}</legend>
            {names.map((name) => (
              <Tick
                key={name}
                label={t(`practice.trouble.name.${name}`)}
                checked={wanted?.name === name ? wanted.on : on.has(name)}
                onTick={(want) => void turn(name, want)}
              />
            ))}
          </fieldset>
        ))}
      </div>
    </Card>
  );
};
