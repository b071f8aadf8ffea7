/** The wall's order as the view uses it: filter and sort from the ui store, the last good filter while the text is broken. */
import { useEffect, useMemo, useRef } from "react";
import { useStore } from "zustand";
import type { Freshness } from "../../../shared/model/freshness.ts";
import { useWords, type Words } from "../../i18n/words.tsx";
import { useConsole, useUi } from "../../state/console.ts";
import type { StateName } from "../../state/roomFacts.ts";
import { useExamRooms } from "../exams/scope.tsx";
import { type Filter, type FilterFault, parseFilter, type Vocabulary } from "./filter.ts";
import { createOrderKeeper, type KeptOrder, type OrderKeeper } from "./keeper.ts";

const STATES: Readonly<Record<StateName, string>> = {
  notStarted: "not-started",
  started: "started",
  ended: "ended",
  closed: "closed",
  gone: "gone",
  none: "unknown",
  other: "other",
};
const AGES: readonly Freshness[] = ["live", "late", "stale", "offline", "never"];

export const vocabularyOf = ({ t }: Words): Vocabulary => ({
  states: Object.fromEntries(
    Object.entries(STATES).map(([name, word]) => [
      name,
      [
        word,
        t(`wall.state.${name as StateName}`, { state: "" })
          .trim()
          .toLowerCase(),
      ],
    ]),
  ) as unknown as Vocabulary["states"],
  ages: Object.fromEntries(AGES.map((name) => [name, [name, t(`age.${name}`).toLowerCase()]])) as unknown as Vocabulary["ages"],
});

const faultText = (fault: FilterFault, { t }: Words): string => {
  switch (fault.kind) {
    case "badRegex":
      return t("wall.filter.badRegex", { reason: fault.reason });
    case "openRegex":
      return t("wall.filter.openRegex");
    case "badValue":
      return t("wall.filter.badValue", { field: fault.field, value: fault.value });
  }
};

export const useOrder = (): { order: KeptOrder; keeper: OrderKeeper; fault: string | null } => {
  const console = useConsole();
  const words = useWords();
  const text = useUi((ui) => ui.filter);
  const chip = useUi((ui) => ui.chip);
  const sort = useUi((ui) => ui.sort);
  const include = useUi((ui) => ui.include);
  const rooms = useExamRooms();

  const parsed = useMemo(() => parseFilter(text, vocabularyOf(words)), [text, words]);
  const lastGood = useRef<Filter>(() => true);
  if (parsed.ok) lastGood.current = parsed.value;
  const filter = lastGood.current;

  const keeper = useMemo(
    () => createOrderKeeper(console, words.language, { include, rooms, chip, filter, sort }),
    // What is asked for changes by `ask`; a new keeper is made only for another console or language.
    [console, words.language],
  );
  useEffect(() => keeper.start(), [keeper]);
  useEffect(() => keeper.ask({ include, rooms, chip, filter, sort }), [keeper, include, rooms, chip, filter, sort]);

  return { order: useStore(keeper.store), keeper, fault: parsed.ok ? null : faultText(parsed.error, words) };
};
