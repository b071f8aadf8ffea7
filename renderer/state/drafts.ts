/** What stays while another place is looked at: profiles and commands while they are being written, chat users that were met. Never a secret. */
import { createStore, type StoreApi } from "zustand/vanilla";
import type { Draft as CommandDraft } from "../features/commands/fields.ts";
import type { Draft } from "../features/profiles/draft.ts";
import { type KnownUser, withUsers } from "../features/tokens/knownUsers.ts";

/** The key of a profile that does not exist yet. */
export const NEW_PROFILE = "";

export type Drafts = {
  /** The profile that is shown; null: the one in use. */
  shown: string | null;
  /** By the profile's id, or `NEW_PROFILE`. */
  profiles: ReadonlyMap<string, Draft>;
  /** By the profile's id; those met last first. */
  chatUsers: ReadonlyMap<string, readonly KnownUser[]>;
  /** By application, command and room. */
  commands: ReadonlyMap<string, CommandDraft>;
};

export type DraftStore = StoreApi<Drafts>;

export const createDrafts = (): DraftStore =>
  createStore<Drafts>(() => ({ shown: null, profiles: new Map(), chatUsers: new Map(), commands: new Map() }));

export const keepDraft = (store: DraftStore, id: string, draft: Draft): void =>
  store.setState(({ profiles }) => ({ profiles: new Map(profiles).set(id, draft) }));

export const dropDraft = (store: DraftStore, id: string): void =>
  store.setState(({ profiles }) => ({ profiles: new Map([...profiles].filter(([key]) => key !== id)) }));

export const keepChatUsers = (store: DraftStore, id: string, users: readonly KnownUser[]): void =>
  store.setState(({ chatUsers }) => ({ chatUsers: new Map(chatUsers).set(id, withUsers(chatUsers.get(id) ?? [], users)) }));

/** null: it was asked, or given up. */
export const keepCommandDraft = (store: DraftStore, key: string, draft: CommandDraft | null): void =>
  store.setState(({ commands }) => {
    const next = new Map(commands);
    if (draft === null) next.delete(key);
    else next.set(key, draft);
    return { commands: next };
  });
