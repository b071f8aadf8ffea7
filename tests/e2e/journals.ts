/** What the journal of a running console holds, read beside it. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Listed } from "./cloud.ts";

/** A room's events of its present life in their order, as operation 8 lists them. */
export const journalled = (userDataDir: string, roomUuid: string): Listed[] => {
  const profiles = join(userDataDir, "profiles");
  const folder = readdirSync(profiles).map((name) => join(profiles, name))[0] ?? profiles;
  const journal = new DatabaseSync(join(folder, "journal.db"), { readOnly: true });
  try {
    return journal
      .prepare(
        `SELECT e.raw FROM events e JOIN rooms r ON r.id = e.room_id AND r.incarnation = e.incarnation
         WHERE r.uuid = ? ORDER BY e.sequence, e.ordinal`,
      )
      .all(roomUuid)
      .map(({ raw }) => JSON.parse(String(raw)) as Listed);
  } finally {
    journal.close();
  }
};
