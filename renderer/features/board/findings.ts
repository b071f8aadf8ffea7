/** A verdict in words: its sentence, and what else was seen. */
import type { BoardRow, Finding, RoomCheck } from "../../../shared/model/boardCheck.ts";
import { ROOM_CHECKS, type Verdict } from "../../../shared/model/boardCheck.ts";
import { duration } from "../../format/time.ts";
import type { Words } from "../../i18n/words.tsx";

type Params = Finding["params"];

/** Holes that a reason may leave empty. */
const EMPTY = { foundAt: "—", dueAt: "—", host: "—", mode: "—", age: "—", days: "—" } as const;
/** Lengths, s. */
const LENGTHS: ReadonlySet<string> = new Set(["planned", "found", "length"]);

const isMode = (value: unknown): value is "composite" | "web" => value === "composite" || value === "web";

const spoken = (params: Params, { t, n, time }: Words, now: number): Record<string, string> => ({
  ...EMPTY,
  ...Object.fromEntries(
    Object.entries(params).map(([name, value]) => {
      if (name === "mode") return [name, isMode(value) ? t(`exams.mode.${value}`) : String(value)];
      if (typeof value === "string") return [name, value];
      if (name.endsWith("At")) return [name, time.moment(value, now)];
      return [name, LENGTHS.has(name) ? duration(value * 1_000) : name === "status" ? String(value) : n(value)];
    }),
  ),
});

export const reasonText = ({ reason, params }: Pick<Finding, "reason" | "params">, words: Words, now: number): string =>
  words.code("boardReasons", reason, spoken(params, words, now));

/** What stands below the sentence: a page's title, what a stream is made of. */
export const detailText = ({ params }: Finding, { n, t }: Words): string => {
  const { title, codecs, size, age } = params;
  const parts = [title, codecs, size].filter((part) => typeof part === "string");
  return [...parts, ...(typeof age === "number" ? [t("board.seconds", { n: n(age) })] : [])].join(" · ");
};

const WEIGHT: Readonly<Record<Verdict, number>> = { bad: 0, attention: 1, unknown: 2, good: 3, none: 3 };

/** Whether a person has to look: bad, or worth a look. */
export const needsSomebody = ({ verdict }: Finding): boolean => verdict === "bad" || verdict === "attention";

const worst = ({ findings }: BoardRow): number => Math.min(...ROOM_CHECKS.map((check) => WEIGHT[findings[check].verdict]));

/** The worst first, then by name. */
export const inOrder = (rows: Iterable<BoardRow>, language: string): BoardRow[] => {
  const collator = new Intl.Collator(language, { numeric: true });
  return [...rows].toSorted((left, right) => worst(left) - worst(right) || collator.compare(left.name, right.name));
};

export const rowNeedsSomebody = ({ findings }: BoardRow): boolean => ROOM_CHECKS.some((check: RoomCheck) => needsSomebody(findings[check]));
