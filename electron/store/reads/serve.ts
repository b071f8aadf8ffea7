/** The side of the thread: takes jobs, gives each its steps in turn, and answers. */
import type { DatabaseFault } from "../../../shared/ports.ts";
import { err, type Result } from "../../../shared/result.ts";
import type { ReadJobs, ReadWorld } from "./job.ts";

export type ReadRequest = { kind: "read"; id: number; name: string; input: unknown } | { kind: "cancel"; id: number };
/** `error`: a fault that nobody foresaw, in words for the log. */
export type ReadAnswer = { id: number; result: Result<unknown, DatabaseFault> } | { id: number; error: string };

type Port = { post(answer: ReadAnswer): void; onMessage(listener: (request: ReadRequest) => void): void };
/** `turn` settles once waiting messages were heard. */
type Deps = { jobs: ReadJobs; world: ReadWorld; port: Port; turn(): Promise<void> };

type Running = { id: number; steps: Generator<void, Result<unknown, DatabaseFault>> };

/** Serves for as long as the thread lives. */
export const serveReads = ({ jobs, world, port, turn }: Deps): void => {
  let running: Running[] = [];
  let working = false;

  /** One step; whether there are more. */
  const step = ({ id, steps }: Running): boolean => {
    try {
      const { done, value } = steps.next();
      if (!done) return true;
      port.post({ id, result: value });
    } catch (error) {
      const fault = world.driver.faultOf(error);
      port.post(
        fault === null
          ? { id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) }
          : { id, result: err(fault) },
      );
    }
    return false;
  };

  const work = async (): Promise<void> => {
    working = true;
    while (running.length > 0) {
      const round = running;
      for (const job of round) {
        // Cancelled while another had its turn.
        if (!running.includes(job)) continue;
        if (!step(job)) running = running.filter((other) => other !== job);
        await turn();
      }
    }
    working = false;
  };

  port.onMessage((request) => {
    if (request.kind === "cancel") {
      const job = running.find(({ id }) => id === request.id);
      running = running.filter((other) => other !== job);
      job?.steps.return(err({ kind: "other", detail: "cancelled" }));
      return;
    }
    const job = jobs[request.name];
    if (job === undefined) return port.post({ id: request.id, error: `there is no job ${request.name}` });
    running = [...running, { id: request.id, steps: job(world, request.input as never) }];
    if (!working) void work();
  });
};
