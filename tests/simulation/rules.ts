/** What the specification and the design say of each command, in the simulation's own words and not the program's. */
import type { Danger } from "../../shared/model/command.ts";
import type { Order } from "./classes.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const STARTED = 1;
const ENDED = 2;

type Input = Readonly<Record<string, unknown>>;
/** What goes over the wire: the methods that may be used, the path below the room's, and what the body must say. */
type Call = { methods: readonly string[]; path: string; says: Readonly<Record<string, unknown>> };
export type Rule = {
  danger: Danger;
  /** Unsent it lives so long. */
  lifeMs: number;
  /** After a loss that may have had its effect: whether it goes again. `read`: only once the room was read. */
  again: "freely" | "read" | "never";
  call: Call;
};

const call = (methods: string, path: string, says: Call["says"] = {}): Call => ({ methods: methods.split("|"), path, says });
const rule = (danger: Danger, minutes: number, again: Rule["again"], by: Call): Rule => ({
  danger,
  lifeMs: minutes * MINUTE_MS,
  again,
  call: by,
});
const property = (danger: Danger, method: string, path: string, { properties }: Input): Rule => ({
  danger,
  lifeMs: DAY_MS,
  again: "freely",
  call: call(method, path, { properties }),
});

const removal = ({ userUuid, comeBack }: Input): Rule => {
  const { kind, seconds } = comeBack as { kind: string; seconds?: number };
  const dirty = kind === "anytime" ? undefined : kind === "never" ? { state: 1 } : { state: 1, duration: seconds };
  return rule(kind === "never" ? "irreversible" : "disruptive", 2, "read", call("POST", `users/${String(userUuid)}/exit`, { dirty }));
};
const state = ({ state: wanted }: Input): Rule => {
  const danger = wanted === STARTED ? "safe" : wanted === ENDED || wanted === 0 ? "disruptive" : "irreversible";
  return rule(danger, danger === "irreversible" ? 2 : 10, "freely", call("PUT", `states/${String(wanted)}`));
};

const RULES: Readonly<Record<string, (input: Input) => Rule>> = {
  "room.create": ({ roomName }) => rule("safe", 10, "read", call("POST", "", { roomName })),
  "room.setState": state,
  "person.remove": removal,
  "person.letIn": ({ userUuid }) => rule("safe", 10, "never", call("POST", `users/${String(userUuid)}/exit`, { dirty: { state: 0 } })),
  "recording.start": ({ mode, webRecordConfig }) => rule("safe", 10, "freely", call("PUT", "records/states/1", { mode, webRecordConfig })),
  "recording.stop": () => rule("disruptive", 10, "freely", call("PUT", "records/states/0")),
  "recording.update": ({ webRecordConfig }) => rule("safe", 10, "never", call("PUT|PATCH", "records/states/1", { webRecordConfig })),
  "roomProperties.set": (input) => property("safe", "PUT", "properties", input),
  "roomProperties.remove": (input) => property("disruptive", "DELETE", "properties", input),
  "userProperties.set": (input) => property("safe", "PUT", `users/${String(input["userUuid"])}/properties`, input),
  "userProperties.remove": (input) => property("disruptive", "DELETE", `users/${String(input["userUuid"])}/properties`, input),
  "extAppProperties.set": (input) => property("safe", "PUT", `extApps/${String(input["extAppUuid"])}/properties`, input),
  "extAppProperties.remove": (input) => property("disruptive", "DELETE", `extApps/${String(input["extAppUuid"])}/properties`, input),
  "groups.create": ({ groups }) => rule("disruptive", 10, "freely", call("PUT", "groups/states/1", { groups })),
  "groups.remove": () => rule("disruptive", 10, "freely", call("PUT", "groups/states/0")),
};

export const ruleOf = ({ name, input }: { name: string; input: Input }): Rule => {
  const found = RULES[name]?.(input);
  if (found === undefined) throw new Error(`nobody knows ${name}`);
  return found;
};

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Whether this is what the command says, whole. */
export const isCallOf = (row: { name: string; input: Input }, { method, path, body }: Order): boolean => {
  const { methods, path: wanted, says } = ruleOf(row).call;
  return methods.includes(method) && path === wanted && Object.keys(says).every((key) => same(body[key], says[key]));
};
