/** Rooms for the renderer's tests. */
import type { Connection } from "../../../shared/model/connection.ts";
import type { RoomSummary } from "../../../shared/model/room.ts";

export const NOW = Date.UTC(2026, 10, 21, 9, 41, 7);

export const room = (roomUuid: string, part: Partial<RoomSummary> = {}): RoomSummary => ({
  roomUuid,
  name: roomUuid,
  incarnation: 1,
  phase: "live",
  problem: null,
  state: 1,
  startTime: null,
  schedule: null,
  present: 0,
  total: null,
  hands: 0,
  longestHand: null,
  stage: 0,
  recording: null,
  examinationUrl: null,
  lastEvent: null,
  eventCount: 0,
  lastSequence: 0,
  gaps: 0,
  proof: { provedAt: NOW - 1_000, chainId: null },
  visibility: "shown",
  ...part,
});

export const connection = (part: Partial<Connection> = {}): Connection => ({
  phase: "live",
  region: "ap",
  host: "api.example.com",
  hostRole: "primary",
  route: { attempt: 1, waitedMs: 0, tookMs: 40 },
  lastAnswerAt: NOW,
  problem: null,
  nextAttemptAt: null,
  catchUp: null,
  clockOffset: 0,
  rate: { used: 1, limit: 10 },
  requestsWaiting: 0,
  chain: { id: 1, lastTs: null, proves: true },
  otherReader: false,
  proofInterval: 2_000,
  ...part,
});

export const recordingSince = (startTime: number): RoomSummary["recording"] => ({
  state: 1,
  startTime,
  recordId: "r",
  reason: 1,
  time: { kind: "exact", at: startTime },
});

export const byId = (...rooms: RoomSummary[]): Map<string, RoomSummary> => new Map(rooms.map((each) => [each.roomUuid, each]));
