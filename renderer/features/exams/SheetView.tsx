/** The sheet of an exam: what can be done with it, the table, and what is to be said of the cell under the cursor. */
import { useEffect, useMemo, useState } from "react";
import { useStore } from "zustand";
import type { ExamSummary } from "../../../shared/model/exam.ts";
import { Empty } from "../../components/parts.tsx";
import { useWords } from "../../i18n/words.tsx";
import { useConsole, useUi } from "../../state/console.ts";
import type { OpenSheet } from "../../state/sheet.ts";
import { say } from "../../state/ui.ts";
import { createGridStore, createSheetActions, type SheetActions } from "./actions.ts";
import { CellLine } from "./CellLine.tsx";
import { ExportButton } from "./Export.tsx";
import { ImportDialog } from "./ImportDialog.tsx";
import { SheetGrid } from "./SheetGrid.tsx";
import { countErrors } from "./verdict.ts";

/** What main could not be told yet. Nothing of it is lost: it stands in the sheet, and is tried again. */
const Unsaved = ({ sheet }: { sheet: OpenSheet }) => {
  const words = useWords();
  const { t } = words;
  const fault = useStore(sheet.store, (state) => state.fault);
  const unsaved = useStore(sheet.store, (state) => state.unsaved);
  if (fault === null) return null;
  return (
    <p className="warn2" role="alert">
      {t("exams.sheet.unsaved", { count: unsaved, reason: words.error(fault) })}{" "}
      <button type="button" className="small" onClick={sheet.saveAgain}>
        {t("exams.sheet.saveAgain")}
      </button>
    </p>
  );
};

const Findings = ({ sheet, actions }: { sheet: OpenSheet; actions: SheetActions }) => {
  const { ui } = useConsole();
  const { t, n } = useWords();
  const reading = useStore(sheet.store, (state) => state.reading);
  const told = useStore(sheet.store, (state) => state.told);
  const { errors, warnings } = useMemo(() => countErrors(reading, told), [reading, told]);
  const go = (direction: 1 | -1): void => {
    if (!actions.toFinding(direction)) say(ui, t("exams.sheet.allWell"));
    document.querySelector<HTMLElement>(".sheet-grid")?.focus();
  };
  return (
    <>
      <span role="status" className={errors > 0 ? "warn1" : "dimmed"}>
        {errors + warnings === 0 ? t("exams.sheet.allWell") : t("exams.sheet.findings", { errors: n(errors), warnings: n(warnings) })}
      </span>
      <button type="button" className="small" disabled={errors + warnings === 0} onClick={() => go(-1)}>
        {t("exams.sheet.previous")}
      </button>
      <button type="button" className="small" disabled={errors + warnings === 0} onClick={() => go(1)}>
        {t("exams.sheet.next")}
      </button>
    </>
  );
};

const Tools = ({ exam, sheet, actions }: { exam: ExamSummary; sheet: OpenSheet; actions: SheetActions }) => {
  const { ui } = useConsole();
  const { t } = useWords();
  const { canUndo, canRedo } = useStore(sheet.store);
  const empty = useStore(sheet.store, (state) => state.rows.length === 0);
  return (
    <div className="bar second tools">
      <button type="button" className="small" onClick={() => ui.setState({ dialog: "importSheet" })}>
        {t("exams.import.button")}
      </button>
      <ExportButton exam={exam} sheet={sheet} />
      <span className="gap" />
      <button type="button" className="small" disabled={!canUndo} onClick={actions.undo}>
        {t("exams.sheet.undo")}
      </button>
      <button type="button" className="small" disabled={!canRedo} onClick={actions.redo}>
        {t("exams.sheet.redo")}
      </button>
      <button type="button" className="small" disabled={empty} onClick={actions.fillDown}>
        {t("exams.sheet.fillDown")}
      </button>
      <button type="button" className="small" onClick={actions.insertRows}>
        {t("exams.sheet.insert")}
      </button>
      <button type="button" className="small" disabled={empty} onClick={actions.removeRows}>
        {t("exams.sheet.remove")}
      </button>
      <div className="spring" />
      <Findings sheet={sheet} actions={actions} />
    </div>
  );
};

export const SheetView = ({ exam, sheet }: { exam: ExamSummary; sheet: OpenSheet }) => {
  const { ui } = useConsole();
  const words = useWords();
  const { t } = words;
  const dialog = useUi((state) => state.dialog);
  const phase = useStore(sheet.store, (state) => state.phase);
  const count = useStore(sheet.store, (state) => state.rows.length);
  const [grid] = useState(createGridStore);
  const [dropped, setDropped] = useState<File | null>(null);
  const actions = useMemo(
    () =>
      createSheetActions({
        sheet,
        grid,
        refused: (error) => say(ui, words.error(error), "bad"),
        beyond: (cells) => say(ui, t("exams.sheet.beyond", { count: cells }), "bad"),
      }),
    [sheet, grid, ui, words, t],
  );
  // A file that was dropped is looked at once.
  useEffect(() => {
    if (dialog !== "importSheet") setDropped(null);
  }, [dialog]);
  // Rows may have gone by another hand.
  useEffect(() => actions.settle(), [actions, count]);
  return (
    <div
      className="sheet-view"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        const [file] = event.dataTransfer.files;
        setDropped(file ?? null);
        if (file !== undefined) ui.setState({ dialog: "importSheet" });
      }}
    >
      <Tools exam={exam} sheet={sheet} actions={actions} />
      <Unsaved sheet={sheet} />
      {phase === "waiting" ? (
        <Empty title={t("exams.sheet.waiting")} />
      ) : count === 0 ? (
        <Empty title={t("exams.sheet.empty")} text={t("exams.sheet.emptyText")}>
          <div className="line">
            <button type="button" className="go" onClick={() => ui.setState({ dialog: "importSheet" })}>
              {t("exams.import.button")}
            </button>
            <button type="button" onClick={actions.insertRows}>
              {t("exams.sheet.first")}
            </button>
          </div>
        </Empty>
      ) : (
        <>
          <SheetGrid name={exam.name} sheet={sheet} grid={grid} actions={actions} />
          <CellLine sheet={sheet} grid={grid} />
        </>
      )}
      {dialog === "importSheet" && <ImportDialog exam={exam} sheet={sheet} dropped={dropped} />}
    </div>
  );
};
