/** The world, as the core sees it. `electron/platform/` implements these; `tests/fakes/` has virtual ones. No ambient clock, randomness or IO elsewhere. */
import type { Result } from "./result.ts";

/** Wall time jumps (sleep, daylight saving, a person); monotonic time does not. Both in ms. */
export interface Clock {
  /** Unix time, ms. */
  wall(): number;
  /** Ms since some fixed instant of this run; never goes back. Does not count system sleep on every platform. */
  monotonic(): number;
  /** Runs `task` once after `ms` of monotonic time; the answer cancels it. */
  after(ms: number, task: () => void): () => void;
}

export interface Random {
  /** In [0, 1). */
  unit(): number;
  bytes(count: number): Uint8Array;
  uuid(): string;
}

export type HttpRequest = {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Scheme, host and port: `https://api.example.com`. */
  origin: string;
  /** Percent-encoded path and query, sent exactly as given. */
  path: string;
  headers: Readonly<Record<string, string>>;
  body?: string;
  limits: { connectMs: number; headersMs: number; bodyMs: number; maxBytes: number };
  /** `bytes`: the answer's body as it is, not as text. `start`: so too, and cut at `maxBytes` or `bodyMs` instead of refused. Left out: text. */
  keep?: "bytes" | "start";
};

/** What a server has shown for itself when its connection was made. */
export type Certificate = {
  /** Unix ms. */
  validFrom: number;
  validTo: number;
  issuer: string;
};

export type HttpAnswer = {
  status: number;
  /** Names in lower case; of a repeated header the last. */
  headers: Readonly<Record<string, string>>;
  /** Decompressed, decoded as UTF-8 with replacement; "" where bytes were asked for. */
  text: string;
  /** The bytes of `text`, where nothing had to be replaced. */
  utf8?: Uint8Array;
  /** Where they were asked for. */
  bytes?: Uint8Array;
  /** The body goes on beyond what was kept. */
  cut?: boolean;
  /** Of an https origin; left out where another program has checked it. */
  certificate?: Certificate;
};

/** Why a single attempt brought no answer. `sent`: some of the request may have reached the server. */
export type HttpFault = {
  kind: "dns" | "refused" | "reset" | "timeout" | "tls" | "truncated" | "tooBig" | "badEncoding" | "aborted" | "network";
  sent: boolean;
  detail: string;
  /** The first name that the failure has, as the system or its TLS library gives it: ENOTFOUND, CERT_HAS_EXPIRED. */
  code?: string;
};

export interface Http {
  /** One attempt, no retry, no redirect. Never rejects. `abort` settles `done` with an `aborted` fault. */
  send(request: HttpRequest): { done: Promise<Result<HttpAnswer, HttpFault>>; abort(): void };
  close(): Promise<void>;
}

export type KeychainFault = {
  /** `missing`: no keychain service or library here; `locked`: waits for a person; `slow`: no answer within the limit. */
  kind: "missing" | "locked" | "slow" | "refused" | "cut";
  detail: string;
};

export interface Keychain {
  read(account: string): Promise<Result<string | null, KeychainFault>>;
  save(account: string, secret: string): Promise<Result<void, KeychainFault>>;
  forget(account: string): Promise<Result<void, KeychainFault>>;
}

export type SqlValue = string | number | bigint | null | Uint8Array;
export type SqlRow = Record<string, SqlValue>;

export interface Statement {
  run(...values: SqlValue[]): { changes: number; lastInsertRowid: number };
  get(...values: SqlValue[]): SqlRow | undefined;
  all(...values: SqlValue[]): SqlRow[];
}

export interface Database {
  readonly path: string;
  exec(sql: string): void;
  /** Prepared once per text and kept. */
  prepare(sql: string): Statement;
  /** Runs `work` in BEGIN IMMEDIATE … COMMIT; a throw rolls back and is thrown on. */
  transaction<T>(work: () => T): T;
  close(): void;
}

export type DatabaseFault = { kind: "corrupt" | "readOnly" | "full" | "locked" | "missing" | "other"; detail: string };

export interface DatabaseDriver {
  /** Opens or creates. `FULL` syncs each commit to disk (outbox); `NORMAL` syncs at checkpoints (journal). Always WAL. */
  open(path: string, options: { durability: "FULL" | "NORMAL"; readOnly?: boolean }): Result<Database, DatabaseFault>;
  /** What a thrown error of this driver means; null where it is not the driver's. */
  faultOf(error: unknown): DatabaseFault | null;
}

export type FileFault = { kind: "missing" | "denied" | "full" | "other"; detail: string };

export interface Files {
  join(...parts: string[]): string;
  readText(path: string): Result<string, FileFault>;
  /** Whole or not at all: written beside, synced, renamed. */
  writeText(path: string, text: string): Result<void, FileFault>;
  makeFolder(path: string): Result<void, FileFault>;
  exists(path: string): boolean;
  rename(from: string, to: string): Result<void, FileFault>;
  list(folder: string): Result<string[], FileFault>;
  remove(path: string): Result<void, FileFault>;
  /** A file too big to be held whole: from its beginning, piece by piece; `next` gives null at its end. */
  reader(path: string): Result<{ next(): Result<Uint8Array | null, FileFault>; close(): void }, FileFault>;
  /** Begins the file anew, or goes on at its end. What was written is on disk once `close` has answered. */
  writer(path: string, options?: { append: boolean }): Result<FileWriter, FileFault>;
}

export type FileWriter = { write(text: string): Result<void, FileFault>; close(): Result<void, FileFault> };

export type LogFields = Readonly<Record<string, unknown>>;

export interface Log {
  debug(fields: LogFields, message: string): void;
  info(fields: LogFields, message: string): void;
  warn(fields: LogFields, message: string): void;
  error(fields: LogFields, message: string): void;
  child(fields: LogFields): Log;
}

/** The desktop: what the operating system does for a window. */
export interface Shell {
  openExternal(url: string): Promise<Result<void>>;
  copyText(text: string): void;
  /** Empties the clipboard if it still holds this text. */
  clearText(text: string): void;
  /** Prints a page of the console's own making, without a person; `from` and `to` are paths of files. */
  printPdf(from: string, to: string): Promise<Result<void>>;
  /** Keeps the computer awake until the answer is called. */
  keepAwake(): () => void;
}

/** A thread of the program's own, spoken to in plain messages. */
export interface Worker {
  post(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
  onExit(listener: (code: number) => void): void;
  terminate(): Promise<void>;
}

export interface Workers {
  /** `practiceCloud`: the practice cloud on a port of its own. `reader`: reads of the store that take long. */
  start(name: "practiceCloud" | "reader", data: unknown): Worker;
}

export type Platform = {
  clock: Clock;
  /** When the machine was started, Unix ms by the present wall clock. */
  bootedAt(): number;
  random: Random;
  http: Http;
  keychain: Keychain;
  database: DatabaseDriver;
  files: Files;
  log: Log;
  shell: Shell;
  workers: Workers;
};
