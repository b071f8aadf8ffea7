/** Removes old rooms from the disk: what is meant, what would go, a person's word for it, and how far it is. Nothing goes before its export was read back. */
import { useMemo, useState } from "react";
import { useStore } from "zustand";
import type { RemovalChoice, RemovalPlan, RemovalStatus } from "../../../shared/model/removal.ts";
import { Choice, TextField } from "../../components/fields.tsx";
import { Card } from "../../components/parts.tsx";
import { Waiting } from "../../components/Waiting.tsx";
import { useWords } from "../../i18n/words.tsx";
import { useAsking } from "../../state/asking.ts";
import { useConsole, useUi } from "../../state/console.ts";
import { choiceOf, MEANT, type TypedRemoval } from "./choice.ts";
import { useExamChoices } from "./exams.ts";
import { RemoveDialog } from "./RemoveDialog.tsx";

const MB = 1_000_000;

const Plan = ({ plan }: { plan: RemovalPlan }) => {
  const { t, n, time } = useWords();
  return (
    <>
      <dl className="facts-list">
        <dt>{t("removal.rooms")}</dt>
        <dd>{n(plan.rooms)}</dd>
        <dt>{t("removal.events")}</dt>
        <dd>{n(plan.events)}</dd>
        <dt>{t("removal.seen")}</dt>
        <dd>{plan.from === null || plan.to === null ? "–" : `${time.full(plan.from)} – ${time.full(plan.to)}`}</dd>
        <dt>{t("removal.bytes")}</dt>
        <dd>{t("removal.megabytes", { n: n(Math.ceil((plan.bytes * 10) / MB) / 10) })}</dd>
      </dl>
      {plan.kept.length > 0 && (
        <ul className="hint">
          {plan.kept.map(({ reason, count }) => (
            <li key={reason}>{t(`removal.kept.${reason}`, { count, n: n(count) })}</li>
          ))}
        </ul>
      )}
    </>
  );
};

const Progress = ({ status }: { status: RemovalStatus }) => {
  const words = useWords();
  const { t, n } = words;
  const { phase, rooms, gone, events, removed, left, file, error } = status;
  if (phase === "idle") return null;
  const counts = { gone: n(gone), rooms: n(rooms), removed: n(removed), events: n(events) };
  return (
    <div className={`finding${phase === "broken" ? " bad" : ""}`} role={phase === "broken" ? "alert" : "status"}>
      <p>
        <b>{t(`removal.phase.${phase}`, counts)}</b>
      </p>
      {phase === "removing" && <progress aria-label={t("removal.progress")} max={Math.max(1, events)} value={removed} />}
      {phase === "broken" && <p>{error === null ? t("removal.stopped") : words.error(error)}</p>}
      {left > 0 && <p>{t("removal.left", { count: left, n: n(left) })}</p>}
      {file !== null && <p className="technical">{file}</p>}
    </div>
  );
};

export const Removal = () => {
  const { rooms, removal, ui, now } = useConsole();
  const words = useWords();
  const { t, language } = words;
  const dialog = useUi((state) => state.dialog);
  const status = useStore(removal, (state) => state.value);
  const [typed, setTyped] = useState<TypedRemoval>({ meant: "before", day: "", exam: "", room: "" });
  const [tried, setTried] = useState(false);
  const [chosen, setChosen] = useState<RemovalChoice | null>(null);
  const counting = useAsking("record.removalPlan");
  const items = useStore(rooms, (state) => state.items);
  const exams = useExamChoices();
  const names = useMemo(
    () =>
      [...items.values()]
        .map(({ roomUuid, name }) => ({ value: roomUuid, text: name ?? roomUuid }))
        .sort((a, b) => a.text.localeCompare(b.text, language, { numeric: true })),
    [items, language],
  );
  const under = status?.phase === "exporting" || status?.phase === "removing";
  const set = (change: Partial<typeof typed>): void => {
    counting.drop();
    setTried(false);
    setTyped({ ...typed, ...change });
  };
  const choice = choiceOf(typed, now.getState().server);
  const count = async (): Promise<void> => {
    setTried(true);
    if (choice === null) return;
    setChosen(choice);
    await counting.ask(choice);
  };
  const plan = counting.answer;
  const fault = tried && choice === null;

  return (
    <Card title={t("removal.title")}>
      <form
        className="record-what"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void count();
        }}
      >
        <p className="hint">{t("removal.text")}</p>
        <Choice
          label={t("removal.which")}
          value={typed.meant}
          options={MEANT.map((value) => ({ value, text: t(`removal.meant.${value}`) }))}
          onChoose={(meant) => set({ meant })}
        />
        {typed.meant === "before" && (
          <TextField
            type="date"
            label={t("removal.day")}
            fault={fault ? t("removal.dayMissing") : null}
            value={typed.day}
            onText={(day) => set({ day })}
          />
        )}
        {typed.meant === "exam" && (
          <Choice
            label={t("record.exam")}
            fault={fault ? t("removal.examMissing") : null}
            value={typed.exam}
            options={[{ value: "", text: t("removal.noExam") }, ...exams]}
            onChoose={(exam) => set({ exam })}
          />
        )}
        {typed.meant === "one" && (
          <Choice
            label={t("record.export.room")}
            fault={fault ? t("removal.roomMissing") : null}
            value={typed.room}
            options={[{ value: "", text: t("removal.noRoom") }, ...names]}
            onChoose={(room) => set({ room })}
          />
        )}
        <div className="dialog-do">
          <button type="submit" disabled={under || counting.since !== null}>
            {t("removal.count")}
          </button>
          <Waiting since={counting.since} text={t("removal.counting")} onStop={counting.drop} />
        </div>
        {counting.error !== null && (
          <p className="fault" role="alert">
            {words.error(counting.error)}
          </p>
        )}
        {plan !== null && !under && (
          <div className="taken" role="status">
            <Plan plan={plan} />
            {plan.rooms === 0 ? (
              <p>{t("removal.nothing")}</p>
            ) : (
              <div className="dialog-do">
                <button type="button" className="end" onClick={() => ui.setState({ dialog: "removeRooms" })}>
                  {t("removal.open")}
                </button>
              </div>
            )}
          </div>
        )}
        {status !== null && <Progress status={status} />}
      </form>
      {dialog === "removeRooms" && plan !== null && chosen !== null && <RemoveDialog plan={plan} choice={chosen} onBegun={counting.drop} />}
    </Card>
  );
};
