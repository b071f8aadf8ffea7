/** Saved views: a filter, an order and which rooms, under a name. */
import { Popover } from "@mantine/core";
import { useState } from "react";
import { useStore } from "zustand";
import type { SavedView } from "../../../shared/model/settings.ts";
import { newId } from "../../bridge.ts";
import { Dialog, DialogFoot } from "../../components/Dialog.tsx";
import { Icon } from "../../components/icons.tsx";
import { useWords } from "../../i18n/words.tsx";
import { useConsole, useUi } from "../../state/console.ts";
import { type ColumnId, say } from "../../state/ui.ts";

const INCLUDES = ["shown", "hidden", "archived"] as const;

export const Views = () => {
  const { bridge, ui, views } = useConsole();
  const words = useWords();
  const { t } = words;
  const [opened, setOpened] = useState(false);
  const items = useStore(views, (state) => state.items);
  const include = useUi((state) => state.include);
  const saved = [...items.values()].sort((a, b) => a.name.localeCompare(b.name, words.language));

  const apply = (view: SavedView): void => {
    ui.setState({
      filter: view.filter,
      include: view.include,
      chip: "all",
      sort: { column: view.sort.column as ColumnId, descending: view.sort.descending },
      marked: new Set(),
    });
    setOpened(false);
  };
  const remove = async (view: SavedView): Promise<void> => {
    const answer = await bridge.call("views.remove", { id: view.id });
    say(ui, answer.ok ? t("wall.views.removed", { name: view.name }) : words.error(answer.error), answer.ok ? "plain" : "bad");
  };

  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      withinPortal={false}
      trapFocus
      returnFocus
      classNames={{ dropdown: "pop" }}
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>
        <button type="button" onClick={() => setOpened((value) => !value)} aria-expanded={opened}>
          {t("wall.views.button")} <span aria-hidden="true">▾</span>
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t("wall.views.button")}>
        <div className="field">
          <div className="segments" role="radiogroup" aria-label={t("wall.include.label")}>
            {INCLUDES.map((name) => (
              <button
                type="button"
                role="radio"
                key={name}
                className="small"
                aria-checked={include === name}
                onClick={() => {
                  ui.setState({ include: name, chip: "all", marked: new Set() });
                  setOpened(false);
                }}
              >
                {t(`wall.include.${name}`)}
              </button>
            ))}
          </div>
          <ul className="views-list">
            {saved.length === 0 && (
              <li>
                <p>{t("wall.views.none")}</p>
              </li>
            )}
            {saved.map((view) => (
              <li key={view.id}>
                <button type="button" aria-label={t("wall.views.apply", { name: view.name })} onClick={() => apply(view)}>
                  <b>{view.name}</b>
                  <span className="dimmed cut">{view.filter === "" ? t("wall.views.noFilter") : view.filter}</span>
                </button>
                <button
                  type="button"
                  className="quiet"
                  aria-label={t("wall.views.remove", { name: view.name })}
                  onClick={() => void remove(view)}
                >
                  <Icon name="cross" />
                </button>
              </li>
            ))}
          </ul>
          <button
            type="button"
            onClick={() => {
              setOpened(false);
              ui.setState({ dialog: "saveView" });
            }}
          >
            {t("wall.views.save")}
          </button>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
};

export const SaveView = () => {
  const { bridge, ui } = useConsole();
  const words = useWords();
  const { t } = words;
  const [name, setName] = useState("");
  const [fault, setFault] = useState<string | null>(null);
  const close = (): void => ui.setState({ dialog: null });

  const save = async (): Promise<void> => {
    const { filter, sort, include } = ui.getState();
    const answer = await bridge.call("views.save", { id: newId(), name: name.trim(), filter, sort, include });
    if (!answer.ok) return setFault(words.error(answer.error));
    say(ui, t("wall.views.saved", { name: name.trim() }));
    close();
  };
  return (
    <Dialog title={t("wall.views.saveTitle")} onClose={close}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <div className="field">
          <label htmlFor="view-name">{t("wall.views.name")}</label>
          <input id="view-name" type="text" value={name} maxLength={60} data-autofocus onChange={(event) => setName(event.target.value)} />
          <p className="hint">{t("wall.views.keeps")}</p>
          {fault !== null && (
            <p className="fault" role="alert">
              {fault}
            </p>
          )}
        </div>
        <DialogFoot leave={t("tray.cancel")} onLeave={close}>
          <button type="submit" className="go" disabled={name.trim() === ""}>
            {t("wall.views.saveDo")}
          </button>
        </DialogFoot>
      </form>
    </Dialog>
  );
};
