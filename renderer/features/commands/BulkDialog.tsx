/** Many rooms on their way: how far they are, a verdict for each, stopping the rest, trying again only what failed. */
import { useEffect, useState } from "react";
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import { retryTargets } from "../../../shared/bulkPlan.ts";
import { type CommandName, isCommandName } from "../../../shared/contract.ts";
import type { Bulk, BulkItem } from "../../../shared/model/bulk.ts";
import { isTerminal } from "../../../shared/model/command.ts";
import { Dialog, DialogFoot } from "../../components/Dialog.tsx";
import { Empty } from "../../components/parts.tsx";
import { useWords } from "../../i18n/words.tsx";
import { useConsole, useNow, useProfile, useUi } from "../../state/console.ts";
import { type ListMirror, type ListState, mirrorList } from "../../state/mirrors.ts";
import { say } from "../../state/ui.ts";
import { traitsOf } from "./entries.ts";
import { commandName } from "./names.ts";
import { subjectOf } from "./subject.ts";
import { useAsk } from "./useAsk.ts";
import { isFailed, Verdicts } from "./Verdicts.tsx";

const NONE = createStore<ListState<BulkItem>>(() => ({ items: new Map(), phase: "waiting", error: null }));

const useItems = (bulkId: string): BulkItem[] => {
  const { bridge, clock } = useConsole();
  const [mirror, setMirror] = useState<ListMirror<BulkItem>>(NONE);
  useEffect(() => {
    const { store, stop } = mirrorList(bridge, clock, "bulk", { bulkId });
    setMirror(store);
    return stop;
  }, [bridge, clock, bulkId]);
  const items = useStore(mirror, (state) => state.items);
  return [...items.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
};

const isDropped = ({ row }: BulkItem): boolean => row.state === "cancelled" || row.state === "superseded";
const WHICH = {
  all: () => true,
  open: ({ row }: BulkItem) => !isTerminal(row),
  failed: isFailed,
} as const;
type Which = keyof typeof WHICH;
const FILTERS = Object.keys(WHICH) as Which[];

/** How far many commands are, as a bar; its words stand beside it. */
export const BulkProgress = ({ bulk }: { bulk: Bulk }) => {
  const { t } = useWords();
  return <progress aria-label={t("bulk.progress")} max={bulk.total} value={bulk.done} />;
};

const Shown = ({ bulk, close }: { bulk: Bulk; close: () => void }) => {
  const { bridge, ui } = useConsole();
  const words = useWords();
  const { t, n, time } = words;
  const now = useNow();
  const ask = useAsk();
  const observeOnly = useProfile()?.observeOnly ?? true;
  const items = useItems(bulk.id);
  const [which, setWhich] = useState<Which>("all");
  const done = bulk.done === bulk.total;
  const again = retryTargets(items);
  const counts = {
    failed: items.filter(isFailed).length,
    dropped: items.filter(isDropped).length,
    open: items.filter(WHICH.open).length,
  };
  const worked = items.length - counts.failed - counts.dropped - counts.open;

  const stop = async (): Promise<void> => {
    const answer = await bridge.call("bulk.stop", { bulkId: bulk.id });
    say(ui, answer.ok ? t("bulk.stopSaid", answer.value) : words.error(answer.error), answer.ok ? "plain" : "bad");
  };
  const retry = (name: CommandName): void =>
    ask(subjectOf({ id: name, name, preset: bulk.input, about: traitsOf(name).about }, [], { targets: again, retryOf: bulk.id }));

  return (
    <>
      <BulkProgress bulk={bulk} />
      <p role="status">
        <b>{done ? t("bulk.finished", { total: n(bulk.total) }) : t("bulk.running", { done: n(bulk.done), total: n(bulk.total) })}</b>{" "}
        {t("bulk.counts.worked", { n: n(worked) })} ·{" "}
        <span className={counts.failed > 0 ? "warn1" : ""}>{t("bulk.counts.failed", { n: n(counts.failed) })}</span> ·{" "}
        {t("bulk.counts.open", { n: n(counts.open) })}
        {counts.dropped > 0 && ` · ${t("bulk.counts.dropped", { n: n(counts.dropped) })}`}
      </p>
      {bulk.stoppedAt !== null && <p className="warn2">{t("bulk.stopped", { time: time.moment(bulk.stoppedAt, now) })}</p>}
      {bulk.retryOf !== null && <p className="hint">{t("bulk.retryOf")}</p>}
      <div className="chips" role="group" aria-label={t("bulk.filter.label")}>
        {FILTERS.map((name) => (
          <button type="button" key={name} className="chip" aria-pressed={which === name} onClick={() => setWhich(name)}>
            {t(`bulk.filter.${name}`)} <b>{n(items.filter(WHICH[name]).length)}</b>
          </button>
        ))}
      </div>
      <Verdicts items={items.filter(WHICH[which])} />
      {bulk.excluded.length > 0 && <p className="hint">{t("ask.excluded", { count: bulk.excluded.length })}</p>}
      <DialogFoot leave={t("bulk.close")} onLeave={close} safe>
        {again.length > 0 && !observeOnly && isCommandName(bulk.name) && (
          <button type="button" onClick={() => isCommandName(bulk.name) && retry(bulk.name)}>
            {t("bulk.retry", { count: again.length })}
          </button>
        )}
        {!done && bulk.stoppedAt === null && (
          <button type="button" className="end" onClick={() => void stop()}>
            {t("bulk.stop")}
          </button>
        )}
      </DialogFoot>
    </>
  );
};

export const BulkDialog = () => {
  const { ui, bulks } = useConsole();
  const words = useWords();
  const { t, n } = words;
  const bulkId = useUi((state) => state.bulkId);
  const bulk = useStore(bulks, (state) => (bulkId === null ? undefined : state.items.get(bulkId)));
  const close = (): void => ui.setState({ dialog: null });
  const title =
    bulk === undefined ? t("bulk.list") : t("bulk.title", { what: commandName(bulk, words), done: n(bulk.done), total: n(bulk.total) });
  return (
    <Dialog title={title} big onClose={close}>
      {bulk === undefined ? (
        <Empty low title={t("bulk.gone")}>
          <button type="button" data-autofocus onClick={close}>
            {t("bulk.close")}
          </button>
        </Empty>
      ) : (
        <Shown bulk={bulk} close={close} />
      )}
    </Dialog>
  );
};
