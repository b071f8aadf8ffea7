/** How a command can be taken back. Pure; the dialog tells what main does. */
import type { Traits } from "./contract/kinds.ts";
import type { Undo } from "./model/command.ts";
import type { SilentDetail } from "./model/room.ts";

type Values = Record<string, unknown>;

/** By its opposite where what was before is known, else by holding what is safe; null: it cannot. `room`: as it is known now, asked for only where it matters. */
export const undoOf = (
  { danger, inverse }: Pick<Traits<Values>, "danger" | "inverse">,
  input: Values,
  room: () => SilentDetail | null,
): Undo | null => {
  const opposite = inverse?.(input, room()) ?? null;
  if (opposite !== null) return { kind: "inverse", ...opposite };
  return danger(input) === "safe" ? { kind: "hold" } : null;
};
