/** Finds events: in one room by text, kind, person and time; or one person's in every room. */
import { useState } from "react";
import { useStore } from "zustand";
import type { Found, KindChoice } from "../../../shared/model/past.ts";
import { latest } from "../../../shared/model/time.ts";
import { Choice, Radios, TextField } from "../../components/fields.tsx";
import { Empty } from "../../components/parts.tsx";
import { Waiting } from "../../components/Waiting.tsx";
import { useWords } from "../../i18n/words.tsx";
import { useAsking } from "../../state/asking.ts";
import { useConsole } from "../../state/console.ts";
import type { PastPlaceState } from "../../state/ui.ts";
import { cmdsOf, KINDS, type Kind, NAMED_CMDS } from "../room/kinds.ts";
import { Entries } from "./Entries.tsx";

const HITS = 100;
type Scope = "room" | "person";

const choiceOf = (kind: Kind | "all"): KindChoice | null =>
  kind === "all" ? null : kind === "other" ? { except: [...NAMED_CMDS] } : { only: [...cmdsOf(kind)] };

/** Minutes back from now, as text; "" for all. */
const BACK = ["", "10", "60", "240"] as const;

export const Search = ({ place, change }: { place: PastPlaceState; change(part: Partial<PastPlaceState>): void }) => {
  const words = useWords();
  const { t, n } = words;
  const { rooms, now } = useConsole();
  const items = useStore(rooms, (state) => state.items);
  const [scope, setScope] = useState<Scope>(place.roomUuid === null && items.size !== 1 ? "person" : "room");
  const [text, setText] = useState("");
  const [kind, setKind] = useState<Kind | "all">("all");
  const [who, setWho] = useState("");
  const [back, setBack] = useState<(typeof BACK)[number]>("");
  const [person, setPerson] = useState<{ userUuid: string; userName: string } | null>(null);
  const search = useAsking("past.search");
  const people = useAsking("past.people");
  const roomUuid = place.roomUuid ?? [...items.keys()][0] ?? null;

  const common = () => ({
    text: text.trim(),
    kinds: choiceOf(kind),
    from: back === "" ? null : now.getState().server - Number(back) * 60_000,
    to: null,
    before: null,
    limit: HITS,
  });
  const inRoom = (): void => {
    if (roomUuid === null) return;
    void search.ask({ ...common(), roomUuid, userUuid: who.trim() === "" ? null : who.trim() });
  };
  const choose = (chosen: { userUuid: string; userName: string }): void => {
    setPerson(chosen);
    void search.ask({ ...common(), text: "", roomUuid: null, userUuid: chosen.userUuid });
  };
  const submit = (): void => {
    if (scope === "room") return inRoom();
    setPerson(null);
    search.drop();
    if (text.trim() !== "") void people.ask({ text: text.trim() });
  };

  const nameOf = (id: string): string => items.get(id)?.name ?? id;
  const hits = search.answer?.hits ?? null;
  const lookBack = (found: Found) =>
    found.entry.kind === "event" ? (
      <button
        type="button"
        className="quiet small"
        onClick={() => change({ view: "rewind", roomUuid: found.roomUuid, at: Math.ceil(latest(eventOf(found).time) / 1_000) * 1_000 })}
      >
        {scope === "person" ? nameOf(found.roomUuid) : t("past.lookThen")}
      </button>
    ) : null;

  return (
    <div className="search-past">
      <form
        className="search-form"
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Radios<Scope>
          label={t("past.search.scope")}
          value={scope}
          options={[
            { value: "room", text: t("past.search.inRoom") },
            { value: "person", text: t("past.search.aPerson") },
          ]}
          onChoose={(chosen) => {
            setScope(chosen);
            search.drop();
            people.drop();
          }}
        />
        {scope === "room" && (
          <Choice
            label={t("past.search.room")}
            value={roomUuid ?? ""}
            options={[...items.values()].map((room) => ({ value: room.roomUuid, text: room.name }))}
            onChoose={(chosen) => change({ roomUuid: chosen })}
          />
        )}
        <TextField
          label={scope === "room" ? t("past.search.text") : t("past.search.nameOrId")}
          value={text}
          maxLength={200}
          onText={setText}
          autoFocus
        />
        <Choice<Kind | "all">
          label={t("past.search.kind")}
          value={kind}
          options={(["all", ...KINDS] as const).map((value) => ({ value, text: t(`timeline.kinds.${value}`) }))}
          onChoose={setKind}
        />
        {scope === "room" && <TextField label={t("past.search.personId")} value={who} maxLength={300} onText={setWho} />}
        <Choice<(typeof BACK)[number]>
          label={t("past.search.time")}
          value={back}
          options={BACK.map((value) => ({
            value,
            text: value === "" ? t("past.search.anyTime") : t("past.search.lastMinutes", { n: value }),
          }))}
          onChoose={setBack}
        />
        <button type="submit" className="go">
          {t("past.search.do")}
        </button>
        <Waiting since={search.since ?? people.since} text={t("past.search.searching")} onStop={search.drop} />
      </form>
      {[search.error, people.error].map((error, index) =>
        error === null || error.reason === "cancelled" ? null : (
          <p key={index} className="fault" role="alert">
            {words.error(error)}
          </p>
        ),
      )}
      {scope === "person" && people.answer !== null && (
        <ul className="people-found card scroller" aria-label={t("past.search.people")} tabIndex={0}>
          {people.answer.people.map((one) => (
            <li key={one.userUuid}>
              <button type="button" className={person?.userUuid === one.userUuid ? "chip on" : "chip"} onClick={() => choose(one)}>
                {one.userName || one.userUuid} <span className="dimmed">{one.userUuid}</span>{" "}
                <b>{t("past.search.inRooms", { count: one.roomUuids.length })}</b>
              </button>
            </li>
          ))}
          {people.answer.people.length === 0 && <li className="dimmed">{t("past.search.nobody")}</li>}
        </ul>
      )}
      {hits !== null && (
        <section className="card" aria-label={t("past.search.found")}>
          <header>
            <h2>
              <span role="status">
                {search.answer?.more
                  ? t("past.search.foundMore", { n: n(hits.length) })
                  : t("past.search.foundAll", { count: hits.length })}
              </span>
            </h2>
          </header>
          {hits.length === 0 ? (
            <Empty low title={t("past.search.none")} />
          ) : (
            <Entries label={t("past.search.found")} found={hits} view={null} tail={lookBack} />
          )}
        </section>
      )}
    </div>
  );
};

const eventOf = ({ entry }: Found) => {
  if (entry.kind !== "event") throw new Error("only events are found by a search");
  return entry.event;
};
