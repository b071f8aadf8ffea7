/** Follows a chain entry by entry and names what does not fit. Pure; it keeps no entry but the few that are at fault. */
import { MAX_FAULTS, type RecordFault, type RecordHead, type RecordRemoval } from "../../shared/model/record.ts";
import { GENESIS, link } from "../store/recordChain.ts";

/** `line` null: the entry's text is not there any more; that is in order only where a later entry says so. */
export type Entry = { number: number; line: string | null; hash: string };

type Range = { from: number; to: number };
type Changed = Entry & { line: string; before: string };

export type ChainFindings = {
  /** The last entry. */
  head: RecordHead;
  entries: number;
  faults: RecordFault[];
  moreFaults: number;
  lost: Range[];
  pruned: number;
  removals: RecordRemoval[];
  rebuiltFrom: { file: string; head: RecordHead } | null;
};

const PREFIX = /^\{"number":\d+,"at":[^,]+,"kind":"(\w+)"/;
export const kindOf = (line: string): string => PREFIX.exec(line)?.[1] ?? "";

const bodyOf = (line: string): Record<string, unknown> => {
  try {
    const body: unknown = JSON.parse(line);
    return typeof body === "object" && body !== null ? (body as Record<string, unknown>) : {};
  } catch {
    return {};
  }
};
const textIn = (value: unknown, name: string): string | null => {
  const found = typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : null;
  return typeof found === "string" ? found : null;
};
/** The room that an entry is about; null: none. */
export const roomOf = (line: string): string | null => {
  const body = bodyOf(line);
  return textIn(body, "room") ?? textIn(body["command"], "roomUuid") ?? textIn(body["alarm"], "roomUuid");
};

const rangeOf = (body: Record<string, unknown>): Range => ({ from: Number(body["from"]), to: Number(body["to"]) });
const renumbered = (line: string, number: number): string => line.replace(/^\{"number":\d+/, `{"number":${number}`);

/** Who had what removed: one line per time that somebody asked for it. */
const createRemovals = () => {
  const byAsking = new Map<string, { removal: RecordRemoval; rooms: Set<string> }>();
  return {
    take: (body: Record<string, unknown>, ranges: readonly Range[]): void => {
      const asked = Number(body["asked"] ?? body["at"] ?? 0);
      const operator = textIn(body, "operator") ?? "";
      const key = `${asked} ${operator}`;
      const { removal, rooms } = byAsking.get(key) ?? {
        removal: { asked, operator, file: textIn(body["exported"], "file") ?? "", rooms: 0, entries: 0 },
        rooms: new Set(),
      };
      rooms.add(textIn(body, "room") ?? "");
      removal.rooms = rooms.size;
      removal.entries += ranges.reduce((sum, { from, to }) => sum + to - from + 1, 0);
      byAsking.set(key, { removal, rooms });
    },
    latest: (): RecordRemoval[] => [...byAsking.values()].slice(-MAX_FAULTS).map(({ removal }) => removal),
  };
};

/** `part`: entries may be left out between others; their order still holds. */
export const createChainCheck = ({ part = false }: { part?: boolean } = {}) => {
  let next = 1;
  let before: string | null = GENESIS;
  let head: RecordHead = { count: 0, hash: GENESIS };
  let entries = 0;
  let missing: Range[] = [];
  const gone: number[] = [];
  const excused: Range[] = [];
  const changed: Changed[] = [];
  const faults: RecordFault[] = [];
  const lost: Range[] = [];
  const removals = createRemovals();
  let moreFaults = 0;
  let rebuiltFrom: ChainFindings["rebuiltFrom"] = null;

  const blame = (fault: RecordFault["fault"], { from, to }: Range, line: string | null = null): void => {
    if (faults.length >= MAX_FAULTS) moreFaults += 1;
    else faults.push({ fault, from, to, room: line === null ? null : roomOf(line) });
  };

  /** An entry that comes after a later one. */
  const outOfPlace = ({ number, line }: Entry): void => {
    const hole = missing.find(({ from, to }) => from <= number && number <= to);
    blame(hole === undefined && !part ? "added" : "reordered", { from: number, to: number }, line);
    if (hole === undefined) return;
    const rest = [
      { from: hole.from, to: number - 1 },
      { from: number + 1, to: hole.to },
    ].filter(({ from, to }) => from <= to);
    missing = missing.flatMap((one) => (one === hole ? rest : [one]));
  };

  /** What a note says about the record itself. */
  const heed = (line: string): void => {
    const kind = kindOf(line);
    if (kind === "" || kind === "event" || kind === "command") return;
    const body = bodyOf(line);
    if (kind === "lost") lost.push(rangeOf(body));
    if (kind === "cut") blame("cut", rangeOf(body));
    if (kind === "recomputed") {
      const count = Number((body["known"] as { count?: unknown } | undefined)?.count ?? 0);
      blame("recomputed", { from: count, to: count });
    }
    if (kind === "pruned" && Array.isArray(body["numbers"])) {
      const ranges = (body["numbers"] as [number, number][]).map(([from, to]) => ({ from, to }));
      excused.push(...ranges);
      removals.take(body, ranges);
    }
    if (kind === "rebuilt") {
      const count = Number((body["before"] as { count?: unknown } | undefined)?.count ?? 0);
      rebuiltFrom = { file: textIn(body, "file") ?? "", head: { count, hash: textIn(body["before"], "hash") ?? GENESIS } };
    }
  };

  const take = (entry: Entry): void => {
    entries += 1;
    const { number, line, hash } = entry;
    if (number < next) {
      outOfPlace(entry);
      return;
    }
    const fits = before !== null && line !== null && link(before, line) === hash;
    if (number > next && !fits) {
      // An entry that says what was lost is bound to the one before the hole.
      if (!part) missing.push({ from: next, to: number - 1 });
      before = null;
    }
    if (line === null) gone.push(number);
    else if (before !== null && !fits) changed.push({ number, line, hash, before });
    if (line !== null) heed(line);
    before = hash;
    next = number + 1;
    head = { count: number, hash };
  };

  /** Two entries that changed places are changed both, and each fits where the other stands. */
  const nameChanged = (): void => {
    const few = changed.slice(0, MAX_FAULTS);
    for (const one of few) {
      const moved = few.some((other) => other !== one && link(one.before, renumbered(other.line, one.number)) === one.hash);
      blame(moved ? "reordered" : "changed", { from: one.number, to: one.number }, one.line);
    }
    moreFaults += changed.length - few.length;
  };

  return {
    take,
    end: (): ChainFindings => {
      nameChanged();
      for (const range of missing) blame("removed", range);
      const isExcused = excusedBy(excused);
      const unexplained = gone.filter((number) => !isExcused(number));
      for (const range of rangesOf(unexplained)) blame("removed", range);
      faults.sort((a, b) => (a.from ?? 0) - (b.from ?? 0));
      const pruned = gone.length - unexplained.length;
      return { head, entries, faults, moreFaults, lost, pruned, removals: removals.latest(), rebuiltFrom };
    },
  };
};

const excusedBy = (ranges: readonly Range[]): ((number: number) => boolean) => {
  const sorted = [...ranges].sort((a, b) => a.from - b.from);
  return (number) => {
    let low = 0;
    let high = sorted.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const range = sorted[middle];
      if (range === undefined) return false;
      if (number < range.from) high = middle - 1;
      else if (number > range.to) low = middle + 1;
      else return true;
    }
    return false;
  };
};

const rangesOf = (numbers: readonly number[]): Range[] => {
  const ranges: Range[] = [];
  for (const number of numbers) {
    const last = ranges.at(-1);
    if (last !== undefined && last.to === number - 1) last.to = number;
    else ranges.push({ from: number, to: number });
  }
  return ranges;
};
