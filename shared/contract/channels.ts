/** The four wire channels; nothing else is ever sent. A file of its own, so that the preload takes it without the schema library. */
export const CHANNEL = {
  call: "console:call",
  subscribe: "console:subscribe",
  unsubscribe: "console:unsubscribe",
  push: "console:push",
} as const;
