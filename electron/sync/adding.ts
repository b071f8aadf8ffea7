/** Adding rooms by id: each is checked by operation 8; one that does not exist is not kept. */
import type { AddVerdict } from "../../shared/contract/rooms.ts";
import { sendableId } from "../../shared/model/ids.ts";
import type { LiveRoom } from "./book.ts";
import type { Core } from "./core.ts";
import type { ReadOutcome } from "./roomReader.ts";

/** How long adding waits for answers, ms; what has none by then is kept and checked later. */
const WAIT_MS = 10_000;

type Verdict = AddVerdict["verdict"];

export const createAdding = (core: Core, nudge: () => void) => {
  const { registry, book, clock } = core;
  const waiting = new Map<string, (verdict: Verdict) => void>();

  /** Settles with the first answer about the room, or after the wait. */
  const checked = (room: LiveRoom): Promise<Verdict> =>
    new Promise((resolve) => {
      const cancel = clock.after(WAIT_MS, () => settle("unchecked"));
      const settle = (verdict: Verdict): void => {
        cancel();
        waiting.delete(room.roomUuid);
        resolve(verdict);
      };
      waiting.set(room.roomUuid, settle);
    });

  const add = async (ids: readonly string[]): Promise<AddVerdict[]> => {
    const asked = [...new Set(ids.map((id) => id.trim()))];
    const fresh = new Set(
      registry.add(
        asked.filter((id) => sendableId(id)),
        "added",
        core.server.now(),
      ),
    );
    const checks = new Map(book.takeIn([...fresh]).map((room) => [room.roomUuid, checked(room)]));
    for (const roomUuid of checks.keys()) book.touch(roomUuid);
    nudge();
    return Promise.all(
      asked.map(async (roomUuid): Promise<AddVerdict> => {
        if (!sendableId(roomUuid)) return { roomUuid, verdict: "invalid" };
        return { roomUuid, verdict: (await checks.get(roomUuid)) ?? "known" };
      }),
    );
  };

  return {
    add,
    /** Every outcome of a read comes by here. */
    outcome: (room: LiveRoom, outcome: ReadOutcome): void => {
      const settle = waiting.get(room.roomUuid);
      if (settle === undefined) return;
      if (outcome.kind === "problem" && outcome.code === "roomAbsent") {
        registry.forget(room.roomUuid);
        book.drop(room.roomUuid);
        settle("absent");
      } else if (outcome.kind !== "problem") settle("added");
      // Without a certificate nothing is sent: no answer can come while somebody waits.
      else if (outcome.code === "noToken") settle("unchecked");
    },
    stop: (): void => {
      for (const settle of waiting.values()) settle("unchecked");
    },
  };
};
