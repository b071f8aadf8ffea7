/** Breakout rooms as they are composed: by hand, evenly, or from a list. Pure. */

export type GroupDraft = { name: string; users: readonly string[] };
export type Candidate = { userUuid: string; userName: string };

/** As evenly as can be, in the order of the people: sizes differ by one at most. */
export const evenly = (users: readonly string[], count: number, nameOf: (number: number) => string): GroupDraft[] => {
  const groups = Math.max(1, Math.min(count, Math.max(1, users.length)));
  const small = Math.floor(users.length / groups);
  const larger = users.length % groups;
  let from = 0;
  return Array.from({ length: groups }, (_, index) => {
    const size = small + (index < larger ? 1 : 0);
    const group = { name: nameOf(index + 1), users: users.slice(from, from + size) };
    from += size;
    return group;
  });
};

export type ListFault = { line: number; reason: "form" | "nobody" | "twice" | "several"; text: string };

/**
 * One person in a line, `group, person`: by id, or by a name that only one has. A line may be a heading of a table where it names nobody and is the first.
 * Tab and semicolon part as well: that is how lists come out of spreadsheets.
 */
export const fromList = (list: string, people: readonly Candidate[]): { groups: GroupDraft[]; faults: ListFault[] } => {
  const ids = new Set(people.map(({ userUuid }) => userUuid));
  const byName = new Map<string, string[]>();
  for (const { userUuid, userName } of people) {
    const name = userName.trim().toLocaleLowerCase();
    byName.set(name, [...(byName.get(name) ?? []), userUuid]);
  }
  const groups = new Map<string, string[]>();
  const faults: ListFault[] = [];
  const seen = new Set<string>();
  for (const [index, whole] of list.split(/\r?\n/).entries()) {
    if (whole.trim() === "") continue;
    const fault = (reason: ListFault["reason"], text: string): void => void faults.push({ line: index + 1, reason, text });
    const parts = whole.split(/[,;\t，；]/).map((part) => part.trim().replace(/^"(.*)"$/, "$1"));
    const [group = "", person = ""] = parts;
    if (parts.length !== 2 || group === "" || person === "") {
      fault("form", whole.trim());
      continue;
    }
    const named = ids.has(person) ? [person] : (byName.get(person.toLocaleLowerCase()) ?? []);
    const [userUuid] = named;
    if (userUuid === undefined) {
      if (index > 0) fault("nobody", person);
    } else if (named.length > 1) fault("several", person);
    else if (seen.has(userUuid)) fault("twice", person);
    else {
      seen.add(userUuid);
      groups.set(group, [...(groups.get(group) ?? []), userUuid]);
    }
  }
  return { groups: [...groups].map(([name, users]) => ({ name, users })), faults };
};

/** Puts one person into the group at `index`, or into none (-1). */
export const place = (groups: readonly GroupDraft[], userUuid: string, index: number): GroupDraft[] =>
  groups.map((group, other) => {
    const others = group.users.filter((user) => user !== userUuid);
    return { ...group, users: other === index ? [...others, userUuid] : others };
  });

export const groupOf = (groups: readonly GroupDraft[], userUuid: string): number =>
  groups.findIndex(({ users }) => users.includes(userUuid));
