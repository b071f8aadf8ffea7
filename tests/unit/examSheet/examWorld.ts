/** Exams over real commands, a real outbox and a real store, all in memory, and a service that keeps what rooms are made of. */
import type { Cloud } from "../../../electron/cloud/types.ts";
import { createExams, type Exams } from "../../../electron/examSheet/index.ts";
import { createSqliteDriver } from "../../../electron/platform/sqlite.ts";
import { createExamStore } from "../../../electron/store/exams.ts";
import { EXAMS_MIGRATIONS } from "../../../electron/store/examsMigrations.ts";
import type { ExamRow, ExamSummary, SheetRow } from "../../../shared/model/exam.ts";
import { err, ok, type Result } from "../../../shared/result.ts";
import { createSignal } from "../../../shared/signal.ts";
import { quietLog } from "../../fakes/syncRig.ts";
import { aReading } from "../commands/rows.ts";
import { createWorld, problem, type Request } from "../commands/world.ts";
import { goodCells } from "./sheets.ts";

const driver = createSqliteDriver();
const DAY = 86_400_000;
type Stored = { roomName: string; roomProperties: Record<string, unknown> };

export const must = <T>(result: Result<T>): T => {
  if (!result.ok) throw new Error(`${result.error.message} (${result.error.reason ?? result.error.code})`);
  return result.value;
};

export const createExamWorld = ({ tells = true } = {}) => {
  const world = createWorld();
  if (!tells) world.capabilities = { getRoom: "lacking", propertyEvents: "lacking", closedState: "unknown" };
  const opened = driver.open(":memory:", { durability: "FULL" });
  if (!opened.ok) throw new Error(opened.error.detail);
  const database = opened.value;
  for (const { sql } of EXAMS_MIGRATIONS) database.exec(sql);
  const store = createExamStore(database);
  const roomChanged = createSignal<string>();
  const rooms = new Map<string, Stored>();
  let generation = 0;
  let uuids = 0;
  let exams: Exams;

  const answer = <T>(value: T | null) => ({
    done: Promise.resolve(
      value === null || world.outage !== null
        ? err(problem(world.outage === null ? "roomAbsent" : "dns"))
        : ok({
            value,
            ts: world.serverTime(),
            host: "api",
            hostRole: "primary" as const,
            route: { attempt: 1, waitedMs: 0, tookMs: 0, timeLeftMs: null },
          }),
    ),
    abort: () => undefined,
  });
  const cloud = {
    capabilities: () => world.capabilities,
    room: (roomUuid: string) => {
      const found = rooms.get(roomUuid);
      const raw = found && { ...found, createTime: world.serverTime() - DAY };
      return answer(found === undefined ? null : { roomName: found.roomName, state: 0, schedule: null, raw });
    },
    roomSequences: (roomUuid: string) => answer(rooms.has(roomUuid) ? { events: [], nextId: null, unreadable: 0 } : null),
  } as unknown as Cloud;

  const detail = (roomUuid: string) => {
    const summary = world.service.summary(roomUuid);
    if (summary === undefined) return undefined;
    const view = world.service.view(roomUuid);
    return { summary: aReading({ roomUuid, ...summary }, view).summary, view };
  };

  const start = (): void => {
    const mine = generation;
    const alive =
      <T>(work: (value: T) => void) =>
      (value: T): void =>
        void (mine === generation && work(value));
    exams = createExams({
      store,
      driver,
      commands: world.commands,
      cloud,
      rooms: { get: (roomUuid) => detail(roomUuid)?.summary, watch: (listener) => roomChanged.watch(alive(listener)) },
      detail,
      provedAt: () => world.serverTime(),
      addRooms: async () => undefined,
      clock: { ...world.clock, after: (ms, task) => world.clock.after(ms, () => mine === generation && task()) },
      random: {
        unit: () => 0.5,
        bytes: (count) => new Uint8Array(count),
        uuid: () => `00000000-0000-4000-9000-${String((uuids += 1)).padStart(12, "0")}`,
      },
      log: quietLog(),
      serverNow: world.serverTime,
      operator: () => "Ann",
    });
    exams.start();
  };
  start();

  const rig = {
    world,
    rooms,
    exams: (): Exams => exams,
    answer: (request: Request, refused = false): void => {
      const { roomUuid, method, args } = request;
      const body = args[0] as { roomName: string; roomType: number; roomProperties?: object; properties?: object; examinationUrl?: string };
      const changed = { ...body.properties, ...(body.examinationUrl && { examinationUrl: body.examinationUrl }) };
      const told = method === "setRoomProperties" ? [{ properties: changed }] : args;
      const refusal = refused ? "rejected" : world.service.apply(method, roomUuid, told);
      if (refusal !== null) return request.fail(refusal, { httpStatus: 400 });
      if (method === "createRoom")
        rooms.set(roomUuid, { roomName: body.roomName, roomProperties: { roomType: body.roomType, ...body.roomProperties } });
      else Object.assign(rooms.get(roomUuid)?.roomProperties ?? {}, changed);
      request.answer();
    },
    /** Each request is answered; those that `refuse` names are refused. */
    serve: async (refuse: (roomUuid: string) => boolean = () => false): Promise<void> => {
      await world.clock.settle();
      for (const request of world.waiting) rig.answer(request, refuse(request.roomUuid));
      await world.clock.settle();
    },
    /** Until nothing is under way any more: holds pass, requests are answered, questions are asked. */
    run: async (refuse?: (roomUuid: string) => boolean): Promise<void> => {
      for (let round = 0; round < 40; round += 1) {
        await world.clock.advance(1_500);
        await rig.serve(refuse);
      }
    },
    /** Somebody else changes a room at the cloud; this console has not looked yet. */
    meddle: (roomUuid: string, properties: Record<string, unknown>): void =>
      void Object.assign(rooms.get(roomUuid)?.roomProperties ?? {}, properties),
    /** A change of properties is told by an event. */
    tell: (roomUuid: string, properties: Record<string, unknown>): void => {
      world.service.apply("setRoomProperties", roomUuid, [{ properties }]);
      world.sync(roomUuid);
      roomChanged.emit(roomUuid);
    },
    /** "Get one room", asked by somebody who is not the sheet. */
    look: async (roomUuid: string): Promise<void> => {
      const told = await cloud.room(roomUuid, { class: "open" }).done;
      if (told.ok) exams.seen(roomUuid, told.value);
    },
    crash: (): void => {
      generation += 1;
      world.crash();
      start();
    },
    /** An exam of so many good rows. */
    exam: (count: number, cells: SheetRow["cells"] = {}): string => {
      const { examId } = must(exams.save(null, { name: "Finals", date: "2027-01-16", timeZone: "Asia/Shanghai" }));
      const rows = Array.from({ length: count }, (_, index) => ({
        id: `r${index + 1}`,
        cells: {
          ...goodCells,
          properties: "",
          candidates: "",
          startTime: String(world.serverTime() + DAY),
          roomUuid: `hall-${String(index + 1).padStart(2, "0")}`,
          roomName: `Hall ${index + 1}`,
          ...cells,
        },
      }));
      must(exams.edit(examId, [{ kind: "replace", rows }]));
      return examId;
    },
    /** A plan is made, kept and applied as it stands. */
    apply: (examId: string, runId = `00000000-0000-4000-a000-${String((uuids += 1)).padStart(12, "0")}`): Result<{ runId: string }> => {
      const plan = must(exams.savePlan(examId));
      const count = (plan.counts.create ?? 0) + (plan.counts.change ?? 0);
      return count === 0 ? ok({ runId }) : exams.apply(examId, { planId: plan.id, runId, count });
    },
    rows: (examId: string): ExamRow[] => exams.rows(examId) ?? [],
    summary: (examId: string): ExamSummary => {
      const found = exams.get(examId);
      if (found === undefined) throw new Error("no exam");
      return found;
    },
  };
  return rig;
};
