/** Every read that has a thread of its own, by name. A new one is written in its area and named here. */
import { integrity } from "./store/reads/integrity.ts";

export const readJobs = { integrity } as const;
export type ReadJobTable = typeof readJobs;
