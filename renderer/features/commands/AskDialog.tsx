/** One dialog for every command: what is filled in, whom it meets and how, and as much of an agreement as its danger asks for. */
import { useMemo, useRef, useState } from "react";
import { type BulkPlan, planBulk } from "../../../shared/bulkPlan.ts";
import { type BulkTarget, type Ceremony, ceremonyOf } from "../../../shared/model/bulk.ts";
import type { When } from "../../../shared/model/command.ts";
import type { RoomSummary } from "../../../shared/model/room.ts";
import type { AppError } from "../../../shared/result.ts";
import { undoOf } from "../../../shared/undo.ts";
import { newId } from "../../bridge.ts";
import { Dialog, DialogFoot } from "../../components/Dialog.tsx";
import { Waiting } from "../../components/Waiting.tsx";
import { useWords } from "../../i18n/words.tsx";
import { useConsole, useNow, useSettings, useUi } from "../../state/console.ts";
import { say } from "../../state/ui.ts";
import { ManyRooms, OneRoom } from "./Consequences.tsx";
import { CountField } from "./CountField.tsx";
import { traitsOf } from "./entries.ts";
import { FormField } from "./FormFields.tsx";
import { emptyDraft, type Field, fieldsOf, keyOf } from "./fields.ts";
import { type Fault, type FormRead, readForm, type Values } from "./form.ts";
import { commandName, entryName } from "./names.ts";
import { ROOM_KEY, RoomChoice, roomNamed } from "./RoomChoice.tsx";
import { fieldOfRefusal, keyOfRefusal } from "./refusals.ts";
import type { Subject } from "./subject.ts";
import { askOne } from "./useAsk.ts";
import { useDetail } from "./useDetail.ts";
import { useDraft } from "./useDraft.ts";
import { WhenField } from "./WhenField.tsx";

const EMPTY_KINDS: ReadonlySet<string> = new Set(["empty", "noProperty", "noGroup", "nothing"]);

type Shown = { plan: BulkPlan; ceremony: Ceremony; count: number } | null;

export const AskDialog = () => {
  const subject = useUi((state) => state.subject);
  return subject === null ? null : <Asking subject={subject} />;
};

const Asking = ({ subject }: { subject: Subject }) => {
  const { entry, retryOf } = subject;
  const { bridge, ui, rooms, clock, connection } = useConsole();
  const words = useWords();
  const { t } = words;
  const now = useNow();
  const { timeZone } = useSettings();
  const form = useRef<HTMLFormElement>(null);
  const { draft, before, set, forget } = useDraft(subject);
  const [tried, setTried] = useState(false);
  const [typed, setTyped] = useState("");
  const [since, setSince] = useState<number | null>(null);
  const [refusal, setRefusal] = useState<AppError | null>(null);
  const [refusedBefore, setRefusedBefore] = useState(subject.refused);
  // One id for one request, however often it is sent.
  const id = useRef({ request: "", id: "" });
  const close = (): void => ui.setState({ dialog: null });

  const isNew = entry.about === "newRoom";
  const choosesRoom = !isNew && subject.targets.length === 0;
  const chosen = choosesRoom ? roomNamed(rooms.getState().items, draft[ROOM_KEY] ?? "") : null;
  const targets: readonly BulkTarget[] = choosesRoom ? (chosen?.ok ? [{ roomUuid: chosen.roomUuid }] : []) : subject.targets;
  const [only] = targets;
  const many = targets.length > 1 || retryOf !== null;
  const oneUuid = !many && only !== undefined ? only.roomUuid : null;
  const detail = useDetail(oneUuid);

  const serverNow = (): number => clock.wall() + (connection.getState().value?.clockOffset ?? 0);
  const read = (): FormRead => {
    const around = {
      preset: entry.preset,
      roomUuid: oneUuid,
      zone: timeZone,
      now: serverNow(),
    };
    return readForm(entry.name, draft, around);
  };
  /** As the rooms are now: once a second, and again in the moment of confirming. */
  const weigh = (input: Values, when: When | null): Shown => {
    if (targets.length === 0) return null;
    const roomOf = (roomUuid: string): RoomSummary | undefined => rooms.getState().items.get(roomUuid);
    const timing = when === null ? null : { when, now: serverNow() };
    const plan = planBulk({ name: entry.name, input, targets, timing }, roomOf);
    if (plan === null) return null;
    // One room is asked even where it would bring nothing: that does no harm, and the console may be behind.
    const danger = many ? plan.danger : traitsOf(entry.name).danger(input);
    const count = many ? plan.included.length : 1;
    return { plan, count, ceremony: many ? plan.ceremony : ceremonyOf(danger, 1) };
  };
  const found = useMemo(read, [draft, timeZone, oneUuid, now]);
  const shown = found.ok ? weigh(found.input, found.when) : null;
  const ceremony: Ceremony = shown?.ceremony ?? (entry.preset === null ? "none" : "dialog");
  const when = found.ok ? found.when : null;
  // Told only of what is whole, of one room that is known: of anything else main alone knows.
  const undo = found.ok && !many && (isNew || detail !== null) ? undoOf(traitsOf(entry.name), found.input, () => detail) : null;

  const fields = entry.preset === null ? fieldsOf(entry.name, draft) : [];
  const refusedKey = refusal?.field === undefined ? null : keyOfRefusal(entry.name, draft, refusal.field, fields);
  const faults = found.ok ? new Map<string, Fault>() : new Map(found.faults);
  const faultAt = (key: string): string | null => {
    const fault = faults.get(key);
    // What is empty is at fault only once it was to be sent; the rest as soon as it is typed.
    if (fault !== undefined && (tried || (!EMPTY_KINDS.has(fault.reason) && (draft[key] ?? "") !== "")))
      return words.code("faults", fault.reason, { ...fault.params, code: fault.reason });
    if (refusal !== null && refusedKey === key) return words.error(refusal);
    if (refusedBefore !== null && fieldOfRefusal(entry.name, refusedBefore) === key)
      return t("ask.refused", { reason: words.code("failures", refusedBefore) });
    return null;
  };
  const change = (key: string, text: string): void => {
    set({ ...draft, [key]: text });
    setRefusal(null);
    setRefusedBefore(null);
  };
  const toFirstFault = (): void => void clock.frame(() => form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus());

  const send = async (): Promise<void> => {
    setTried(true);
    const asked = read();
    if (!asked.ok || (choosesRoom && oneUuid === null)) return toFirstFault();
    const weighed = weigh(asked.input, asked.when);
    if (!isNew && weighed === null) return;
    const count = weighed?.count ?? 1;
    if (weighed !== null && count !== shown?.count) return setRefusal(null);
    if (weighed?.ceremony === "count" && typed.trim() !== String(count)) return toFirstFault();

    const request = JSON.stringify([asked.input, asked.when, targets]);
    if (id.current.request !== request) id.current = { request, id: newId() };
    setSince(clock.wall());
    setRefusal(null);
    const { roomUuid: madeUuid, ...rest } = asked.input;
    const input = isNew ? rest : asked.input;
    const answer = many
      ? await bridge.call("bulk.ask", {
          bulkId: id.current.id,
          name: entry.name,
          input,
          targets: [...targets],
          count,
          ...(asked.when !== null && { when: asked.when }),
          ...(retryOf !== null && { retryOf }),
        })
      : await askOne(bridge, {
          name: entry.name,
          commandId: id.current.id,
          roomUuid: isNew ? String(madeUuid) : (oneUuid ?? ""),
          input,
          when: asked.when,
        });
    setSince(null);
    if (!answer.ok) {
      if (answer.error.reason !== "noAnswer") id.current = { request: "", id: "" };
      setRefusal(answer.error);
      return toFirstFault();
    }
    forget();
    const what = commandName({ name: entry.name, input: asked.input }, words);
    const room = isNew ? String(asked.input["roomName"]) : (rooms.getState().items.get(oneUuid ?? "")?.name ?? oneUuid ?? "");
    say(ui, many ? t("ask.askedMany", { what, count }) : t("ask.asked", { what, room }));
    ui.setState(many ? { dialog: "bulk", bulkId: id.current.id, marked: new Set() } : { dialog: null });
  };

  const main = fields.filter((field) => !field.more);
  const aside = fields.filter((field) => field.more);
  const draw = (field: Field) => (
    <FormField
      key={keyOf(field)}
      field={field}
      name={entry.name}
      draft={draft}
      view={detail?.view ?? null}
      faultAt={faultAt}
      onText={change}
    />
  );

  const asked = { name: entry.name, input: found.ok ? found.input : (entry.preset ?? {}) };
  const person = detail?.view.people[String(asked.input["userUuid"])]?.userName;
  const what = found.ok || entry.preset !== null ? commandName(asked, words, person) : entryName(entry, words);
  const room = detail?.summary.name ?? (oneUuid === null ? null : (rooms.getState().items.get(oneUuid)?.name ?? oneUuid));
  const title = many
    ? t("ask.many", { what, count: targets.length })
    : room === null
      ? entryName(entry, words)
      : t("ask.one", { what: entryName(entry, words), room });
  const label = many && shown !== null ? t("ask.sendMany", { what, count: shown.count }) : t("ask.send", { what });
  const nothing = many && shown?.count === 0;
  const danger = ceremony === "count" || (ceremony === "dialog" && shown?.plan.danger !== "safe");
  const countWrong = tried && found.ok && ceremony === "count" && typed.trim() !== String(shown?.count ?? 1);

  return (
    <Dialog title={title} big={fields.length > 2 || many} onClose={close}>
      <form
        ref={form}
        className="ask"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          // Enter in a field never sends what needs an agreement.
          if (ceremony === "none") void send();
        }}
      >
        {before && (
          <p className="hint">
            {t("ask.kept")}{" "}
            <button
              type="button"
              className="link"
              onClick={() => {
                set({ ...emptyDraft(entry.name), ...subject.given });
                forget();
              }}
            >
              {t("ask.clear")}
            </button>
          </p>
        )}
        {refusedBefore !== null && fieldOfRefusal(entry.name, refusedBefore) === null && (
          <p className="fault" role="alert">
            {t("ask.refused", { reason: words.code("failures", refusedBefore) })}
          </p>
        )}
        {choosesRoom && <RoomChoice value={draft[ROOM_KEY] ?? ""} tried={tried} onText={(text) => change(ROOM_KEY, text)} />}
        {main.length > 0 && <div className="fields">{main.map(draw)}</div>}
        {aside.length > 0 && (
          <details open={aside.some((field) => faultAt(keyOf(field)) !== null) || undefined}>
            <summary>{t("ask.more")}</summary>
            <div className="fields">{aside.map(draw)}</div>
          </details>
        )}
        {many
          ? shown !== null && <ManyRooms plan={shown.plan} asked={asked} />
          : found.ok && (
              <OneRoom asked={asked} detail={detail} misfit={shown?.plan.excluded[0]?.reason ?? null} dangerous={ceremony !== "none"} />
            )}
        {!nothing && (
          <WhenField
            draft={draft}
            scheduled={!isNew}
            when={when}
            schedules={(many ? (shown?.plan.included ?? []) : targets).map(
              ({ roomUuid }) => rooms.getState().items.get(roomUuid)?.schedule ?? null,
            )}
            faultAt={faultAt}
            onText={change}
          />
        )}
        {ceremony === "count" && !nothing && found.ok && (
          <CountField id="ask-count" count={shown?.count ?? 1} typed={typed} wrong={countWrong} onText={setTyped} />
        )}
        {nothing && <p>{t("ask.bringsNothingAnywhere")}</p>}
        {tried && faults.size > 0 && (
          <p className="fault" role="alert">
            {t("ask.faults", { count: faults.size })}
          </p>
        )}
        {refusal !== null && refusedKey === null && (
          <p className="fault" role="alert">
            {refusal.reason === "previewChanged"
              ? t("ask.changed", { count: Number(refusal.params?.["count"] ?? 0) })
              : words.error(refusal)}
          </p>
        )}
        <DialogFoot
          leave={t("ask.cancel")}
          onLeave={close}
          safe={ceremony !== "none" && fields.length === 0 && !choosesRoom}
          beside={<Waiting since={since} text={t("ask.asked", { what, room: room ?? "" })} />}
        >
          {undo !== null && when === null && (
            <span className="hint">{t(undo.kind === "inverse" ? "ask.undoInverse" : "ask.undoHold")}</span>
          )}
          {!nothing && (
            <button
              type={ceremony === "none" ? "submit" : "button"}
              className={danger ? "end filled" : "go"}
              onClick={ceremony === "none" ? undefined : () => void send()}
            >
              {label}
            </button>
          )}
        </DialogFoot>
      </form>
    </Dialog>
  );
};
