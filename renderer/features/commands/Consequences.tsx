/** Whom a command meets, as far as is known at this moment: the people of one room, or the list of many. */
import type { BulkPlan } from "../../../shared/bulkPlan.ts";
import { asOf } from "../../../shared/model/freshness.ts";
import { isRecording, ROOM_STATE, type RoomDetail } from "../../../shared/model/room.ts";
import { Rich } from "../../components/Rich.tsx";
import { useWords } from "../../i18n/words.tsx";
import { useConnection, useNow } from "../../state/console.ts";
import { ageText } from "../frame/ageText.ts";
import { freshnessOf } from "../wall/order.ts";
import type { Values } from "./form.ts";
import { commandEffect } from "./names.ts";

type Asked = { name: string; input: Values };

const NAMES_SHOWN = 40;

const People = ({ detail }: { detail: RoomDetail }) => {
  const { t, n, language } = useWords();
  const here = Object.values(detail.view.people).filter((person) => person.present);
  const names = here.map((person) => person.userName || person.userUuid).sort((a, b) => a.localeCompare(b, language));
  if (here.length === 0) return <p>{t("room.endDialog.nobody")}</p>;
  return (
    <>
      <p>
        <Rich text={t("room.endDialog.people", { count: here.length })} />
      </p>
      <div className="names">
        {names.slice(0, NAMES_SHOWN).map((name, index) => (
          // Two people may have one name.
          <span key={`${index} ${name}`}>{name}</span>
        ))}
        {names.length > NAMES_SHOWN && <em>{t("room.endDialog.more", { n: n(names.length - NAMES_SHOWN) })}</em>}
      </div>
    </>
  );
};

/** How old what is shown here may be. */
const AsOf = ({ summary }: Pick<RoomDetail, "summary">) => {
  const words = useWords();
  const now = useNow();
  const connection = useConnection();
  const provedUntil = connection === null ? null : asOf(summary.proof, connection.chain);
  if (provedUntil === null) return null;
  const live = freshnessOf(summary, connection, now) === "live";
  return (
    <p className={live ? "hint" : "warn2"}>
      {words.t(live ? "room.endDialog.asOf" : "room.endDialog.old", { age: ageText(now - provedUntil, words) })}
    </p>
  );
};

const endsRecording = ({ name, input }: Asked): boolean =>
  name === "room.setState" && (input["state"] === ROOM_STATE.ended || input["state"] === ROOM_STATE.closed);

type OneRoomProps = { asked: Asked; detail: RoomDetail | null; misfit: string | null; dangerous: boolean };

export const OneRoom = ({ asked, detail, misfit, dangerous }: OneRoomProps) => {
  const words = useWords();
  const { t } = words;
  const meetsAll = dangerous && !asked.name.startsWith("person.") && !asked.name.startsWith("userProperties.");
  return (
    <div className="consequences">
      {detail !== null && meetsAll && <People detail={detail} />}
      <p>{commandEffect(asked, words)}</p>
      {detail !== null && endsRecording(asked) && isRecording(detail.summary) && <p>{t("room.endDialog.recording")}</p>}
      {misfit !== null && <p className="warn2">{t("ask.bringsNothing", { reason: words.code("misfits", misfit) })}</p>}
      {detail !== null && dangerous && <AsOf summary={detail.summary} />}
    </div>
  );
};

export const ManyRooms = ({ plan, asked }: { plan: BulkPlan; asked: Asked }) => {
  const words = useWords();
  const { t } = words;
  const { included, excluded, effect } = plan;
  return (
    <div className="consequences">
      <p>{commandEffect(asked, words)}</p>
      {included.length > 0 && (
        <>
          <p>
            <b>{t("ask.included", { count: included.length })}</b> {effect.people > 0 && t("ask.effectPeople", { count: effect.people })}{" "}
            {effect.recordings > 0 && t("ask.effectRecordings", { count: effect.recordings })}
          </p>
          <div className="names scroller" tabIndex={0} role="group" aria-label={t("ask.included", { count: included.length })}>
            {included.map(({ roomUuid, name }, index) => (
              // A room may be meant twice, with something else each time.
              <span key={`${index} ${roomUuid}`}>{name}</span>
            ))}
          </div>
        </>
      )}
      {excluded.length > 0 && (
        <>
          <p>
            <b>{t("ask.excluded", { count: excluded.length })}</b>
          </p>
          <ul className="excluded scroller" tabIndex={0} aria-label={t("ask.excluded", { count: excluded.length })}>
            {excluded.map(({ roomUuid, name, reason }, index) => (
              <li key={`${index} ${roomUuid}`}>{t("ask.excludedLine", { room: name, reason: words.code("misfits", reason) })}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
};
