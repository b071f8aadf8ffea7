/** Event at the service → on the screen, with 1,000 rooms in which 50 and then 1,000 events happen each second. Some four minutes. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { PRACTICE_APP_CERTIFICATE, PRACTICE_APP_ID } from "../../shared/model/practice.ts";
import { type Launched, launch } from "../e2e/launch.ts";
import { type ExamEvent, examRoom } from "../fakes/exam.ts";
import { serveAlone, startAlone } from "../fakes/serverProcess.ts";
import { type Figure, percentile, round } from "./figure.ts";

const ROOMS = 1_000;
const PROBE_ROOMS = 20;
const POLL_SECONDS = 2;
const REQUESTS_PER_SECOND = 100;
/** For how long each rate is kept up, in ms, and how long it is before anything is measured. */
const RATES = [
  { perSecond: 50, lasts: 30_000 },
  { perSecond: 1_000, lasts: 60_000 },
];
const SETTLING_MS = 5_000;
const PROBE_EVERY_MS = 125;
/** The bar: an event is on the screen one poll interval and this much after it happened, ms. */
const ALLOWANCE_MS = 250;
const TICK_MS = 10;
const PAGE = 100;
const ROOM_BEGAN_WITH = 22;

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

type Made = { mark: string; at: number };

/** Operations 8 and 9 of rooms in which events happen at a rate that is set by `/rate`; in a process of its own, so that making them costs the console nothing. */
const serve = (): void => {
  const rooms = new Map<string, { source: Generator<ExamEvent>; events: string[] }>();
  let unread: string[] = [];
  const happens = (roomUuid: string, text: string): void => {
    rooms.get(roomUuid)?.events.push(text);
    unread.push(text);
  };
  const names = Array.from({ length: ROOMS }, (_, index) => `room-${index}`);
  const probes = Array.from({ length: PROBE_ROOMS }, (_, index) => `probe-${index}`);
  const next = (roomUuid: string): string => JSON.stringify(rooms.get(roomUuid)?.source.next().value);
  for (const [index, roomUuid] of [...names, ...probes].entries()) {
    rooms.set(roomUuid, { source: examRoom(roomUuid, { seed: index + 1, from: Date.now() - 60_000, every: 10 }), events: [] });
    for (let count = 0; count < ROOM_BEGAN_WITH; count += 1) rooms.get(roomUuid)?.events.push(next(roomUuid));
    happens(roomUuid, next(roomUuid));
  }

  let perSecond = 0;
  let since = performance.now();
  let [done, probed] = [0, 0];
  let made: Made[] = [];
  let marks = 0;
  setInterval(() => {
    const passed = performance.now() - since;
    for (const due = (passed * perSecond) / 1_000; done < due; done += 1) {
      const roomUuid = names[done % ROOMS] as string;
      happens(roomUuid, next(roomUuid));
    }
    for (const due = perSecond === 0 ? 0 : passed / PROBE_EVERY_MS; probed < due; probed += 1) {
      const roomUuid = probes[probed % PROBE_ROOMS] as string;
      marks += 1;
      const mark = `mark-${marks}-`;
      const sequence = (rooms.get(roomUuid)?.events.length ?? 0) + 1;
      happens(
        roomUuid,
        JSON.stringify({ roomUuid, cmd: 3, sequence, version: 1, data: { fromUser: { userUuid: "ann" }, message: mark, type: 1 } }),
      );
      made.push({ mark, at: Date.now() });
    }
  }, TICK_MS);

  /** From now on; answers what was made until now. */
  const setRate = (rate: number): { made: Made[]; events: number } => {
    const before = { made, events: done };
    perSecond = rate;
    since = performance.now();
    [done, probed, made] = [0, 0, []];
    return before;
  };
  const answer = (path: string): { status: number; body: string } => {
    const url = new URL(path, "http://server");
    if (url.pathname === "/rate") return { status: 200, body: JSON.stringify(setRate(Number(url.searchParams.get("perSecond")))) };
    const head = `{"code":0,"msg":"Success","ts":${Date.now()},"data":`;
    if (url.pathname.includes("/polling/")) {
      const list = unread;
      unread = [];
      return { status: 200, body: `${head}{"list":[${list.join(",")}],"nextId":null}}` };
    }
    const events = rooms.get(/rooms\/([^/]+)\/sequences$/.exec(url.pathname)?.[1] ?? "")?.events;
    if (events === undefined) return { status: 404, body: '{"code":404,"msg":"no such call"}' };
    const from = Number(url.searchParams.get("nextId") ?? 1) - 1;
    const further = from + PAGE < events.length ? from + PAGE + 1 : null;
    return { status: 200, body: `${head}{"list":[${events.slice(from, from + PAGE).join(",")}],"nextId":${further}}}` };
  };
  serveAlone((request, response) => {
    const { status, body } = answer(request.url ?? "");
    const bytes = Buffer.from(body);
    response.writeHead(status, { "content-type": "application/json", "content-length": bytes.length }).end(bytes);
  });
};

const profileOf = (origin: string) => ({
  name: "Latency",
  region: "ap",
  hosts: { primary: origin, alternate: origin, regional: {} },
  headers: { token: "x-service-token", uid: "x-service-uid" },
  appId: PRACTICE_APP_ID,
  uid: "bench",
  appCertificate: PRACTICE_APP_CERTIFICATE,
  pollSeconds: POLL_SECONDS,
  requestsPerSecond: REQUESTS_PER_SECOND,
});

/** Waits until every room is on the wall and live, then leaves the probes alone on it, and notes in the page when a mark is first seen. */
const watchProbes = async (page: Page): Promise<void> => {
  await page.getByRole("grid", { name: "Rooms" }).waitFor();
  await page.waitForFunction(
    (rows) => Number(document.querySelector('[role="grid"][aria-label="Rooms"]')?.getAttribute("aria-rowcount")) > rows,
    ROOMS,
    { timeout: 120_000 },
  );
  await page.getByRole("banner").getByText("Live", { exact: true }).waitFor({ timeout: 180_000 });
  await page.keyboard.press("/");
  await page.keyboard.type("probe-");
  await page.getByRole("row", { name: /probe-19/ }).waitFor();
  await page.evaluate(() => {
    const seen = new Map<string, number>();
    Object.assign(window, { seen });
    new MutationObserver(() => {
      const text = document.querySelector('[role="grid"]')?.textContent ?? "";
      for (const [mark] of text.matchAll(/mark-\d+-/g)) if (!seen.has(mark)) seen.set(mark, performance.timeOrigin + performance.now());
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
};

/** Seconds of CPU that the main process and the page have used. */
const cpuOf = async ({ page, pid }: Launched): Promise<{ main: number; page: number }> => {
  // Behind the name, in hundredths of a second: the fourteenth and fifteenth field of all.
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  const main = (Number(fields[11]) + Number(fields[12])) / 100;
  const session = await page.context().browser()?.newBrowserCDPSession();
  const { processInfo } = (await session?.send("SystemInfo.getProcessInfo")) ?? { processInfo: [] };
  return { main, page: Math.max(0, ...processInfo.filter(({ type }) => type === "renderer").map(({ cpuTime }) => cpuTime)) };
};

const measure = async (launched: Launched, origin: string, { perSecond, lasts }: (typeof RATES)[number]): Promise<Figure[]> => {
  const rate = async (value: number) =>
    (await (await fetch(`${origin}/rate?perSecond=${value}`)).json()) as { made: Made[]; events: number };
  await rate(perSecond);
  await wait(SETTLING_MS);
  await rate(perSecond);
  const before = await cpuOf(launched);
  await wait(lasts);
  const after = await cpuOf(launched);
  const { made, events } = await rate(0);
  const { page } = launched;
  const last = made.at(-1)?.mark ?? "";
  await page.waitForFunction((mark) => (window as unknown as { seen: Map<string, number> }).seen.has(mark), last);
  const seen = new Map(await page.evaluate(() => [...(window as unknown as { seen: Map<string, number> }).seen]));
  // A later message of the same room may have replaced an earlier one before it was drawn; the later one is then the measure.
  const delays = made.flatMap(({ mark, at }) => (seen.has(mark) ? [(seen.get(mark) ?? 0) - at] : []));
  const p99 = percentile(delays, 0.99);
  const name = `event to screen, ${round((events * 1_000) / lasts, 0)} events/s in ${ROOMS} rooms`;
  return [
    {
      name: `${name}, p99`,
      value: round(p99, 0),
      unit: "ms",
      ratio: round(p99 / (POLL_SECONDS * 1_000 + ALLOWANCE_MS)),
      against: `poll interval ${POLL_SECONDS} s + ${ALLOWANCE_MS} ms, within ${REQUESTS_PER_SECOND} requests/s`,
    },
    { name: `${name}, the main process`, value: round(((after.main - before.main) * 1_000) / lasts), unit: "cores" },
    { name: `${name}, the page`, value: round(((after.page - before.page) * 1_000) / lasts), unit: "cores" },
    { name: `${name}, median`, value: round(percentile(delays, 0.5), 0), unit: "ms" },
    { name: `${name}, marks seen`, value: delays.length, unit: "events", ratio: round(delays.length / made.length), against: "marks made" },
  ];
};

export const run = async (): Promise<Figure[]> => {
  const folder = mkdtempSync(join(tmpdir(), "bench-latency-"));
  const { origin, child } = await startAlone(import.meta.filename);
  try {
    const profileFile = join(folder, "profile.json");
    writeFileSync(profileFile, JSON.stringify(profileOf(origin)));
    const launched = await launch({ profileFile, size: { width: 1920, height: 1080 } });
    try {
      await watchProbes(launched.page);
      const figures: Figure[] = [];
      for (const rate of RATES) figures.push(...(await measure(launched, origin, rate)));
      return figures;
    } finally {
      await launched.close();
    }
  } finally {
    child.kill();
    rmSync(folder, { recursive: true, force: true });
  }
};

if (import.meta.main) serve();
