/** One person of the room: what the events have told, and what the service says now (operation 7). */
import { useEffect } from "react";
import type { Person, RoomView } from "../../../../shared/model/room.ts";
import { latest } from "../../../../shared/model/time.ts";
import { propertiesOf } from "../../../../shared/projection/properties.ts";
import { Dialog } from "../../../components/Dialog.tsx";
import { duration, when } from "../../../format/time.ts";
import { useWords } from "../../../i18n/words.tsx";
import { useAsking } from "../../../state/asking.ts";
import { useNow } from "../../../state/console.ts";
import { PersonActions } from "../../commands/RoomActions.tsx";
import { roleWord } from "../People.tsx";
import { PlainRows, PropertyRows } from "./PropertiesView.tsx";
import { ReadLine } from "./ReadLine.tsx";

const Told = ({ person, view }: { person: Person; view: RoomView }) => {
  const words = useWords();
  const { t, n, time } = words;
  const now = useNow();
  const { userUuid } = person;
  const stage = view.stage.find((member) => member.userUuid === userUuid);
  const hand = view.hands.find((raised) => raised.userUuid === userUuid);
  const rows: [string, string][] = [
    [t("roomViews.person.id"), userUuid],
    [t("roomViews.person.role"), roleWord(person.role, words) || "–"],
    [t("roomViews.person.here"), t(person.present ? "roomViews.person.inside" : "roomViews.person.away")],
    [t("roomViews.person.entered"), person.enteredAt === null ? "–" : when(person.enteredAt, time)],
    [t("roomViews.person.left"), person.leftAt === null ? "–" : when(person.leftAt, time)],
    [t("roomViews.person.entries"), n(person.entries)],
    [
      t("roomViews.person.stage"),
      stage === undefined ? t("roomViews.person.no") : t("roomViews.person.since", { time: when(stage.since, time) }),
    ],
    [t("roomViews.person.hand"), hand === undefined ? t("roomViews.person.no") : duration(now - latest(hand.since))],
    [t("roomViews.person.rewards"), n(view.rewards[userUuid]?.count ?? 0)],
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

export const PersonDialog = ({
  roomUuid,
  person,
  view,
  onClose,
}: {
  roomUuid: string;
  person: Person;
  view: RoomView;
  onClose(): void;
}) => {
  const words = useWords();
  const { t, time } = words;
  const asking = useAsking("room.userState");
  const { ask, answer } = asking;
  const { userUuid } = person;
  useEffect(() => void ask({ roomUuid, userUuid }), [ask, roomUuid, userUuid]);
  const told = Object.entries(propertiesOf(view, userUuid));
  const user = answer?.user;
  return (
    <Dialog title={person.userName || userUuid} big onClose={onClose}>
      <div className="person">
        <section aria-label={t("roomViews.person.told")}>
          <h3>{t("roomViews.person.told")}</h3>
          <Told person={person} view={view} />
          {told.length > 0 && <PropertyRows properties={told} />}
        </section>
        <section aria-label={t("roomViews.person.service")}>
          <h3>{t("roomViews.person.service")}</h3>
          <ReadLine asking={asking} readAt={answer?.readAt ?? null} onRead={() => void ask({ roomUuid, userUuid })} />
          {user !== undefined && (
            <>
              <dl className="facts-list">
                <dt>{t("roomViews.person.here")}</dt>
                <dd>{user.online === null ? "–" : t(user.online ? "roomViews.person.inside" : "roomViews.person.away")}</dd>
                <dt>{t("roomViews.person.role")}</dt>
                <dd>{roleWord(user.role, words) || "–"}</dd>
                <dt>{t("roomViews.person.stream")}</dt>
                <dd>{user.streamUuid ?? "–"}</dd>
                <dt>{t("roomViews.person.updated")}</dt>
                <dd>{user.updatedAt === null ? "–" : time.full(user.updatedAt)}</dd>
              </dl>
              {Object.keys(user.properties).length > 0 && <PlainRows values={user.properties} />}
            </>
          )}
        </section>
      </div>
      <div className="dialog-do wraps">
        <PersonActions roomUuid={roomUuid} userUuid={userUuid} />
        <div className="spring" />
        <button type="button" data-autofocus onClick={onClose}>
          {t("roomViews.person.close")}
        </button>
      </div>
    </Dialog>
  );
};
