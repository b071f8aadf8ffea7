/** The users of the chat service whom this console has met in this run. Pure. */

export type KnownUser = {
  username: string;
  /** null: the service did not tell it; a token is issued by the name all the same. */
  uuid: string | null;
  nickname: string | null;
  /** Looked up, registered here, or there already when it was to be registered. */
  from: "found" | "registered" | "exists";
};

const MOST = 1_000;

/** The service does not tell names in upper and lower case apart. */
const keyOf = ({ username }: KnownUser): string => username.toLowerCase();

/** Those met last first, each once; what was known of one and is not told again is kept. */
export const withUsers = (known: readonly KnownUser[], met: readonly KnownUser[]): readonly KnownUser[] => {
  const before = new Map(known.map((user) => [keyOf(user), user]));
  const after = new Map<string, KnownUser>();
  for (const user of met) {
    const former = before.get(keyOf(user));
    after.set(keyOf(user), { ...user, uuid: user.uuid ?? former?.uuid ?? null, nickname: user.nickname ?? former?.nickname ?? null });
  }
  return [...after.values(), ...known.filter((user) => !after.has(keyOf(user)))].slice(0, MOST);
};
