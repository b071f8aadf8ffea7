/** What the scenario brought about, and when it was seen and answered. Nothing here changes a room. */
import type { IncidentKind } from "../../../shared/model/rehearsal.ts";
import type { LedgerEntry, Region, Room, StoredEvent, User, World } from "./types.ts";

type Who = { room: Room; kind: IncidentKind | null; userUuid: string | null };

const about = (entry: LedgerEntry, { room, kind, userUuid }: Who): boolean =>
  entry.roomUuid === room.roomUuid &&
  entry.region === room.region &&
  (kind === null || entry.kind === kind) &&
  (userUuid === null || entry.userUuid === userUuid);

/** It happens now. `evidence`: the event that tells of it; null: it shows in what is missing. What happened before the rehearsal began is not in it. */
export const happen = (world: World, room: Room, kind: IncidentKind, evidence: StoredEvent | null, user: User | null = null): void => {
  const same: Who = { room, kind, userUuid: user?.userUuid ?? null };
  if (world.now < world.run.beganAt || world.ledger.some((entry) => about(entry, same) && entry.overAt === null)) return;
  const entry: LedgerEntry = {
    id: (world.ledger.at(-1)?.id ?? 0) + 1,
    kind,
    region: room.region,
    roomUuid: room.roomUuid,
    roomName: room.roomName,
    userUuid: user?.userUuid ?? null,
    userName: user?.userName ?? null,
    evidence: evidence?.sequence ?? null,
    happenedAt: world.now,
    seenAt: null,
    actedAt: null,
    overAt: null,
  };
  world.ledger.push(entry);
  if (world.ledger.length > world.limits.incidents) world.ledger.shift();
  world.changedEntries.add(entry);
};

/** There is nothing left to answer, for whatever reason. `kind` null: of whatever kind. */
export const over = (world: World, room: Room, kind: IncidentKind | null, userUuid: string | null = null): void => {
  for (const entry of world.ledger) {
    if (entry.overAt !== null || !about(entry, { room, kind, userUuid })) continue;
    entry.overAt = world.now;
    world.changedEntries.add(entry);
  }
};

/** A call of the interface has just answered it. Who answers has seen. */
export const answered = (world: World, room: Room, kind: IncidentKind, userUuid: string | null = null): void => {
  for (const entry of world.ledger) {
    const open = entry.overAt === null || entry.overAt === world.now;
    if (entry.actedAt !== null || !open || !about(entry, { room, kind, userUuid })) continue;
    entry.actedAt = world.now;
    entry.seenAt ??= world.now;
    world.changedEntries.add(entry);
  }
};

type WireEvent = { roomUuid: string; sequence?: number };

/** Unseen incidents that an answer of operation 8 or 9 shows. `room` null: all of the region; `toTheEnd`: nothing newer was held back. */
export const shownBy = (world: World, region: Region, room: Room | null, toTheEnd: boolean, events: () => WireEvent[]): LedgerEntry[] => {
  const unseen = world.ledger.filter(
    (entry) => entry.seenAt === null && entry.region === region && (room === null || entry.roomUuid === room.roomUuid),
  );
  if (unseen.length === 0) return [];
  const delivered = new Set(events().map(({ roomUuid, sequence }) => `${roomUuid} ${sequence}`));
  return unseen.filter((entry) => (entry.evidence === null ? toTheEnd : delivered.has(`${entry.roomUuid} ${entry.evidence}`)));
};

/** The answer that shows them, served at `at`, has left. */
export const markSeen = (world: World, entries: readonly LedgerEntry[], at: number): void => {
  for (const entry of entries) {
    entry.seenAt ??= at;
    world.changedEntries.add(entry);
  }
};
