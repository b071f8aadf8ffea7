/** The filter's text field. What is wrong with the text stands beside it; the list keeps its last good result. */
import { useEffect, useRef } from "react";
import { Icon } from "../../components/icons.tsx";
import { useWords } from "../../i18n/words.tsx";
import { useConsole, useUi } from "../../state/console.ts";
import { isTyping } from "../frame/useKeys.ts";

/** To the list; out of the field where there is none. */
const leave = (): void => {
  const grid = document.querySelector<HTMLElement>('[role="grid"]');
  if (grid !== null) grid.focus();
  else if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
};

export const FilterBox = ({ fault }: { fault: string | null }) => {
  const { ui } = useConsole();
  const { t } = useWords();
  const filter = useUi((state) => state.filter);
  const input = useRef<HTMLInputElement>(null);

  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent): void => {
      if (event.key !== "/" || event.ctrlKey || event.metaKey || isTyping(event.target) || ui.getState().dialog !== null) return;
      event.preventDefault();
      input.current?.select();
      input.current?.focus();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [ui]);

  return (
    <div className="filter" role="search">
      <kbd aria-hidden="true">/</kbd>
      <input
        ref={input}
        type="text"
        value={filter}
        maxLength={200}
        spellCheck={false}
        autoComplete="off"
        aria-label={t("wall.filter.label")}
        placeholder={t("wall.filter.placeholder")}
        aria-invalid={fault !== null}
        aria-describedby={fault === null ? undefined : "filter-fault"}
        onChange={(event) => ui.setState({ filter: event.target.value })}
        onKeyDown={(event) => {
          if (event.key !== "Escape" && event.key !== "Enter" && event.key !== "ArrowDown") return;
          event.preventDefault();
          leave();
        }}
      />
      {filter !== "" && (
        <button
          type="button"
          aria-label={t("wall.filter.clear")}
          onClick={() => {
            ui.setState({ filter: "" });
            leave();
          }}
        >
          <Icon name="cross" />
        </button>
      )}
    </div>
  );
};
