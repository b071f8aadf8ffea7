/** The room that a dialog is about, for as long as it is open. */
import { useEffect, useState } from "react";
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import type { RoomDetail } from "../../../shared/model/room.ts";
import { useConsole } from "../../state/console.ts";
import { mirrorValue, type ValueMirror, type ValueState } from "../../state/mirrors.ts";

const NOBODY = createStore<ValueState<RoomDetail>>(() => ({ value: null, phase: "waiting", error: null }));

/** The room as it is while the dialog is open; null: none, or not answered yet. */
export const useDetail = (roomUuid: string | null): RoomDetail | null => {
  const { bridge, clock } = useConsole();
  const [mirror, setMirror] = useState<ValueMirror<RoomDetail>>(NOBODY);
  useEffect(() => {
    if (roomUuid === null) return setMirror(NOBODY);
    const { store, stop } = mirrorValue(bridge, clock, "room", { roomUuid });
    setMirror(store);
    return stop;
  }, [bridge, clock, roomUuid]);
  const value = useStore(mirror, (state) => state.value);
  return value?.summary.roomUuid === roomUuid ? value : null;
};
