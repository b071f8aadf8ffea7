/** The exams of the profile as options of a field, the latest first. */
import { useMemo } from "react";
import { useStore } from "zustand";
import { useConsole } from "../../state/console.ts";

export const useExamChoices = (): { value: string; text: string }[] => {
  const { exams } = useConsole();
  const items = useStore(exams, (state) => state.items);
  return useMemo(
    () =>
      [...items.values()]
        .toSorted((a, b) => b.date.localeCompare(a.date) || b.createdAt - a.createdAt)
        .map(({ id, name, date }) => ({ value: id, text: `${name}, ${date}` })),
    [items],
  );
};
