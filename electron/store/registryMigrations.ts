/** The registry's tables. A migration that has shipped is never edited; the next one is added. */
import type { Migration } from "./open.ts";

export const REGISTRY_MIGRATIONS: readonly Migration[] = [
  {
    version: 1,
    sql: `
      CREATE TABLE rooms (
        uuid TEXT PRIMARY KEY,
        name TEXT,
        schedule TEXT,
        source TEXT NOT NULL,
        visibility TEXT NOT NULL,
        added_at NUMERIC NOT NULL,
        absent INTEGER NOT NULL,
        facts_incarnation INTEGER
      ) WITHOUT ROWID;
      CREATE TABLE views (id TEXT PRIMARY KEY, body TEXT NOT NULL) WITHOUT ROWID;
    `,
  },
  {
    // Rooms are asked once more: what a hosting scene plays was not kept before.
    version: 2,
    sql: `
      ALTER TABLE rooms ADD COLUMN plan TEXT;
      UPDATE rooms SET facts_incarnation = NULL;
    `,
  },
];
