/** What every screen of profiles and tokens is held to: clean under axe, nothing cut off, nothing overflowing sideways, no fault told. */
import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { expect } from "vitest";

export const SMALL = { width: 1_366, height: 768 };
export const WIDE = { width: 1_920, height: 1_080 };

/** Elements that are wider inside than they are, and do not end in dots. */
const overflowing = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll("main *")]
      .filter((element) => element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1)
      .filter((element) => {
        const { overflowX, textOverflow, display } = getComputedStyle(element);
        return display !== "inline" && textOverflow !== "ellipsis" && overflowX !== "hidden" && !element.matches("input, textarea, select");
      })
      .map((element) => `overflows: ${element.tagName} ${element.className}`),
  );

/**
 * What axe finds. The page has no frames, so axe needs no second page to put its findings together; of what is in order it need not tell
 * every place, which is half its work. `within`: only this has changed since the page was looked at.
 */
export const violations = async (page: Page, within = "body"): Promise<string[]> => {
  const found = await new AxeBuilder({ page })
    .include(within)
    .setLegacyMode(true)
    .options({ resultTypes: ["violations"] })
    .analyze();
  return found.violations.map(({ id, nodes }) => {
    const places = nodes.slice(0, 3).map((node) => `${node.target.join(" ")} ${node.any[0]?.message ?? ""}`);
    return `${id}: ${places.join("; ")}`;
  });
};

/**
 * How a screen is reached from where the one before was left, and how it is left again. `alike`: the parts of another screen with other
 * words, which axe need not see again.
 */
export type Screen = { show(page: Page): Promise<unknown>; leave?(page: Page): Promise<unknown>; alike?: true };
/** A walk is many looks in one test, ms. */
export const WALK_MS = 600_000;

/** Walks through screens in one page; every fault is told with the screen's name. */
export const walk = async (page: Page, faults: string[], screens: Readonly<Record<string, Screen>>): Promise<void> => {
  const found: Record<string, string[]> = {};
  for (const [name, screen] of Object.entries(screens)) {
    await screen.show(page);
    const seen = [...(screen.alike ? [] : await violations(page)), ...(await overflowing(page)), ...faults.splice(0)];
    if (seen.length > 0) found[name] = seen;
    await screen.leave?.(page);
  }
  expect(found).toEqual({});
};
