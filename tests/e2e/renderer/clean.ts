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
      .map((element) => `${element.tagName} ${element.className}`),
  );

export const clean = async (page: Page, faults: readonly string[]): Promise<void> => {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(
    violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .slice(0, 3)
          .map((node) => `${node.target.join(" ")} ${node.any[0]?.message ?? ""}`)
          .join("; ")}`,
    ),
  ).toEqual([]);
  expect(await overflowing(page)).toEqual([]);
  expect(faults).toEqual([]);
};
