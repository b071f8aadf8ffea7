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
];
