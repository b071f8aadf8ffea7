/** Commands on a virtual clock, with a real outbox in memory and a cloud that answers when the test says so. */
import type {
  Capabilities,
  Cloud,
  CloudAnswer,
  CloudProblem,
  CloudResult,
  ProblemCode,
  Sending,
  SendOptions,
} from "../../../electron/cloud/types.ts";
import { type Commands, createCommands } from "../../../electron/commands/index.ts";
import type { RoomReading } from "../../../electron/commands/signs.ts";
import { createFiles } from "../../../electron/platform/files.ts";
import { createSqliteDriver } from "../../../electron/platform/sqlite.ts";
import { createOutbox, type FeedEntry, type Outbox, openOutbox } from "../../../electron/store/outbox.ts";
import { outboxMigrations } from "../../../electron/store/outboxMigrations.ts";
import type { CommandInput, CommandName } from "../../../shared/contract.ts";
import type { CommandRow, When } from "../../../shared/model/command.ts";
import type { RoomEvent } from "../../../shared/model/event.ts";
import type { Database, DatabaseFault } from "../../../shared/ports.ts";
import { err, ok, type Result } from "../../../shared/result.ts";
import { createSignal } from "../../../shared/signal.ts";
import { createMemoryLog } from "../../contract/harness.ts";
import { createVirtualClock, promisesSettled } from "../../fakes/clock.ts";
import { createSeededRandom } from "../../fakes/random.ts";
import { aReading } from "./rows.ts";
import { createServiceModel, type Happening, type Method, noted } from "./serviceModel.ts";

const driver = createSqliteDriver();
const SERVER_START = 1_800_000_000_000;
const WALL_START = 1_700_000_000_000;

/** A request that the cloud has and has not answered. */
export type Request = {
  /** The command that it is of. */
  id: string;
  roomUuid: string;
  method: Method;
  args: readonly unknown[];
  /** Of "set state"; else NaN. */
  state: number;
  leftAt: number;
  deadline: number;
  aborted: boolean;
  /** The budget grants it. */
  leave(): void;
  report(number: number, waitMs: number): void;
  answer(): void;
  fail(code: ProblemCode, more?: Partial<CloudProblem>): void;
};

export const problem = (code: ProblemCode, more: Partial<CloudProblem> = {}): CloudProblem => ({
  code,
  httpStatus: null,
  businessCode: null,
  detail: code,
  maybeDone: false,
  repeatSafe: true,
  goalReached: false,
  retryAfterMs: null,
  serverTime: null,
  ...more,
});

const answered = <T>(value: T): CloudAnswer<T> => ({
  value,
  ts: null,
  host: "api",
  hostRole: "primary",
  route: { attempt: 1, waitedMs: 0, tookMs: 0, timeLeftMs: null },
});

const METHODS: readonly Method[] = [
  "createRoom",
  "removeUser",
  "setRoomState",
  "startRecording",
  "stopRecording",
  "updateRecording",
  "setRoomProperties",
  "deleteRoomProperties",
  "setUserProperties",
  "deleteUserProperties",
  "setExtAppProperties",
  "deleteExtAppProperties",
  "createGroups",
  "removeGroups",
];

export const commandId = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;

/** Where a world begins that is not new, and who is told of what happens in it. */
export type Beginning = {
  /** The outbox file; left out: one in memory. */
  path?: string;
  /** How long the service has run before, ms, and what happened there. */
  ranFor?: number;
  happened?: readonly Happening[];
  note?: (happening: Happening) => void;
  /** Nothing begins before the test says `start`. */
  held?: boolean;
  /** Called between every two steps of a command's life. */
  step?: (behind: string) => void;
};

/** Emptied, a database that a world has closed serves the next one: making its tables anew costs more than many a test. */
const spare: Database[] = [];
const EMPTY = ["happenings", "feed", "commands", "bulks", "alarms", "record_head", "sqlite_sequence"]
  .map((table) => `DELETE FROM ${table};`)
  .join("");
/** `count`: how many commands the disk holds. */
type Disk = { onDisk: Outbox; count: () => number };
const openMemory = (): Disk => {
  const used = spare.pop();
  used?.exec(EMPTY);
  const database = used ?? newMemory();
  const onDisk: Outbox = { ...createOutbox(database, driver), close: () => void spare.push(database) };
  const counted = database.prepare("SELECT count(*) AS many FROM commands");
  return { onDisk, count: () => Number(counted.get()?.["many"]) };
};
const newMemory = (): Database => {
  const opened = driver.open(":memory:", { durability: "FULL" });
  if (!opened.ok) throw new Error(opened.error.detail);
  for (const { sql } of outboxMigrations) opened.value.exec(sql);
  return opened.value;
};
const openFile = (path: string): Disk => {
  const opened = openOutbox({ driver, files: createFiles() }, path);
  if (!opened.ok) throw new Error(opened.error.message);
  const onDisk = opened.value;
  return { onDisk, count: () => valueOf(onDisk.load(1_000_000)).length };
};
const valueOf = <T>(result: Result<T, DatabaseFault>): T => {
  if (!result.ok) throw new Error(result.error.detail);
  return result.value;
};

export const createWorld = ({ path, ranFor = 0, happened = [], note, held = false, step = () => {} }: Beginning = {}) => {
  const clock = createVirtualClock({ wall: WALL_START + ranFor, settle: promisesSettled });
  const { onDisk, count } = path === undefined ? openMemory() : openFile(path);
  let diskFault: DatabaseFault | null = null;
  /** Writes fail while the test says so. */
  const faulty =
    <A extends unknown[], T>(work: (...args: A) => Result<T, DatabaseFault>) =>
    (...args: A): Result<T, DatabaseFault> =>
      diskFault ? err(diskFault) : work(...args);
  const stepwise =
    <A extends unknown[], T>(name: string, work: (...args: A) => T) =>
    (...args: A): T => {
      step(`before ${name}`);
      const done = work(...args);
      step(name);
      return done;
    };
  const outbox: Outbox = { ...onDisk, insert: stepwise("insert", faulty(onDisk.insert)), save: stepwise("save", faulty(onDisk.save)) };
  /** While the past is told again: when it was. */
  let then: number | null = null;
  const serverTime = (): number => then ?? SERVER_START + ranFor + clock.monotonic() + slept;

  const world = {
    clock,
    outbox: onDisk,
    log: createMemoryLog(),
    /** Requests without an answer, and all that ever left. */
    waiting: [] as Request[],
    left: [] as Request[],
    /** Rooms as the test says that they were read; what is not here is as the model of the service has it. */
    rooms: new Map<string, { state: number | null; provedAt: number | null }>(
      [1, 2, 3].map((number) => [`room-${number}`, { state: 0, provedAt: null }]),
    ),
    service: noted(createServiceModel(serverTime), (happening) => note?.({ at: serverTime(), ...happening })),
    /** What was read of each room, as the console's journal would have it. */
    journal: new Map<string, RoomEvent[]>(),
    /** Rooms that the console took up by itself. */
    adopted: [] as string[],
    capabilities: { getRoom: "present", propertyEvents: "present", closedState: "present" } as Capabilities,
    outage: null as number | null,
    /** Answers that have told the server's time. */
    answers: 0,
    /** How many keep the computer awake. */
    awake: 0,
    observeOnly: false,
    /** Whether the budget grants each request at once; else each waits for its `leave`. */
    granting: true,
    changes: [] as string[],
    commands: undefined as unknown as Commands,
    asked: 0,
    step,
    /** Called as each request leaves. */
    onLeave: (_request: Request): void => {},

    failDisk: (fault: DatabaseFault | null) => {
      diskFault = fault;
    },
    /** The server's clock, which nobody sets. */
    serverTime,
    sleep: (ms: number) => {
      slept += ms;
      clock.sleepSystem(ms);
    },
    /** The room's state becomes known with an event that happened now. */
    tell: (roomUuid: string, state: number) => {
      world.read(roomUuid, state);
      const now = world.serverTime();
      const time = { kind: "exact" as const, at: now };
      const event = {
        roomUuid,
        incarnation: 1,
        sequence: 1,
        ordinal: 0,
        cmd: 1,
        data: { state },
        time,
        receivedAt: now,
        via: "room" as const,
      };
      events.emit([event]);
    },
    /** The room is read to its end. */
    read: (roomUuid: string, state: number | null) => {
      offset = world.serverTime() - clock.wall();
      world.rooms.set(roomUuid, { state, provedAt: world.serverTime() });
    },
    /** The console reads this room of the model to its end, and tells what it found. */
    sync: (roomUuid: string, timed = true): void => {
      offset = world.serverTime() - clock.wall();
      world.answers += 1;
      const found = journalled(roomUuid, world.service.read(roomUuid, timed));
      step("journalled");
      if (found.length > 0) events.emit(found);
    },
    /** Any command, with an id of its own. */
    command: <N extends CommandName>(name: N, roomUuid: string, input: CommandInput<N>, when?: When): string => {
      world.asked += 1;
      const id = commandId(world.asked);
      const answer = world.commands.ask(name, { ...input, ...(when && { when }), commandId: id, roomUuid } as never);
      if (!answer.ok) throw new Error(answer.error.message);
      return id;
    },
    ask: (state = 1, roomUuid = "room-1"): string => {
      world.asked += 1;
      const id = commandId(world.asked);
      const answer = world.commands.ask("room.setState", { commandId: id, roomUuid, state });
      if (!answer.ok) throw new Error(answer.error.message);
      return id;
    },
    row: (id: string): CommandRow => {
      const row = world.commands.get(id);
      if (row === undefined) throw new Error(`no command ${id}`);
      return row;
    },
    states: () => world.commands.list().map(({ state }) => state),
    /** What the disk holds of a command. */
    stored: (id: string): CommandRow | null => valueOf(onDisk.find(id))?.row ?? null,
    count,
    everything: (): CommandRow[] => valueOf(onDisk.load(1_000_000)).map(({ row }) => row),
    feed: (): FeedEntry[] => valueOf(onDisk.feed(0, 1_000_000)),
    feedOf: (id: string): string[] =>
      world
        .feed()
        .filter((entry) => entry.commandId === id)
        .map(({ state }) => state),
    /** The process is gone in mid-stride, and another one starts on the same file. */
    crash: () => {
      generation += 1;
      world.waiting.length = 0;
      start();
    },
    start: () => start(),
    close: () => {
      generation += 1;
      onDisk.close();
    },
  };
  let slept = 0;
  /** Server clock minus this workstation's, as the last reading told. */
  let offset = SERVER_START - WALL_START;
  const events = createSignal<RoomEvent[]>();
  let generation = 0;
  const journalled = (roomUuid: string, found: RoomEvent[]): RoomEvent[] => {
    const kept = world.journal.get(roomUuid);
    if (kept === undefined) world.journal.set(roomUuid, [...found]);
    else kept.push(...found);
    return found;
  };

  const send = (method: Method, roomUuid: string, args: readonly unknown[], options: SendOptions): Sending<null> => {
    const born = generation;
    const { promise: done, resolve: settle } = Promise.withResolvers<Awaited<CloudResult<null>>>();
    const end = (): boolean => {
      world.waiting = world.waiting.filter((one) => one !== request);
      return born === generation;
    };
    const request: Request = {
      id: world.commands.list().find((row) => row.roomUuid === roomUuid && row.state === "sending")?.id ?? "",
      roomUuid,
      method,
      args,
      state: method === "setRoomState" ? Number(args[0]) : Number.NaN,
      leftAt: clock.monotonic(),
      deadline: options.deadline ?? Number.POSITIVE_INFINITY,
      aborted: false,
      leave: () => options.onLeaving?.(),
      report: (number, waitMs) => options.onAttempt?.({ number, of: 4, host: "api", hostRole: "primary", waitMs, timeLeftMs: null }),
      answer: () => {
        if (end()) settle(ok(answered(null)));
      },
      fail: (code, more) => {
        if (end()) settle(err(problem(code, more)));
      },
    };
    world.waiting.push(request);
    world.left.push(request);
    world.onLeave(request);
    step("left");
    if (world.granting) request.leave();
    return {
      done,
      abort: () => {
        request.aborted = true;
        request.fail("aborted", { maybeDone: true });
      },
    };
  };
  const sender =
    (method: Method) =>
    (roomUuid: string, ...rest: unknown[]): Sending<null> =>
      send(method, roomUuid, rest.slice(0, -1), rest.at(-1) as SendOptions);
  /** A question, answered at once by what the model has; with no network by nobody. */
  const reading = <T>(answer: () => T | ProblemCode): Sending<T> => {
    const found = world.outage === null ? answer() : "dns";
    const wrong = typeof found === "string";
    if (!wrong) {
      world.answers += 1;
      offset = world.serverTime() - clock.wall();
    }
    return { done: Promise.resolve(wrong ? err(problem(found as ProblemCode)) : ok(answered(found))), abort: () => {} };
  };
  const cloud = {
    ...(Object.fromEntries(METHODS.map((method) => [method, sender(method)])) as unknown as Pick<Cloud, Method>),
    capabilities: () => world.capabilities,
    roomSequences: (roomUuid: string) =>
      reading(() => (world.service.exists(roomUuid) ? { events: [], nextId: null, unreadable: 0 } : "roomAbsent")),
    user: (roomUuid: string, userUuid: string) =>
      reading(() => {
        const person = world.service.room(roomUuid)?.people.get(userUuid);
        return person === undefined ? "userAbsent" : { online: person.present, properties: person.properties };
      }),
    recordings: (roomUuid: string) =>
      reading(() => ({ records: [{ running: world.service.room(roomUuid)?.recording ?? false }], nextId: null, unreadable: 0 })),
    room: (roomUuid: string) =>
      reading(() => {
        const { properties = {}, groups = null } = world.service.room(roomUuid) ?? {};
        return {
          raw: {
            roomProperties: {
              ...properties,
              groups: { state: groups === null ? 0 : 1, details: Object.fromEntries((groups ?? []).entries()) },
            },
          },
        };
      }),
  } as unknown as Cloud;

  /** A room as the console has it; made anew only when something of it has changed, for it is looked at all the time. */
  const readings = new WeakMap<object, RoomReading>();
  const readRoom = (roomUuid: string): RoomReading | undefined => {
    const known = world.rooms.get(roomUuid) ?? world.service.summary(roomUuid);
    if (known === undefined) return undefined;
    const made = readings.get(known);
    const view = world.service.view(roomUuid);
    if (made?.view() === view) return made;
    const fresh = { ...aReading({ roomUuid, ...known }), view: () => view };
    readings.set(known, fresh);
    return fresh;
  };

  const start = (): void => {
    const mine = generation;
    world.commands = createCommands({
      cloud,
      outbox,
      // A process that is gone runs no timers.
      clock: { ...clock, after: (ms, task) => clock.after(ms, () => mine === generation && task()) },
      // Another run never gives ids that one before has given.
      random: createSeededRandom(7 + generation),
      log: world.log,
      serverNow: () => clock.wall() + offset,
      operator: () => "Ann",
      outageMs: () => world.outage,
      observeOnly: () => world.observeOnly,
      journalled: (roomUuid) => world.journal.get(roomUuid) ?? [],
      roomEvents: (listener) => events.watch((value) => mine === generation && listener(value)),
      answers: () => world.answers,
      keepAwake: () => {
        world.awake += 1;
        return () => {
          world.awake -= 1;
        };
      },
      readRoom,
      adopt: async (roomUuid) => void world.adopted.push(roomUuid),
      closedState: () => true,
    });
    world.commands.watch((id) => void world.changes.push(id));
    const loaded = world.commands.load();
    if (!loaded.ok) throw new Error(loaded.error.message);
    world.commands.start();
  };
  for (const { at, call } of happened) {
    then = at;
    if (call.do === "read") journalled(call.args[0], world.service.read(...call.args));
    else if (call.do === "apply") world.service.apply(...call.args);
    else if (call.do === "enter") world.service.enter(...call.args);
    else world.service.make(...call.args);
  }
  then = null;
  if (!held) start();
  return world;
};
export type World = ReturnType<typeof createWorld>;
