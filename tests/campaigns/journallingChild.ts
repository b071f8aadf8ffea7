/** A process that journals page after page, removes a room now and then, and says each time what is stored. Made to be killed. */
import { writeSync } from "node:fs";
import { join } from "node:path";
import { createFiles } from "../../electron/platform/files.ts";
import { createSqliteDriver } from "../../electron/platform/sqlite.ts";
import { openStore } from "../../electron/store/index.ts";
import { createVirtualClock } from "../fakes/clock.ts";
import { quietLog } from "../fakes/syncRig.ts";
import { createMarker, marking } from "./phases.ts";

const [folder = "", work = "journalling"] = process.argv.slice(2);
const mark = createMarker(join(folder, "phase"));
const opened = openStore(
  { driver: marking(createSqliteDriver(), mark), files: createFiles(), clock: createVirtualClock(), log: quietLog() },
  join(folder, "store"),
);
if (!opened.ok) throw new Error(opened.error.message);
const { journal } = opened.value;

const PAGE = 20;
const pageOf = (from: number) =>
  Array.from({ length: PAGE }, (_, n) => ({
    sequence: from + n,
    ordinal: 0,
    cmd: 3,
    data: { message: `m${from + n}` },
    raw: JSON.stringify({ sequence: from + n, data: { message: `m${from + n}` } }),
    hash: null,
    time: { kind: "exact" as const, at: from + n },
    answeredAt: from,
    receivedAt: from,
    via: "room" as const,
  }));
const journalOn = (): void => {
  mark("c");
  const from = (journal.room("r")?.lastSequence ?? 0) + 1;
  journal.record([{ roomUuid: "r", insert: pageOf(from), anchor: from + PAGE - 1 }], { id: 1, lastTs: from });
  writeSync(1, `${from + PAGE - 1}\n`);
};
/** From a room that is full to one that is gone, slice by slice. */
const removeOn = (): void => {
  mark("c");
  if (journal.room("r") === undefined)
    for (let page = 0; page < 10; page += 1) journal.record([{ roomUuid: "r", insert: pageOf(page * PAGE + 1) }]);
  const order = { at: 1, asked: 1, operator: "Ann", exported: { ...journal.ledger.head(), file: "all.jsonl" } };
  mark("c");
  const { removed } = journal.prune("r", order, 30);
  writeSync(1, `${removed}\n`);
};
const turn = work === "removing" ? removeOn : journalOn;
for (;;) turn();
