/** What nobody can know any more: the commands that need not come to an end, each kind with its reason. Everything else must. */
import type { CommandRow } from "../../shared/model/command.ts";
import type { Classes } from "./classes.ts";
import type { createOrderManners } from "./orders.ts";
import { ruleOf } from "./rules.ts";
import { standsSo } from "./truth.ts";
import type { Workstation } from "./workstation.ts";

export const createKnowable = (deps: {
  workstation: Workstation;
  service: Classes;
  orders: Pick<ReturnType<typeof createOrderManners>, "askedAt" | "ageCertain" | "obeyed">;
  serverTime: () => number;
  /** Whether "get one room" is there. */
  tellsFacts: boolean;
  /** Rooms that were destroyed: what was asked of that life may never be seen. */
  destroyed: ReadonlySet<string>;
}): ((row: CommandRow) => boolean) => {
  const { workstation, service, orders, serverTime, tellsFacts, destroyed } = deps;

  /**
   * It had its effect, another has changed it again before it was seen, and no event of it carries a time of its own. Of who is in again nobody
   * can tell whether they had been put out.
   */
  const overtaken = (row: CommandRow): boolean =>
    (orders.obeyed(row.id) || row.name === "person.remove") &&
    (row.name === "room.setState" ? row.input["state"] === 0 : !row.name.startsWith("recording.") && !standsSo(service, row));
  /** Only "get one room" tells that a property is not there, or that groups were not made; nothing tells whether somebody who is not in is kept out. */
  const unread = ({ name, state, input }: CommandRow): boolean => {
    if (name === "person.remove") return state === "unknown" && (input["comeBack"] as { kind: string }).kind !== "anytime";
    return !tellsFacts && (Array.isArray(input["properties"]) || (name.startsWith("groups.") && state === "unknown"));
  };
  /** Of a room that is not there nothing can be read; but that it is not there tells of its creation. */
  const unreadable = ({ name, roomUuid }: CommandRow): boolean =>
    destroyed.has(roomUuid) || (name !== "room.create" && service.find(roomUuid) === undefined);
  /** It may not be sent again. */
  const tooOld = (row: CommandRow): boolean => !orders.ageCertain(row) || serverTime() - orders.askedAt(row) > ruleOf(row).lifeMs;
  /** A person's word is wanted, its time has not come, or what would show it is gone. */
  const unknowable = (row: CommandRow): boolean => {
    const { state, dueAt } = row;
    if (state === "needsReview") return true;
    if (state === "scheduled") return (dueAt ?? 0) > serverTime();
    if (state !== "accepted" && state !== "unknown") return false;
    const again = state === "unknown" && ruleOf(row).again === "freely" && !row.name.startsWith("groups.") && !tooOld(row);
    return unreadable(row) || (!again && (overtaken(row) || unread(row)));
  };
  /** Or it waits behind such a one until it expires. */
  return (row) =>
    unknowable(row) ||
    (row.state === "queued" &&
      workstation
        .commands()
        .some(
          (one) =>
            one.roomUuid === row.roomUuid && (one.number < row.number || row.when !== null) && one.state !== "accepted" && unknowable(one),
        ));
};
