/** Every command with its life, from the click to what was seen of it. */
import { useMemo, useState } from "react";
import { useStore } from "zustand";
import { type CommandRow, isTerminal } from "../../../shared/model/command.ts";
import { Empty } from "../../components/parts.tsx";
import { useWords } from "../../i18n/words.tsx";
import { useConsole, useNow } from "../../state/console.ts";
import { commandOrder } from "../../state/derived.ts";
import { commandName, commandState } from "./describe.ts";
import { CommandActions, Loop } from "./parts.tsx";

const FILTERS = ["all", "open", "trouble"] as const;
type Which = (typeof FILTERS)[number];

const isTrouble = (row: CommandRow): boolean => row.overdue || ["failed", "expired", "unknown", "needsReview"].includes(row.state);
const chosen: Record<Which, (row: CommandRow) => boolean> = { all: () => true, open: (row) => !isTerminal(row), trouble: isTrouble };

const Details = ({ row }: { row: CommandRow }) => {
  const { t, time } = useWords();
  const { failure } = row;
  const times = [
    ["sent", row.sentAt],
    ["accepted", row.acceptedAt],
    ["observed", row.observedAt],
    ["ended", row.endedAt],
    ["expires", row.expiresAt],
  ] as const;
  const technical = [
    failure?.httpStatus != null && t("commandsView.detail.http", { status: failure.httpStatus }),
    failure?.businessCode != null && t("commandsView.detail.code", { code: failure.businessCode }),
    failure?.detail,
  ].filter(Boolean);
  return (
    <details>
      <summary>{t("commandsView.details")}</summary>
      <dl>
        {times.map(
          ([name, at]) =>
            at !== null && (
              <div key={name} style={{ display: "contents" }}>
                <dt>{t(`commandsView.detail.${name}`)}</dt>
                <dd>{time.full(at)}</dd>
              </div>
            ),
        )}
        {technical.length > 0 && (
          <>
            <dt>{t("commandsView.detail.technical")}</dt>
            <dd>{technical.join(" · ")}</dd>
          </>
        )}
        <dt>{t("commandsView.detail.id")}</dt>
        <dd>{row.id}</dd>
      </dl>
    </details>
  );
};

const Line = ({ row }: { row: CommandRow }) => {
  const { rooms, ui } = useConsole();
  const words = useWords();
  const { t, n, time } = words;
  const now = useNow();
  const room = useStore(rooms, (state) => state.items.get(row.roomUuid)?.name ?? row.roomUuid);
  const bad = row.state === "failed" || row.state === "expired";
  return (
    <tr>
      <td className="n dimmed w-narrow">{n(row.number)}</td>
      <td>
        <b>{commandName(row, words)}</b>
        <div className="does">
          <CommandActions row={row} />
        </div>
      </td>
      <td>
        <button type="button" className="link" onClick={() => ui.setState({ place: { name: "room", roomUuid: row.roomUuid } })}>
          {room}
        </button>
      </td>
      <td className="w-compact">{row.operator || <span className="dimmed">{t("commandsView.nobody")}</span>}</td>
      <td className="fixed">{time.moment(row.askedAt, now)}</td>
      <td>
        <Loop row={row} />
      </td>
      <td>
        <span className={bad ? "warn1" : isTrouble(row) ? "warn2" : undefined}>{commandState(row, now, words)}</span>
        <Details row={row} />
      </td>
    </tr>
  );
};

const HEADS = [
  { id: "number", width: "3.5rem", className: "n w-narrow" },
  { id: "what", width: "14rem", className: "" },
  { id: "room", width: "20%", className: "" },
  { id: "who", width: "9rem", className: "w-compact" },
  { id: "at", width: "7rem", className: "" },
  { id: "loop", width: "6.5rem", className: "" },
  { id: "state", width: "auto", className: "" },
] as const;

export const CommandsPlace = () => {
  const { commands } = useConsole();
  const { t, n } = useWords();
  const [which, setWhich] = useState<Which>("all");
  const items = useStore(commands, (state) => state.items);
  const rows = useMemo(() => [...items.values()].sort(commandOrder), [items]);
  const shown = rows.filter(chosen[which]);
  return (
    <section className="page" aria-label={t("commandsView.title")}>
      <div className="bar">
        <h1>{t("commandsView.title")}</h1>
        <div className="chips" role="group" aria-label={t("commandsView.filter.label")}>
          {FILTERS.map((name) => (
            <button type="button" key={name} className="chip" aria-pressed={which === name} onClick={() => setWhich(name)}>
              {t(`commandsView.filter.${name}`)} <b>{n(rows.filter(chosen[name]).length)}</b>
            </button>
          ))}
        </div>
      </div>
      {shown.length === 0 ? (
        <Empty title={t("commandsView.empty")} text={t("commandsView.emptyText")} />
      ) : (
        <div className="commands" tabIndex={0} role="group" aria-label={t("commandsView.title")}>
          <table>
            <thead>
              <tr>
                {HEADS.map(({ id, width, className }) => (
                  <th key={id} className={className} style={{ width }} scope="col">
                    {t(`commandsView.column.${id}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {shown.map((row) => (
                <Line key={row.id} row={row} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
};
