/** The wall: every room on one screen. */
import { useStore } from "zustand";
import { Empty } from "../../components/parts.tsx";
import { useWords } from "../../i18n/words.tsx";
import { useConsole, useProfile, useUi } from "../../state/console.ts";
import { CHIPS, type Chip } from "../../state/ui.ts";
import { entryOf } from "../commands/entries.ts";
import { subjectOf } from "../commands/subject.ts";
import { useAsk } from "../commands/useAsk.ts";
import { ExamChip } from "../exams/scope.tsx";
import { FilterBox } from "./FilterBox.tsx";
import { Grid } from "./Grid.tsx";
import type { KeptOrder, OrderKeeper } from "./keeper.ts";
import { Marked } from "./Marked.tsx";
import { MarkShown } from "./MarkShown.tsx";
import { useOrder } from "./useOrder.ts";
import { Views } from "./Views.tsx";

/** `folded`: makes room for what can be done with the marked rooms, unless one of them chooses what is shown. */
const Chips = ({ counts, folded }: { counts: KeptOrder["chips"]; folded: boolean }) => {
  const { ui } = useConsole();
  const { t, n } = useWords();
  const chosen = useUi((state) => state.chip);
  const rarely: ReadonlySet<Chip> = new Set<Chip>(["notStarted"]);
  return (
    <div className={`chips${folded && chosen === "all" ? " w-wide" : ""}`} role="group" aria-label={t("wall.chip.label")}>
      {CHIPS.map((chip) => (
        <button
          type="button"
          key={chip}
          className={`chip${rarely.has(chip) ? " w-wide" : chip === "all" ? "" : " w-compact"}`}
          aria-pressed={chosen === chip}
          onClick={() => ui.setState({ chip: chosen === chip ? "all" : chip })}
        >
          {t(`wall.chip.${chip}`)} <b>{n(counts[chip])}</b>
        </button>
      ))}
    </div>
  );
};

const Resort = ({ keeper }: { keeper: OrderKeeper }) => {
  const { t } = useWords();
  return (
    <span className="resort" role="status">
      <span className="w-wide">{t("wall.orderChanged")}</span>
      <button type="button" className="quiet small" onClick={keeper.resort}>
        <kbd>r</kbd> {t("wall.resort")}
      </button>
    </span>
  );
};

/** Why there is nothing to list, and what to do. */
const NoRooms = ({ total }: { total: number }) => {
  const { ui, rooms } = useConsole();
  const words = useWords();
  const { t, n } = words;
  const phase = useStore(rooms, (state) => state.phase);
  const error = useStore(rooms, (state) => state.error);
  const include = useUi((state) => state.include);
  const scoped = useUi((state) => state.exam !== null);
  const backToWall = (
    <button type="button" onClick={() => ui.setState({ include: "shown", exam: null, filter: "", chip: "all" })}>
      {t("wall.empty.clear")}
    </button>
  );
  if (phase === "waiting") return <Empty title={t("wall.empty.waiting")} text={t("wall.empty.waitingText")} />;
  if (phase === "closed") return <Empty title={t("wall.empty.failed")} text={error === null ? "" : words.error(error)} />;
  if (include !== "shown" && total === 0) {
    return (
      <Empty title={t(include === "hidden" ? "wall.empty.noHidden" : "wall.empty.noArchived")} text={t("wall.empty.hiddenText")}>
        {backToWall}
      </Empty>
    );
  }
  if (total === 0 && scoped) {
    return (
      <Empty title={t("exams.noRooms")} text={t("exams.noRoomsText")}>
        {backToWall}
      </Empty>
    );
  }
  if (total === 0) {
    return (
      <Empty title={t("wall.empty.none")} text={t("wall.empty.noneText")}>
        <button type="button" className="go" onClick={() => ui.setState({ dialog: "addRooms" })}>
          {t("wall.add.button")}
        </button>
      </Empty>
    );
  }
  return (
    <Empty title={t("wall.empty.noMatch")} text={t("wall.empty.noMatchText", { all: n(total) })}>
      {backToWall}
    </Empty>
  );
};

export const WallPlace = () => {
  const { ui } = useConsole();
  const { t, n } = useWords();
  const { order, keeper, fault } = useOrder();
  const filtered = useUi((state) => state.filter.trim() !== "" || state.chip !== "all");
  const include = useUi((state) => state.include);
  const observeOnly = useProfile()?.observeOnly ?? true;
  const ask = useAsk();
  const createRoom = entryOf("room.create");
  const anyMarked = useUi((state) => state.marked.size > 0);
  return (
    <section className="work" aria-label={t("place.wall")}>
      <div className="bar">
        <h1>{t("wall.title")}</h1>
        {include !== "shown" && (
          <button type="button" className="chip on" onClick={() => ui.setState({ include: "shown", marked: new Set() })}>
            {t(`wall.include.${include}`)} ✕
          </button>
        )}
        <ExamChip />
        <FilterBox fault={fault} />
        <Chips counts={order.chips} folded={anyMarked} />
        {filtered && fault === null && (
          <span className="dimmed w-wide" role="status">
            {t("wall.filter.shown", { n: n(order.ids.length), all: n(order.chips.all) })}
          </span>
        )}
        {filtered && fault === null && order.ids.length > 0 && !anyMarked && <MarkShown ids={order.ids} />}
        <div className="spring" />
        {order.changed && <Resort keeper={keeper} />}
        {anyMarked ? (
          <Marked />
        ) : (
          <>
            <Views />
            {!observeOnly && createRoom !== undefined && (
              <button type="button" className="w-wide" onClick={() => ask(subjectOf(createRoom, []))}>
                {t("roomMenu.create")}
              </button>
            )}
            <button type="button" className="w-narrow" onClick={() => ui.setState({ dialog: "addRooms" })}>
              {t("wall.add.button")}
            </button>
          </>
        )}
      </div>
      {fault !== null && (
        <p id="filter-fault" className="warn2" role="status">
          {fault}
        </p>
      )}
      <div className="sheet">{order.ids.length === 0 ? <NoRooms total={order.chips.all} /> : <Grid ids={order.ids} keeper={keeper} />}</div>
    </section>
  );
};
