/** Rooms that were made here are taken up, so that they are read from then on: tried again while the disk refuses. */
import type { Clock, Log } from "../../shared/ports.ts";

const RETRY_MS = 2_000;

export const createAdoption = (deps: {
  clock: Clock;
  log: Log;
  /** Rejects where it cannot be written. */
  adopt: (roomUuid: string, input: Record<string, unknown>) => Promise<void>;
}) => {
  const { clock, log } = deps;
  /** What ends the wait for the next try; null: one is under way. */
  const taking = new Map<string, (() => void) | null>();
  let stopped = false;

  const take = async (roomUuid: string, input: Record<string, unknown>): Promise<void> => {
    if (stopped || taking.get(roomUuid) === null) return;
    taking.get(roomUuid)?.();
    taking.set(roomUuid, null);
    try {
      await deps.adopt(roomUuid, input);
      taking.delete(roomUuid);
    } catch (error) {
      log.error({ roomUuid, error }, "a room that was made here cannot be taken up; it is tried again");
      taking.set(
        roomUuid,
        clock.after(RETRY_MS, () => again(roomUuid, input)),
      );
    }
  };
  const again = (roomUuid: string, input: Record<string, unknown>): void => {
    taking.delete(roomUuid);
    void take(roomUuid, input);
  };

  return {
    take: (roomUuid: string, input: Record<string, unknown>): void => void take(roomUuid, input),
    stop: (): void => {
      stopped = true;
      for (const cancel of taking.values()) cancel?.();
    },
  };
};
