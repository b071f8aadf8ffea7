/** The composition root: the workstation (settings, profiles, vault, token server) around one running session. The only file that knows everyone; imported by the entry and by tests. */

import type { ServeMedia } from "../shared/media.ts";
import type { BoardRow, BoardStatus } from "../shared/model/boardCheck.ts";
import { noExam } from "../shared/model/exam.ts";
import type { Profile } from "../shared/model/profile.ts";
import { PRACTICE_PROFILE_ID } from "../shared/model/profileEntry.ts";
import type { Files, Platform } from "../shared/ports.ts";
import { type AppError, appError, err, ok, type Result } from "../shared/result.ts";
import type { Handlers, Sources } from "../shared/serving.ts";
import { NO_BOARD } from "./board/boards.ts";
import { createTokenServerDesk } from "./chat/tokenServerDesk.ts";
import { createConnectionTester } from "./cloud/connectionTest.ts";
import { createCredentials } from "./credentials.ts";
import { createHandlers } from "./ipc/handlers.ts";
import { createSources } from "./ipc/sources.ts";
import { startPracticeThread } from "./practice/thread.ts";
import { createProfiles } from "./profiles.ts";
import { createRecordDesk } from "./record/desk.ts";
import { createExamReporting } from "./record/examReport.ts";
import { createSigning } from "./record/signing.ts";
import { createTakeOut } from "./record/takingOut.ts";
import { createRehearsals, NO_REHEARSAL } from "./rehearsals.ts";
import { OUTBOX_FILE, openSession, type Session, type Target } from "./session.ts";
import { createStage } from "./stage.ts";
import { createKeptDrafts } from "./store/drafts.ts";
import { storeSentence } from "./store/faults.ts";
import { countQueued } from "./store/queued.ts";
import { createSettings } from "./store/settings.ts";
import { createTokenClipboard } from "./tokens/clipboard.ts";
import { parseProfileFile, type ReadProfile } from "./vault/profileFile.ts";
import { profileFolderName, takeOverFolders } from "./vault/profileFolders.ts";
import { type GivenCertificate, NOTHING_GIVEN } from "./vault/profileStatus.ts";
import { createProfileStore } from "./vault/profileStore.ts";
import { createVault } from "./vault/vault.ts";

export type ComposeOptions = {
  /** The folder that is this workstation's own. */
  userData: string;
  /** Kept among the profiles and opened. Left out: the profile that was used last, the practice profile at first. */
  profileFile?: string;
  /** The certificate from the environment; goes before the profile file's. */
  environmentCertificate?: string;
  mode: "electron" | "chromium";
  version: string;
  locales: string[];
};

export type Console = {
  handlers: Handlers;
  sources: Sources;
  /** Whether the profile in use may only look. */
  observeOnly(): boolean;
  /** What a thrown error of the store says to a person; null: it is none of the store's. */
  sentenceOf(error: unknown): AppError | null;
  /** Streams on their way to the page. */
  media: ServeMedia;
  start(): void;
  /** The machine slept: requests go out at once. */
  wake(): void;
  networkBack(): void;
  /** Ends what is under way and closes the files. */
  stop(): Promise<void>;
};

export const compose = async (platform: Platform, options: ComposeOptions): Promise<Result<Console>> => {
  const { clock, random, files, log, database: driver } = platform;

  const given = options.profileFile === undefined ? null : readProfileFile(files, options.profileFile);
  if (given !== null && !given.ok) return given;
  const settings = createSettings({ files, folder: options.userData, log });
  const drafts = createKeptDrafts({ files, folder: options.userData, log });
  const store = createProfileStore({ files, folder: options.userData, clock, random, log });
  const vault = createVault({
    keychain: platform.keychain,
    log,
    clock,
    times: { savedAt: store.certificateSavedAt, note: store.noteCertificate },
  });

  const chosen = chooseProfile(store, given?.value.profile ?? null);
  if (!chosen.ok) return chosen;

  const root = files.join(options.userData, "profiles");
  const owners = store.list().map(({ id, profile }) => ({ id, profile, usedAt: store.usedAt(id) }));
  const formerPlaces = takeOverFolders({ files, log }, root, owners);
  const rehearsals = createRehearsals({
    files,
    log,
    http: platform.http,
    root,
    startThread: (start) => startPracticeThread(platform, start),
  });
  const folderOf = (id: string, profile: Pick<Profile, "region" | "appId">): string => {
    if (id === PRACTICE_PROFILE_ID) return rehearsals.folder();
    const own = files.join(root, profileFolderName(id, profile));
    return formerPlaces.get(own) ?? own;
  };
  const prepare = async (id: string, profile: Profile | null): Promise<Result<Target>> => {
    if (profile !== null) return ok({ id, profile, folder: folderOf(id, profile), stop: idle });
    const rehearsing = await rehearsals.start();
    return rehearsing.ok ? ok({ id, ...rehearsing.value }) : rehearsing;
  };
  const takeOut = createTakeOut({
    files,
    clock,
    bootedAt: platform.bootedAt,
    shell: platform.shell,
    signing: createSigning({ keychain: platform.keychain, log }),
  });
  const open = (target: Target, certificate: GivenCertificate = NOTHING_GIVEN): Result<Session> =>
    openSession({ platform, vault, settings, given: certificate, takeOut }, target);

  const target = await prepare(chosen.value.id, chosen.value.profile);
  if (!target.ok) return target;
  const first = open(target.value, {
    environment: options.environmentCertificate ?? null,
    file: given?.value.appCertificate ?? null,
    path: options.profileFile ?? null,
  });
  if (!first.ok) {
    await target.value.stop();
    return first;
  }

  const stage = createStage(first.value);
  const profiles = createProfiles({
    store,
    vault,
    stage,
    prepare,
    open,
    folderOf,
    countQueued: (folder) => countQueued({ driver, files }, files.join(folder, OUTBOX_FILE)),
    log,
  });
  const server = createTokenServerDesk({ http: platform.http, clock, random, log });
  const clipboard = createTokenClipboard({ shell: platform.shell, clock });
  const credentials = createCredentials({
    platform,
    vault,
    profile: (id) => profiles.get(id)?.profile,
    current: () => stage.session().target,
    now: (id) => (id === stage.session().target.id ? stage.session().sync.serverNow() : clock.wall()),
    clipboard,
    server,
    testConnection: createConnectionTester({ http: platform.http, clock, random, certificate: vault.certificate }),
  });

  const record = createRecordDesk({
    running: () => stage.session().files(),
    exam: (examId) => stage.session().exams.recorded(examId),
    bootedAt: platform.bootedAt,
    takeOut,
  });

  const reportExam = createExamReporting({ files, clock, shell: platform.shell });
  const examReport: Parameters<typeof createHandlers>[0]["examReport"] = async ({ examId, ...order }) => {
    const { exams, files: filesOf } = stage.session();
    const report = exams.report(examId);
    return report === undefined ? err(noExam(examId)) : reportExam(filesOf(), report, order);
  };

  return ok({
    handlers: createHandlers({
      info: { version: options.version, locales: options.locales, mode: options.mode },
      settings,
      drafts,
      running: stage.session,
      profiles,
      credentials,
      practice: {
        begin: (plan) => rehearsals.begin(plan, () => profiles.reopen(PRACTICE_PROFILE_ID)),
        turn: (name, on) => rehearsals.turn(stage.session().target.rehearsing, name, on),
      },
      record,
      examReport,
      removals: () => stage.session().removals,
    }),
    sources: createSources({
      clock,
      settings,
      profile: stage.value((session) => session.book),
      connection: stage.value((session) => session.sync.connection),
      rooms: stage.list((session) => session.sync.rooms),
      commands: stage.list((session) => session.commands),
      bulks: stage.list((session) => session.commands.bulks),
      serviceExtras: stage.value((session) => session.extras),
      bulkItems: () => stage.session().commands.bulks,
      alarms: stage.list((session) => session.alarms),
      views: stage.list((session) => session.views),
      profiles,
      tokenServer: server,
      practice: stage.value((session) => session.target.rehearsing ?? NO_REHEARSAL),
      record: stage.value((session) => session.record),
      removal: stage.value((session) => session.removals),
      exams: stage.list((session) => session.exams),
      examRows: () => stage.session().exams,
      board: (examId) => stage.value<BoardStatus | undefined>((session) => session.readiness.boards.of(examId)?.status ?? NO_BOARD.status),
      boardRows: (examId) => stage.list<BoardRow>((session) => session.readiness.boards.of(examId)?.rows ?? NO_BOARD.rows),
      running: () => stage.session().sync,
      hosting: () => stage.session().readiness.hosting,
      switched: stage.switched,
    }),
    observeOnly: () => stage.session().target.profile.observeOnly,
    sentenceOf: (error) => {
      const fault = driver.faultOf(error);
      if (fault === null) return null;
      const { folder } = stage.session().target;
      log.error({ fault, folder }, "the store refused what was asked");
      return storeSentence(folder, fault);
    },
    media: (request) => stage.session().readiness.hosting.serve(request),
    start: () => {
      const session = stage.session();
      session.start();
      store.use(session.target.id);
      void profiles.lookAround();
    },
    wake: () => stage.session().wake(),
    networkBack: () => stage.session().networkBack(),
    stop: async () => {
      clipboard.close();
      await Promise.all([server.stop(), profiles.stop()]);
      await platform.http.close();
    },
  });
};

const idle = async (): Promise<void> => {};

/** The profile file's profile, kept; else the one that was used last; else (null) the practice profile. */
const chooseProfile = (
  store: ReturnType<typeof createProfileStore>,
  given: Profile | null,
): Result<{ id: string; profile: Profile | null }> => {
  if (given !== null) {
    const kept = store.keep(given);
    return kept.ok ? ok({ id: kept.value, profile: given }) : kept;
  }
  const id = store.lastUsed();
  const profile = id === null ? undefined : store.get(id);
  return id === null || profile === undefined ? ok({ id: PRACTICE_PROFILE_ID, profile: null }) : ok({ id, profile });
};

const readProfileFile = (files: Files, path: string): Result<ReadProfile> => {
  const text = files.readText(path);
  if (!text.ok) return err(appError("unavailable", `the profile file ${path} cannot be read: ${text.error.detail}`, { params: { path } }));
  const read = parseProfileFile(text.value);
  return read.ok ? read : err({ ...read.error, message: `${path}: ${read.error.message}` });
};
