/** A process that journals page after page and says each time what is stored. Made to be killed. */
import { writeSync } from "node:fs";
import { createFiles } from "../../../electron/platform/files.ts";
import { createSqliteDriver } from "../../../electron/platform/sqlite.ts";
import { openStore } from "../../../electron/store/index.ts";
import { createVirtualClock } from "../../fakes/clock.ts";
import { quietLog } from "../../fakes/syncRig.ts";

const opened = openStore(
  { driver: createSqliteDriver(), files: createFiles(), clock: createVirtualClock(), log: quietLog() },
  process.argv[2] ?? "",
);
if (!opened.ok) throw new Error(opened.error.message);
const { journal } = opened.value;
for (;;) {
  const from = (journal.room("r")?.lastSequence ?? 0) + 1;
  const insert = Array.from({ length: 20 }, (_, n) => ({
    sequence: from + n,
    ordinal: 0,
    cmd: 3,
    data: { message: `m${from + n}` },
    raw: JSON.stringify({ sequence: from + n, data: { message: `m${from + n}` } }),
    hash: `h${from + n}`,
    time: { kind: "exact" as const, at: from + n },
    answeredAt: from,
    receivedAt: from,
    via: "room" as const,
  }));
  journal.record([{ roomUuid: "r", insert, anchor: from + 19 }], { id: 1, lastTs: from });
  writeSync(1, `${from + 19}\n`);
}
