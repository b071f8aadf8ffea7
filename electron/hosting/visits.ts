/** The addresses that an exam's sheet names (pages, streams), asked from here: bounded, and without anything that says who asks. May not know what an answer means. */
import type { Certificate, Clock, Http, HttpFault, HttpRequest } from "../../shared/ports.ts";
import { err, ok, type Result } from "../../shared/result.ts";

export type Hop = { url: string; status: number };

export type Visited = {
  /** Where the answer came from, after every redirect. */
  url: string;
  /** Each redirect that was followed. */
  hops: Hop[];
  status: number;
  headers: Readonly<Record<string, string>>;
  bytes: Uint8Array;
  /** There is more than was kept. */
  cut: boolean;
  certificate: Certificate | null;
};

/** `address`: no http or https address. `redirects`: too many, or to nowhere. `foreign`: to a host that may not be asked. */
export type VisitFault = {
  kind: "address" | "redirects" | "foreign" | HttpFault["kind"];
  /** Where it failed. */
  url: string;
  hops: Hop[];
  code: string;
  detail: string;
};

export type Visit = {
  url: string;
  /** Bytes. */
  most: number;
  /** Keep the beginning of what is longer, instead of refusing it. */
  start?: boolean;
  /** A Range header's value. */
  range?: string;
  /** Whether this host, with its port, may be asked; left out: any. */
  mayAsk?: (host: string) => boolean;
};

export type Visitor = {
  visit(visit: Visit): Promise<Result<Visited, VisitFault>>;
  /** Breaks off what is under way and what waits. */
  stop(): void;
};

const MOST_REDIRECTS = 5;
const LIMITS = { connectMs: 4_000, headersMs: 6_000, bodyMs: 8_000 } as const;
/** How long is waited for a beginning that is not yet as long as is kept: a broadcast gives it bit by bit, ms. */
const START_MS = 2_000;
/** Of one visit with all its redirects, from when it has its turn, ms. */
const PATIENCE_MS = 12_000;
/** At the same time: in all, and at one host. */
const SIDE_BY_SIDE = 48;
const AT_ONE_HOST = 16;

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** null: not an address of the web. Fragment and user part are never sent. */
export const webUrl = (text: string, base?: string): URL | null => {
  if (!URL.canParse(text, base)) return null;
  const url = new URL(text, base);
  if (url.protocol !== "http:" && url.protocol !== "https:") return null;
  url.hash = "";
  url.username = "";
  url.password = "";
  return url;
};

/** Turns for what would be asked: so many in all, and so many of one host. */
const createTurns = () => {
  const underWay = new Map<string, number>();
  let all = 0;
  const waiting: { host: string; begin: () => void }[] = [];
  const of = (host: string): number => underWay.get(host) ?? 0;
  const next = (): void => {
    const at = all < SIDE_BY_SIDE ? waiting.findIndex(({ host }) => of(host) < AT_ONE_HOST) : -1;
    const [one] = at < 0 ? [] : waiting.splice(at, 1);
    if (one === undefined) return;
    take(one.host);
    one.begin();
  };
  const take = (host: string): void => {
    all += 1;
    underWay.set(host, of(host) + 1);
  };
  return {
    during: async <T>(host: string, work: () => Promise<T>): Promise<T> => {
      await new Promise<void>((begin) => {
        waiting.push({ host, begin });
        next();
      });
      return work().finally(() => {
        all -= 1;
        if (of(host) > 1) underWay.set(host, of(host) - 1);
        else underWay.delete(host);
        next();
      });
    },
  };
};

export const createVisitor = ({ http, clock }: { http: Http; clock: Clock }): Visitor => {
  const turns = createTurns();
  const underWay = new Set<() => void>();
  let stopped = false;

  const once = async (url: URL, visit: Visit, deadline: number): Promise<Result<Visited, VisitFault>> => {
    const left = Math.max(1, deadline - clock.monotonic());
    const limits = {
      connectMs: Math.min(LIMITS.connectMs, left),
      headersMs: Math.min(LIMITS.headersMs, left),
      bodyMs: Math.min(visit.start ? START_MS : LIMITS.bodyMs, left),
      maxBytes: visit.most,
    };
    const request: HttpRequest = {
      method: "GET",
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      headers: { accept: "*/*", "user-agent": "ClassroomConsole", ...(visit.range !== undefined && { range: visit.range }) },
      limits,
      keep: visit.start ? "start" : "bytes",
    };
    const sending = http.send(request);
    underWay.add(sending.abort);
    const answer = await sending.done.finally(() => underWay.delete(sending.abort));
    if (!answer.ok) {
      const { kind, code, detail } = answer.error;
      return err({ kind, code: code ?? "", detail, url: url.href, hops: [] });
    }
    const { status, headers, bytes, cut, certificate } = answer.value;
    return ok({
      url: url.href,
      hops: [],
      status,
      headers,
      bytes: bytes ?? new Uint8Array(),
      cut: cut ?? false,
      certificate: certificate ?? null,
    });
  };

  const follow = async (visit: Visit): Promise<Result<Visited, VisitFault>> => {
    const deadline = clock.monotonic() + PATIENCE_MS;
    const hops: Hop[] = [];
    let url = webUrl(visit.url);
    let before = visit.url;
    for (;;) {
      const fault = (kind: VisitFault["kind"], at: string): Result<never, VisitFault> =>
        err({ kind, code: "", detail: kind, url: at, hops });
      if (stopped) return fault("aborted", before);
      if (url === null) return fault(hops.length === 0 ? "address" : "redirects", before);
      if (visit.mayAsk !== undefined && !visit.mayAsk(url.host)) return fault("foreign", url.href);
      const answer = await once(url, visit, deadline);
      if (!answer.ok) return err({ ...answer.error, hops });
      const { status, headers } = answer.value;
      const location = headers["location"];
      if (!REDIRECTS.has(status) || location === undefined) return ok({ ...answer.value, hops });
      hops.push({ url: url.href, status });
      if (hops.length > MOST_REDIRECTS || clock.monotonic() >= deadline) return fault("redirects", url.href);
      before = url.href;
      url = webUrl(location, url.href);
    }
  };

  return {
    visit: (visit) => turns.during(webUrl(visit.url)?.host ?? "", () => follow(visit)),
    stop: () => {
      stopped = true;
      for (const abort of underWay) abort();
    },
  };
};
