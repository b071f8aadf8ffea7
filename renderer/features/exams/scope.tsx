/** The wall of one exam: which rooms are in its sheet, and the way back to all. */
import { useMemo } from "react";
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import type { SheetReading } from "../../../shared/examSheet/check.ts";
import { useWords } from "../../i18n/words.tsx";
import { useConsole, useUi } from "../../state/console.ts";

const NONE = createStore<{ reading: SheetReading }>(() => ({ reading: { timeZone: "UTC", rows: [], byId: new Map() } }));

const useScope = () => {
  const { exams } = useConsole();
  const id = useUi((state) => state.exam);
  return useStore(exams, (state) => (id === null ? undefined : state.items.get(id)));
};

/** null: the wall is not of one exam, or of one that is gone. */
export const useExamRooms = (): ReadonlySet<string> | null => {
  const { sheets } = useConsole();
  const exam = useScope();
  const sheet = exam === undefined ? null : sheets.open(exam.id, exam.timeZone);
  const reading = useStore(sheet?.store ?? NONE, (state) => state.reading);
  const rooms = reading.rows.map(({ meaning }) => meaning.roomUuid).join("\n");
  return useMemo(() => (exam === undefined ? null : new Set(rooms.split("\n"))), [exam?.id, rooms]);
};

export const ExamChip = () => {
  const { ui } = useConsole();
  const { t } = useWords();
  const exam = useScope();
  if (exam === undefined) return null;
  return (
    <button type="button" className="chip on" onClick={() => ui.setState({ exam: null, marked: new Set() })}>
      {t("exams.scope", { name: exam.name })} ✕
    </button>
  );
};
