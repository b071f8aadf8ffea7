/** The store of one profile: the journal (what was seen), the registry (what is known) and the exams (what is meant), each its own file. One writer: this process. May not know the cloud. */
import type { ProfileStatus } from "../../shared/model/profile.ts";
import type { Clock, Database, DatabaseDriver, Files, Log } from "../../shared/ports.ts";
import { appError, err, ok, type Result } from "../../shared/result.ts";
import { createExamStore, type ExamStore } from "./exams.ts";
import { EXAMS_MIGRATIONS } from "./examsMigrations.ts";
import { storeSentence } from "./faults.ts";
import { createJournal } from "./journal.ts";
import { JOURNAL_MIGRATIONS } from "./journalMigrations.ts";
import type { Journal } from "./journalTypes.ts";
import { type Migration, openMigrated, type StoreFault } from "./open.ts";
import { damageMark, setAside } from "./quarantine.ts";
import { createRegistry, type Registry } from "./registry.ts";
import { REGISTRY_MIGRATIONS } from "./registryMigrations.ts";

type Notice = ProfileStatus["notices"][number];
export type Store = { journal: Journal; registry: Registry; exams: ExamStore; notices: Notice[]; close(): void };
type Deps = { driver: DatabaseDriver; files: Files; clock: Clock; log: Log };

type Part<T> = {
  file: string;
  durability: "FULL" | "NORMAL";
  migrations: readonly Migration[];
  /** What the notice is called once a damaged file was set aside. */
  notice: string;
  create: (database: Database) => T;
};

/** In the folder of its profile. */
export const JOURNAL_FILE = "journal.db";

const JOURNAL: Part<Journal> = {
  file: JOURNAL_FILE,
  // It can be fetched again: a power failure may cost its last moments, never its order.
  durability: "NORMAL",
  migrations: JOURNAL_MIGRATIONS,
  notice: "journalSetAside",
  create: createJournal,
};
const REGISTRY: Part<Registry> = {
  file: "registry.db",
  durability: "FULL",
  migrations: REGISTRY_MIGRATIONS,
  notice: "registrySetAside",
  create: createRegistry,
};
const EXAMS: Part<ExamStore> = {
  file: "exams.db",
  // People's own work, which nobody can be asked for again. A file of its own: sheets are large and change with every cell, and a damaged one must not take the list of rooms with it.
  durability: "FULL",
  migrations: EXAMS_MIGRATIONS,
  notice: "examsSetAside",
  create: createExamStore,
};

/** Opens the tables too: damage behind a sound header shows on the first read. */
const openOnce = <T>(deps: Deps, path: string, part: Part<T>): Result<T, StoreFault> => {
  const opened = openMigrated(deps, path, part);
  if (!opened.ok) return opened;
  try {
    return ok(part.create(opened.value));
  } catch (error) {
    opened.value.close();
    const fault = deps.driver.faultOf(error);
    if (fault !== null) return err(fault);
    // A row that is not what was written is damage as well.
    if (error instanceof SyntaxError) return err({ kind: "corrupt", detail: error.message });
    throw error;
  }
};

const openPart = <T>(deps: Deps, folder: string, part: Part<T>): Result<{ value: T; notices: Notice[] }> => {
  const path = deps.files.join(folder, part.file);
  const marked = deps.files.exists(damageMark(path));
  const first = marked ? err<StoreFault>({ kind: "corrupt", detail: "an earlier check found damage" }) : openOnce(deps, path, part);
  if (first.ok) return ok({ value: first.value, notices: [] });
  if (first.error.kind !== "corrupt") return err(storeSentence(path, first.error));
  const aside = setAside(deps, path);
  if (!aside.ok) return err(storeSentence(path, first.error));
  if (marked) deps.files.rename(damageMark(path), `${aside.value}.reason`);
  deps.log.error({ path, kept: aside.value, fault: first.error.detail }, "a damaged database was set aside and a new one begun");
  const second = openOnce(deps, path, part);
  if (!second.ok) return err(storeSentence(path, second.error));
  return ok({ value: second.value, notices: [{ code: part.notice, params: { file: aside.value } }] });
};

/** Opens or creates the files in `folder`. A damaged one is set aside and kept; a newer one, or one that cannot be written, is a sentence, and nothing is touched. */
export const openStore = (deps: Deps, folder: string): Result<Store> => {
  const made = deps.files.makeFolder(folder);
  if (!made.ok) return err(appError("unavailable", `${folder} cannot be made: ${made.error.detail}`, { reason: "store.folder" }));
  const registry = openPart(deps, folder, REGISTRY);
  if (!registry.ok) return registry;
  const journal = openPart(deps, folder, JOURNAL);
  if (!journal.ok) {
    registry.value.value.close();
    return journal;
  }
  const exams = openPart(deps, folder, EXAMS);
  if (!exams.ok) {
    journal.value.value.close();
    registry.value.value.close();
    return exams;
  }
  return ok({
    journal: journal.value.value,
    registry: registry.value.value,
    exams: exams.value.value,
    notices: [...registry.value.notices, ...journal.value.notices, ...exams.value.notices],
    close: () => {
      exams.value.value.close();
      journal.value.value.close();
      registry.value.value.close();
    },
  });
};
