/** Tokens: look inside one, build one, serve them, and the chat users they are for. A token never comes to the window; main copies it. */
import { type KeyboardEvent, useMemo, useState } from "react";
import { useStore } from "zustand";
import type { ProfileEntry } from "../../../shared/model/profileEntry.ts";
import { Choice } from "../../components/fields.tsx";
import { Empty } from "../../components/parts.tsx";
import { useWords } from "../../i18n/words.tsx";
import { useConsole } from "../../state/console.ts";
import { profileOrder } from "../profiles/order.ts";
import { BuildToken } from "./BuildToken.tsx";
import { ChatUsers } from "./ChatUsers.tsx";
import { InspectToken } from "./InspectToken.tsx";
import { TokenServer } from "./TokenServer.tsx";

const TABS = ["inspect", "build", "server", "users"] as const;
type Tab = (typeof TABS)[number];

const Panel = ({ tab, entry }: { tab: Tab; entry: ProfileEntry }) => {
  switch (tab) {
    case "inspect":
      return <InspectToken entry={entry} />;
    case "build":
      return <BuildToken entry={entry} />;
    case "server":
      return <TokenServer />;
    case "users":
      return <ChatUsers key={entry.id} entry={entry} />;
  }
};

export const TokensPlace = () => {
  const { profiles } = useConsole();
  const { t } = useWords();
  const [tab, setTab] = useState<Tab>("inspect");
  const [asked, setAsked] = useState<string | null>(null);
  const items = useStore(profiles, (state) => state.items);
  const entries = useMemo(() => [...items.values()].sort(profileOrder), [items]);
  const entry = items.get(asked ?? "") ?? entries.find(({ current }) => current) ?? entries[0];

  const move = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = TABS[(TABS.indexOf(tab) + step + TABS.length) % TABS.length] ?? tab;
    setTab(next);
    document.getElementById(`tab-${next}`)?.focus();
  };

  return (
    <section className="page tokens" aria-label={t("tokens.title")}>
      <div className="bar">
        <h1>{t("tokens.title")}</h1>
        <div className="segments" role="tablist" aria-label={t("tokens.title")} onKeyDown={move}>
          {TABS.map((name) => (
            <button
              type="button"
              role="tab"
              key={name}
              id={`tab-${name}`}
              aria-selected={tab === name}
              aria-controls={`panel-${name}`}
              tabIndex={tab === name ? 0 : -1}
              onClick={() => setTab(name)}
            >
              {t(`tokens.tab.${name}`)}
            </button>
          ))}
        </div>
        <div className="spring" />
        {entry !== undefined && tab !== "server" && (
          <Choice
            label={t("tokens.profile")}
            value={entry.id}
            options={entries.map(({ id, profile }) => ({ value: id, text: profile.name }))}
            onChoose={setAsked}
          />
        )}
      </div>
      {entry === undefined ? (
        <Empty title={t("profiles.list.waiting")} />
      ) : (
        // Every panel stays, so that nothing typed is lost by looking at another.
        TABS.map((name) => (
          <div
            key={name}
            id={`panel-${name}`}
            className="scroller panel"
            role="tabpanel"
            aria-labelledby={`tab-${name}`}
            tabIndex={0}
            hidden={tab !== name}
          >
            <Panel tab={name} entry={entry} />
          </div>
        ))
      )}
    </section>
  );
};
