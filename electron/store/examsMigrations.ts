/** The exams' tables. A migration that has shipped is never edited; the next one is added. */
import type { Migration } from "./open.ts";

export const EXAMS_MIGRATIONS: readonly Migration[] = [
  {
    version: 1,
    sql: `
      CREATE TABLE exams (
        id TEXT PRIMARY KEY,
        body TEXT NOT NULL,
        -- The kept plan; NULL: none.
        plan TEXT
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE exam_rows (
        exam TEXT NOT NULL REFERENCES exams (id) ON DELETE CASCADE,
        id TEXT NOT NULL,
        position INTEGER NOT NULL,
        cells TEXT NOT NULL,
        PRIMARY KEY (exam, id)
      ) STRICT, WITHOUT ROWID;
      -- Each time a plan was applied, in order.
      CREATE TABLE exam_runs (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL UNIQUE,
        exam TEXT NOT NULL REFERENCES exams (id) ON DELETE CASCADE,
        -- Something of it is still to be asked.
        unfinished INTEGER NOT NULL,
        body TEXT NOT NULL
      ) STRICT;
      -- What "get one room" told last.
      CREATE TABLE readings (room TEXT PRIMARY KEY, body TEXT NOT NULL) STRICT, WITHOUT ROWID;
    `,
  },
];
