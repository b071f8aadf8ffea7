/** A few views of one thing, one at a time; arrow keys, Home and End move among them. */
import { type KeyboardEvent, type ReactNode, useId } from "react";

type Tab<V extends string> = { value: V; text: string; tail?: ReactNode };
type TabsProps<V extends string> = {
  label: string;
  tabs: readonly Tab<V>[];
  chosen: V;
  onChoose(value: V): void;
  /** The view of a tab; `keep`: it stays while another is shown, so that nothing in it is lost. */
  panel(value: V): ReactNode;
  keep?: V;
};

export const Tabs = <V extends string>({ label, tabs, chosen, onChoose, panel, keep }: TabsProps<V>) => {
  const id = useId();
  const move = (event: KeyboardEvent): void => {
    const here = tabs.findIndex(({ value }) => value === chosen);
    const last = tabs.length - 1;
    const targets: Record<string, number> = {
      ArrowRight: here === last ? 0 : here + 1,
      ArrowLeft: here === 0 ? last : here - 1,
      Home: 0,
      End: last,
    };
    const next = tabs[targets[event.key] ?? -1];
    if (next === undefined) return;
    event.preventDefault();
    onChoose(next.value);
    document.getElementById(`${id}-${next.value}`)?.focus();
  };
  const shown = tabs.filter(({ value }) => value === chosen || value === keep);
  return (
    <div className="tabs">
      <div className="tablist" role="tablist" aria-label={label} onKeyDown={move}>
        {tabs.map(({ value, text, tail }) => (
          <button
            type="button"
            role="tab"
            key={value}
            id={`${id}-${value}`}
            aria-selected={value === chosen}
            aria-controls={value === chosen || value === keep ? `${id}-${value}-panel` : undefined}
            tabIndex={value === chosen ? 0 : -1}
            onClick={() => onChoose(value)}
          >
            {text}
            {tail !== undefined && <span className="tail">{tail}</span>}
          </button>
        ))}
      </div>
      {shown.map(({ value }) => (
        <div
          key={value}
          id={`${id}-${value}-panel`}
          className="tabpanel"
          role="tabpanel"
          aria-labelledby={`${id}-${value}`}
          hidden={value !== chosen}
        >
          {panel(value)}
        </div>
      ))}
    </div>
  );
};
