/** Small drawings. Decorative: the word beside each says the same. */

const paths = {
  wall: "M3 4h18v16H3zM3 10h18M3 15h18M9 4v16",
  exams: "M6 3h9l4 4v14H6zM14 3v5h5M9 12h7M9 15h7M9 18h4",
  alarms: "M6 17V11a6 6 0 0 1 12 0v6l2 2H4zM10 21h4",
  commands: "M4 12h12M11 6l6 6-6 6M20 5v14",
  tokens: "M7.5 12a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM10 13 20 4M16.5 7l2.5 2.5",
  record: "M6 3h9l4 4v14H6zM14 3v5h5M9 13l2 2 4-4",
  settings: "M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM12 3v3M12 18v3M3 12h3M18 12h3M6 6l2 2M16 16l2 2M18 6l-2 2M8 16l-2 2",
  practice: "M5 4v16M5 5h12l-2.5 4L17 13H5",
  note: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 11v5M12 7.5v.5",
  board: "M4 4h16v16H4zM7 9l1.5 1.5L11 8M13 9h4M7 15l1.5 1.5L11 14M13 15h4",
  past: "M4 5v5h5M4.5 10a8.5 8.5 0 1 1-.9 4M12 8v5l3 2",
  cross: "M6 6l12 12M18 6 6 18",
  wrong: "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM9 9l6 6M15 9l-6 6",
  doubtful: "M12 4 21 19H3zM12 10v4M12 16.5v.5",
  differs: "M5 9h14M5 15h14M16 5 8 19",
  chevron: "M6 9l6 6 6-6",
} as const;
export type IconName = keyof typeof paths;

export const Icon = ({ name }: { name: IconName }) => (
  <svg viewBox="0 0 24 24" aria-hidden="true" width="16" height="16" fill="none" stroke="currentColor" strokeWidth="1.7">
    <path d={paths[name]} strokeLinejoin="round" strokeLinecap="round" />
  </svg>
);

/** The shape of a room's state: ring, arrow, square, crossed square, question. Never colour alone. */
const stateShapes = {
  notStarted: "M6 1.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9z",
  started: "M3.5 2.5v7l6-3.5z",
  ended: "M2.5 2.5h7v7h-7z",
  closed: "M2.5 2.5h7v7h-7zM2.5 2.5l7 7M9.5 2.5l-7 7",
  none: "M2 6h8",
  other: "M6 1 11 6 6 11 1 6z",
} as const;
export type StateShape = keyof typeof stateShapes;

export const StateShapeIcon = ({ shape }: { shape: StateShape }) => (
  <svg viewBox="0 0 12 12" aria-hidden="true">
    <path d={stateShapes[shape]} />
  </svg>
);

/** The shape of the connection: full disc, half, cross. */
export const PhaseIcon = ({ tone }: { tone: "good" | "middling" | "bad" }) => (
  <svg viewBox="0 0 12 12" aria-hidden="true">
    {tone === "good" && <circle cx="6" cy="6" r="3" fill="currentColor" />}
    {tone === "middling" && <path d="M6 2a4 4 0 0 1 0 8zM6 2a4 4 0 0 0 0 8" />}
    {tone === "bad" && <path d="M2.5 2.5l7 7M9.5 2.5l-7 7" />}
  </svg>
);
