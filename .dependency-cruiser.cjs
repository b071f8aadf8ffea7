/** Who may know whom (ARCHITECTURE.md, "Layers"). Each room lists all that it may import; anything else is an error. */
const own = (room) => `^electron/${room}/`;
const shared = "^shared/";
const npm = (...names) => names.map((name) => `^node_modules/${name}(/|$)`);
const node = (...names) => names.map((name) => `^(node:)?${name}$`);

/** Room → what it may import beside itself. */
const allowed = {
  "electron/tokens/": [shared, ...node("crypto", "zlib")],
  "electron/vault/": [shared, ...node("crypto")],
  "electron/cloud/": [shared, own("tokens"), own("vault"), ...npm("zod")],
  "electron/chat/": [shared, own("cloud"), own("tokens"), ...npm("fastify", "zod"), ...node("crypto")],
  "electron/store/": [shared, ...npm("zod"), ...node("crypto")],
  "electron/sync/": [shared, own("cloud"), own("store"), ...node("crypto")],
  "electron/commands/": [shared, own("cloud"), own("store"), ...npm("zod")],
  "electron/examSheet/": [shared, own("cloud"), own("commands"), own("store"), ...node("crypto")],
  "electron/alarms/": [shared, own("store")],
  "electron/hosting/": [shared],
  "electron/board/": [shared, own("hosting"), ...npm("zod")],
  // The words of its report are the console's own.
  "electron/record/": [shared, own("store"), "^renderer/i18n/(en|zh)/", "^renderer/i18n/same\\.ts$", ...npm("zod"), ...node("crypto")],
  "electron/practice/": [shared, own("tokens"), ...npm("fastify", "zod"), ...node(".*")],
  "electron/platform/": ["^shared/(ports|result|signal)\\.ts$", ...npm("undici", "keytar", "pino", "electron"), ...node(".*")],
  "electron/ipc/": [shared, ...npm("zod", "electron")],
  "electron/app/": [shared, own("ipc"), own("security"), own("platform"), ...npm("electron", "zod"), ...node("path", "url", "fs")],
  "electron/security/": [shared, ...npm("electron"), ...node("path", "url", "fs", "fs/promises", "crypto")],
  "electron/doors/": [shared, "^electron/(?!app|ipc|security|main)", ...node(".*")],
  // csv-parse: its build for browsers, which needs neither Node nor a page.
  "shared/": ["^shared/", ...npm("zod", "csv-parse/dist/esm")],
  "renderer/": [
    "^(renderer|shared)/",
    ...npm("react", "react-dom", "zustand", "@mantine", "@tanstack", "hls.js", "i18next", "react-i18next", "zod", "@fontsource-variable"),
  ],
};

const rooms = Object.entries(allowed).map(([room, targets]) => ({
  name: `only-what-${room.replaceAll("/", "-")}may-know`,
  severity: "error",
  from: { path: `^${room}` },
  to: { pathNot: [`^${room}`, ...targets] },
}));

module.exports = {
  forbidden: [
    ...rooms,
    { name: "no-cycles", severity: "error", from: {}, to: { circular: true } },
    { name: "nothing-unresolved", severity: "error", from: {}, to: { couldNotResolve: true, pathNot: ["^virtual:"] } },
    {
      name: "preload-stays-small",
      comment: "The preload sees electron and plain constants; types cost nothing.",
      severity: "error",
      from: { path: "^electron/preload\\.ts$" },
      to: { pathNot: ["^node_modules/electron/", "^electron$", "^shared/contract/channels\\.ts$"], dependencyTypesNot: ["type-only"] },
    },
    {
      name: "compose-is-imported-by-the-entry-alone",
      severity: "error",
      from: { pathNot: "^(electron/main\\.ts$|electron/doors/|tests/)" },
      to: { path: "^electron/compose\\.ts$" },
    },
    {
      name: "nobody-imports-the-practice-cloud",
      severity: "error",
      from: { pathNot: "^(electron/(practice|doors)/|electron/compose\\.ts$|tests/)" },
      to: { path: "^electron/practice/" },
    },
    {
      name: "doors-without-electron",
      severity: "error",
      from: { path: "^electron/doors/" },
      to: { path: "node_modules/electron/", reachable: true },
    },
    { name: "product-without-tests", severity: "error", from: { path: "^(electron|renderer|shared)/" }, to: { path: "^(tests|scripts)/" } },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "\\.(css|woff2)$" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tests/tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default"],
      extensions: [".ts", ".tsx", ".mjs", ".js", ".json"],
    },
  },
};
