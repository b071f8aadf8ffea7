/** Names, schedules and what rooms were made with, where the service tells them: "get one room" is a public fact, not part of the specification, so it is probed once. */
import { readRoomPlan } from "../../shared/model/roomPlan.ts";
import { asObject, field } from "../../shared/projection/readers.ts";
import type { Core } from "./core.ts";

export type RoomFactsAsker = ReturnType<typeof createFacts>;

export const createFacts = ({ cloud, registry, book, log }: Core) => {
  // In this run: a service that lacks the call is not asked again.
  let lacking = false;

  return {
    lacking: (): boolean => lacking,
    /** Asks once per room and incarnation. Never rejects for what the service does. */
    ask: async (roomUuid: string, started: (sending: { abort(): void }) => void): Promise<void> => {
      const known = registry.room(roomUuid);
      const { incarnation } = book.facts(roomUuid);
      if (lacking || known === undefined || known.factsIncarnation === incarnation) return;
      const sending = cloud.room(roomUuid, { class: "sweep" });
      started(sending);
      const result = await sending.done;
      if (!result.ok) {
        if (result.error.code === "notFound") {
          lacking = true;
          log.info({}, "this service does not tell names and schedules of rooms");
        }
        return;
      }
      const { roomName, schedule, raw } = result.value.value;
      const told = asObject(raw);
      const plan = readRoomPlan(field(told, "roomProperties"), field(told, "createTime"));
      registry.setFacts(roomUuid, { name: roomName ?? known.name, schedule: schedule ?? known.schedule, plan, incarnation });
      book.touch(roomUuid);
    },
  };
};
