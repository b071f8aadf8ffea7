/** The token endpoints alone: `npm run token-server`. Configured by environment variables; one JSON line on standard output, talk on standard error. */
import { parseArgs } from "node:util";
import { startTokenServer, type TokenServerConfig } from "../chat/tokenServer.ts";
import { createSystemClock } from "../platform/clock.ts";
import { createHttp } from "../platform/http.ts";
import { createLog } from "../platform/log.ts";
import { proxyFromVariables } from "../platform/proxies.ts";
import { createSystemRandom } from "../platform/random.ts";

const USAGE = `usage: token-server [--port N]
Environment: SERVER_PORT APP_ID APP_CERTIFICATE EXPIRE_SECONDS APP_KEY CHAT_DOMAIN
             LISTEN_HOST (127.0.0.1) ACCESS_KEY REGISTRATION_PASSWORD CORS_ORIGINS (commas between them)`;

const DEFAULT_PORT = 8_090;
const DEFAULT_VALID_SECONDS = 6_000;
const MISUSED = 2;

type Variables = Readonly<Record<string, string | undefined>>;

/** What is blank is unset. */
const text = (variables: Variables, name: string): string => variables[name]?.trim() ?? "";

const portOf = (given: string): number | null => (/^\d{1,5}$/.test(given) && Number(given) <= 65_535 ? Number(given) : null);

/** The configuration, or a sentence about what cannot be run with. Blank and ill-formed credentials are answered by the endpoints. */
export const readConfig = (argv: readonly string[], variables: Variables): TokenServerConfig | string => {
  let flag: string | undefined;
  try {
    flag = parseArgs({ args: [...argv], options: { port: { type: "string" } } }).values.port;
  } catch (error) {
    return `${(error as Error).message}\n${USAGE}`;
  }
  const wanted = flag ?? text(variables, "SERVER_PORT");
  const port = wanted === "" ? DEFAULT_PORT : portOf(wanted);
  if (port === null) return `The port must be a number from 0 to 65535, not "${wanted}".`;
  const expire = text(variables, "EXPIRE_SECONDS");
  const certificate = text(variables, "APP_CERTIFICATE");
  const password = text(variables, "REGISTRATION_PASSWORD");
  return {
    port,
    listenHost: text(variables, "LISTEN_HOST") || "127.0.0.1",
    appId: text(variables, "APP_ID"),
    certificate: async () => certificate,
    // What is no number builds no token, and is answered so.
    validSeconds: expire === "" ? DEFAULT_VALID_SECONDS : /^-?\d+$/.test(expire) ? Number(expire) : Number.NaN,
    appKey: text(variables, "APP_KEY"),
    domain: text(variables, "CHAT_DOMAIN"),
    accessKey: text(variables, "ACCESS_KEY"),
    ...(password !== "" && { registrationPassword: password }),
    corsOrigins: text(variables, "CORS_ORIGINS")
      .split(",")
      .map((origin) => origin.trim())
      .filter((origin) => origin !== ""),
  };
};

if (import.meta.main) {
  const complain = (sentence: string): void => void process.stderr.write(`${sentence}\n`);
  const config = readConfig(process.argv.slice(2), process.env);
  // Nothing that is started from here inherits them.
  for (const name of ["APP_CERTIFICATE", "ACCESS_KEY", "REGISTRATION_PASSWORD"]) delete process.env[name];
  if (typeof config === "string") {
    complain(config);
    process.exitCode = MISUSED;
  } else {
    const clock = createSystemClock();
    const resolveProxy = proxyFromVariables({
      httpsProxy: process.env["HTTPS_PROXY"] ?? process.env["https_proxy"],
      httpProxy: process.env["HTTP_PROXY"] ?? process.env["http_proxy"],
      noProxy: process.env["NO_PROXY"] ?? process.env["no_proxy"],
    });
    const http = createHttp({ clock, resolveProxy });
    const started = await startTokenServer({ http, clock, random: createSystemRandom(), log: createLog({ file: null }) }, config);
    if (!started.ok) {
      complain(`The token server cannot start: ${started.error.detail}.`);
      process.exitCode = 1;
    } else {
      const { url, close } = started.value;
      process.stdout.write(`${JSON.stringify({ url })}\n`);
      complain(`The token server listens on ${url}.`);
      const stop = (): void => void close().then(() => process.exit(0));
      process.once("SIGTERM", stop);
      process.once("SIGINT", stop);
    }
  }
}
