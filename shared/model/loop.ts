/** The loops of a profile at work: each must turn for the console to be what it shows. */
export const LOOPS = ["app", "rooms", "commands", "alarms", "record", "facts"] as const;
export type LoopName = (typeof LOOPS)[number];
