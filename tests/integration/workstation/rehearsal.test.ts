/** Rehearsals from the console: another one begins, trouble is switched while it runs, and a restart goes on with it. */
import { existsSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Rehearsal } from "../../../shared/model/rehearsal.ts";
import { type Desk, good, openDesk, profileFor, startCloud } from "./desk.ts";

const LIMIT = { timeout: 120_000 };
/** A net for a busy machine, not a measure. */
const SOON = { timeout: 60_000, interval: 50 };
const open: Desk[] = [];
afterEach(async () => {
  for (const desk of open.splice(0)) await desk.close();
});
const openOne = async (options: Parameters<typeof openDesk>[0] = {}): Promise<Desk> => {
  const desk = await openDesk(options);
  open.push(desk);
  return desk;
};

const rehearsalOf = (desk: Desk): Rehearsal | null => desk.value("practice").rehearsal;
const names = (desk: Desk): string[] => rehearsalOf(desk)?.troubles.map(({ name }) => name) ?? [];
const PLAN = { scenario: "late-starters", seed: 5, speed: 1, without: ["getRoom"] } as const;

describe("a rehearsal", LIMIT, () => {
  it("is an exam day at first; another one begins with an empty wall, and is the one that a restart goes on with", async () => {
    const userData = mkdtempSync(join(tmpdir(), "desk-"));
    const desk = await openDesk({ userData });
    await vi.waitFor(() => expect(rehearsalOf(desk)).toMatchObject({ scenario: "exam-day", seed: 1, speed: 1, without: [] }), SOON);
    await vi.waitFor(() => expect(desk.list("rooms").length).toBe(40), SOON);

    good(await desk.call("practice.begin", { ...PLAN, without: ["getRoom"] }));
    await vi.waitFor(() => expect(rehearsalOf(desk)).toMatchObject(PLAN), SOON);
    await vi.waitFor(() =>
      expect(
        desk
          .list("rooms")
          .map(({ roomUuid }) => roomUuid)
          .toSorted(),
      ).toEqual(["fin2-001", "fin2-002", "fin2-003", "fin2-004"]),
    );
    // Without "get one room" nobody tells the names.
    expect(desk.list("rooms").every(({ name, roomUuid }) => name === roomUuid)).toBe(true);
    expect(existsSync(join(userData, "profiles", "practice-2", "journal.db"))).toBe(true);
    good(await desk.call("practice.trouble", { name: "late", on: true }));
    await vi.waitFor(() => expect(names(desk)).toEqual(["late"]), SOON);
    const startedAt = rehearsalOf(desk)?.startedAt;
    await desk.stop();

    const again = await openOne({ userData });
    await vi.waitFor(() => expect(rehearsalOf(again)).toMatchObject({ ...PLAN, startedAt }), SOON);
    expect(names(again)).toEqual(["late"]);
    expect(again.list("rooms").length).toBe(4);
  });

  it("has trouble on and off: a name that is not resolved sends the console to the other primary, a dead host to the adjacent region", async () => {
    const cases = [
      ["names", "alternate"],
      ["deadHost", "regional"],
    ] as const;
    // Both wait for the host plan's own seconds, so both at once.
    await Promise.all(
      cases.map(async ([name, role]) => {
        const desk = await openOne();
        await vi.waitFor(() => expect(desk.value("connection").hostRole).toBe("primary"), SOON);
        good(await desk.call("practice.trouble", { name, on: true }));
        await vi.waitFor(() => expect(desk.value("connection").hostRole).toBe(role), SOON);
        good(await desk.call("practice.trouble", { name, on: false }));
        await vi.waitFor(() => expect(names(desk)).toEqual([]), SOON);
      }),
    );
  });

  it("is there only while the practice profile is in use", async () => {
    const cloud = await startCloud();
    const desk = await openOne();
    const { id } = good(await desk.call("profiles.save", { id: null, profile: profileFor(cloud.baseUrl) }));
    good(await desk.call("profiles.switch", { id }));
    expect(rehearsalOf(desk)).toBeNull();
    const refused = { ok: false, error: { code: "conflict", reason: "profileNotInUse" } };
    expect(await desk.call("practice.begin", { ...PLAN, without: [] })).toMatchObject(refused);
    expect(await desk.call("practice.trouble", { name: "late", on: true })).toMatchObject(refused);
    good(await desk.call("profiles.switch", { id: "practice" }));
    await vi.waitFor(() => expect(rehearsalOf(desk)).toMatchObject({ scenario: "quiet" }), SOON);
    await cloud.close();
  });
});
