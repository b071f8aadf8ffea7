/** All that is known of one command. */
import { useStore } from "zustand";
import { isCommandName } from "../../../shared/contract.ts";
import { type CommandRow, isTerminal } from "../../../shared/model/command.ts";
import { duration } from "../../format/time.ts";
import { tenths } from "../../format/units.ts";
import { useWords } from "../../i18n/words.tsx";
import { useConsole, useNow, useProfile, useSettings } from "../../state/console.ts";
import { commandState, hasLeft } from "./describe.ts";
import { traitsOf } from "./entries.ts";
import { FIELDS } from "./fields.ts";
import { draftOf } from "./form.ts";
import { commandName } from "./names.ts";
import { CommandActions, Loop } from "./parts.tsx";
import { Meanwhile } from "./Review.tsx";
import { subjectOf } from "./subject.ts";
import { useAsk } from "./useAsk.ts";

/** The same once more, with what was asked filled in and the refusal at its field. */
const AskAgain = ({ row }: { row: CommandRow }) => {
  const { t } = useWords();
  const { timeZone } = useSettings();
  const ask = useAsk();
  const observeOnly = useProfile()?.observeOnly ?? true;
  const { name, roomUuid, input } = row;
  if (observeOnly || !isTerminal(row) || row.state === "observed" || row.state === "accepted" || !isCommandName(name)) return null;
  const { about } = traitsOf(name);
  const filled = FIELDS[name].length > 0;
  const again = (): void => {
    const given = filled ? { ...draftOf(name, input, timeZone), ...(about === "newRoom" && { roomUuid }) } : {};
    const entry = { id: name, name, preset: filled ? null : input, about };
    ask(subjectOf(entry, about === "newRoom" ? [] : [roomUuid], { given, refused: row.failure?.code ?? null }));
  };
  return (
    <button type="button" className="small" onClick={again}>
      {t("commandsView.askAgain")}
    </button>
  );
};

export const Details = ({ row, onClose }: { row: CommandRow; onClose: () => void }) => {
  const { rooms, ui } = useConsole();
  const words = useWords();
  const { t, time, n, language } = words;
  const now = useNow();
  const room = useStore(rooms, (state) => state.items.get(row.roomUuid)?.name ?? row.roomUuid);
  const { failure, attempt } = row;
  const technical = [
    failure?.httpStatus != null && t("commandsView.detail.http", { status: failure.httpStatus }),
    failure?.businessCode != null && t("commandsView.detail.code", { code: failure.businessCode }),
    failure?.detail,
  ].filter(Boolean);
  const times = [
    ["due", row.dueAt],
    [hasLeft(row) ? "sent" : "tried", row.sentAt],
    ["accepted", row.acceptedAt],
    ["observed", row.observedAt],
    ["ended", row.endedAt],
    ["expires", row.expiresAt],
  ] as const;
  return (
    <aside className="card command-details" aria-label={t("commandsView.details")}>
      <header>
        <h2 className="cut">
          {n(row.number)} · {commandName(row, words)}
        </h2>
        <button type="button" className="quiet small tail" onClick={onClose}>
          {t("commandsView.close")}
        </button>
      </header>
      <div className="scroller" tabIndex={0} role="group" aria-label={t("commandsView.details")}>
        <p className="now">
          <Loop row={row} /> {commandState(row, now, words)}
        </p>
        <p className="does">
          <CommandActions row={row} />
          <AskAgain row={row} />
        </p>
        {!isTerminal(row) && <Meanwhile row={row} />}
        <dl>
          <dt>{t("commandsView.detail.room")}</dt>
          <dd>
            <button type="button" className="link" onClick={() => ui.setState({ place: { name: "room", roomUuid: row.roomUuid } })}>
              {room}
            </button>
          </dd>
          <dt>{t("commandsView.detail.operator")}</dt>
          <dd>{row.operator || t("commandsView.nobody")}</dd>
          <dt>{t("commandsView.column.at")}</dt>
          <dd>{time.full(row.askedAt)}</dd>
          {times.map(
            ([name, at]) =>
              at !== null && (
                <div key={name} style={{ display: "contents" }}>
                  <dt>{t(`commandsView.detail.${name}`)}</dt>
                  <dd>{time.full(at)}</dd>
                </div>
              ),
          )}
          {attempt !== null && (
            <>
              <dt>{t("commandsView.detail.attempt")}</dt>
              <dd>{t("commandsView.detail.attemptOf", { n: attempt.number, of: attempt.of, host: attempt.host })}</dd>
            </>
          )}
          {attempt?.route !== undefined && (
            <>
              <dt>{t("commandsView.detail.route")}</dt>
              <dd>
                {t("commandsView.detail.routeTaken", {
                  waited: tenths(attempt.route.waitedMs, language),
                  took: tenths(attempt.route.tookMs, language),
                })}
                {attempt.route.timeLeftMs !== null &&
                  ` ${t("commandsView.detail.routeLeft", { left: duration(attempt.route.timeLeftMs) })}`}
              </dd>
            </>
          )}
          {technical.length > 0 && (
            <>
              <dt>{t("commandsView.detail.technical")}</dt>
              <dd>{technical.join(" · ")}</dd>
            </>
          )}
          <dt>{t("commandsView.input")}</dt>
          <dd>
            <pre>{JSON.stringify(row.input, null, 2)}</pre>
          </dd>
          <dt>{t("commandsView.detail.id")}</dt>
          <dd className="technical">{row.id}</dd>
        </dl>
      </div>
    </aside>
  );
};
