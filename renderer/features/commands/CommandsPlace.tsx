/** Every command that was ever asked, from the click to what was seen of it; those for many rooms; those that wait for a person's word. */
import { useMemo, useState } from "react";
import { useStore } from "zustand";
import type { Bulk } from "../../../shared/model/bulk.ts";
import { Empty } from "../../components/parts.tsx";
import { useWords } from "../../i18n/words.tsx";
import { useConsole, useNow } from "../../state/console.ts";
import { BulkProgress } from "./BulkDialog.tsx";
import { CommandGrid } from "./CommandGrid.tsx";
import { Details } from "./Details.tsx";
import { filterOf, merged, WHICH, type Which } from "./list.ts";
import { commandName } from "./names.ts";
import { Review } from "./Review.tsx";
import { soughtWords } from "./seek.ts";
import { useCommandPages } from "./useCommandPages.ts";

const BulkLine = ({ bulk }: { bulk: Bulk }) => {
  const { ui } = useConsole();
  const words = useWords();
  const { t, n, time } = words;
  const now = useNow();
  return (
    <li>
      <b className="cut">{commandName(bulk, words)}</b>
      <BulkProgress bulk={bulk} />
      <span>{t("bulk.running", { done: n(bulk.done), total: n(bulk.total) })}</span>
      <span className="dimmed cut">
        {t("bulk.askedBy", { time: time.moment(bulk.askedAt, now), who: bulk.operator || t("commandsView.nobody") })}
      </span>
      <button type="button" className="small" onClick={() => ui.setState({ dialog: "bulk", bulkId: bulk.id })}>
        {t("bulk.open")}
      </button>
    </li>
  );
};

const Bulks = () => {
  const { bulks } = useConsole();
  const { t } = useWords();
  const items = useStore(bulks, (state) => state.items);
  const latest = useMemo(() => [...items.values()].sort((a, b) => b.askedAt - a.askedAt), [items]);
  if (latest.length === 0) return null;
  return (
    <section className="bulks" aria-label={t("bulk.list")}>
      <h2>{t("bulk.list")}</h2>
      <ul className="scroller" tabIndex={0} aria-label={t("bulk.list")}>
        {latest.map((bulk) => (
          <BulkLine key={bulk.id} bulk={bulk} />
        ))}
      </ul>
    </section>
  );
};

export const CommandsPlace = () => {
  const { commands, rooms } = useConsole();
  const words = useWords();
  const { t } = words;
  const [which, setWhich] = useState<Which>("all");
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState<string | null>(null);
  const filter = useMemo(() => filterOf(which, soughtWords(text, rooms.getState().items.values(), words)), [which, text, rooms, words]);
  const pages = useCommandPages(filter);
  const live = useStore(commands, (state) => state.items);
  const rows = useMemo(() => merged(pages, live, filter), [pages.rows, pages.more, live, filter]);
  const row = rows.find(({ id }) => id === chosen);
  const plain = which === "all" && text.trim() === "";
  // What has come since the last page was read is not in its count yet.
  const total = pages.more ? Math.max(pages.total, rows.length) : rows.length;
  return (
    <section className="page commands-page" aria-label={t("commandsView.title")}>
      <div className="bar">
        <h1>{t("commandsView.title")}</h1>
        <div className="chips" role="group" aria-label={t("commandsView.filter.label")}>
          {WHICH.map((name) => (
            <button type="button" key={name} className="chip" aria-pressed={which === name} onClick={() => setWhich(name)}>
              {t(`commandsView.filter.${name}`)}
            </button>
          ))}
        </div>
        <input
          type="search"
          value={text}
          aria-label={t("commandsView.search")}
          placeholder={t("commandsView.search")}
          onChange={(event) => setText(event.target.value)}
        />
        <span className="dimmed" role="status">
          {t("commandsView.found", { count: total })}
        </span>
      </div>
      <Review />
      <Bulks />
      {pages.error !== null && (
        <p className="warn2" role="alert">
          {t("commandsView.readFailed", { reason: words.error(pages.error) })}{" "}
          <button type="button" className="small" onClick={pages.readMore}>
            {t("commandsView.readAgain")}
          </button>
        </p>
      )}
      {rows.length > 0 ? (
        <div className={`commands-body${row === undefined ? "" : " with-details"}`}>
          <CommandGrid rows={rows} total={total} chosen={chosen} onChoose={setChosen} onEnd={pages.readMore} />
          {row !== undefined && <Details row={row} onClose={() => setChosen(null)} />}
        </div>
      ) : plain ? (
        <Empty title={t("commandsView.empty")} text={t("commandsView.emptyText")} />
      ) : (
        <Empty title={t("commandsView.noMatch")}>
          <button
            type="button"
            onClick={() => {
              setWhich("all");
              setText("");
            }}
          >
            {t("commandsView.clear")}
          </button>
        </Empty>
      )}
    </section>
  );
};
