/** The simulated proctor's hands: asks as the window does, and tells the checks what was asked, acknowledged and taken back. */
import { dueAtOf } from "../../shared/due.ts";
import { type CommandRow, isWaiting, type When } from "../../shared/model/command.ts";
import type { Random } from "../../shared/ports.ts";
import { appError, err, type Result } from "../../shared/result.ts";
import { isFullDisk } from "./disk.ts";
import type { createCommandWatch } from "./invariants.ts";
import type { createOrderManners } from "./orders.ts";
import { bulkOf, someTime, someWish, type Wish } from "./proctor.ts";
import type { Workstation } from "./workstation.ts";
import { chance, oneOf } from "./world.ts";

type Handler = (input: Record<string, unknown>) => Result<unknown>;

/** As the window does: what is thrown at it by a full disk is an error that it shows. */
const doing = <T>(work: () => T): T | undefined => {
  const refused = (error: unknown): undefined => {
    if (!isFullDisk(error)) throw error;
  };
  try {
    const answer = work();
    if (answer instanceof Promise) answer.catch(refused);
    return answer;
  } catch (error) {
    return refused(error);
  }
};

export const createHands = (deps: {
  random: Random;
  workstation: Workstation;
  serverTime: () => number;
  orders: ReturnType<typeof createOrderManners>;
  watch: ReturnType<typeof createCommandWatch>;
}) => {
  const { random, workstation, serverTime, orders, watch } = deps;
  let asked = 0;

  const handlers = () => workstation.console().handlers;
  const handler = (name: string): Handler =>
    (handlers() as unknown as Record<string, Handler>)[name] ?? (() => err(appError("unknownName", name)));
  /** A window is answered at once, or not at all where the disk is full. */
  const asking = (name: string, input: Record<string, unknown>): boolean => doing(() => handler(name)(input))?.ok ?? false;

  const ask = (roomUuid: string, { name, input }: Wish, when: When | null): void => {
    const commandId = random.uuid();
    orders.asked(commandId, { due: when === null ? null : dueAtOf(when, serverTime(), null) });
    if (!asking(name, { ...input, commandId, roomUuid, ...(when && { when }) })) return;
    asked += 1;
    watch.acknowledged(commandId);
  };
  const cancel = ({ id }: CommandRow): void => {
    if (asking("commands.cancel", { commandId: id })) orders.cancelled(id);
  };
  const review = (row: CommandRow): void => {
    if (row.state !== "needsReview") return;
    if (chance(random, 0.3)) return cancel(row);
    orders.confirmed(row);
    asking("commands.confirm", { commandId: row.id });
  };

  return {
    /** How many commands were acknowledged. */
    asked: () => asked,
    ask,
    review,
    askMany: (): void => {
      const when = someTime(random, serverTime());
      const bulk = bulkOf(random, someWish(random), workstation.rooms(), when, serverTime());
      if (bulk === null) return;
      orders.asked(bulk.bulkId, { due: when === null ? null : dueAtOf(when, serverTime(), null), many: bulk.count });
      if (!asking("bulk.ask", bulk)) return;
      asked += bulk.count;
      watch.acknowledged(bulk.bulkId, bulk.count);
    },
    stopMany: (): void => {
      const bulkId = oneOf(
        random,
        workstation.commands().filter(({ bulk }) => bulk !== null),
      )?.bulk?.id;
      if (bulkId === undefined || !asking("bulk.stop", { bulkId })) return;
      for (const { id, bulk, state } of workstation.commands()) if (bulk?.id === bulkId && state === "cancelled") orders.cancelled(id);
    },
    takeBack: (): void => {
      const row = oneOf(
        random,
        workstation.commands().filter(({ state, undo }) => undo?.kind === "inverse" && (state === "accepted" || state === "observed")),
      );
      if (row?.undo?.kind === "inverse") ask(row.roomUuid, { name: row.undo.name, input: row.undo.input }, null);
    },
    /** Cancels something that waits, or gives the word that it waits for. */
    decide: (): void => {
      const row = oneOf(
        random,
        workstation.commands().filter((one) => isWaiting(one)),
      );
      if (row === undefined) return;
      if (row.state === "needsReview") review(row);
      else cancel(row);
    },
    letGo: (): void => {
      const row = workstation.commands().find(({ state }) => state === "unknown");
      if (row !== undefined) asking("commands.letGo", { commandId: row.id });
    },
    acknowledge: (): void => void doing(() => handlers()["alarms.acknowledge"]({ ids: workstation.alarms().map(({ id }) => id) })),
    addRoom: (roomUuid: string): void => void doing(() => handlers()["rooms.add"]({ roomUuids: [roomUuid, "no such room"] })),
  };
};
