/** Every read that has a thread of its own, by name. A new one is written in its area and named here. */
import { exportRecord } from "./record/exportRecord.ts";
import { recordSummary } from "./record/summary.ts";
import { verifyFile } from "./record/verifyFile.ts";
import { verifyJournal } from "./record/verifyJournal.ts";
import { commandPage } from "./store/reads/commandPage.ts";
import { integrity } from "./store/reads/integrity.ts";
import { pastRoom, pastSpan, pastWall } from "./store/reads/rewind.ts";
import { roomSizes } from "./store/reads/roomSizes.ts";
import { people, search } from "./store/reads/search.ts";
import { since } from "./store/reads/since.ts";

export const readJobs = {
  integrity,
  commandPage,
  search,
  people,
  pastWall,
  pastRoom,
  pastSpan,
  since,
  roomSizes,
  exportRecord,
  recordSummary,
  verifyFile,
  verifyJournal,
} as const;
export type ReadJobTable = typeof readJobs;
