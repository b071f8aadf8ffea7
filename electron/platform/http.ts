/** HTTP by undici: single attempts with own time limits, bounded bodies, and a truthful word on whether the request left. */
import { isUtf8 } from "node:buffer";
import { checkServerIdentity, createSecureContext, getCACertificates, type PeerCertificate, type SecureContext } from "node:tls";
import { type Dispatcher, Pool, ProxyAgent } from "undici";
import type { Certificate, Clock, Http, HttpAnswer, HttpFault, HttpRequest } from "../../shared/ports.ts";
import { err, ok, type Result } from "../../shared/result.ts";
import { decompress } from "./decompress.ts";
import { httpFaultOf } from "./httpFault.ts";
import { isLoopback, type ResolveProxy } from "./proxies.ts";

type Outcome = Result<HttpAnswer, HttpFault>;
type Ended = { status: number; headers: Record<string, string>; body: Buffer; cut: boolean };

const lastOfEach = (headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> => {
  const last: Record<string, string> = {};
  for (const name of Object.keys(headers)) {
    const value = headers[name];
    last[name.toLowerCase()] = Array.isArray(value) ? (value.at(-1) ?? "") : (value ?? "");
  }
  return last;
};

/** The CA certificates that come with Node, those of NODE_EXTRA_CA_CERTS, and the operating system's. */
const trustStore = (): string[] => [...new Set([...getCACertificates("default"), ...getCACertificates("system")])];

const certificateOf = ({ valid_from, valid_to, issuer }: PeerCertificate): Certificate => ({
  validFrom: Date.parse(valid_from),
  validTo: Date.parse(valid_to),
  issuer: [issuer.O ?? issuer.CN ?? ""].flat().join(", "),
});

/** When undici itself drops a connection that does not come about, ms: after any caller has given up, so that no socket stays. */
const CONNECT_CLEANUP_MS = 60_000;

/**
 * undici reads neither the system's trust store nor its proxy: both are given here. Its own timers are coarse (about a second),
 * so every limit is a timer of `clock`.
 */
export const createHttp = (deps: { clock: Clock; resolveProxy?: ResolveProxy }): Http => {
  const dispatchers = new Map<string, Dispatcher>();
  let trust: SecureContext | null = null;
  const secureContext = (): SecureContext => (trust ??= createSecureContext({ ca: trustStore() }));
  /** By origin, as its last handshake has shown it; a session that is taken up again shows none. */
  const certificates = new Map<string, Certificate>();

  const dispatcherFor = (origin: string, proxy: string | null): Dispatcher => {
    const key = `${origin} ${proxy ?? ""}`;
    const known = dispatchers.get(key);
    if (known !== undefined) return known;
    const encrypted = origin.startsWith("https:") || proxy?.startsWith("https:");
    const connecting = { timeout: CONNECT_CLEANUP_MS, ...(encrypted && { secureContext: secureContext() }) };
    const toOrigin = {
      ...connecting,
      ...(origin.startsWith("https:") && {
        checkServerIdentity: (host: string, certificate: PeerCertificate): Error | undefined => {
          certificates.set(origin, certificateOf(certificate));
          return checkServerIdentity(host, certificate);
        },
      }),
    };
    const options = { allowH2: false, headersTimeout: 0, bodyTimeout: 0 };
    const made =
      proxy === null
        ? new Pool(origin, { ...options, connect: toOrigin })
        : new ProxyAgent({ ...options, uri: proxy, requestTls: toOrigin, proxyTls: connecting });
    dispatchers.set(key, made);
    return made;
  };

  const loopback = new Map<string, boolean>();
  const isOwnMachine = (origin: string): boolean => {
    const known = loopback.get(origin);
    if (known !== undefined) return known;
    const own = isLoopback(new URL(origin).hostname);
    loopback.set(origin, own);
    return own;
  };
  const proxyOf = (origin: string): string | null | Promise<string | null> =>
    deps.resolveProxy === undefined || isOwnMachine(origin) ? null : deps.resolveProxy(origin);

  const send = (request: HttpRequest): { done: Promise<Outcome>; abort(): void } => {
    const { limits } = request;
    const wait = Promise.withResolvers<Result<Ended, HttpFault>>();
    let settled = false;
    let sent = false;
    let answering: { status: number; headers: Record<string, string> } | null = null;
    let controller: Dispatcher.DispatchController | null = null;
    let cancelTimer: (() => void) | null = null;

    const settle = (outcome: Result<Ended, HttpFault>): void => {
      if (settled) return;
      settled = true;
      cancelTimer?.();
      wait.resolve(outcome);
    };
    const stop = (kind: HttpFault["kind"], detail: string): void => {
      if (settled) return;
      settle(err({ kind, sent, detail }));
      controller?.abort(new Error(detail));
    };
    const limit = (ms: number, what: string): void => {
      cancelTimer?.();
      cancelTimer = deps.clock.after(ms, () => stop("timeout", `${what} within ${ms} ms`));
    };

    const chunks: Buffer[] = [];
    let size = 0;
    /** What has come is enough. */
    const endHere = (): void => {
      if (answering !== null) settle(ok({ ...answering, body: Buffer.concat(chunks, Math.min(size, limits.maxBytes)), cut: true }));
      controller?.abort(new Error("as much as is kept has come"));
    };
    const cutAfter = (ms: number): void => {
      cancelTimer?.();
      cancelTimer = deps.clock.after(ms, () => (size > 0 ? endHere() : stop("timeout", `no body within ${ms} ms`)));
    };
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart: (started) => {
        controller = started;
        // A request that was given up while it waited for a connection must not leave any more.
        if (settled) return started.abort(new Error("given up before a connection was there"));
        sent = true;
        limit(limits.headersMs, "no answer");
      },
      onResponseStart: (_controller, status, headers) => {
        if (status < 200) return;
        answering = { status, headers: lastOfEach(headers) };
        if (request.keep !== "start" && Number(answering.headers["content-length"]) > limits.maxBytes)
          return stop("tooBig", `an answer of ${answering.headers["content-length"]} bytes`);
        if (request.keep === "start") cutAfter(limits.bodyMs);
        else limit(limits.bodyMs, "no whole answer");
      },
      onResponseData: (_controller, chunk) => {
        size += chunk.length;
        if (size > limits.maxBytes && request.keep !== "start") return stop("tooBig", `an answer of more than ${limits.maxBytes} bytes`);
        chunks.push(chunk);
        if (size > limits.maxBytes) endHere();
      },
      onResponseEnd: () => {
        if (answering !== null) settle(ok({ ...answering, body: Buffer.concat(chunks, size), cut: false }));
      },
      onResponseError: (_controller, error) => settle(err(httpFaultOf(error, { sent, answering: answering !== null }))),
    };

    const dispatch = (proxy: string | null): void => {
      if (settled) return;
      const { method, origin, path, body } = request;
      const headers = { "accept-encoding": "identity", ...request.headers };
      dispatcherFor(origin, proxy).dispatch({ origin, method, path, headers, body: body ?? null }, handler);
    };
    const failed = (error: unknown): void => settle(err(httpFaultOf(error, { sent, answering: false })));

    limit(limits.connectMs, "no connection");
    try {
      const proxy = proxyOf(request.origin);
      if (proxy instanceof Promise) proxy.then(dispatch).catch(failed);
      else dispatch(proxy);
    } catch (error) {
      failed(error);
    }

    const done = wait.promise.then(async (ended): Promise<Outcome> => {
      if (!ended.ok) return ended;
      const { status, headers, body, cut } = ended.value;
      const encoding = headers["content-encoding"];
      const plain = encoding === undefined ? ok(body) : await decompress(body, encoding, limits.maxBytes);
      if (!plain.ok) return plain;
      const certificate = certificates.get(request.origin);
      const of = { status, headers, ...(certificate && { certificate }) };
      return request.keep === undefined
        ? ok({ ...of, text: plain.value.toString("utf8"), ...(isUtf8(plain.value) && { utf8: plain.value }) })
        : ok({ ...of, text: "", bytes: plain.value, cut });
    });
    return { done, abort: () => stop("aborted", "given up by the caller") };
  };

  const close = async (): Promise<void> => {
    const all = [...dispatchers.values()];
    dispatchers.clear();
    await Promise.all(all.map((dispatcher) => dispatcher.destroy()));
  };

  return { send, close };
};
