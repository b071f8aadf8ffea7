/** The token server of this console: started, stopped, and what it was asked last. */
import { TOKEN_REQUESTS_KEPT, type TokenRequest, type TokenServerStatus } from "../../shared/model/tokenServer.ts";
import type { Clock, Http, Log, Random } from "../../shared/ports.ts";
import { appError, err, ok, type Result } from "../../shared/result.ts";
import { createSignal, type Watch } from "../../shared/signal.ts";
import { type RunningTokenServer, type Served, startTokenServer, type TokenServerConfig } from "./tokenServer.ts";

export type TokenServerDesk = {
  read(): TokenServerStatus;
  watch: Watch<void>;
  start(profileId: string, config: TokenServerConfig): Promise<Result<TokenServerStatus>>;
  stop(): Promise<void>;
};

const STOPPED: Omit<TokenServerStatus, "requests"> = {
  running: false,
  url: null,
  port: null,
  listenHost: null,
  profileId: null,
  startedAt: null,
  problem: null,
  served: { app: 0, user: 0, refused: 0, failed: 0, registered: 0 },
};

/** Which count an outcome belongs to, where it is no token. */
const COUNTED: Readonly<Record<Exclude<TokenRequest["outcome"], "token">, "refused" | "failed">> = {
  missingApplication: "refused",
  missingChat: "refused",
  illegalAppKey: "refused",
  emptyName: "refused",
  limited: "refused",
  forbiddenHost: "refused",
  noKey: "refused",
  notFound: "refused",
  buildFailed: "failed",
  registrationFailed: "failed",
  chatFailed: "failed",
  tooLate: "failed",
  internal: "failed",
};

export const createTokenServerDesk = (deps: { http: Http; clock: Clock; random: Random; log: Log }): TokenServerDesk => {
  const changed = createSignal<void>();
  let status = STOPPED;
  /** The oldest first. */
  let requests: TokenRequest[] = [];
  let running: RunningTokenServer | null = null;
  let starting = false;
  let number = 0;

  const served = ({ registered, ...request }: Served): void => {
    number += 1;
    requests.push({ number, at: deps.clock.wall(), ...request });
    // Cut now and then, so that a request costs no copy of the list.
    if (requests.length >= 2 * TOKEN_REQUESTS_KEPT) requests = requests.slice(-TOKEN_REQUESTS_KEPT);
    const { served: counts } = status;
    const counted = request.outcome === "token" ? (request.kind === "app" ? "app" : "user") : COUNTED[request.outcome];
    counts[counted] += 1;
    if (registered) counts.registered += 1;
    changed.emit();
  };

  const set = (next: typeof status): void => {
    status = next;
    changed.emit();
  };
  const read = (): TokenServerStatus => ({
    ...status,
    served: { ...status.served },
    requests: requests.slice(-TOKEN_REQUESTS_KEPT).reverse(),
  });

  return {
    read,
    watch: changed.watch,
    start: async (profileId, config) => {
      if (running !== null || starting) return err(appError("conflict", "the token server runs already", { reason: "tokenServerRuns" }));
      starting = true;
      const begun = await startTokenServer({ ...deps, onServed: served }, config);
      starting = false;
      if (!begun.ok) {
        const { code, detail } = begun.error;
        if (code === "noAccessKey") return err(appError("invalid", detail, { reason: "accessKeyNeeded", field: "accessKey" }));
        set({ ...STOPPED, problem: { code, detail } });
        return err(appError("unavailable", `the token server does not start: ${detail}`, { reason: `tokenServer.${code}` }));
      }
      running = begun.value;
      requests = [];
      number = 0;
      set({
        ...STOPPED,
        served: { ...STOPPED.served },
        running: true,
        url: running.url,
        port: running.port,
        listenHost: config.listenHost,
        profileId,
        startedAt: deps.clock.wall(),
      });
      return ok(read());
    },
    stop: async () => {
      const ending = running;
      running = null;
      if (ending === null) return;
      await ending.close();
      set({ ...status, running: false, url: null, port: null, listenHost: null, profileId: null, startedAt: null });
    },
  };
};
