/** What is looked at before a request leaves; each answer is a sentence, or null where nothing is wrong. */
import { creatableId, MAX_ID_BYTES, sendableId } from "../../shared/model/ids.ts";
import type { Group } from "./requests.ts";

/** Records per page (specification §8). */
const MOST_PER_PAGE = 100;

export const firstFault = (...faults: readonly (string | null)[]): string | null => faults.find((fault) => fault !== null) ?? null;

/** An id seen in an event may have any characters; it only has to fit, and to be a segment of its own in the path. */
export const idFault = (of: string, id: string): string | null =>
  sendableId(id) && id.isWellFormed() ? null : `the ${of}'s id must have 1 to ${MAX_ID_BYTES} bytes and be neither '.' nor '..'`;

export const newIdFault = (of: string, id: string): string | null =>
  idFault(of, id) ?? (creatableId(id) ? null : `a new ${of}'s id has characters that the service does not take`);

export const stateFault = (state: number): string | null =>
  Number.isSafeInteger(state) && state >= 0 ? null : "the state is not a whole number";

export const countFault = (count: number | undefined): string | null =>
  count === undefined || (Number.isSafeInteger(count) && count >= 1 && count <= MOST_PER_PAGE)
    ? null
    : `a page has 1 to ${MOST_PER_PAGE} records`;

export const propertiesFault = (properties: unknown): string | null =>
  typeof properties === "object" && properties !== null && !Array.isArray(properties) ? null : "the properties are not an object";

export const groupsFault = (groups: readonly Group[]): string | null =>
  groups.length === 0
    ? "there is no group to be made"
    : firstFault(
        ...groups.flatMap(({ groupUuid, users }) => [
          groupUuid === undefined ? null : newIdFault("group", groupUuid),
          ...users.map(({ userUuid }) => idFault("user", userUuid)),
        ]),
      );
