/** The console as of another moment: its clock stands still there, so every wait and duration is reckoned as it was then. */
import { useMemo } from "react";
import { createStore } from "zustand/vanilla";
import type { PastRoom } from "../../../shared/model/past.ts";
import type { RoomSummary } from "../../../shared/model/room.ts";
import { type Console, useConsole } from "../../state/console.ts";

export const useConsoleThen = (at: number): Console => {
  const console = useConsole();
  return useMemo(() => ({ ...console, now: createStore(() => ({ server: at, wall: at })) }), [console, at]);
};

/** A row of the wall as it was: the name is today's, and nothing is said of its polling. */
export const summaryThen = (room: PastRoom, today: RoomSummary | undefined): RoomSummary => ({
  ...room,
  name: today?.name ?? room.roomUuid,
  phase: "live",
  problem: null,
  schedule: today?.schedule ?? null,
  proof: { provedAt: null, chainId: null },
  visibility: today?.visibility ?? "shown",
});
