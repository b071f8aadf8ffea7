/** The hosts of the areas, and what is deployed at each of them. */
import { AREAS, type Area, SERVICES } from "../../../shared/model/profile.ts";
import { TextField } from "../../components/fields.tsx";
import { useWords } from "../../i18n/words.tsx";
import { type Draft, type DraftField, hasRegional, servicesOf, withService } from "./draft.ts";

type Props = {
  draft: Draft;
  faultAt(field: DraftField): string | null;
  /** The profile changed at this field. */
  onChange(draft: Draft, field: DraftField): void;
};

const Services = ({ draft, area, faultAt, onChange }: Props & { area: Area }) => {
  const { t } = useWords();
  const field = `hosts.regional.${area}.services` as const;
  const fault = faultAt(field);
  return (
    <fieldset className="services">
      <legend>
        {t("profiles.field.hosts.regional.services")} <span className="unseen">{area}</span>
      </legend>
      {SERVICES.map((service) => (
        <label key={service}>
          <input
            type="checkbox"
            aria-invalid={fault !== null}
            checked={servicesOf(draft, area).includes(service)}
            onChange={(event) => onChange(withService(draft, area, service, event.target.checked), field)}
          />
          {t(`profiles.field.hosts.regional.service.${service}`)}
        </label>
      ))}
      {fault !== null && <p className="fault">{fault}</p>}
    </fieldset>
  );
};

export const RegionalHosts = (props: Props & { faulty: boolean }) => {
  const { draft, faultAt, onChange, faulty } = props;
  const { t } = useWords();
  return (
    <details className="whole" open={hasRegional(draft) || faulty || undefined}>
      <summary>{t("profiles.field.hosts.regional.label")}</summary>
      <p className="hint">{t("profiles.field.hosts.regional.help")}</p>
      <div className="fields inner">
        {AREAS.map((area) => (
          <div key={area} className="area">
            <TextField
              label={area}
              placeholder={`https://api-${area}.example.com`}
              value={draft.regional[area] ?? ""}
              fault={faultAt(`hosts.regional.${area}`)}
              onText={(text) => onChange({ ...draft, regional: { ...draft.regional, [area]: text } }, `hosts.regional.${area}`)}
            />
            {(draft.regional[area] ?? "").trim() !== "" && <Services {...props} area={area} />}
          </div>
        ))}
      </div>
    </details>
  );
};
