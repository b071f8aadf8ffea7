/** The app's own schemes. Chromium cannot intercept a custom scheme, so at this edge each is an https origin that exists nowhere; inside it is the app's own again. */
import type { Cdp, Protocol } from "./cdp.ts";

export type Schemes = {
  registerSchemesAsPrivileged(schemes: Electron.CustomScheme[]): void;
  handle(scheme: string, handler: (request: Request) => Response | Promise<Response>): void;
  /** console://app/x → https://app.console.invalid/x; other addresses stay. */
  toBrowser(url: string): string;
  fromBrowser(url: string): string;
  /** What Fetch interception has to catch. */
  patterns(): Protocol.Fetch.RequestPattern[];
  /** Answers a paused request of an own scheme; false: it is none. */
  answer(cdp: Cdp, sessionId: string, paused: Protocol.Fetch.requestPausedPayload): Promise<boolean>;
};

const parts = (url: string): { scheme: string; rest: string; host: string } | null => {
  const [, scheme, host, rest] = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)(.*)$/i.exec(url) ?? [];
  return scheme === undefined || host === undefined || rest === undefined ? null : { scheme, host, rest };
};

const PSEUDO = /^https:\/\/([^/?#]+)\.([a-z][a-z0-9-]*)\.invalid(?=[/?#]|$)(.*)$/i;

export const createSchemes = (): Schemes => {
  const known = new Set<string>();
  const handlers = new Map<string, (request: Request) => Response | Promise<Response>>();

  const fromBrowser = (url: string): string => {
    const [, host, scheme, rest] = PSEUDO.exec(url) ?? [];
    return scheme !== undefined && known.has(scheme) ? `${scheme}://${host}${rest ?? ""}` : url;
  };

  return {
    registerSchemesAsPrivileged: (schemes) => {
      for (const { scheme } of schemes) known.add(scheme);
    },
    handle: (scheme, handler) => {
      if (!known.has(scheme)) throw new Error(`${scheme} was not registered as a privileged scheme`);
      handlers.set(scheme, handler);
    },
    toBrowser: (url) => {
      const of = parts(url);
      return of !== null && known.has(of.scheme) ? `https://${of.host}.${of.scheme}.invalid${of.rest}` : url;
    },
    fromBrowser,
    patterns: () => [
      // Every document, so that navigations can be refused; and all of the own schemes.
      { urlPattern: "*", resourceType: "Document" },
      ...[...known].map((scheme) => ({ urlPattern: `https://*.${scheme}.invalid/*` })),
    ],
    answer: async (cdp, sessionId, paused) => {
      const url = fromBrowser(paused.request.url);
      const scheme = parts(url)?.scheme ?? "";
      const handler = handlers.get(scheme);
      if (!known.has(scheme)) return false;
      const { requestId } = paused;
      try {
        if (handler === undefined) throw new Error(`no handler for ${scheme}`);
        const { method, headers } = paused.request;
        const response = await handler(new Request(url, { method, headers }));
        const body = Buffer.from(await response.arrayBuffer()).toString("base64");
        const responseHeaders = [...response.headers].map(([name, value]) => ({ name, value }));
        await cdp.send("Fetch.fulfillRequest", { requestId, responseCode: response.status, responseHeaders, body }, sessionId);
      } catch {
        // As in Electron, a handler that throws is a failed request. The request may be gone with its page.
        await cdp.send("Fetch.failRequest", { requestId, errorReason: "Failed" }, sessionId).catch(() => undefined);
      }
      return true;
    },
  };
};
