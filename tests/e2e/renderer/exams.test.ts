/** The exam sheet on the fixture bridge, by keys: written, pasted, mended, undone, applied. */
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { launchBrowser, openFixture, type Served, serveFixture } from "./page.ts";

let served: Served;
let browser: Browser;
let opened: Page | null = null;
beforeAll(async () => {
  [served, browser] = await Promise.all([serveFixture(), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await served?.close();
});
afterEach(async () => {
  await opened?.context().close();
  opened = null;
});

const open = async (): Promise<Page> => {
  const { page } = await openFixture(browser, served.url, { rooms: 12, rate: 0 });
  opened = page;
  await page.locator(".row[data-room]").first().waitFor();
  await page.keyboard.press("e");
  await page.getByRole("button", { name: "Autumn finals, sitting 3" }).click();
  await page.locator("#cell-0-0").waitFor();
  await sheet(page).focus();
  return page;
};
const sheet = (page: Page) => page.getByRole("grid", { name: /^Exam sheet: / });
const line = (page: Page) => page.locator("#cell-line");
const cell = (page: Page, row: number, column: number) => page.locator(`#cell-${row}-${column} .text`);
const said = (page: Page, text: string | RegExp) => page.locator(".tools").getByText(text).waitFor();
/** As the clipboard would hand it over; headless browsers keep theirs to themselves. */
const paste = (page: Page, text: string) =>
  sheet(page).evaluate((grid, plain) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", plain);
    grid.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, text);

describe("the exam sheet", () => {
  it("is written by keys, judged while it is typed, and undone", async () => {
    const page = await open();
    expect(await sheet(page).getAttribute("aria-rowcount")).toBe("13");
    await said(page, "4 rows with errors, 1 with doubts");
    await page.keyboard.press("F8");
    await line(page).getByText("Row 3, Examination URL").waitFor();
    await line(page)
      .getByText(/An address must begin with/)
      .waitFor();

    await page.keyboard.type("https://exam.example/{roomUuid");
    await page.keyboard.type("}");
    await line(page).getByText("is meant as https://exam.example/sit3-003").waitFor();
    await page.keyboard.press("Enter");
    await said(page, "3 rows with errors, 1 with doubts");
    await line(page).getByText("Row 4, Examination URL").waitFor();

    await page.keyboard.press("Enter");
    await page.keyboard.press("Control+a");
    await page.keyboard.type("left alone");
    await page.keyboard.press("Escape");
    expect(await cell(page, 3, 7).textContent()).toBe("https://exam.example/{roomUuid}");

    await page.keyboard.press("Control+z");
    await said(page, "4 rows with errors, 1 with doubts");
    await page.keyboard.press("Control+y");
    await said(page, "3 rows with errors, 1 with doubts");
  });

  it("takes a block from a spreadsheet, fills down, and takes rows out again", async () => {
    const page = await open();
    await page.keyboard.press("Control+End");
    await page.keyboard.press("Home");
    await paste(page, 'new-1\tHall “A”\nnew-2\t"two\nlines"\n');
    await expect.poll(() => sheet(page).getAttribute("aria-rowcount")).toBe("14");
    expect(await cell(page, 12, 0).textContent()).toBe("new-2");

    await page.keyboard.press("Control+Home");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Shift+ArrowDown");
    await page.keyboard.press("Shift+ArrowDown");
    await page.keyboard.press("Control+d");
    await expect.poll(() => cell(page, 2, 1).textContent()).toBe(await cell(page, 0, 1).textContent());

    await page.keyboard.press("Control+Delete");
    await expect.poll(() => sheet(page).getAttribute("aria-rowcount")).toBe("11");
    for (let step = 0; step < 3; step += 1) await page.keyboard.press("Control+z");
    await expect.poll(() => sheet(page).getAttribute("aria-rowcount")).toBe("13");
    expect(await cell(page, 2, 1).textContent()).toBe("Hall 3, sitting 3");
  });

  it("is imported from a file of another country, mended where it is wrong, and taken back as a whole", async () => {
    const page = await open();
    await page.getByRole("button", { name: "Import…" }).click();
    const dialog = page.getByRole("dialog");
    const csv = Buffer.concat([
      Buffer.from("name;id;type;start;paper;desk\r\n"),
      Buffer.from([0xbd, 0xcc, 0xca, 0xd2]),
      Buffer.from(
        ";hall-1;6;2026-11-22 09:00;exam.example/1;A\r\nHall 2;hall-2;six;2026-11-22 09:00;https://exam.example/{roomUuid};B\r\n",
      ),
    ]);
    await dialog
      .getByLabel("File (CSV)")
      .setInputFiles({ name: "broken.csv", mimeType: "text/csv", buffer: Buffer.from('id,name\nhall-1,"Hall') });
    await dialog.getByText(/^Line 2, cell 2: A quotation mark is opened .* Nothing was taken\.$/).waitFor();
    await dialog.getByLabel("File (CSV)").setInputFiles({ name: "sheet.csv", mimeType: "text/csv", buffer: csv });
    await dialog.getByText("2 rows were read.").waitFor();
    await dialog.getByText("2 of them have errors").waitFor();
    await dialog.getByText("“desk” is no column of a sheet and is left out.").waitFor();
    expect(await dialog.getByLabel("Encoding").inputValue()).toBe("gb18030");
    expect(await dialog.getByLabel("Cells are parted by").inputValue()).toBe(";");
    await dialog.getByLabel("desk is taken for").selectOption("Proctor");
    await dialog.getByRole("button", { name: "Import 2 rows" }).click();
    await expect.poll(() => sheet(page).getAttribute("aria-rowcount")).toBe("3");
    expect(await cell(page, 0, 1).textContent()).toBe("教室");

    await sheet(page).focus();
    await page.keyboard.press("F8");
    await page.keyboard.type("https://exam.example/1");
    await page.keyboard.press("Enter");
    await page.keyboard.press("F8");
    await line(page).getByText("Row 2, Room type").waitFor();
    await page.keyboard.type("6");
    await page.keyboard.press("Enter");
    await said(page, "Nothing is wrong");
    for (let step = 0; step < 3; step += 1) await page.keyboard.press("Control+z");
    await expect.poll(() => sheet(page).getAttribute("aria-rowcount")).toBe("13");
    await said(page, "4 rows with errors, 1 with doubts");
  });

  it("takes a file that is dropped on it, and looks at it once", async () => {
    const page = await open();
    await page.locator(".sheet-view").evaluate((view) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(["id,name,type\nhall-1,Dropped,4\n"], "dropped.csv", { type: "text/csv" }));
      view.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
    });
    const dialog = page.getByRole("dialog");
    await dialog.getByText("1 row was read.").waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Import…" }).click();
    await dialog.getByLabel("File (CSV)").waitFor();
    expect(await dialog.getByText("dropped.csv").count()).toBe(0);
  });

  it("is planned, and applied once the number of rows was typed", async () => {
    const page = await open();
    await page.getByRole("tab", { name: "Apply" }).click();
    await page.getByRole("button", { name: "Make the plan" }).click();
    await page.getByRole("button", { name: "Apply to 8 rooms…" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Creates 5 rooms and changes 3.").waitFor();
    await dialog.getByRole("button", { name: "Apply to 8 rooms" }).click();
    await dialog.locator("[aria-invalid=true]").waitFor();
    await dialog.getByRole("textbox").fill("8");
    await dialog.getByRole("button", { name: "Apply to 8 rooms" }).click();
    await page.getByText("All 8 rows have ended.").waitFor();
    await page.getByRole("button", { name: "Unchanged 5" }).waitFor();
  });

  it("narrows the wall to its rooms, and lets it go again", async () => {
    const page = await open();
    await page.getByRole("button", { name: "Show on the wall" }).click();
    const rooms = page.getByRole("grid", { name: "Rooms" });
    await expect.poll(() => rooms.getAttribute("aria-rowcount")).toBe("5");
    await page.getByRole("button", { name: /^Exam: Autumn finals, sitting 3/ }).click();
    await expect.poll(() => rooms.getAttribute("aria-rowcount")).toBe("13");
  });

  it("has a check of its own rooms beside the check of every room", async () => {
    const page = await open();
    const rows = page.locator(".board-grid [data-room]");
    await page.getByRole("tab", { name: "Check" }).click();
    await page.getByRole("button", { name: "Check its rooms" }).click();
    await expect.poll(() => rows.count()).toBe(4);
    // On a sheet of A4, lengthwise: the whole grid with its day, and nothing of the window.
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    await page.setViewportSize({ width: 1_047, height: 718 });
    await page.getByText(/^Checked .* 20\d\d, /).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1_047);
    expect(await page.getByRole("banner").isVisible()).toBe(false);
    expect(await page.evaluate(() => getComputedStyle(document.body).color)).toBe("rgb(0, 0, 0)");
    await page.emulateMedia({ media: null });
    await page.getByRole("combobox", { name: "Repeat" }).selectOption("10");
    await page.getByText(/next at /).waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("c");
    await page.getByText("not checked yet").waitFor();
    await page.getByRole("button", { name: "Check every room" }).click();
    await expect.poll(() => rows.count()).toBe(12);
  });
});
