/** The rehearsals of the practice profile: which one is played, where it keeps its files, and what stands between the console and its cloud. */

import { PRACTICE_APP_CERTIFICATE, PRACTICE_APP_ID } from "../shared/model/practice.ts";
import { type Rehearsal, RehearsalPlan, type TroubleName } from "../shared/model/rehearsal.ts";
import type { Files, Http, Log } from "../shared/ports.ts";
import { appError, err, ok, type Result } from "../shared/result.ts";
import type { Rehearsing, Target } from "./session.ts";
import { practiceProfile } from "./vault/profiles.ts";

type Thread = Rehearsing & { baseUrl: string; alternateUrl: string; stop(): Promise<void> };
type ThreadStart = RehearsalPlan & { appId: string; appCertificate: string; dataDir: string };

/** Rehearsals are numbered from 1, and each has a folder of its own: another one begins with an empty wall. */
type Run = { number: number; plan: RehearsalPlan };

/** What a first-time user meets. */
const FIRST: Run = { number: 1, plan: { scenario: "exam-day", seed: 1, speed: 1, without: [] } };

export const NO_REHEARSAL: Pick<Rehearsing, "read" | "watch"> = { read: () => null, watch: () => () => undefined };

/** Asks through `http`, but the name of `origin` cannot be resolved while `fails`. Nothing leaves: a name that is really unknown would be told to the network's resolver, or its proxy. */
export const withoutName = (http: Http, origin: string, fails: () => boolean): Http => ({
  ...http,
  send: (request) => {
    if (request.origin !== origin || !fails()) return http.send(request);
    const fault = { kind: "dns", sent: false, detail: "getaddrinfo ENOTFOUND, as the rehearsal has it" } as const;
    return { done: Promise.resolve(err(fault)), abort: () => undefined };
  },
});

const namesFail = (rehearsal: Rehearsal | null): boolean =>
  rehearsal?.troubles.some(({ name, active }) => name === "names" && active) ?? false;

const readRun = (files: Files, path: string, log: Log): Run => {
  const text = files.readText(path);
  if (!text.ok) return FIRST;
  try {
    const { number, ...plan } = JSON.parse(text.value) as { number: unknown };
    const read = RehearsalPlan.safeParse(plan);
    if (read.success && Number.isSafeInteger(number)) return { number: number as number, plan: read.data };
  } catch {
    // Told below.
  }
  log.warn({ path }, "the file of the present rehearsal is not readable; the first one is played");
  return FIRST;
};

type Deps = { files: Files; log: Log; http: Http; root: string; startThread(start: ThreadStart): Promise<Result<Thread>> };

export const createRehearsals = ({ files, log, http, root, startThread }: Deps) => {
  const path = files.join(root, "rehearsal.json");
  let run = readRun(files, path, log);

  const folder = (): string => files.join(root, run.number === 1 ? "practice" : `practice-${run.number}`);
  const become = (next: Run): Result<void> => {
    const made = files.makeFolder(root);
    const written = made.ok ? files.writeText(path, `${JSON.stringify({ number: next.number, ...next.plan })}\n`) : made;
    if (!written.ok)
      return err(appError("unavailable", `the rehearsal cannot be written: ${written.error.detail}`, { reason: "rehearsalFile" }));
    run = next;
    return ok(undefined);
  };

  return {
    folder,
    /** Starts the cloud, which goes on where it was. */
    start: async (): Promise<Result<Omit<Target, "id">>> => {
      const keys = { appId: PRACTICE_APP_ID, appCertificate: PRACTICE_APP_CERTIFICATE };
      const own = folder();
      const thread = await startThread({ ...run.plan, ...keys, dataDir: files.join(own, "cloud") });
      if (!thread.ok) return thread;
      const { baseUrl, alternateUrl, stop, ...rehearsing } = thread.value;
      const throughTrouble = withoutName(http, baseUrl, () => namesFail(rehearsing.read()));
      return ok({ profile: practiceProfile({ baseUrl, alternateUrl }), folder: own, http: throughTrouble, rehearsing, stop });
    },
    /** `reopen` puts the new one in the place of the old. Where it cannot, the old one stays. */
    begin: async (plan: RehearsalPlan, reopen: () => Promise<Result<void>>): Promise<Result<void>> => {
      const before = run;
      const written = become({ number: run.number + 1, plan });
      if (!written.ok) return written;
      const opened = await reopen();
      if (opened.ok) return opened;
      const back = become(before);
      if (!back.ok) log.error({ fault: back.error }, "the former rehearsal cannot be noted again");
      return opened;
    },
    turn: (rehearsing: Rehearsing | undefined, name: TroubleName, on: boolean): Result<void> => {
      if (rehearsing === undefined) return err(appError("conflict", "another profile is in use", { reason: "profileNotInUse" }));
      rehearsing.turn(name, on);
      return ok(undefined);
    },
  };
};
