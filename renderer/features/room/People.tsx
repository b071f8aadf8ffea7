/** The roster: teachers, then who is here by name, then who has left. */
import { useMemo } from "react";
import type { Person, RoomView } from "../../../shared/model/room.ts";
import { type EventTime, latest } from "../../../shared/model/time.ts";
import { Card, Empty } from "../../components/parts.tsx";
import { useRoving } from "../../components/roving.ts";
import { useSteady } from "../../components/steady.ts";
import { useWords, type Words } from "../../i18n/words.tsx";

const ROLE_ORDER = ["teacher", "assistant", "observer", "student"];
const roleRank = (role: string): number => {
  const rank = ROLE_ORDER.indexOf(role);
  return rank === -1 ? ROLE_ORDER.length : rank;
};

/** Present first; among them by role, then by name; the last to leave first among the others. */
export const rosterOrder = (language: string) => {
  const collator = new Intl.Collator(language, { numeric: true });
  return (a: Person, b: Person): number => {
    if (a.present !== b.present) return a.present ? -1 : 1;
    if (!a.present && a.leftAt !== null && b.leftAt !== null && latest(a.leftAt) !== latest(b.leftAt))
      return latest(b.leftAt) - latest(a.leftAt);
    return roleRank(a.role) - roleRank(b.role) || collator.compare(a.userName, b.userName) || (a.userUuid < b.userUuid ? -1 : 1);
  };
};

const KNOWN_ROLES = ["teacher", "student", "assistant", "observer", "invisible"] as const;
export const roleWord = (role: string, { t }: Words): string => {
  const known = KNOWN_ROLES.find((name) => name === role);
  return known === undefined ? role : t(`room.role.${known}`);
};

/** `since 09:00:27` for an instant; `by 09:00:27` where only the end of an interval is known. */
const entered = (time: EventTime, { t, time: format }: Words): string =>
  t(time.kind === "exact" ? "room.people.here" : "room.people.hereBy", { time: format.hour(latest(time)) });

const gone = ({ leftAt, leftBecause }: Person, { t, time: format }: Words): string => {
  const at = leftAt === null ? "" : format.hour(latest(leftAt));
  const exact = leftAt === null || leftAt.kind === "exact";
  if (leftBecause === "removed") return t(exact ? "room.people.removed" : "room.people.removedBy", { time: at });
  return t(exact ? "room.people.left" : "room.people.leftBy", { time: at });
};

const side = (person: Person, view: RoomView, words: Words): string => {
  const { t } = words;
  if (!person.present) return gone(person, words);
  if (view.hands.some((hand) => hand.userUuid === person.userUuid)) return t("room.people.handUp");
  if (view.stage.some(({ userUuid }) => userUuid === person.userUuid)) return t("room.people.onStage");
  if (person.role !== "student") return roleWord(person.role, words);
  if (person.entries > 1) return t("room.people.timesBack", { count: person.entries - 1 });
  return person.enteredAt === null ? "" : entered(person.enteredAt, words);
};

const mark = (person: Person, view: RoomView): string => {
  if (!person.present) return "";
  if (view.hands.some((hand) => hand.userUuid === person.userUuid)) return "▲";
  return person.role === "teacher" ? "◆" : "";
};

export const People = ({ view, onOpen }: { view: RoomView | null; onOpen(userUuid: string): void }) => {
  const words = useWords();
  const { t, n } = words;
  const people = useMemo(() => (view === null ? [] : Object.values(view.people).sort(rosterOrder(words.language))), [view, words.language]);
  const { order, hold } = useSteady(useMemo(() => people.map(({ userUuid }) => userUuid), [people]));
  const rove = useRoving(order);
  const here = people.filter((person) => person.present).length;
  return (
    <Card
      title={t("room.people.title")}
      className="people"
      tail={t("room.people.summary", { here: n(here), away: n(people.length - here) })}
    >
      {view === null || people.length === 0 ? (
        <Empty low title={view === null ? t("room.empty.waiting") : t("room.people.empty")} />
      ) : (
        <ul className="scroller" aria-label={t("room.people.title")} onKeyDown={rove.onKeyDown} {...hold}>
          {order
            .flatMap((userUuid) => view.people[userUuid] ?? [])
            .map((person) => (
              <li key={person.userUuid}>
                <button
                  type="button"
                  className={`li person-row${person.present ? "" : " dimmed"}`}
                  title={`${person.userName} · ${roleWord(person.role, words)} · ${person.userUuid}`}
                  aria-haspopup="dialog"
                  {...rove.item(person.userUuid)}
                  onClick={() => onOpen(person.userUuid)}
                >
                  <span aria-hidden="true">{mark(person, view)}</span>
                  <span className="cut">
                    {person.role === "teacher" && person.present ? <b>{person.userName}</b> : person.userName || person.userUuid}
                  </span>
                  <span className="side">{side(person, view, words)}</span>
                </button>
              </li>
            ))}
        </ul>
      )}
    </Card>
  );
};
