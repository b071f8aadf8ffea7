/** Finds out that another program reads operation 9: it takes events that operation 8 then shows and operation 9 never brings. Pure. */

export type Suspects = ReadonlyMap<string, { foundAt: number; missed: number }>;

/** Answers of operation 9, asked after operation 8 showed the event, that may come without it. */
const ALLOWED = 2;

export const suspectKey = (roomUuid: string, incarnation: number, sequence: number): string => `${incarnation}/${sequence}/${roomUuid}`;

/** Operation 8 showed events that operation 9 has not brought, though they were made while the chain held. `now` in monotonic ms. */
export const suspect = (suspects: Suspects, keys: readonly string[], now: number): Suspects =>
  keys.length === 0 ? suspects : new Map([...suspects, ...keys.map((key) => [key, { foundAt: now, missed: 0 }] as const)]);

/** A complete answer of operation 9: what it brought, and when it was asked for. */
export const answered = (suspects: Suspects, brought: ReadonlySet<string>, askedAt: number): { suspects: Suspects; found: boolean } => {
  if (suspects.size === 0) return { suspects, found: false };
  const left = new Map<string, { foundAt: number; missed: number }>();
  for (const [key, entry] of suspects) {
    if (!brought.has(key)) left.set(key, entry.foundAt <= askedAt ? { ...entry, missed: entry.missed + 1 } : entry);
  }
  return { suspects: left, found: [...left.values()].some((entry) => entry.missed >= ALLOWED) };
};
