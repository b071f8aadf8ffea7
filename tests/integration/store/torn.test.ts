import { expect, it } from "vitest";
import { tearJournals } from "../../campaigns/torn.ts";

const IMAGES = 100;

it(`opens each of ${IMAGES} torn images to a beginning of what was committed, its view and cursor with it`, () => {
  const { shorter } = tearJournals(IMAGES, 5);
  // Else nothing was torn at all.
  expect(shorter).toBeGreaterThan(IMAGES / 4);
});
