/** An age with its unit: `7 s`, `3 min`, `2 h`. */
import { agePart } from "../../format/time.ts";
import type { Words } from "../../i18n/words.tsx";

export const ageText = (ms: number, { t, n }: Words): string => {
  const { value, unit } = agePart(ms);
  return t(`age.${unit}`, { n: n(value) });
};
