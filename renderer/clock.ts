/** The renderer's clock and timers: the only file here that asks the machine for the time. */

export type RendererClock = {
  /** This workstation's Unix time, ms. */
  wall(): number;
  /** Ms since this page was loaded; never goes back. */
  monotonic(): number;
  /** Runs once after `ms`; the answer cancels it. */
  after(ms: number, task: () => void): () => void;
  /** Runs every `ms`; the answer ends it. */
  every(ms: number, task: () => void): () => void;
  /** Runs once before the next frame, or after 250 ms where no frame comes (a hidden window); the answer cancels it. */
  frame(task: () => void): () => void;
};

const HIDDEN_FRAME_MS = 250;

export const createClock = (): RendererClock => {
  const after: RendererClock["after"] = (ms, task) => {
    const timer = setTimeout(task, ms);
    return () => clearTimeout(timer);
  };
  return {
    wall: () => Date.now(),
    monotonic: () => performance.now(),
    after,
    every: (ms, task) => {
      const timer = setInterval(task, ms);
      return () => clearInterval(timer);
    },
    frame: (task) => {
      let cancel = (): void => undefined;
      const run = (): void => {
        cancel();
        task();
      };
      const request = requestAnimationFrame(run);
      const stopTimer = after(HIDDEN_FRAME_MS, run);
      cancel = () => {
        cancelAnimationFrame(request);
        stopTimer();
      };
      return () => cancel();
    },
  };
};
