/** The check before an exam, of a hundred rooms: the whole main process, pages over HTTP and HTTPS, and a main and a reserve stream of each room's own that moves, from servers of this machine. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { request } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { compose } from "../../electron/compose.ts";
import { createHeadlessShell } from "../../electron/platform/headlessShell.ts";
import { createNodePlatform } from "../../electron/platform/platform.ts";
import type { BoardRow, BoardStatus, RoomCheck } from "../../shared/model/boardCheck.ts";
import type { Result } from "../../shared/result.ts";
import { startCloud } from "../e2e/cloud.ts";
import { createFakeKeychain } from "../fakes/keychain.ts";
import { quietLog } from "../fakes/syncRig.ts";
import { type Figure, round } from "./figure.ts";

const ROOMS = 100;
const BAR_MS = 30_000;
const HOUR_MS = 3_600_000;
const DURATION_S = 7_200;

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const must = <T>(result: Result<T>): T => {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
};
const fixture = (name: string): string => readFileSync(new URL(`../fixtures/tls/${name}`, import.meta.url), "utf8");

/** The practice cloud's pages and streams behind a certificate that this process trusts. */
const startSecure = async (baseUrl: string) => {
  const trusted = getCACertificates("default");
  setDefaultCACertificates([...trusted, fixture("certificate.pem")]);
  const server = createServer({ key: fixture("key.pem"), cert: fixture("certificate.pem") }, (asked, answer) => {
    const passed = request(
      new URL(asked.url ?? "/", baseUrl),
      { headers: asked.headers.range === undefined ? {} : { range: asked.headers.range } },
      (found) => {
        answer.writeHead(found.statusCode ?? 502, found.headers);
        found.pipe(answer);
      },
    );
    passed.on("error", () => answer.destroy());
    passed.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    baseUrl: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: (): void => {
      setDefaultCACertificates(trusted);
      server.closeAllConnections();
      server.close();
    },
  };
};

export const run = async (): Promise<Figure[]> => {
  const cloud = await startCloud({ scenario: "none" });
  const plain = cloud.line().baseUrl;
  const secure = await startSecure(plain);
  const userData = mkdtempSync(join(tmpdir(), "bench-board-"));
  const node = createNodePlatform({
    logFile: join(userData, "console.log"),
    workerUrls: {
      practiceCloud: new URL("../../electron/practice/worker.ts", import.meta.url),
      reader: new URL("../../electron/readWorker.ts", import.meta.url),
    },
    shell: createHeadlessShell(quietLog()),
  });
  const startTime = Date.now() + HOUR_MS;
  const rows = Array.from({ length: ROOMS }, (_, index) => {
    const [page, stream] = index % 2 === 0 ? [plain, secure.baseUrl] : [secure.baseUrl, plain];
    return {
      roomUuid: `hall-${index}`,
      examinationUrl: `${page}/exam/hall-${index}`,
      videoURL: `${stream}/media/live/0/index.m3u8?main=${index}`,
      reserveVideoURL: `${page}/media/live/0/index.m3u8?reserve=${index}`,
    };
  });
  for (const { roomUuid, examinationUrl, ...hostingScene } of rows)
    await cloud.room(roomUuid, [], { schedule: { startTime, duration: DURATION_S, closeDelay: 600 }, examinationUrl, hostingScene });
  const core = must(
    await compose(
      { ...node, keychain: createFakeKeychain() },
      { userData, profileFile: cloud.profileFile(), mode: "chromium", version: "1", locales: ["en"] },
    ),
  );
  try {
    core.start();
    const facts = { name: "Bench", date: "2026-06-07", timeZone: "UTC" };
    const { examId } = must(await core.handlers["exams.save"]({ examId: null, facts }));
    const cells = rows.map((row) => ({ ...row, roomName: row.roomUuid, roomType: "4", startTime: String(startTime), duration: "2h" }));
    const replace = { kind: "replace" as const, rows: cells.map((one, index) => ({ id: `r${index}`, cells: one })) };
    must(await core.handlers["exams.edit"]({ examId, edits: [replace] }));

    const status = (): BoardStatus => {
      const opened = must(core.sources.board({ examId }, () => undefined));
      const found = must(opened.read());
      opened.close();
      return found;
    };
    const before = process.cpuUsage();
    const started = performance.now();
    must(await core.handlers["board.run"]({ examId }));
    while (status().running !== null) await wait(100);
    const took = performance.now() - started;
    const { user, system } = process.cpuUsage(before);

    const opened = must(core.sources.boardRows({ examId }, () => undefined));
    const found: BoardRow[] = opened.readAll();
    opened.close();
    const told = (check: RoomCheck, reason: string): number => found.filter(({ findings }) => findings[check].reason === reason).length;
    // A check that has seen nothing would be fast.
    const seen = [
      told("exists", "roomWaits"),
      told("page", "pageAnswers"),
      told("mainStream", "streamMoves"),
      told("reserveStream", "streamMoves"),
    ];
    if (seen.some((count) => count < ROOMS))
      throw new Error(`rooms, pages, main and reserve streams that were seen well: ${seen.join(", ")}`);
    return [
      { name: "check of a hundred rooms", value: round(took), unit: "ms", ratio: round(took / BAR_MS), against: `${BAR_MS} ms` },
      { name: "the same, CPU of the main process and the HTTPS server", value: round((user + system) / 1_000), unit: "ms" },
    ];
  } finally {
    await core.stop();
    await cloud.kill();
    secure.close();
    rmSync(userData, { recursive: true, force: true });
  }
};
