/** A sheet of a hundred rooms applied, against what the request budget allows: the whole main process on real sockets and files. */
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compose } from "../../electron/compose.ts";
import { createHeadlessShell } from "../../electron/platform/headlessShell.ts";
import { createNodePlatform } from "../../electron/platform/platform.ts";
import type { ExamSummary } from "../../shared/model/exam.ts";
import type { Result } from "../../shared/result.ts";
import { startCloud } from "../e2e/cloud.ts";
import { createFakeKeychain } from "../fakes/keychain.ts";
import { quietLog } from "../fakes/syncRig.ts";
import { type Figure, round } from "./figure.ts";

const ROOMS = 100;
const REQUESTS_PER_SECOND = 20;
/** Of what the budget allows. */
const BAR = 1.1;
/** What is safe and has no opposite is held before it leaves, so that it can be taken back. */
const HELD_MS = 5_000;
const HOUR_MS = 3_600_000;

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const must = <T>(result: Result<T>): T => {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
};

export const run = async (): Promise<Figure[]> => {
  const cloud = await startCloud({ scenario: "none" });
  const userData = mkdtempSync(join(tmpdir(), "bench-exams-"));
  const node = createNodePlatform({
    logFile: join(userData, "console.log"),
    workerUrls: {
      practiceCloud: new URL("../../electron/practice/worker.ts", import.meta.url),
      reader: new URL("../../electron/readWorker.ts", import.meta.url),
    },
    shell: createHeadlessShell(quietLog()),
  });
  const profileFile = cloud.profileFile({ requestsPerSecond: REQUESTS_PER_SECOND });
  const core = must(
    await compose({ ...node, keychain: createFakeKeychain() }, { userData, profileFile, mode: "chromium", version: "1", locales: ["en"] }),
  );
  try {
    core.start();
    const facts = { name: "Bench", date: "2026-06-07", timeZone: "UTC" };
    const { examId } = must(await core.handlers["exams.save"]({ examId: null, facts }));
    const rows = Array.from({ length: ROOMS }, (_, index) => ({
      id: `r${index + 1}`,
      cells: {
        roomUuid: `hall-${index}`,
        roomName: `Hall ${index}`,
        roomType: "4",
        startTime: String(Date.now() + HOUR_MS),
        duration: "2h",
        examinationUrl: "https://exam.example/{roomUuid}",
        videoURL: "https://cdn.example/{roomUuid}/a.m3u8",
      },
    }));
    must(await core.handlers["exams.edit"]({ examId, edits: [{ kind: "replace", rows }] }));
    const plan = must(await core.handlers["exams.savePlan"]({ examId }));
    const summary = (): ExamSummary | undefined => {
      const opened = must(core.sources.exams({}, () => undefined));
      const found = opened.read(examId);
      opened.close();
      return found;
    };
    const started = performance.now();
    must(await core.handlers["exams.apply"]({ examId, planId: plan.id, runId: randomUUID(), count: ROOMS }));
    const answered = (): number => {
      const opened = must(core.sources.examRows({ examId }, () => undefined));
      const all = opened.readAll();
      opened.close();
      return all.filter(({ progress }) => progress?.kind === "command" && (progress.state === "accepted" || progress.ended)).length;
    };
    while (answered() < ROOMS) await wait(100);
    const took = performance.now() - started;
    while ((summary()?.run?.done ?? 0) < ROOMS || summary()?.comparing !== null) await wait(200);
    const whole = performance.now() - started;
    const allowed = HELD_MS + (ROOMS / REQUESTS_PER_SECOND) * 1_000;
    return [
      {
        name: "a sheet of a hundred rooms, to the last answer",
        value: round(took),
        unit: "ms",
        ratio: round(took / (allowed * BAR)),
        against: `${HELD_MS} ms held, ${allowed - HELD_MS} ms by the request budget, and 10 %`,
      },
      { name: "the same, seen and read back", value: round(whole), unit: "ms" },
    ];
  } finally {
    await core.stop();
    await cloud.kill();
    rmSync(userData, { recursive: true, force: true });
  }
};
