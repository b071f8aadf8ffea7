import { describe, expect, it } from "vitest";
import type { ReadJob } from "../../../electron/store/reads/job.ts";
import { createReader, READ_THREADS, readAll } from "../../../electron/store/reads/reader.ts";
import { type ReadAnswer, type ReadRequest, serveReads } from "../../../electron/store/reads/serve.ts";
import type { Worker } from "../../../shared/ports.ts";
import { err, ok } from "../../../shared/result.ts";
import { quietLog } from "../../fakes/syncRig.ts";

const log: string[] = [];
const note = (line: string): void => void log.push(line);
const count: ReadJob<{ name: string; to: number }, number> = function* (_world, { name, to }) {
  try {
    for (let at = 1; at <= to; at += 1) {
      note(`${name}${at}`);
      yield;
    }
    return ok(to);
  } finally {
    note(`${name} ended`);
  }
};
const fail: ReadJob<{ with: "fault" | "fileFault" | "throw" }, never> = function* (_world, how) {
  yield;
  if (how.with === "fault") return err({ kind: "corrupt", detail: "torn" });
  throw how.with === "throw" ? new Error("nobody foresaw this") : new RangeError("disk");
};
const jobs = { count, fail };

/** A thread in this one: the same loop, its turns given by hand. */
const inline = () => {
  log.length = 0;
  const threads: { exit(): void; ended: boolean }[] = [];
  let waiting: (() => void)[] = [];
  const logged: string[] = [];
  const start = (): Worker => {
    const hears: ((request: ReadRequest) => void)[] = [];
    const answers: ((answer: unknown) => void)[] = [];
    const exits: ((code: number) => void)[] = [];
    const thread = { ended: false, exit: () => exits.forEach((tell) => tell(1)) };
    threads.push(thread);
    serveReads({
      jobs,
      world: {
        files: {} as never,
        driver: {
          open: () => err({ kind: "other", detail: "" }),
          faultOf: (error) => (error instanceof RangeError ? { kind: "full", detail: error.message } : null),
        },
      },
      port: {
        post: (answer: ReadAnswer) => thread.ended || answers.forEach((tell) => tell(answer)),
        onMessage: (listener) => void hears.push(listener),
      },
      turn: () => new Promise((resolve) => waiting.push(resolve)),
    });
    return {
      post: (message) => hears.forEach((hear) => hear(message as ReadRequest)),
      onMessage: (listener) => void answers.push(listener),
      onExit: (listener) => void exits.push(listener),
      terminate: async () => {
        thread.ended = true;
      },
    };
  };
  return {
    threads,
    logged,
    reader: createReader<typeof jobs>({ workers: { start }, log: quietLog((_fields, message) => logged.push(message)) }),
    turn: async (times = 1): Promise<void> => {
      for (let turn = 0; turn < times; turn += 1) {
        const due = waiting;
        waiting = [];
        for (const go of due) go();
        await Promise.resolve();
        await Promise.resolve();
      }
    },
  };
};

describe("reads in threads of their own", () => {
  it("start a thread with the first question and another when it is busy, and give each of several jobs its turn", async () => {
    const { reader, turn, threads } = inline();
    expect(threads).toHaveLength(0);
    const a = reader.read("count", { name: "a", to: 2 });
    expect(threads).toHaveLength(1);
    const b = reader.read("count", { name: "b", to: 4 });
    const c = reader.read("count", { name: "c", to: 3 });
    await turn(10);
    expect([await a.done, await b.done, await c.done]).toEqual([ok(2), ok(4), ok(3)]);
    expect(log.indexOf("c1")).toBeLessThan(log.indexOf("a ended"));
    expect(threads).toHaveLength(READ_THREADS);
    const idle = reader.read("count", { name: "d", to: 1 });
    await turn(5);
    expect(await idle.done).toEqual(ok(1));
    expect(threads).toHaveLength(READ_THREADS);
  });

  it("make one answer of several questions; the first fault is the answer, and a cancel is for all", async () => {
    const { reader, turn } = inline();
    const upTo = (to: number) => reader.read("count", { name: `to ${to}`, to });
    const both = readAll([upTo(2), upTo(3)]);
    await turn(10);
    expect(await both.done).toEqual(ok([2, 3]));

    const failed = readAll<unknown>([upTo(1), reader.read("fail", { with: "fault" })]);
    await turn(10);
    expect(await failed.done).toMatchObject({ ok: false, error: { reason: "store.corrupt" } });

    const ended = readAll([upTo(1_000), upTo(1_000)]);
    ended.cancel();
    expect(await ended.done).toMatchObject({ ok: false, error: { reason: "cancelled" } });
  });

  it("are cancelled between two steps, clean up, and keep no other job from going on", async () => {
    const { reader, turn } = inline();
    const a = reader.read("count", { name: "a", to: 1_000 });
    const b = reader.read("count", { name: "b", to: 2 });
    await turn(3);
    a.cancel();
    a.cancel();
    await turn(10);
    expect(await a.done).toMatchObject({ ok: false, error: { code: "unavailable", reason: "cancelled" } });
    expect(await b.done).toEqual(ok(2));
    expect(log).toContain("a ended");
  });

  it.each([
    ["fault", { code: "unavailable", reason: "store.corrupt" }, false],
    ["fileFault", { code: "unavailable", reason: "store.full" }, false],
    ["throw", { code: "internal", reason: "read" }, true],
  ] as const)("answer a %s as an error, and go on", async (how, error, told) => {
    const { reader, turn, logged } = inline();
    const failed = reader.read("fail", { with: how });
    await turn(5);
    expect(await failed.done).toMatchObject({ ok: false, error });
    expect(logged.length > 0).toBe(told);
    const next = reader.read("count", { name: "a", to: 1 });
    await turn(5);
    expect(await next.done).toEqual(ok(1));
  });

  it("answer what was asked when the thread dies, and start another with the next question", async () => {
    const { reader, turn, threads } = inline();
    const lost = reader.read("count", { name: "a", to: 1_000 });
    threads[0]?.exit();
    expect(await lost.done).toMatchObject({ ok: false, error: { code: "unavailable", reason: "readerEnded" } });
    const next = reader.read("count", { name: "b", to: 1 });
    await turn(5);
    expect(await next.done).toEqual(ok(1));
    expect(threads).toHaveLength(2);
  });

  it("end with the reader: what is under way and what comes later is cancelled", async () => {
    const { reader, threads } = inline();
    const under = reader.read("count", { name: "a", to: 1_000 });
    await reader.close();
    const late = reader.read("count", { name: "b", to: 1 });
    for (const reading of [under, late]) expect(await reading.done).toMatchObject({ ok: false, error: { reason: "cancelled" } });
    expect(threads.map(({ ended }) => ended)).toEqual([true]);
  });
});
