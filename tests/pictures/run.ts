/** `npm run pictures`: the pictures of the README, taken from the console on its practice exam. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { type Launched, launch } from "../e2e/launch.ts";

const FOLDER = "docs/pictures";
const SIZES = { "1920": { width: 1920, height: 1080 }, "1366": { width: 1366, height: 768 } } as const;
const ROOM = "Room 17";

type View = "wall" | "room" | "check" | "scene" | "sheet" | "apply";
type Shot = { name: string; theme: "light" | "dark"; size: keyof typeof SIZES; locale: string; view: View };
const SHOTS: readonly Shot[] = [
  { name: "wall-light-1920", theme: "light", size: "1920", locale: "en", view: "wall" },
  { name: "wall-dark-1366", theme: "dark", size: "1366", locale: "en", view: "wall" },
  { name: "room-dark-1920", theme: "dark", size: "1920", locale: "en", view: "room" },
  { name: "room-light-1366-zh", theme: "light", size: "1366", locale: "zh", view: "room" },
  { name: "sheet-light-1366", theme: "light", size: "1366", locale: "en", view: "sheet" },
  { name: "apply-light-1366", theme: "light", size: "1366", locale: "en", view: "apply" },
  { name: "check-light-1920", theme: "light", size: "1920", locale: "en", view: "check" },
  { name: "scene-dark-1366", theme: "dark", size: "1366", locale: "en", view: "scene" },
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

const openRoom = async (page: Page): Promise<void> => {
  await page.getByRole("row", { name: new RegExp(`^${ROOM},`) }).click();
  await page.getByRole("heading", { level: 1, name: new RegExp(`^${ROOM},`) }).waitFor();
};

const DAY_MS = 86_400_000;
/** A sheet as a spreadsheet writes it; `wrong`: with an address and a length that cannot be used. */
const sheetFile = (wrong: boolean): Buffer => {
  const start = `${new Date(Date.now() + DAY_MS).toISOString().slice(0, 10)} 09:00`;
  const rows = Array.from({ length: 24 }, (_, index) => {
    const number = String(index + 1).padStart(2, "0");
    const page = wrong && index === 5 ? "papers.exam.example/6" : "https://papers.exam.example/{roomUuid}";
    const length = wrong && index === 9 ? "７２００" : "2h";
    return `resit-${number},Resit ${number},4,${start},${length},${page},https://cdn.exam.example/teacher.m3u8,Ms Li`;
  });
  return Buffer.from(["id,name,type,start,duration,paper,main,proctor", ...rows].join("\n"));
};
const openExam = async (page: Page, file: Buffer): Promise<void> => {
  await page.keyboard.press("e");
  await page.getByRole("button", { name: "New exam…" }).press("Enter");
  await page.getByLabel("Name", { exact: true }).fill("Autumn resits");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Import…" }).first().press("Enter");
  await page.getByLabel("File (CSV)").setInputFiles({ name: "resits.csv", mimeType: "text/csv", buffer: file });
  await page.getByRole("button", { name: "Import 24 rows" }).press("Enter");
  await page.getByRole("grid", { name: /^Exam sheet/ }).focus();
};

const SHOW: { readonly [V in View]: (page: Page) => Promise<unknown> } = {
  // A room of this exam has lost its recording; the wall is shown with its alarm.
  wall: (page) => page.getByText("Started, no longer recording").first().waitFor(),
  room: openRoom,
  check: async (page) => {
    await page.keyboard.press("c");
    await page.getByRole("button", { name: "Check every room" }).press("Enter");
    await page.getByText(/^last check /).waitFor({ timeout: 60_000 });
  },
  sheet: async (page) => {
    await openExam(page, sheetFile(true));
    await page.getByText("2 rows with errors, 0 with doubts").waitFor();
    await page.keyboard.press("F8");
    await page.locator("#cell-line").getByText("An address must begin with", { exact: false }).waitFor();
  },
  apply: async (page) => {
    await openExam(page, sheetFile(false));
    await page.getByRole("tab", { name: "Apply" }).press("Enter");
    await page.getByRole("button", { name: "Make the plan" }).press("Enter");
    await page.getByRole("button", { name: "Apply to 24 rooms…" }).press("Enter");
    await page.getByLabel("Type 24 to go on").fill("24");
    await page.getByRole("button", { name: "Apply to 24 rooms", exact: true }).press("Enter");
    await page.getByText(/\b([6-9]|1\d) worked/).waitFor();
  },
  scene: async (page) => {
    await openRoom(page);
    await page.getByRole("tab", { name: "Hosting scene" }).press("Enter");
    await page.getByText("Moves", { exact: true }).nth(1).waitFor();
    await page.waitForFunction(() => [...document.querySelectorAll("video")].filter(({ currentTime }) => currentTime > 1).length === 2);
  },
};

const wanted = process.argv[2];
mkdirSync(FOLDER, { recursive: true });
for (const { name, theme, size, locale, view } of SHOTS) {
  if (wanted !== undefined && wanted !== name) continue;
  const launched = await launch({ colorScheme: theme, size: SIZES[size], locale });
  try {
    await ready(launched);
    await SHOW[view](launched.page);
    await launched.page.screenshot({ path: join(FOLDER, `${name}.png`) });
    console.log(`${FOLDER}/${name}.png`);
  } finally {
    await launched.close();
  }
}
