/** Lives one story on a real outbox file, and kills itself behind the step that it is told; what happens it writes down line by line. */
import { openSync, writeSync } from "node:fs";
import { createWorld } from "../../unit/commands/world.ts";
import { type Line, STORIES } from "./stories.ts";

const [path, notes, name, killedBehind] = process.argv.slice(2);
const story = STORIES.find((one) => one.name === name);
if (path === undefined || notes === undefined || story === undefined) throw new Error("path, notes and a story are needed");

const book = openSync(notes, "a");
const write = (line: Line): void => void writeSync(book, `${JSON.stringify(line)}\n`);

let counting = false;
let steps = 0;
const world = createWorld({
  path,
  note: (happening) => write({ kind: "happened", happening }),
  step: (behind) => {
    // Before a write the disk is as it was behind the step before; only time may have passed, and for few that matters.
    if (!counting || (behind.startsWith("before") && !story.timed)) return;
    steps += 1;
    if (steps !== Number(killedBehind)) return;
    write({ kind: "killed", behind, at: world.serverTime() });
    process.kill(process.pid, "SIGKILL");
  },
});
world.onLeave = ({ id }) => write({ kind: "left", id });
await story.begin(world);
counting = true;
await story.live(world, (ids) => {
  for (const id of ids) write({ kind: "acknowledged", id });
  world.step("acknowledged");
});
