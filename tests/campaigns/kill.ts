/** Starts a child, and kills it hard some moment after it has acknowledged so much. */
import { spawn } from "node:child_process";

export type Killed = { acknowledged: string[]; errors: string };

/** `after`: lines of its standard output; `moment`: ms later. A line that was cut off was not acknowledged. */
export const killAfter = (child: string, args: readonly string[], after: number, moment: number): Promise<Killed> =>
  new Promise((resolve, reject) => {
    const running = spawn(process.execPath, [child, ...args], { stdio: ["ignore", "pipe", "pipe"] });
    let text = "";
    let lines = 0;
    let errors = "";
    let armed = false;
    running.stderr.on("data", (chunk) => void (errors += String(chunk)));
    running.stdout.on("data", (chunk: Buffer) => {
      const more = String(chunk);
      text += more;
      lines += more.split("\n").length - 1;
      if (armed || lines < after) return;
      armed = true;
      setTimeout(() => running.kill("SIGKILL"), moment);
    });
    running.on("error", reject);
    running.on("close", () => resolve({ acknowledged: text.split("\n").slice(0, -1), errors }));
  });

/** Counts by name. */
export const createCount = <N extends string>() => {
  const counts = new Map<N, number>();
  return {
    add: (name: N): void => void counts.set(name, (counts.get(name) ?? 0) + 1),
    all: (): Partial<Record<N, number>> => Object.fromEntries(counts) as Partial<Record<N, number>>,
  };
};
