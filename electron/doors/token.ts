/** The token door: looks into, verifies and builds tokens. JSON alone on standard output, talk on standard error, exit status 0 only on success. */
import { randomInt } from "node:crypto";
import { text as readAll } from "node:stream/consumers";
import { parseArgs } from "node:util";
import { MAX_VALIDITY_SECONDS, TOKEN_KINDS, type TokenKind } from "../../shared/model/tokenInspection.ts";
import { buildAccessToken2 } from "../tokens/accessToken2.ts";
import { faultsAt, inspectToken } from "../tokens/inspect.ts";
import { NEEDED, servicesOf, type TokenSubject } from "../tokens/kinds.ts";

export type TokenDoorIo = {
  /** One JSON value. */
  print(json: string): void;
  tell(line: string): void;
  /** CONSOLE_APP_CERTIFICATE. */
  environmentCertificate: string | undefined;
  /** Everything on standard input; null where a person sits at it. */
  readInput(): Promise<string> | null;
  /** Unix seconds. */
  now(): number;
  salt(): number;
};

const USAGE = `usage: token inspect TOKEN [--app-certificate C] [--account X]
       token verify TOKEN --app-id A --app-certificate C [--account X]
       token build --kind ${TOKEN_KINDS.join("|")} --app-id A --app-certificate C --valid-for SECONDS
                   [--account X] [--room R] [--role N] [--issued-at S] [--salt N]
The certificate may come from CONSOLE_APP_CERTIFICATE or, for verify and build, from standard input; with "--app-certificate -" always from there.
--account tells whose token of the first generation (006) it is; without it, its signature cannot be checked.`;

const OPTIONS = {
  "app-certificate": { type: "string" },
  "app-id": { type: "string" },
  account: { type: "string" },
  kind: { type: "string" },
  room: { type: "string" },
  role: { type: "string" },
  "valid-for": { type: "string" },
  "issued-at": { type: "string" },
  salt: { type: "string" },
  help: { type: "boolean", short: "h" },
} as const;

type Values = Partial<Record<Exclude<keyof typeof OPTIONS, "help">, string>>;

const FAILED = 1;
const MISUSED = 2;

/** A wrong use of the door: what is wrong, in one line. */
class Misuse extends Error {}

const wholeNumber = (values: Values, option: "role" | "valid-for" | "issued-at" | "salt"): number | undefined => {
  const text = values[option];
  if (text === undefined) return undefined;
  if (!/^-?\d{1,15}$/.test(text)) throw new Misuse(`--${option} must be a whole number`);
  return Number(text);
};

const certificateOf = async (values: Values, io: TokenDoorIo, required: boolean): Promise<string | undefined> => {
  const given = values["app-certificate"];
  if (given !== undefined && given !== "-") return given;
  if (given === undefined && io.environmentCertificate) return io.environmentCertificate;
  if (given === undefined && !required) return undefined;
  const piped = (await io.readInput())?.trim();
  if (!piped) throw new Misuse("the certificate is missing: --app-certificate, CONSOLE_APP_CERTIFICATE or standard input");
  return piped;
};

const theToken = (positionals: string[]): string => {
  const [token, ...more] = positionals;
  if (token === undefined || more.length > 0) throw new Misuse("exactly one TOKEN is wanted");
  return token.trim();
};

const inspect = async (positionals: string[], values: Values, io: TokenDoorIo): Promise<number> => {
  const token = theToken(positionals);
  const certificate = await certificateOf(values, io, false);
  const inspected = inspectToken(token, { certificate, account: values.account });
  if (!inspected.ok) {
    io.tell(`This is no token: ${inspected.error.detail}.`);
    return FAILED;
  }
  io.print(JSON.stringify(inspected.value));
  return 0;
};

const verify = async (positionals: string[], values: Values, io: TokenDoorIo): Promise<number> => {
  const token = theToken(positionals);
  const appId = values["app-id"];
  if (appId === undefined) throw new Misuse("--app-id is missing");
  const certificate = await certificateOf(values, io, true);
  const inspected = inspectToken(token, { certificate, account: values.account });
  if (!inspected.ok) {
    io.print(JSON.stringify({ valid: false, faults: [inspected.error.detail] }));
    return FAILED;
  }
  const faults = faultsAt(inspected.value, { appId, now: io.now() });
  io.print(JSON.stringify({ valid: faults.length === 0, faults, ...inspected.value }));
  return faults.length === 0 ? 0 : FAILED;
};

const isKind = (kind: string | undefined): kind is TokenKind => TOKEN_KINDS.some((known) => known === kind);

const subjectOf = (kind: TokenKind, values: Values): TokenSubject => {
  const missing = NEEDED[kind].find((option) => !values[option]);
  if (missing !== undefined) throw new Misuse(`--${missing} is missing: a ${kind} token needs it`);
  return { account: values.account ?? "", room: values.room ?? "", role: wholeNumber(values, "role") ?? -1 };
};

const build = async (positionals: string[], values: Values, io: TokenDoorIo): Promise<number> => {
  if (positionals.length > 0) throw new Misuse("build takes options alone");
  const { kind } = values;
  if (!isKind(kind)) throw new Misuse(`--kind must be one of ${TOKEN_KINDS.join(", ")}`);
  const appId = values["app-id"];
  if (appId === undefined) throw new Misuse("--app-id is missing");
  const seconds = wholeNumber(values, "valid-for");
  if (seconds === undefined) throw new Misuse("--valid-for is missing");
  if (seconds < 1 || seconds > MAX_VALIDITY_SECONDS) throw new Misuse(`--valid-for must be 1 to ${MAX_VALIDITY_SECONDS} seconds`);
  const subject = subjectOf(kind, values);
  const issuedAt = wholeNumber(values, "issued-at") ?? io.now();
  const salt = wholeNumber(values, "salt") ?? io.salt();
  const certificate = await certificateOf(values, io, true);
  const built = buildAccessToken2(
    { appId, issuedAt, expiresIn: seconds, salt, services: servicesOf(kind, seconds, subject) },
    certificate ?? "",
  );
  if (!built.ok) {
    io.tell(`No token can be built: ${built.error.detail}.`);
    return FAILED;
  }
  io.print(JSON.stringify({ token: built.value }));
  return 0;
};

const ACTIONS: Readonly<Record<string, typeof inspect>> = { inspect, verify, build };

/** Runs the door with its arguments (without program and script); answers the exit status. */
export const main = async (argv: readonly string[], io: TokenDoorIo): Promise<number> => {
  try {
    const { values, positionals } = parseArgs({ args: [...argv], options: OPTIONS, allowPositionals: true });
    const { help, ...options } = values;
    const [name = "", ...rest] = positionals;
    const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
    if (help || action === undefined) {
      io.tell(USAGE);
      return help ? 0 : MISUSED;
    }
    return await action(rest, options, io);
  } catch (error) {
    const misused = error instanceof Misuse || (error as NodeJS.ErrnoException).code?.startsWith("ERR_PARSE_ARGS");
    if (!misused) throw error;
    io.tell(`${(error as Error).message}\n${USAGE}`);
    return MISUSED;
  }
};

const MAX_RANDOM_SALT = 99_999_999;

if (import.meta.main) {
  process.exitCode = await main(process.argv.slice(2), {
    print: (json) => void process.stdout.write(`${json}\n`),
    tell: (line) => void process.stderr.write(`${line}\n`),
    environmentCertificate: process.env["CONSOLE_APP_CERTIFICATE"],
    readInput: () => (process.stdin.isTTY ? null : readAll(process.stdin)),
    now: () => Math.floor(Date.now() / 1_000),
    salt: () => randomInt(1, MAX_RANDOM_SALT + 1),
  });
}
