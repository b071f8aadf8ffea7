/** Reads what somebody typed or pasted as room ids. Pure. */
import { MAX_ROOMS_ADDED } from "../../../shared/contract/rooms.ts";
import { MAX_ID_BYTES, sendableId, utf8Bytes } from "../../../shared/model/ids.ts";

export type IdFault =
  | { kind: "tooLong"; line: number; id: string; bytes: number }
  | { kind: "dots"; line: number; id: string }
  | { kind: "tooMany"; count: number };

export type ReadIds = { ids: string[] /** How many stood there more than once. */; repeated: number; faults: IdFault[] };

/** One id per line, or several on a line separated by commas (the Chinese one too); blanks around an id are not part of it. */
export const readIds = (text: string): ReadIds => {
  const ids = new Set<string>();
  const faults: IdFault[] = [];
  let repeated = 0;
  text.split(/\r\n|\r|\n/).forEach((row, index) => {
    for (const part of row.split(/[,\uFF0C]/)) {
      const id = part.trim();
      if (id === "") continue;
      const line = index + 1;
      if (sendableId(id)) {
        if (ids.has(id)) repeated += 1;
        ids.add(id);
      } else if (utf8Bytes(id) > MAX_ID_BYTES) faults.push({ kind: "tooLong", line, id, bytes: utf8Bytes(id) });
      else faults.push({ kind: "dots", line, id });
    }
  });
  if (ids.size > MAX_ROOMS_ADDED) faults.push({ kind: "tooMany", count: ids.size });
  return { ids: [...ids], repeated, faults };
};
