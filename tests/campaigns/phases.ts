/** Where in its work a process was when it was killed: one letter in a file, written before each phase begins. It needs no sync, since the machine goes on. */
import { openSync, readFileSync, writeSync } from "node:fs";
import type { Database, DatabaseDriver } from "../../shared/ports.ts";

export const PHASES = { c: "composing", t: "inside a transaction", k: "committing", a: "committed, not acknowledged" } as const;
type Letter = keyof typeof PHASES;
export type Phase = (typeof PHASES)[Letter];

export const createMarker = (file: string): ((letter: Letter) => void) => {
  const handle = openSync(file, "w");
  return (letter) => void writeSync(handle, letter, 0);
};

export const phaseAt = (file: string): Phase => PHASES[readFileSync(file, "utf8").charAt(0) as Letter] ?? "composing";

/** The same driver, telling `mark` what each transaction is about. */
export const marking = (driver: DatabaseDriver, mark: (letter: Letter) => void): DatabaseDriver => ({
  ...driver,
  open: (path, options) => {
    const opened = driver.open(path, options);
    if (!opened.ok) return opened;
    const { transaction } = opened.value;
    const marked: Database["transaction"] = (work) => {
      mark("t");
      const value = transaction(() => {
        const done = work();
        mark("k");
        return done;
      });
      mark("a");
      return value;
    };
    return { ok: true, value: { ...opened.value, transaction: marked } };
  },
});
