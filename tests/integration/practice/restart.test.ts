/** A restart on the same folder, and why a cloud does not start. */
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { PRACTICE_KEYS, startPracticeCloud } from "../../../electron/practice/practiceCloud.ts";
import { startTestCloud, T0, type TestCloud } from "./cloud.ts";

let cloud: TestCloud;
beforeEach(async () => {
  cloud = await startTestCloud();
});
afterEach(() => cloud.close());

describe("a restart on the same folder", () => {
  it("goes on with the same rooms, sequences and chat users, though the last line was cut", async () => {
    const dataDir = mkdtempSync(join(tmpdir(), "practice-"));
    const first = await startTestCloud({ dataDir, scenario: "quiet", now: () => cloud.now() });
    await first.room("r1", {}, ["s1"]);
    await first.call("POST", "/v2/rooms/r1/users/s1/exit", { dirty: { state: 1 } });
    await first.chat("POST", "/users", { username: "ann", password: "x" });
    const before = {
      r1: await first.events("r1"),
      scripted: await first.events("fin2-003"),
      ann: (await first.chat("GET", "/users/ann")).body.entities,
    };
    await first.close();
    const file = join(dataDir, "practice-cloud.jsonl");
    writeFileSync(file, `${readFileSync(file, "utf8")}{"kind":"room","room":{"regi`);

    const second = await startTestCloud({ dataDir, scenario: "quiet", now: () => cloud.now() });
    expect({
      r1: await second.events("r1"),
      scripted: await second.events("fin2-003"),
      ann: (await second.chat("GET", "/users/ann")).body.entities,
    }).toEqual(before);
    expect((await second.call("PUT", "/v3/rooms/r1/users/s1", { role: 2 }, "s1")).body.code).toBe(30403100);
    await second.call("PUT", "/v2/rooms/r1/states/1");
    const sequences = (await second.events("r1")).map((event) => event.sequence);
    expect(new Set(sequences).size).toBe(sequences.length);
    await second.close();
  });

  it("goes on with the same rehearsal: what happened, what was seen, and the trouble that is on", async () => {
    const dataDir = mkdtempSync(join(tmpdir(), "practice-"));
    const options = { dataDir, scenario: "rough-network", now: () => cloud.now(), seed: 4 } as const;
    const first = await startTestCloud(options);
    await first.trouble([
      { kind: "tooMany", count: 2, path: "/records" },
      { kind: "late", ms: 5000, durationMs: 600_000 },
    ]);
    const records = () => first.call("GET", "/v2/rooms/fin2-001/records");
    expect((await records()).status).toBe(429);
    cloud.pass(300);
    const before = first.rehearsal();
    expect(before).toMatchObject({ scenario: "rough-network", seed: 4, startedAt: T0, happened: 2 });
    await first.close();

    // The flags of the second start do not matter: what is on disk is played on.
    const second = await startTestCloud({ ...options, scenario: "quiet", seed: 9 });
    const inOrder = ({ troubles, ...rest }: typeof before) => ({
      ...rest,
      troubles: troubles.map(({ name, from, until, scheduled }) => JSON.stringify([name, from, until, scheduled])).toSorted(),
    });
    expect(inOrder(second.rehearsal())).toEqual(inOrder(before));
    expect((await second.call("GET", "/v2/rooms/fin2-001/records")).status).toBe(429);
    expect((await second.call("GET", "/v2/rooms/fin2-001/records")).status).not.toBe(429);
    await second.close();
  });

  it("says in one sentence that a folder cannot be used, or a port", async () => {
    const file = join(mkdtempSync(join(tmpdir(), "practice-")), "file");
    writeFileSync(file, "");
    const options = { port: 0, scenario: "none", seed: 1, speed: 1, ...PRACTICE_KEYS } as const;
    expect(await startPracticeCloud({ ...options, dataDir: file })).toMatchObject({ ok: false, error: expect.stringContaining(file) });
    const port = Number(new URL(cloud.baseUrl).port);
    expect(await startPracticeCloud({ ...options, port })).toEqual({ ok: false, error: `Port ${port} is in use by another program.` });
  });
});
