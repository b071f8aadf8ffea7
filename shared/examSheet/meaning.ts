/** A row's text as what it means, with what is wrong in it. Looks at nothing but the row. Pure. */

import { MAX_NAME } from "../contract/fields.ts";
import { COLUMNS, type Column, type Finding, type RowMeaning, type SheetRow } from "../model/exam.ts";
import { creatableId, MAX_WEB_RECORDED_ID_BYTES, sendableId, utf8Bytes } from "../model/ids.ts";
import {
  bad,
  damageOf,
  type Fault,
  good,
  type Read,
  readFinishType,
  readId,
  readInteger,
  readList,
  readMode,
  readProperties,
  readRoomType,
  readSpan,
  readStreamAddress,
  readTime,
  readWebAddress,
} from "./cells.ts";
import { fillIn, isVariable, TEMPLATE_COLUMNS, variablesOf } from "./template.ts";

/** The most people who may be on the stage at once (the contract's bound). */
const MOST_ON_STAGE = 1_000;
const MAX_CANDIDATES = 2_000;
const MAX_PROCTOR = 100;

const readName = (text: string): Read<string> => (Array.from(text).length > MAX_NAME ? bad("tooLong", { max: MAX_NAME }) : good(text));

const readCandidates = (text: string): Read<string[]> => {
  const listed = readList(text);
  if (listed.length > MAX_CANDIDATES) return bad("tooMany", { max: MAX_CANDIDATES });
  const faults: Fault[] = [];
  const seen = new Set<string>();
  for (const id of listed) {
    if (!sendableId(id)) faults.push({ code: "candidateId", params: { id: id.slice(0, 80), bytes: utf8Bytes(id) } });
    else if (/[,，]/.test(id)) faults.push({ code: "candidateComma", level: "warning", params: { id: id.slice(0, 80) } });
    else if (!creatableId(id)) faults.push({ code: "candidateCharacter", level: "warning", params: { id } });
    if (seen.has(id)) faults.push({ code: "candidateTwice", level: "warning", params: { id } });
    seen.add(id);
  }
  return good([...seen], ...faults);
};

type Readers = { [C in Column]: (text: string, timeZone: string) => Read<RowMeaning[C]> };
const READERS: Readers = {
  roomUuid: readId,
  roomName: readName,
  roomType: readRoomType,
  startTime: (text, timeZone) => readTime(timeZone)(text),
  duration: readSpan(1, true),
  closeDelay: readSpan(0, false),
  maxAccept: readInteger(0, MOST_ON_STAGE),
  examinationUrl: readWebAddress,
  videoURL: readStreamAddress,
  reserveVideoURL: readStreamAddress,
  finishType: readFinishType,
  recordingMode: readMode,
  properties: readProperties,
  candidates: readCandidates,
  proctor: (text) => (text.length > MAX_PROCTOR ? bad("tooLong", { max: MAX_PROCTOR }) : good(text)),
};

const TEMPLATED: ReadonlySet<Column> = new Set(TEMPLATE_COLUMNS);
const textIn = (value: unknown, fill: (text: string) => string): unknown => {
  if (typeof value === "string") return fill(value);
  if (Array.isArray(value)) return value.map((inside) => textIn(inside, fill));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inside]) => [key, textIn(inside, fill)]));
};

const EMPTY: RowMeaning = {
  roomUuid: "",
  roomName: "",
  roomType: null,
  startTime: null,
  duration: null,
  closeDelay: null,
  maxAccept: null,
  examinationUrl: null,
  videoURL: null,
  reserveVideoURL: null,
  finishType: null,
  recordingMode: null,
  properties: null,
  candidates: [],
  proctor: null,
};

const REQUIRED: ReadonlySet<Column> = new Set(["roomUuid", "roomName", "roomType"]);

/** `index` from 0; `{row}` is the number that a person counts. `timeZone`: where a start time names none. */
export const readRow = (row: SheetRow, index: number, timeZone: string): { meaning: RowMeaning; findings: Finding[] } => {
  const meaning: RowMeaning = { ...EMPTY };
  const findings: Finding[] = [];
  const find = (column: Column, { code, params, level = "error" }: Fault): void => void findings.push({ column, level, code, params });
  const plain = (column: Column): string => (row.cells[column] ?? "").trim();
  const variables: Record<string, string> = { row: String(index + 1) };
  for (const column of COLUMNS) if (isVariable(column)) variables[column] = plain(column);

  for (const column of COLUMNS) {
    let text = plain(column);
    if (text === "") {
      if (REQUIRED.has(column)) find(column, { code: "missing", params: {} });
      continue;
    }
    const damage = damageOf(column, text);
    if (damage !== null) {
      find(column, damage);
      continue;
    }
    if (TEMPLATED.has(column) && text.includes("{")) {
      const unknown = variablesOf(text).find((name) => !isVariable(name) || name === column);
      if (unknown !== undefined) {
        find(column, { code: "variable", params: { name: unknown.slice(0, 40) } });
        continue;
      }
      const empty = variablesOf(text).find((name) => variables[name] === "");
      if (empty !== undefined) {
        find(column, { code: "variableEmpty", params: { name: empty } });
        continue;
      }
      text = fillIn(text, variables, column === "roomName" ? String : encodeURIComponent);
    }
    const { value, faults } = READERS[column](text, timeZone);
    for (const fault of faults) find(column, fault);
    if (value === null) continue;
    const filled = column === "properties" ? textIn(value, (inside) => fillIn(inside, variables, String)) : value;
    Object.assign(meaning, { [column]: filled });
  }

  if (meaning.recordingMode === "web" && utf8Bytes(meaning.roomUuid) > MAX_WEB_RECORDED_ID_BYTES)
    find("roomUuid", { code: "webRoomId", params: { max: MAX_WEB_RECORDED_ID_BYTES, bytes: utf8Bytes(meaning.roomUuid) } });
  if (meaning.reserveVideoURL !== null && meaning.reserveVideoURL === meaning.videoURL)
    find("reserveVideoURL", { code: "sameStream", level: "warning", params: {} });
  if (meaning.startTime === null && meaning.duration !== null && plain("startTime") === "")
    find("startTime", { code: "noStart", level: "warning", params: {} });
  return { meaning, findings };
};
