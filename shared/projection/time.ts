/** When an event happened: its own field where it has one, else between two answers (design: "When did it happen?"). */
import { CMD } from "../model/event.ts";
import { ROOM_STATE } from "../model/room.ts";
import type { EventTime } from "../model/time.ts";
import { asObject, field, readInteger, readTime, type WireObject } from "./readers.ts";

/** An own time beyond the answer's by more than this is a plan or a fault, not a happening, ms. */
const AHEAD = 60_000;

const ownField = (cmd: number, data: WireObject | null): unknown => {
  const state = readInteger(field(data, "state"));
  if (cmd === CMD.roomState) {
    if (state === ROOM_STATE.started) return field(data, "startTime");
    if (state === ROOM_STATE.ended) return field(data, "endTime");
    if (state === ROOM_STATE.closed) return field(data, "closeTime");
  }
  // A recording's startTime stays in the event of its end, where it tells nothing about the end.
  if (cmd === CMD.recording && state === 1) return field(data, "startTime");
  if (cmd === CMD.rewards) return field(data, "updateTime");
  return undefined;
};

/** `previousProof`: until when the room was known before (null: never). `answerTs`: `ts` of the answer that brought the event. Server time, ms. */
export const eventTime = (cmd: number, data: unknown, previousProof: number | null, answerTs: number): EventTime => {
  const own = readTime(ownField(cmd, asObject(data)));
  if (own !== null && own <= answerTs + AHEAD) return { kind: "exact", at: own };
  return { kind: "between", notBefore: previousProof === null ? null : Math.min(previousProof, answerTs), notAfter: answerTs };
};
