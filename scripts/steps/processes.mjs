// @ts-check
/** Running other programs: their end is ours, and a signal to us is a signal to them. */
import { spawn } from "node:child_process";

/** @typedef {import("node:child_process").StdioOptions} StdioOptions */

/** Says a line to the person; standard output belongs to programs. @param {string} line */
export const say = (line) => process.stderr.write(`${line}\n`);

const SIGNALS = /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]);
/** How often it is looked whether whoever started us is still there, ms. */
const ORPHAN_LOOK_MS = 500;

/**
 * Calls `end` where whoever started this has ended, until the answer is called. npm gives a signal to its shell alone, which does not pass
 * it on: under npm the end of the shell counts as SIGTERM.
 * @param {() => void} end
 */
export const whenOrphaned = (end) => {
  const parent = process.ppid;
  const looking = setInterval(() => {
    if (process.env["npm_lifecycle_event"] && process.ppid !== parent) end();
  }, ORPHAN_LOOK_MS);
  return () => clearInterval(looking);
};

/**
 * Runs a program to its end and answers its exit status. Signals are passed on.
 * @param {string} command @param {readonly string[]} args
 * @param {{ stdio?: StdioOptions, env?: NodeJS.ProcessEnv, cwd?: string }} [options]
 * @returns {Promise<number>}
 */
export const run = (command, args, options = {}) =>
  new Promise((resolve) => {
    const child = spawn(command, args, { stdio: "inherit", ...options });
    /** @param {NodeJS.Signals} signal */
    const passOn = (signal) => void child.kill(signal);
    for (const signal of SIGNALS) process.on(signal, passOn);
    const stopLooking = whenOrphaned(() => void child.kill("SIGTERM"));
    /** @param {number} status */
    const end = (status) => {
      stopLooking();
      for (const signal of SIGNALS) process.off(signal, passOn);
      resolve(status);
    };
    child.on("error", (error) => {
      say(`${command}: ${error.message}`);
      end(1);
    });
    child.on("exit", (code) => end(code ?? 1));
  });

/** Standard output of the program goes to standard error. */
export const TALK = /** @type {StdioOptions} */ (["ignore", 2, 2]);
