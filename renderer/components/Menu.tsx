/** A button with a menu under it: arrow keys move, Enter chooses, Escape closes it and nothing else. */
import { Popover } from "@mantine/core";
import { type ReactNode, useEffect, useRef, useState } from "react";

export type MenuItem = {
  id: string;
  text: string;
  tail?: string;
  /** Stands apart, at the end, in the colour of danger. */
  danger?: boolean;
  /** A line of space before it. */
  begins?: boolean;
  choose(): void;
};

type MenuProps = { label: string; children: ReactNode; className?: string; items: readonly MenuItem[] };

export const Menu = ({ label, children, className, items }: MenuProps) => {
  const [opened, setOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const close = (): void => {
    setOpened(false);
    button.current?.focus();
  };
  // Caught before anybody else: while a menu is open its keys are its own, wherever the focus is on its way to.
  useEffect(() => {
    if (!opened) return;
    const onKey = (event: KeyboardEvent): void => {
      const all = [...(list.current?.querySelectorAll<HTMLElement>("[role=menuitem]") ?? [])];
      const at = all.findIndex((item) => item === document.activeElement);
      const leave = (): void => {
        setOpened(false);
        button.current?.focus();
      };
      const steps: Record<string, () => void> = {
        ArrowDown: () => all[(at + 1) % all.length]?.focus(),
        ArrowUp: () => all[(at + all.length - 1) % all.length]?.focus(),
        Home: () => all[0]?.focus(),
        End: () => all.at(-1)?.focus(),
        Escape: leave,
        Tab: leave,
      };
      const step = steps[event.key];
      if (step === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      step();
    };
    window.addEventListener("keydown", onKey, { capture: true });
    return () => window.removeEventListener("keydown", onKey, { capture: true });
  }, [opened]);
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      shadow="none"
      withinPortal={false}
      transitionProps={{ duration: 0 }}
      trapFocus
    >
      <Popover.Target popupType="menu">
        <button ref={button} type="button" className={className} title={label} onClick={() => setOpened(!opened)}>
          {children}
        </button>
      </Popover.Target>
      <Popover.Dropdown className="pop menu" role="presentation">
        <div ref={list} role="menu" aria-label={label}>
          {items.map(({ id, text, tail, danger, begins, choose }, index) => (
            <button
              key={id}
              type="button"
              role="menuitem"
              tabIndex={-1}
              className={`${danger ? "danger" : ""}${begins ? " begins" : ""}`}
              data-autofocus={index === 0 ? true : undefined}
              onClick={() => {
                close();
                choose();
              }}
            >
              {text}
              {tail !== undefined && <span className="tail">{tail}</span>}
            </button>
          ))}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
};
