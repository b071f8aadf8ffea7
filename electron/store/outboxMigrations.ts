/** The outbox file's shape, version by version. A version that was released is never edited. */
import type { Migration } from "./open.ts";

export const outboxMigrations: readonly Migration[] = [
  {
    version: 1,
    sql: `
      CREATE TABLE commands (
        id TEXT PRIMARY KEY,
        number INTEGER NOT NULL UNIQUE,
        state TEXT NOT NULL,
        ended INTEGER NOT NULL,
        body TEXT NOT NULL
      ) STRICT;
      CREATE INDEX commands_by_end ON commands (ended, number);
      -- Each state that a command came into, in order: what the record is written from.
      CREATE TABLE feed (
        seq INTEGER PRIMARY KEY AUTOINCREMENT,
        command_id TEXT NOT NULL REFERENCES commands (id),
        state TEXT NOT NULL,
        at REAL NOT NULL
      ) STRICT;
      CREATE TABLE alarms (
        id TEXT PRIMARY KEY,
        open INTEGER NOT NULL,
        body TEXT NOT NULL
      ) STRICT;
    `,
  },
  {
    version: 2,
    sql: `
      -- Everything that the record tells beside events, numbered. Triggers write it, so that it is in the same transaction as what it tells.
      CREATE TABLE happenings (
        seq INTEGER PRIMARY KEY AUTOINCREMENT,
        kind TEXT NOT NULL,
        at REAL,
        body TEXT NOT NULL
      ) STRICT;
      CREATE TRIGGER command_happened AFTER INSERT ON feed BEGIN
        INSERT INTO happenings (kind, at, body)
          SELECT 'command', NEW.at, json_object('state', NEW.state, 'command', json_extract(body, '$.row')) FROM commands WHERE id = NEW.command_id;
      END;
      CREATE TRIGGER alarm_raised AFTER INSERT ON alarms BEGIN
        INSERT INTO happenings (kind, body) VALUES ('alarm', json_object('state', 'raised', 'alarm', json(NEW.body)));
      END;
      CREATE TRIGGER alarm_changed AFTER UPDATE ON alarms WHEN OLD.body <> NEW.body OR OLD.open <> NEW.open BEGIN
        INSERT INTO happenings (kind, body) VALUES ('alarm', json_object(
          'state', CASE
            WHEN NEW.open < OLD.open THEN 'closed'
            WHEN json_extract(NEW.body, '$.raisedAt') <> json_extract(OLD.body, '$.raisedAt') THEN 'raised'
            WHEN json_extract(NEW.body, '$.acknowledgedAt') IS NOT json_extract(OLD.body, '$.acknowledgedAt') THEN 'acknowledged'
            WHEN json_extract(NEW.body, '$.clearedAt') IS NOT json_extract(OLD.body, '$.clearedAt') THEN 'cleared'
            ELSE 'changed' END,
          'alarm', json(NEW.body)));
      END;
      CREATE TRIGGER alarm_gone AFTER DELETE ON alarms WHEN OLD.open = 1 BEGIN
        INSERT INTO happenings (kind, body) VALUES ('alarm', json_object('state', 'closed', 'alarm', json(OLD.body)));
      END;
      -- What happened before there was this table; of a command only what it has become is known.
      INSERT INTO happenings (kind, at, body)
        SELECT 'command', feed.at, json_object('state', feed.state, 'command', json_extract(commands.body, '$.row'))
        FROM feed JOIN commands ON commands.id = feed.command_id ORDER BY feed.seq;
      -- How far the record in the journal went when it was last looked at: what the journal alone could not tell.
      CREATE TABLE record_head (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        count INTEGER NOT NULL,
        hash TEXT NOT NULL,
        -- Entries up to this one outlive a power failure.
        durable INTEGER NOT NULL,
        -- When the machine was started, Unix ms; whether the journal was closed in order since.
        booted_at REAL NOT NULL,
        closed INTEGER NOT NULL
      ) STRICT;
    `,
  },
  {
    version: 3,
    sql: `
      ALTER TABLE commands ADD COLUMN name TEXT GENERATED ALWAYS AS (body ->> '$.row.name') VIRTUAL;
      ALTER TABLE commands ADD COLUMN room TEXT GENERATED ALWAYS AS (body ->> '$.row.roomUuid') VIRTUAL;
      ALTER TABLE commands ADD COLUMN operator TEXT GENERATED ALWAYS AS (body ->> '$.row.operator') VIRTUAL;
      ALTER TABLE commands ADD COLUMN overdue INTEGER GENERATED ALWAYS AS (body ->> '$.row.overdue') VIRTUAL;
      ALTER TABLE commands ADD COLUMN bulk TEXT GENERATED ALWAYS AS (body ->> '$.row.bulk.id') VIRTUAL;
      CREATE INDEX commands_by_room ON commands (room, number);
      CREATE INDEX commands_by_state ON commands (state, number);
      CREATE INDEX commands_by_bulk ON commands (bulk, state) WHERE bulk IS NOT NULL;
      -- One command asked of many rooms.
      CREATE TABLE bulks (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL UNIQUE,
        body TEXT NOT NULL
      ) STRICT;
    `,
  },
];
