/** Which proxy leads to an origin. Loopback never goes through one. */

/** The proxy's URL for an origin; null goes directly. */
export type ResolveProxy = (origin: string) => string | null | Promise<string | null>;

export type ProxyVariables = { httpsProxy?: string | undefined; httpProxy?: string | undefined; noProxy?: string | undefined };

export const isLoopback = (hostname: string): boolean =>
  hostname === "localhost" || hostname.endsWith(".localhost") || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname);

/** One entry of NO_PROXY: `*`, a domain with or without leading dot or `*.`, a host, each with or without port. */
const exempts = (entry: string, hostname: string, port: string): boolean => {
  if (entry === "*") return true;
  const [, name = "", wantedPort] = /^(.*?)(?::(\d+))?$/.exec(entry) ?? [];
  if (wantedPort !== undefined && wantedPort !== port) return false;
  const domain = name.replace(/^\*?\./, "").toLowerCase();
  return domain !== "" && (hostname === domain || hostname.endsWith(`.${domain}`));
};

/** Proxies as the environment variables HTTPS_PROXY, HTTP_PROXY and NO_PROXY name them; their values are arguments. */
export const proxyFromVariables = ({ httpsProxy, httpProxy, noProxy }: ProxyVariables): ResolveProxy => {
  const exemptions = (noProxy ?? "").split(/[\s,]+/).filter((entry) => entry !== "");
  return (origin) => {
    const { protocol, hostname, port } = new URL(origin);
    const proxy = (protocol === "https:" ? httpsProxy : httpProxy)?.trim();
    if (!proxy) return null;
    const effectivePort = port || (protocol === "https:" ? "443" : "80");
    if (exemptions.some((entry) => exempts(entry, hostname, effectivePort))) return null;
    return /^[a-z][a-z0-9+.-]*:\/\//i.test(proxy) ? proxy : `http://${proxy}`;
  };
};
