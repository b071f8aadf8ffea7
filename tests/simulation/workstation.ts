/** The composed main process on a virtual workstation: it is started, used as the window uses it, ended in order or killed, and started again on the same disk. */
import { type Console, compose } from "../../electron/compose.ts";
import { createHeadlessShell } from "../../electron/platform/headlessShell.ts";
import type { Alarm } from "../../shared/model/alarm.ts";
import type { CommandRow } from "../../shared/model/command.ts";
import type { Connection } from "../../shared/model/connection.ts";
import type { RoomSummary } from "../../shared/model/room.ts";
import type { Clock, Database, Log, LogFields } from "../../shared/ports.ts";
import type { ListFeed } from "../../shared/serving.ts";
import type { VirtualClock } from "../fakes/clock.ts";
import { createFakeKeychain } from "../fakes/keychain.ts";
import { createSeededRandom } from "../fakes/random.ts";
import { type Disk, FULL_DISK } from "./disk.ts";
import { APP_ID, CERTIFICATE, HOSTS, type Internet, REGION } from "./internet.ts";

const JOURNAL = "journal.db";
const USER_DATA = "/data";
const PROFILE_FILE = "/profile.json";

export type Options = { seed: number; pollSeconds: number; requestsPerSecond: number };

export type Workstation = {
  /** Starts the program; it must not run. */
  boot(): Promise<void>;
  /** Ends it in order. */
  quit(): Promise<void>;
  /** Ends it as a power cut does: nothing of it runs any more. */
  kill(): void;
  console(): Console;
  /** What the window shows. */
  rooms(): RoomSummary[];
  commands(): CommandRow[];
  alarms(): Alarm[];
  connection(): Connection;
  journal(): Database;
  outbox(): Database;
  /** Where the profile keeps its files. */
  folder(): string;
  /** What nobody foresaw, in the log's words. */
  errors: string[];
  /** All that was ever logged. */
  log(): string;
};

/** `settle`: lets what waits in virtual time come to its end. */
export const createWorkstation = (deps: {
  clock: VirtualClock;
  disk: Disk;
  internet: Internet;
  options: Options;
  settle: () => Promise<void>;
  /** Each line of its log. */
  noted?: (fields: LogFields, message: string) => void;
}): Workstation => {
  const { clock, disk, internet, options } = deps;
  const keychain = createFakeKeychain();
  const errors: string[] = [];
  const logged = new Set<string>();
  let generation = 0;
  let running: {
    console: Console;
    feeds: { rooms: ListFeed<RoomSummary>; commands: ListFeed<CommandRow>; alarms: ListFeed<Alarm>; connection: () => Connection };
  } | null = null;

  disk.files.writeText(
    PROFILE_FILE,
    JSON.stringify({
      name: "Simulated",
      region: REGION,
      hosts: { primary: HOSTS.primary, alternate: HOSTS.alternate, regional: { "eu-west-1": HOSTS.regional } },
      appId: APP_ID,
      uid: "console",
      appCertificate: CERTIFICATE,
      pollSeconds: options.pollSeconds,
      requestsPerSecond: options.requestsPerSecond,
    }),
  );

  const note = (fields: LogFields, message: string): void => {
    deps.noted?.(fields, message);
    const line = `${message} ${JSON.stringify(fields, (_key, value: unknown) => (value instanceof Error ? (value.stack ?? "") : value))}`;
    logged.add(line);
  };
  const log: Log = {
    debug: note,
    info: note,
    warn: note,
    error: (fields, message) => {
      note(fields, message);
      const { error } = fields as { error?: unknown };
      const told = `${message} ${error instanceof Error ? error.stack : JSON.stringify(fields)}`;
      if (!told.includes(FULL_DISK)) errors.push(told);
    },
    child: () => log,
  };

  /** A clock whose timers die with the program. */
  const clockOf = (alive: () => boolean): Clock => ({
    wall: clock.wall,
    monotonic: clock.monotonic,
    after: (ms, task) => (alive() ? clock.after(ms, () => alive() && task()) : () => undefined),
  });

  const opened = <T>(result: { ok: true; value: T } | { ok: false; error: { message: string } }): T => {
    if (!result.ok) throw new Error(result.error.message);
    return result.value;
  };

  const present = () => {
    if (running === null) throw new Error("the program does not run");
    return running;
  };
  const onDisk = (name: string): Database => {
    const path = disk.paths().find((one) => one.endsWith(`/${name}`));
    const database = path === undefined ? undefined : disk.database(path);
    if (database === undefined) throw new Error(`there is no ${name}`);
    return database;
  };

  return {
    boot: async () => {
      generation += 1;
      const mine = generation;
      const alive = (): boolean => mine === generation;
      const console = opened(
        await compose(
          {
            clock: clockOf(alive),
            random: createSeededRandom(options.seed * 1_000 + mine),
            http: internet.connect(alive),
            keychain,
            bootedAt: () => clock.wall() - clock.monotonic(),
            database: disk.driver,
            files: disk.files,
            log,
            shell: createHeadlessShell(log),
            workers: {
              start: () => ({
                post: () => undefined,
                onMessage: () => undefined,
                onExit: () => undefined,
                terminate: async () => undefined,
              }),
            },
          },
          { userData: USER_DATA, profileFile: PROFILE_FILE, mode: "chromium", version: "0", locales: ["en"] },
        ),
      );
      const connection = opened(console.sources.connection({}, () => undefined));
      running = {
        console,
        feeds: {
          commands: opened(console.sources.commands({}, () => undefined)),
          rooms: opened(console.sources.rooms({}, () => undefined)),
          alarms: opened(console.sources.alarms({}, () => undefined)),
          connection: () => opened(connection.read()),
        },
      };
      console.start();
    },
    quit: async () => {
      const stopping = present().console.stop();
      await deps.settle();
      await stopping;
      generation += 1;
      running = null;
    },
    kill: () => {
      generation += 1;
      running = null;
    },
    console: () => present().console,
    rooms: () => present().feeds.rooms.readAll(),
    commands: () => present().feeds.commands.readAll(),
    alarms: () => present().feeds.alarms.readAll(),
    connection: () => present().feeds.connection(),
    journal: () => onDisk(JOURNAL),
    outbox: () => onDisk("outbox.db"),
    folder: () => {
      const path = disk.paths().find((one) => one.endsWith(`/${JOURNAL}`)) ?? "";
      return path.slice(0, -JOURNAL.length - 1);
    },
    errors,
    log: () => [...logged].join("\n"),
  };
};
