/** Properties of the room, of its embedded apps and of people, as events have told them; and the room's as the service keeps them. */
import type { Property } from "../../../../shared/model/property.ts";
import type { RoomView } from "../../../../shared/model/room.ts";
import { extAppsOf, plainPropertiesOf } from "../../../../shared/projection/properties.ts";
import { Empty } from "../../../components/parts.tsx";
import { when } from "../../../format/time.ts";
import { useWords } from "../../../i18n/words.tsx";
import { useAsking } from "../../../state/asking.ts";
import { ReadLine } from "./ReadLine.tsx";

const textOf = (value: unknown): string => (typeof value === "string" ? value : (JSON.stringify(value, null, 1) ?? ""));

const Value = ({ value, cut = false }: { value: unknown; cut?: boolean }) => {
  const { t } = useWords();
  return cut ? <em>{t("roomViews.properties.cut")}</em> : <code>{textOf(value)}</code>;
};

export const PropertyRows = ({ properties }: { properties: readonly (readonly [string, Property])[] }) => {
  const { time } = useWords();
  return (
    <dl className="props">
      {properties.map(([name, property]) => (
        <div key={name}>
          <dt className="cut" title={name}>
            {name}
          </dt>
          <dd>
            <Value value={property.value} cut={property.cut} />
          </dd>
          <dd className="faint">{when(property.time, time)}</dd>
        </div>
      ))}
    </dl>
  );
};

export const PlainRows = ({ values }: { values: Readonly<Record<string, unknown>> }) => (
  <dl className="props">
    {Object.entries(values).map(([name, value]) => (
      <div key={name}>
        <dt className="cut" title={name}>
          {name}
        </dt>
        <dd>
          <Value value={value} />
        </dd>
      </div>
    ))}
  </dl>
);

const Told = ({ view }: { view: RoomView }) => {
  const { t, time } = useWords();
  const own = plainPropertiesOf(view);
  const extApps = extAppsOf(view);
  const people = Object.entries(view.userProperties).filter(([, properties]) => Object.keys(properties).length > 0);
  return (
    <>
      <h3>{t("roomViews.properties.room")}</h3>
      {own.length === 0 ? <p className="hint">{t("roomViews.properties.noneTold")}</p> : <PropertyRows properties={own} />}
      {extApps.apps.map(({ id, properties, common }) => (
        <section key={id} aria-label={t("roomViews.properties.app", { app: id })}>
          <h3>
            {t("roomViews.properties.app", { app: id })}
            {extApps.time !== null && <span className="faint"> {when(extApps.time, time)}</span>}
          </h3>
          <PlainRows values={properties} />
          {Object.keys(common).length > 0 && (
            <>
              <h4>{t("roomViews.properties.common")}</h4>
              <PlainRows values={common} />
            </>
          )}
        </section>
      ))}
      {people.map(([userUuid, properties]) => (
        <section key={userUuid} aria-label={t("roomViews.properties.person", { name: view.people[userUuid]?.userName || userUuid })}>
          <h3>{t("roomViews.properties.person", { name: view.people[userUuid]?.userName || userUuid })}</h3>
          <PropertyRows properties={Object.entries(properties)} />
        </section>
      ))}
    </>
  );
};

export const PropertiesView = ({ roomUuid, view }: { roomUuid: string; view: RoomView }) => {
  const { t } = useWords();
  const asking = useAsking("room.facts");
  const { answer } = asking;
  return (
    <section className="card" aria-label={t("roomViews.tab.properties")}>
      <ReadLine asking={asking} readAt={answer?.readAt ?? null} onRead={() => void asking.ask({ roomUuid })} />
      {answer?.capabilities.propertyEvents === "lacking" && <p className="warn2 pad">{t("roomViews.properties.noEvents")}</p>}
      <div className="scroller told" tabIndex={0} role="group" aria-label={t("roomViews.tab.properties")}>
        <Told view={view} />
        {answer !== null && (
          <section aria-label={t("roomViews.properties.stored")}>
            <h3>{t("roomViews.properties.stored")}</h3>
            {answer.facts === null ? (
              <Empty low title={t("roomViews.properties.cannotBeRead")} />
            ) : (
              <PlainRows values={answer.facts.properties} />
            )}
          </section>
        )}
      </div>
    </section>
  );
};
