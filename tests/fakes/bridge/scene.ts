/** What a page on the fixture bridge shows, from its address: `?rooms=40&rate=6&language=zh&theme=dark&scene=offline`. */

export const SCENES = ["exam", "offline", "stopped", "empty", "quiet", "observe", "catchingUp", "troubles"] as const;
export type SceneName = (typeof SCENES)[number];

export type Scene = {
  name: SceneName;
  rooms: number;
  /** Commands that were asked and have ended before the page begins. */
  commands: number;
  /** Events a second over all rooms. */
  rate: number;
  language: "en" | "zh";
  theme: "light" | "dark";
  zoom: number;
  seed: number;
  /** Server time at which the page begins, ms; the clock runs from there. */
  startAt: number;
};

export const EXAM_MORNING = Date.UTC(2026, 10, 21, 9, 41, 7);

export const readScene = (search: string): Scene => {
  const asked = new URLSearchParams(search);
  const number = (name: string, usual: number): number => (asked.has(name) ? Number(asked.get(name)) : usual);
  return {
    name: SCENES.find((name) => name === asked.get("scene")) ?? "exam",
    rooms: number("rooms", 40),
    commands: number("commands", 0),
    rate: number("rate", 6),
    language: asked.get("language") === "zh" ? "zh" : "en",
    theme: asked.get("theme") === "dark" ? "dark" : "light",
    zoom: number("zoom", 1),
    seed: number("seed", 1),
    startAt: number("startAt", EXAM_MORNING),
  };
};
