/** `npm run pictures`: the pictures of the README, taken from the console on its practice exam. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type Launched, launch } from "../e2e/launch.ts";

const FOLDER = "docs/pictures";
const SIZES = { "1920": { width: 1920, height: 1080 }, "1366": { width: 1366, height: 768 } } as const;
const ROOM = "Room 17";

type Shot = { name: string; theme: "light" | "dark"; size: keyof typeof SIZES; locale: string; room: boolean };
const SHOTS: readonly Shot[] = [
  { name: "wall-light-1920", theme: "light", size: "1920", locale: "en", room: false },
  { name: "wall-dark-1366", theme: "dark", size: "1366", locale: "en", room: false },
  { name: "room-dark-1920", theme: "dark", size: "1920", locale: "en", room: true },
  { name: "room-light-1366-zh", theme: "light", size: "1366", locale: "zh", room: true },
];

/** The wall stands when all rooms of the exam are read and named. */
const ready = async ({ page }: Launched): Promise<void> => {
  await page.waitForFunction(() => document.querySelector('[role="grid"]')?.getAttribute("aria-rowcount") === "41");
  await page.getByRole("row", { name: new RegExp(`^${ROOM},`) }).waitFor();
  await page
    .getByRole("banner")
    .getByText(/^(Live|实时)$/)
    .waitFor();
  await page.waitForFunction(() =>
    [...document.querySelectorAll("[data-room]")].every((row) => row.querySelector('[id$="-name"]')?.textContent?.startsWith("Room")),
  );
  await page.keyboard.press("r");
};

mkdirSync(FOLDER, { recursive: true });
for (const { name, theme, size, locale, room } of SHOTS) {
  const launched = await launch({ colorScheme: theme, size: SIZES[size], locale });
  try {
    await ready(launched);
    if (room) {
      await launched.page.getByRole("row", { name: new RegExp(`^${ROOM},`) }).click();
      await launched.page.getByRole("heading", { level: 1, name: new RegExp(`^${ROOM},`) }).waitFor();
    }
    // A room of this exam has lost its recording; the wall is shown with its alarm.
    else await launched.page.getByText("Started, no longer recording").first().waitFor();
    await launched.page.screenshot({ path: join(FOLDER, `${name}.png`) });
    console.log(`${FOLDER}/${name}.png`);
  } finally {
    await launched.close();
  }
}
