/** What fits what is typed, the nearest first. Pure. */

export type Findable = { text: string; more?: string };

const fold = (text: string): string =>
  text
    .toLocaleLowerCase()
    .normalize("NFKD")
    .replace(/\p{Diacritic}/gu, "");
const isWordStart = (text: string, at: number): boolean => at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1] ?? "");

/** Lower is nearer; null: it does not fit. Every word must be there; its place says how near. */
export const nearness = ({ text, more = "" }: Findable, query: string): number | null => {
  const words = fold(query)
    .split(/\s+/)
    .filter((word) => word !== "");
  const own = fold(text);
  const whole = `${own}\u0000${fold(more)}`;
  let far = 0;
  for (const word of words) {
    let at = whole.indexOf(word);
    if (at < 0) return null;
    // The first place where a word begins so is nearer than one inside another.
    for (let next = at; next >= 0; next = whole.indexOf(word, next + 1)) {
      if (!isWordStart(whole, next)) continue;
      at = next;
      break;
    }
    far += (at === 0 ? 0 : isWordStart(whole, at) ? 1 : 10) + (at > own.length ? 5 : 0);
  }
  return far;
};

/** In their own order where they are equally near. */
export const find = <T extends Findable>(items: readonly T[], query: string, limit: number): T[] =>
  items
    .flatMap((item, place) => {
      const near = nearness(item, query);
      return near === null ? [] : [{ item, near, place }];
    })
    .sort((a, b) => a.near - b.near || a.place - b.place)
    .slice(0, limit)
    .map(({ item }) => item);
