/**
 * The filter language of the wall. Words must all match; `!` negates; `/…/` is a pattern; `"…"` keeps words together;
 * `field:value` asks one field. Pure: the words that a language has for states and ages are given.
 */
import type { AlarmPriority } from "../../../shared/model/alarm.ts";
import type { Freshness } from "../../../shared/model/freshness.ts";
import { isRecording, type RoomSummary } from "../../../shared/model/room.ts";
import { err, ok, type Result } from "../../../shared/result.ts";
import { type StateName, stateName } from "../../state/roomFacts.ts";

export type FilterRow = { room: RoomSummary; freshness: Freshness; priority: AlarmPriority | null };
export type Filter = (row: FilterRow) => boolean;
export type FilterFault = { kind: "badRegex"; reason: string } | { kind: "openRegex" } | { kind: "badValue"; field: string; value: string };

/** The words for each state and age, in lower case: the English name and the language's own. */
export type Vocabulary = { states: Readonly<Record<StateName, readonly string[]>>; ages: Readonly<Record<Freshness, readonly string[]>> };

type Token = { negated: boolean; field: string | null; text: string; pattern: boolean };
type Match = (text: string) => boolean;
type Field = (token: Token, words: Vocabulary) => Result<Filter, FilterFault>;

const everything: Filter = () => true;

/** What the last event says of persons and things: its parameters and its kind. */
const eventText = ({ lastEvent }: RoomSummary): string =>
  lastEvent === null ? "" : `${lastEvent.brief.key} ${Object.values(lastEvent.brief.params).join(" ")}`;

const textOf = (room: RoomSummary, words: Vocabulary): string =>
  `${room.name}\n${room.roomUuid}\n${words.states[stateName(room)].join(" ")}\n${eventText(room)}`;

const matcher = ({ text, pattern }: Token): Result<Match, FilterFault> => {
  if (!pattern) {
    const wanted = text.toLowerCase();
    return ok((candidate) => candidate.toLowerCase().includes(wanted));
  }
  try {
    const regex = new RegExp(text, "iu");
    return ok((candidate) => regex.test(candidate));
  } catch (error) {
    // "Invalid regular expression: /(/iu: Unterminated group" → "Unterminated group"
    return err({ kind: "badRegex", reason: error instanceof Error ? error.message.replace(/^.*: /, "") : "" });
  }
};

const over =
  (read: (room: RoomSummary, words: Vocabulary) => string): Field =>
  (token, words) => {
    const match = matcher(token);
    return match.ok ? ok(({ room }) => match.value(read(room, words))) : match;
  };

const badValue = (token: Token): Result<never, FilterFault> => err({ kind: "badValue", field: token.field ?? "", value: token.text });

const comparisons: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  ">": (a, b) => a > b,
  "<": (a, b) => a < b,
  ">=": (a, b) => a >= b,
  "<=": (a, b) => a <= b,
  "=": (a, b) => a === b,
};

const number =
  (read: (room: RoomSummary) => number): Field =>
  (token) => {
    const [, sign, digits] = /^(>=|<=|>|<|=)?(\d{1,9})$/.exec(token.text) ?? [];
    const compare = comparisons[sign ?? "="];
    if (compare === undefined || digits === undefined) return badValue(token);
    const wanted = Number(digits);
    return ok(({ room }) => compare(read(room), wanted));
  };

/** A name by its beginning, so that `state:st` already helps while it is typed. */
const named =
  <N extends string>(table: (words: Vocabulary) => Readonly<Record<N, readonly string[]>>, read: (row: FilterRow) => N): Field =>
  (token, words) => {
    const wanted = token.text.toLowerCase();
    const all = Object.entries(table(words)) as [N, readonly string[]][];
    const names = new Set(all.filter(([, spoken]) => spoken.some((word) => word.startsWith(wanted))).map(([name]) => name));
    return names.size === 0 ? badValue(token) : ok((row) => names.has(read(row)));
  };

const onOff: Field = (token) => {
  const wanted = token.text.toLowerCase();
  return wanted === "on" || wanted === "off" ? ok(({ room }) => isRecording(room) === (wanted === "on")) : badValue(token);
};

const alarm: Field = (token) => {
  if (token.text.toLowerCase() === "any") return ok(({ priority }) => priority !== null);
  return /^[123]$/.test(token.text) ? ok(({ priority }) => priority === Number(token.text)) : badValue(token);
};

const fields: Readonly<Record<string, Field>> = {
  state: named(
    (words) => words.states,
    ({ room }) => stateName(room),
  ),
  age: named(
    (words) => words.ages,
    ({ freshness }) => freshness,
  ),
  hands: number((room) => room.hands),
  people: number((room) => room.present),
  stage: number((room) => room.stage),
  gaps: number((room) => room.gaps),
  recording: onOff,
  rec: onOff,
  alarm,
  name: over((room) => room.name),
  id: over((room) => room.roomUuid),
  event: over(eventText),
};

const anywhere: Field = over(textOf);

/** Cuts the text into tokens. A colon behind anything but a field's name is part of the word: ids may hold one. */
const tokenize = (text: string): Result<Token[], FilterFault> => {
  const tokens: Token[] = [];
  let rest = text.trimStart();
  while (rest !== "") {
    const negated = rest.startsWith("!");
    if (negated) rest = rest.slice(1);
    const name = /^([a-z]+):/i.exec(rest)?.[1]?.toLowerCase();
    const field = name !== undefined && Object.hasOwn(fields, name) ? name : null;
    if (field !== null) rest = rest.slice(field.length + 1);
    if (rest.startsWith("/")) {
      const closed = /^\/((?:[^\\/]|\\.)*)\/(?=\s|$)/u.exec(rest);
      if (closed === null) return err({ kind: "openRegex" });
      tokens.push({ negated, field, text: closed[1] ?? "", pattern: true });
      rest = rest.slice(closed[0].length);
    } else {
      // A quote that is still open reaches to the end: it is being typed.
      const word = /^"([^"]*)"?/.exec(rest) ?? /^(\S*)/.exec(rest);
      tokens.push({ negated, field, text: word?.[1] ?? "", pattern: false });
      rest = rest.slice(word?.[0].length ?? rest.length);
    }
    rest = rest.trimStart();
  }
  return ok(tokens);
};

/** The filter for a text, or what is wrong with the text. A field or `!` without a value yet asks for nothing. */
export const parseFilter = (text: string, words: Vocabulary): Result<Filter, FilterFault> => {
  const tokens = tokenize(text);
  if (!tokens.ok) return tokens;
  const parts: Filter[] = [];
  for (const token of tokens.value) {
    if (token.text === "") continue;
    const field = token.field === null ? anywhere : (fields[token.field] ?? anywhere);
    const part = field(token, words);
    if (!part.ok) return part;
    parts.push(token.negated ? (row) => !part.value(row) : part.value);
  }
  return ok(parts.length === 0 ? everything : (row) => parts.every((part) => part(row)));
};
