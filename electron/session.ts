/** One profile at work: its store, outbox, cloud, sync, commands and alarms. May not know the other profiles, nor who shows it. */

import type { ServiceExtras } from "../shared/contract/control.ts";
import { isTerminal } from "../shared/model/command.ts";
import { readCreatedRoom } from "../shared/model/createdRoom.ts";
import { asOf } from "../shared/model/freshness.ts";
import type { Profile } from "../shared/model/profile.ts";
import type { CertificateState } from "../shared/model/profileEntry.ts";
import type { Rehearsal, TroubleName } from "../shared/model/rehearsal.ts";
import type { SilentView } from "../shared/model/room.ts";
import type { Settings } from "../shared/model/settings.ts";
import type { Http, Platform } from "../shared/ports.ts";
import { emptyView } from "../shared/projection/index.ts";
import { ok, type Result } from "../shared/result.ts";
import type { Watch } from "../shared/signal.ts";
import { type Alarms, createAlarms } from "./alarms/index.ts";
import { createAttention } from "./attention.ts";
import { createBudget } from "./cloud/budget.ts";
import { createCloud } from "./cloud/cloud.ts";
import { createExtras } from "./cloud/extras.ts";
import { createRoomReads, type RoomReads } from "./cloud/roomReads.ts";
import { type CommandPages, createCommandPages } from "./commandPages.ts";
import { type Commands, createCommands } from "./commands/index.ts";
import { createExams, type Exams } from "./examSheet/index.ts";
import { createPast, type Past } from "./past.ts";
import { createReadiness, type Readiness } from "./readiness.ts";
import type { ReadJobTable } from "./readJobs.ts";
import { createRecorder, type Recorder } from "./record/recorder.ts";
import { createRemovals, type Removals } from "./record/removal.ts";
import type { Running, TakeOut } from "./record/takingOut.ts";
import { createTelling } from "./record/telling.ts";
import { JOURNAL_FILE, openStore } from "./store/index.ts";
import { openOutbox } from "./store/outbox.ts";
import { createReader, type Reader } from "./store/reads/reader.ts";
import type { Registry } from "./store/registry.ts";
import { startUpkeep } from "./store/upkeep.ts";
import { createSync, type Sync } from "./sync/index.ts";
import { createTokenSource } from "./tokens/tokenSource.ts";
import { createProfileBook, type GivenCertificate, keepCertificate, type ProfileBook } from "./vault/profileStatus.ts";
import type { Vault } from "./vault/vault.ts";

/** A rehearsal that is under way. */
export type Rehearsing = { read(): Rehearsal | null; watch: Watch<void>; turn(name: TroubleName, on: boolean): void };

/** What shall run, and where it keeps its files. */
export type Target = {
  id: string;
  profile: Profile;
  folder: string;
  /** What the cloud is asked by; the platform's where left out. */
  http?: Http;
  /** Of the practice profile alone. */
  rehearsing?: Rehearsing;
  /** Ends what was started for it (the practice cloud). */
  stop(): Promise<void>;
};

export type Session = {
  target: Target;
  book: ProfileBook;
  sync: Sync;
  commands: Commands;
  alarms: Alarms;
  views: Registry["views"];
  record: Recorder;
  removals: Removals;
  /** What an export of its record is written from. */
  files(): Running & { reader: Reader<ReadJobTable> };
  reads: Omit<RoomReads, "stop">;
  /** Reads that take long, in a thread of their own. */
  reader: Reader<ReadJobTable>;
  /** What the service has beyond the specification. */
  extras: { read(): ServiceExtras; watch: Watch<void> };
  past: Past;
  commandPages: CommandPages;
  exams: Exams;
  readiness: Pick<Readiness, "boards" | "hosting">;
  start(): void;
  /** The machine slept: requests go out at once. */
  wake(): void;
  networkBack(): void;
  /** It was saved or forgotten: the present token is let go. */
  certificateChanged(state: CertificateState): void;
  /** Ends what is under way; when it settles, all is on disk. */
  quiet(): Promise<void>;
  /** Closes the files; `quiet` has settled. */
  close(): void;
};

export const OUTBOX_FILE = "outbox.db";
/** So many of a room's newest events are looked through for what became of a command of the run before. */
const SIGNS_SOUGHT = 200;

type Deps = {
  platform: Platform;
  vault: Vault;
  settings: { read(): Settings; watch: Watch<void> };
  given: GivenCertificate;
  takeOut: TakeOut;
};

/** Opens the files at once; nothing is asked before `start`. */
export const openSession = ({ platform, vault, settings, given, takeOut }: Deps, target: Target): Result<Session> => {
  const { clock, random, files, log, database: driver } = platform;
  const { profile, folder } = target;

  const store = openStore({ driver, files, clock, log }, folder);
  if (!store.ok) return store;
  const { journal, registry } = store.value;
  const opened = openOutbox({ driver, files }, files.join(folder, OUTBOX_FILE));
  if (!opened.ok) {
    store.value.close();
    return opened;
  }
  const outbox = opened.value;
  const reader = createReader<ReadJobTable>({ workers: platform.workers, log });

  const book = createProfileBook(profile, store.value.notices);
  const certificateKept = keepCertificate(vault, book, profile, given);

  /** How many answers have told the server's time. */
  let answers = 0;
  const budget = createBudget({ clock, requestsPerSecond: profile.requestsPerSecond });
  const tokens = createTokenSource({
    appId: profile.appId,
    uid: profile.uid,
    certificate: () => vault.certificate(profile),
    clock,
    random,
    serverOffset: () => sync.serverNow() - clock.wall(),
  });
  const cloud = createCloud({
    http: target.http ?? platform.http,
    clock,
    random,
    tokens,
    profile,
    budget,
    log,
    onAnswer: (seen) => {
      if (seen.serverTime !== null) answers += 1;
      sync.answerSeen(seen);
    },
    onRoom: (roomUuid, answer) => exams.seen(roomUuid, answer),
  });
  const extras = createExtras(profile, cloud);
  const sync = createSync({
    cloud,
    budget,
    journal,
    registry,
    clock,
    random,
    log,
    region: profile.region,
    pollSeconds: profile.pollSeconds,
  });
  const reads = createRoomReads({ cloud, clock, serverNow: sync.serverNow });
  const commands = createCommands({
    cloud,
    outbox,
    clock,
    random,
    log,
    serverNow: sync.serverNow,
    operator: () => settings.read().operator,
    observeOnly: () => profile.observeOnly,
    outageMs: sync.connection.silentFor,
    roomEvents: sync.events,
    journalled: (roomUuid) => sync.timeline.tail(roomUuid, SIGNS_SOUGHT).flatMap((entry) => (entry.kind === "event" ? [entry.event] : [])),
    answers: () => answers,
    keepAwake: platform.shell.keepAwake,
    readRoom: (roomUuid) => {
      const summary = sync.rooms.get(roomUuid);
      if (summary === undefined) return undefined;
      const view = (): SilentView => sync.silent(roomUuid)?.view ?? emptyView();
      return { summary, view, provedAt: asOf(summary.proof, sync.connection.chain()) };
    },
    adopt: (roomUuid, input) => sync.adoptRoom(roomUuid, readCreatedRoom(input, sync.serverNow())),
    closedState: () => extras.read().closedState,
  });
  const exams = createExams({
    store: store.value.exams,
    driver,
    commands,
    cloud,
    rooms: sync.rooms,
    detail: sync.silent,
    provedAt: ({ proof }) => asOf(proof, sync.connection.read().chain),
    addRooms: sync.addRooms,
    clock,
    random,
    log,
    serverNow: sync.serverNow,
    operator: () => settings.read().operator,
  });
  const alarms = createAlarms({ clock, serverNow: sync.serverNow, log, store: outbox });
  const record = createRecorder({
    ledger: journal.ledger,
    happenings: outbox.happenings,
    driver,
    clock,
    serverNow: sync.serverNow,
    bootedAt: platform.bootedAt,
    setAside: store.value.notices.find(({ code }) => code === "journalSetAside")?.params["file"] ?? null,
    log,
  });
  const journalPath = files.join(folder, JOURNAL_FILE);
  const ownFiles = (): Running & { reader: Reader<ReadJobTable> } => ({
    folder,
    journal: journalPath,
    outbox: files.join(folder, OUTBOX_FILE),
    reader,
    timeZone: settings.read().timeZone,
  });
  const removals = createRemovals({
    journal,
    path: journalPath,
    reader,
    takeOut: (order) => takeOut(ownFiles(), order),
    rooms: {
      ...sync.rooms,
      provedUntil: (proof) => asOf(proof, sync.connection.read().chain),
      idle: sync.idle,
      setVisibility: sync.setVisibility,
      readAnew: sync.readAnew,
      forget: sync.forgetRoom,
    },
    exam: exams.recorded,
    waiting: () => new Set(commands.list().flatMap((row) => (isTerminal(row) ? [] : [row.roomUuid]))),
    operator: () => settings.read().operator,
    driver,
    clock,
    serverNow: sync.serverNow,
    log,
  });
  const readiness = createReadiness({
    clock,
    random,
    http: target.http ?? platform.http,
    files,
    log,
    folder,
    sync,
    reads,
    commands: commands.list,
    exams,
    certificate: () => book.read().certificate,
    token: () => ({ expiresAt: tokens.expiresAt(), renewable: tokens.renewalProblem() === null }),
    soundOn: () => settings.read().sound,
  });
  const telling = createTelling({ record, settings, profile });
  const attention = createAttention({ clock, log, book, sync, commands, alarms, record, telling, tokens, readiness, look: extras.look });

  // What was waiting when the console ended is on the first page already.
  const readable = [commands, alarms].filter((kept) => {
    const loaded = kept.load();
    if (!loaded.ok) log.error({ fault: loaded.error }, "the outbox cannot be read");
    return loaded.ok;
  });

  let running = false;
  const resume = (): void => {
    attention.woke();
    sync.wake();
    commands.wake();
  };

  /** A keychain that was locked may be open later, and the other way; while a token serves, a keychain that is silent changes nothing. */
  const stopFollowing = vault.watch(() => {
    const state = vault.known(profile);
    const found = state.place !== "unknown" && state.place !== "absent" && book.read().certificate === "absent";
    const serving = (tokens.expiresAt() ?? 0) > sync.serverNow();
    if (state.place !== "unknown" || (state.fault !== null && !serving)) book.certificate(state);
    if (found && running) resume();
  });

  /** On a thread of its own: a whole check is one long step, and no search shall wait for it. */
  const checkJournal = async (): Promise<Result<string[]>> => {
    const chore = createReader<ReadJobTable>({ workers: platform.workers, log });
    const found = await chore.read("integrity", { path: journalPath }).done;
    await chore.close();
    return found;
  };
  let stopUpkeep = (): void => {};

  return ok({
    target,
    book,
    sync,
    commands,
    alarms,
    views: registry.views,
    record,
    removals,
    files: ownFiles,
    reads,
    reader,
    extras,
    exams,
    past: createPast({ reader, path: journalPath }),
    commandPages: createCommandPages({ reader, path: files.join(folder, OUTBOX_FILE), now: commands.get }),
    readiness,
    start: () => {
      const startedAt = sync.serverNow();
      running = true;
      telling.started();
      record.start();
      for (const kept of readable) kept.start();
      sync.start();
      exams.start();
      readiness.start();
      stopUpkeep = startUpkeep({ clock, log, check: checkJournal, damaged: () => book.notice({ code: "journalDamaged", params: {} }) });
      // Where the certificate is must be known before its absence is an alarm.
      void certificateKept.then(() => running && attention.start(startedAt));
    },
    wake: resume,
    networkBack: () => {
      sync.networkBack();
      commands.wake();
    },
    certificateChanged: (state) => {
      tokens.drop();
      telling.certificate(state);
      book.certificate(state);
      resume();
    },
    quiet: async () => {
      running = false;
      attention.stop();
      stopUpkeep();
      reads.stop();
      readiness.stop();
      exams.stop();
      await Promise.all([commands.stop(), sync.stop(), reader.close(), removals.stop()]);
      stopFollowing();
      alarms.stop();
      telling.ended();
      await target.stop();
    },
    close: () => {
      record.stop();
      outbox.close();
      store.value.close();
    },
  });
};
