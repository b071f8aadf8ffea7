/** The journal's tables. A migration that has shipped is never edited; the next one is added. */
import type { Migration } from "./open.ts";

export const JOURNAL_MIGRATIONS: readonly Migration[] = [
  {
    version: 1,
    sql: `
      CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
      -- Small rows: the wall is read from here alone, so the start does not grow with the events.
      CREATE TABLE rooms (
        id INTEGER PRIMARY KEY,
        uuid TEXT NOT NULL UNIQUE,
        incarnation INTEGER NOT NULL,
        anchor INTEGER NOT NULL,
        last_sequence INTEGER NOT NULL,
        proved_at NUMERIC,
        chain_id INTEGER,
        absent INTEGER NOT NULL,
        gaps INTEGER NOT NULL,
        summary TEXT NOT NULL
      );
      -- The fold up to and with an event; what came after is folded on top when the view is wanted.
      CREATE TABLE views (
        room_id INTEGER PRIMARY KEY REFERENCES rooms(id),
        incarnation INTEGER NOT NULL,
        sequence INTEGER NOT NULL,
        ordinal INTEGER NOT NULL,
        view TEXT NOT NULL
      );
      -- A table by rowid with integer room ids: inserts stay at the end, whatever the room.
      CREATE TABLE events (
        id INTEGER PRIMARY KEY,
        room_id INTEGER NOT NULL REFERENCES rooms(id),
        incarnation INTEGER NOT NULL,
        sequence INTEGER NOT NULL,
        ordinal INTEGER NOT NULL,
        cmd INTEGER NOT NULL,
        raw TEXT NOT NULL,
        hash TEXT NOT NULL,
        exact_at NUMERIC,
        not_before NUMERIC,
        not_after NUMERIC NOT NULL,
        received_at NUMERIC NOT NULL,
        via TEXT NOT NULL,
        seen_room INTEGER NOT NULL,
        seen_app INTEGER NOT NULL
      );
      CREATE UNIQUE INDEX events_by_key ON events (room_id, incarnation, sequence, ordinal);
      CREATE INDEX events_unnumbered ON events (room_id, incarnation, hash) WHERE ordinal > 0;
      CREATE TABLE gaps (
        room_id INTEGER NOT NULL REFERENCES rooms(id),
        incarnation INTEGER NOT NULL,
        first INTEGER NOT NULL,
        last INTEGER NOT NULL,
        found_at NUMERIC NOT NULL,
        PRIMARY KEY (room_id, incarnation, first)
      ) WITHOUT ROWID;
      CREATE TABLE incarnations (
        room_id INTEGER NOT NULL REFERENCES rooms(id),
        incarnation INTEGER NOT NULL,
        found_at NUMERIC NOT NULL,
        PRIMARY KEY (room_id, incarnation)
      ) WITHOUT ROWID;
    `,
  },
  {
    version: 2,
    sql: `
      -- The record: entries by number. A row holds either one note (\`line\`) or a run of events (\`event_id\` and those that follow it).
      CREATE TABLE record (
        -- Of its last entry.
        number INTEGER PRIMARY KEY,
        first INTEGER NOT NULL,
        event_id INTEGER,
        line TEXT,
        -- The hash of each entry, 32 bytes each.
        hashes BLOB NOT NULL,
        -- The number in the outbox's feed that it came from.
        source INTEGER
      );
      CREATE UNIQUE INDEX record_by_event ON record (event_id) WHERE event_id IS NOT NULL;
      CREATE UNIQUE INDEX record_by_source ON record (source) WHERE source IS NOT NULL;
    `,
  },
  {
    version: 3,
    sql: `
      -- Folds of a room as they were kept while its events came: the last is where the present goes on from, the others are
      -- where a look at the past begins. Without chat, which is read from the events that say it.
      CREATE TABLE folds (
        id INTEGER PRIMARY KEY,
        room_id INTEGER NOT NULL REFERENCES rooms(id),
        incarnation INTEGER NOT NULL,
        sequence INTEGER NOT NULL,
        ordinal INTEGER NOT NULL,
        -- The highest id of the events in it.
        last_id INTEGER NOT NULL,
        view TEXT NOT NULL
      );
      CREATE INDEX folds_by_key ON folds (room_id, incarnation, sequence, ordinal);
      CREATE INDEX folds_by_last ON folds (room_id, incarnation, last_id);
      INSERT INTO folds (room_id, incarnation, sequence, ordinal, last_id, view)
        SELECT room_id, incarnation, sequence, ordinal,
          (SELECT max(id) FROM events e WHERE e.room_id = v.room_id AND e.incarnation = v.incarnation AND (e.sequence, e.ordinal) <= (v.sequence, v.ordinal)),
          json_remove(view, '$.chat')
        FROM views v;
      DROP TABLE views;
      CREATE INDEX events_chat ON events (room_id, incarnation, sequence, ordinal) WHERE cmd = 3;
      -- What tells its own time may have happened before it came.
      CREATE INDEX events_exact ON events (not_after, exact_at) WHERE exact_at IS NOT NULL;
      -- Who was met in which room.
      CREATE TABLE room_people (
        user_uuid TEXT NOT NULL,
        room_id INTEGER NOT NULL REFERENCES rooms(id),
        user_name TEXT NOT NULL,
        PRIMARY KEY (user_uuid, room_id)
      ) WITHOUT ROWID;
      INSERT OR IGNORE INTO room_people (user_uuid, room_id, user_name)
        SELECT json_extract(u.value, '$.userUuid'), e.room_id, coalesce(json_extract(u.value, '$.userName'), '')
        FROM events e, json_each(e.raw, '$.data.onlineUsers') u
        WHERE e.cmd = 20 AND u.type = 'object' AND json_type(u.value, '$.userUuid') = 'text';
    `,
  },
];
