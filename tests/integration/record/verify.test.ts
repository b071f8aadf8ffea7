import { createHash, generateKeyPairSync, sign } from "node:crypto";
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import * as fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { exportSigned } from "../../../electron/record/exporting.ts";
import { type Exported, type ExportOrder } from "../../../electron/record/exportRecord.ts";
import { footerRow, readFooter, statementOf } from "../../../electron/record/formats.ts";
import { createSigning } from "../../../electron/record/signing.ts";
import { GENESIS, link } from "../../../electron/store/recordChain.ts";
import { type RecordFooter, type RecordFormat, type RecordPart, type RecordVerdict, WHOLE_RECORD } from "../../../shared/model/record.ts";
import { appError, err, type Result } from "../../../shared/result.ts";
import { createFakeKeychain, type FakeKeychain } from "../../fakes/keychain.ts";
import { readNow } from "../../fakes/readers.ts";
import { quietLog } from "../../fakes/syncRig.ts";
import { alarmOf, commandOf, dropFolder, eventOf, files, newFolder, openDesk } from "./rig.ts";

const BOOTED = 1_000_000;
let folder: string;
let keychain: FakeKeychain;
beforeEach(() => {
  folder = newFolder();
  keychain = createFakeKeychain();
});
afterEach(() => dropFolder(folder));

const good = <T>(result: Result<T, unknown>): T => {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
};
const journalPath = (): string => join(folder, "journal.db");
const paths = () => ({ journal: journalPath(), outbox: join(folder, "outbox.db"), bootedAt: BOOTED });
const verifyJournal = (): RecordVerdict => good(readNow("verifyJournal", paths()));
const faultsOf = ({ faults }: RecordVerdict): [string, number | null, number | null][] =>
  faults.map(({ fault, from, to }) => [fault, from, to]);

/** Events of two rooms in pages, notes between them, a moved event, a command and an alarm: 18 entries. */
const fill = (): void => {
  const desk = openDesk(folder);
  desk.recorder.tell("started", { operator: "Ana", profile: { name: "School" } });
  desk.journal.record([
    { roomUuid: "a", insert: [1, 2, 3, 4].map((n) => eventOf(n)) },
    { roomUuid: "b", insert: [eventOf(1), eventOf(2, { ordinal: 1 })], gap: { from: 3, to: 5, foundAt: 3_000 } },
  ]);
  desk.journal.record([{ roomUuid: "b", move: [{ from: { sequence: 2, ordinal: 1 }, to: { sequence: 6, ordinal: 1 } }] }]);
  desk.journal.record([{ roomUuid: "b", insert: [eventOf(2, { ordinal: 1, cmd: 20 })] }]);
  desk.journal.record([{ roomUuid: "a", insert: [5, 6, 7, 8].map((n) => eventOf(n, { time: { kind: "exact", at: n } })) }]);
  desk.outbox.insert([{ command: commandOf("c1"), passed: ["asked", "queued"] }], { superseded: [], at: 5_000 });
  desk.outbox.saveAlarms([{ alarm: alarmOf("gap:b"), open: true }], []);
  desk.recorder.tell("ended", { operator: "Ana" });
  desk.close();
};
const change = (sql: string, ...values: (string | number | Uint8Array)[]): void => {
  const database = new DatabaseSync(journalPath());
  database.prepare(sql).run(...values);
  database.close();
};
const chainOf = (): { number: number; hash: Buffer }[] => {
  const database = new DatabaseSync(journalPath());
  const rows = database.prepare("SELECT first, hashes FROM record ORDER BY number").all();
  database.close();
  return rows.flatMap(({ first, hashes }) => {
    const bytes = Buffer.from(hashes as Uint8Array);
    return Array.from({ length: bytes.length / 32 }, (_, n) => ({ number: Number(first) + n, hash: bytes.subarray(n * 32, n * 32 + 32) }));
  });
};

describe("the record in its own file", () => {
  beforeEach(fill);

  it("is whole as it was written, moved events and all", () => {
    expect(verifyJournal()).toMatchObject({ ok: true, what: "journal", count: 18, faults: [], lost: [], pruned: 0 });
    expect(verifyJournal().head).toBe(chainOf().at(-1)?.hash.toString("hex"));
  });

  it.each<[string, string, [string, number | null, number | null][]]>([
    ["an event's text", "UPDATE events SET raw = replace(raw, 'message 3', 'message 9') WHERE id = 3", [["changed", 3, 3]]],
    ["when an event came", "UPDATE events SET received_at = received_at + 1 WHERE id = 2", [["changed", 2, 2]]],
    ["an event's number", "UPDATE events SET sequence = 99 WHERE id = 4", [["changed", 4, 4]]],
    [
      "a room's name",
      "UPDATE rooms SET uuid = 'z' WHERE uuid = 'b'",
      [
        ["changed", 5, 5],
        ["changed", 6, 6],
        ["changed", 9, 9],
      ],
    ],
    ["a note", "UPDATE record SET line = replace(line, 'Ana', 'Eve') WHERE number = 16", [["changed", 16, 16]]],
  ])("names a change of %s", (_, sql, expected) => {
    change(sql);
    expect(verifyJournal().ok).toBe(false);
    expect(faultsOf(verifyJournal())).toEqual(expected);
  });

  it("names the room of what was changed", () => {
    change("UPDATE events SET cmd = 4 WHERE id = 5");
    expect(verifyJournal().faults).toEqual([{ fault: "changed", from: 5, to: 5, room: "b" }]);
  });

  it.each<[string, string, [string, number | null, number | null][]]>([
    ["an event", "DELETE FROM events WHERE id = 2", [["removed", 2, 2]]],
    ["events at the end of a page", "DELETE FROM events WHERE id IN (3, 4)", [["removed", 3, 4]]],
    ["a note", 'DELETE FROM record WHERE line LIKE \'%"kind":"gap"%\'', [["removed", 7, 7]]],
  ])("names the removal of %s", (_, sql, expected) => {
    change(sql);
    expect(faultsOf(verifyJournal())).toEqual(expected);
  });

  it("names events that were put there", () => {
    change(
      "INSERT INTO events SELECT 900, room_id, incarnation, 77, 0, cmd, raw, hash, exact_at, not_before, not_after, received_at, via, 1, 1 FROM events WHERE id = 1",
    );
    expect(faultsOf(verifyJournal())).toEqual([["added", null, null]]);
  });

  it("names events that changed places, in a page and across pages", () => {
    const swap = (one: number, other: number): void => {
      for (const [from, to] of [
        [one, -1],
        [other, one],
        [-1, other],
      ])
        change("UPDATE events SET id = ? WHERE id = ?", to ?? 0, from ?? 0);
    };
    swap(1, 4);
    expect(faultsOf(verifyJournal())).toEqual([
      ["reordered", 1, 1],
      ["reordered", 4, 4],
    ]);
    swap(1, 4);
    expect(verifyJournal().ok).toBe(true);
    swap(2, 9);
    expect(faultsOf(verifyJournal())).toEqual([
      ["reordered", 2, 2],
      ["reordered", 11, 11],
    ]);
  });

  it("names the cut of its end by what the outbox remembers", () => {
    change("DELETE FROM record WHERE number > 13");
    expect(faultsOf(verifyJournal())).toEqual([["cut", 14, 18]]);
  });

  it("names a record that was reckoned anew from its first change on", () => {
    const database = new DatabaseSync(journalPath());
    database.exec("UPDATE record SET line = replace(line, 'Ana', 'Eve') WHERE number = 18");
    const before = chainOf().at(-2)?.hash.toString("hex") ?? "";
    const line = String(database.prepare("SELECT line FROM record WHERE number = 18").get()?.["line"]);
    database.prepare("UPDATE record SET hashes = ? WHERE number = 18").run(Buffer.from(link(before, line), "hex"));
    database.close();
    expect(faultsOf(verifyJournal())).toEqual([["recomputed", 18, 18]]);
  });

  it("tells a loss at a power failure from a cut, while the console is closed", () => {
    const image = join(folder, "kept.db");
    copyFileSync(journalPath(), image);
    const desk = openDesk(folder);
    desk.journal.record([{ roomUuid: "a", insert: [eventOf(9)] }]);
    return desk.look().then(() => {
      desk.drop();
      for (const ending of ["-wal", "-shm"]) writeFileSync(`${journalPath()}${ending}`, "");
      copyFileSync(image, journalPath());
      expect(faultsOf(good(readNow("verifyJournal", { ...paths(), bootedAt: BOOTED + 1_000 })))).toEqual([["cut", 19, 19]]);
      const afterRestart = good(readNow("verifyJournal", { ...paths(), bootedAt: BOOTED + 9_000_000 }));
      expect(afterRestart).toMatchObject({ ok: true, lost: [{ from: 19, to: 19 }] });
    });
  });

  it("is whole with a loss that it has noted, and stays at fault with a cut that it has noted", async () => {
    const image = join(folder, "kept.db");
    copyFileSync(journalPath(), image);
    const lose = async (bootedAt: number): Promise<RecordVerdict> => {
      const desk = openDesk(folder);
      desk.journal.record([{ roomUuid: "a", insert: [eventOf(9), eventOf(10)] }]);
      await desk.look();
      desk.drop();
      for (const ending of ["-wal", "-shm"]) writeFileSync(`${journalPath()}${ending}`, "");
      copyFileSync(image, journalPath());
      openDesk(folder, { bootedAt }).close();
      return good(readNow("verifyJournal", { ...paths(), bootedAt }));
    };
    expect(await lose(9_000_000)).toMatchObject({ ok: true, lost: [{ from: 19, to: 20 }], faults: [] });
    copyFileSync(journalPath(), image);
    expect((await lose(BOOTED)).faults).toMatchObject([{ fault: "cut" }]);
  });

  it("lets events go that were deleted in order, and only those", () => {
    const desk = openDesk(folder);
    const { journal } = desk;
    const order = { at: 9_000, asked: 8_900, operator: "Ana", exported: { ...journal.ledger.head(), file: "all.jsonl" } };
    while (journal.prune("a", order, 3).left === "more");
    journal.record([{ roomUuid: "b", insert: [eventOf(10)] }]);
    desk.close();
    expect(verifyJournal()).toMatchObject({
      ok: true,
      pruned: 8,
      removals: [{ asked: 8_900, operator: "Ana", file: "all.jsonl", entries: 8, rooms: 1 }],
    });
    change("DELETE FROM events WHERE id = 5");
    expect(faultsOf(verifyJournal())).toEqual([["removed", 5, 5]]);
  });
});

const exportAs = async (format: RecordFormat, part: RecordPart = WHOLE_RECORD): Promise<{ path: string; footer: RecordFooter }> => {
  const path = join(folder, `record.${format}`);
  const write = async (order: ExportOrder): Promise<Result<Exported>> => {
    const written = readNow("exportRecord", order);
    return written.ok ? written : err(appError("unavailable", written.error.detail));
  };
  const signing = createSigning({ keychain, log: quietLog() });
  const order = { ...paths(), format, part, language: "en" as const, timeZone: "UTC", exportedAt: 1_700_000_000_000 };
  return { path, footer: good(await exportSigned({ files, signing, write }, path, order)) };
};
const verifyFile = (path: string, keys: string[] | null = null): RecordVerdict => good(readNow("verifyFile", { path, keys }));
const rewrite = (path: string, edit: (lines: string[]) => string[]): RecordVerdict => {
  const lines = readFileSync(path, "utf8").split("\n").slice(0, -1);
  const edited = `${path}.edited`;
  writeFileSync(edited, `${edit(lines).join("\n")}\n`);
  return verifyFile(edited);
};

describe("an export", () => {
  beforeEach(fill);

  it.each(["jsonl", "csv", "html"] as const)("as %s verifies, and says who signed it", async (format) => {
    const { path, footer } = await exportAs(format);
    expect(footer).toMatchObject({ lines: 18, count: 18, hash: verifyJournal().head, faults: 0, key: "keychain" });
    expect(verifyFile(path)).toMatchObject({
      ok: true,
      what: format,
      faults: [],
      key: { publicKey: footer.publicKey, kept: "keychain", known: null },
    });
    expect(verifyFile(path, [footer.publicKey])).toMatchObject({ ok: true, key: { known: true } });
    expect(verifyFile(path, ["0".repeat(64)])).toMatchObject({ ok: false, faults: [{ fault: "otherKey" }] });
  });

  it("has everything that was seen: room, sequence and the event as it came", async () => {
    const { path } = await exportAs("jsonl");
    const lines = readFileSync(path, "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    const events = lines.filter(({ kind }) => kind === "event");
    expect(events).toHaveLength(11);
    expect(events[2]).toMatchObject({ number: 3, room: "a", sequence: 3, cmd: 3, event: JSON.parse(String(eventOf(3).raw)) });
    expect(lines.every(({ sequence, kind }) => kind !== "event" || Number.isInteger(sequence))).toBe(true);
  });

  it.each(["jsonl", "csv", "html"] as const)("as %s of one exam has its rooms alone, says so, and verifies", async (format) => {
    const exam = { id: "e1", name: "Finals -- 期末", rooms: ["b", "nobody"] };
    const { path, footer } = await exportAs(format, { ...WHOLE_RECORD, exam });
    expect(footer.part).toEqual({ ...WHOLE_RECORD, exam });
    expect(readFileSync(path, "utf8")).not.toContain(format === "html" ? "<td>a</td>" : '"room":"a"');
    expect(verifyFile(path)).toMatchObject({ ok: true, faults: [], count: 18 });
    const cut = rewrite(path, (lines) => lines.filter((_, index) => index !== lines.length - 2));
    expect(cut.ok).toBe(false);
  });

  it.each(["jsonl", "csv", "html"] as const)("as %s is found out at a change of any byte", async (format) => {
    const { path } = await exportAs(format, format === "html" ? { room: "a", from: null, to: null } : WHOLE_RECORD);
    const bytes = readFileSync(path);
    const edited = `${path}.edited`;
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, by) => {
        const copy = Buffer.from(bytes);
        copy[at] = ((copy[at] ?? 0) + by) % 256;
        writeFileSync(edited, copy);
        expect(verifyFile(edited).ok).toBe(false);
      }),
      { numRuns: 150 },
    );
  });

  it.each(["jsonl", "csv", "html"] as const)("as %s is found out when it ends early or goes on", async (format) => {
    const { path } = await exportAs(format);
    const bytes = readFileSync(path);
    const edited = `${path}.edited`;
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), (length) => {
        writeFileSync(edited, bytes.subarray(0, length));
        const { ok, faults } = verifyFile(edited);
        expect(ok).toBe(false);
        expect(faults.map(({ fault }) => fault)).toContain(faults.some(({ fault }) => fault === "unreadable") ? "unreadable" : "cut");
      }),
      { numRuns: 60 },
    );
    writeFileSync(edited, Buffer.concat([bytes, Buffer.from("\n")]));
    expect(verifyFile(edited)).toMatchObject({ ok: false });
  });

  it.each([
    ["jsonl", 0],
    ["csv", 1],
  ] as const)("as %s names lines that were changed, removed, doubled or put elsewhere", async (format, first) => {
    const { path } = await exportAs(format);
    const at = (n: number): number => first + n - 1;
    expect(faultsOf(rewrite(path, (lines) => lines.toSpliced(at(4), 1)))).toEqual([["removed", 4, 4]]);
    expect(faultsOf(rewrite(path, (lines) => lines.toSpliced(at(18), 1)))).toEqual([["removed", 18, 18]]);
    expect(faultsOf(rewrite(path, (lines) => lines.toSpliced(at(4), 0, lines[at(4)] ?? "")))).toEqual([["added", 4, 4]]);
    expect(faultsOf(rewrite(path, (lines) => lines.toSpliced(at(4), 2, lines[at(5)] ?? "", lines[at(4)] ?? "")))).toEqual([
      ["reordered", 4, 4],
    ]);
    const changed = rewrite(path, (lines) => lines.map((line) => line.replaceAll("message 3", "message 9")));
    expect(faultsOf(changed)).toEqual([["changed", 3, 3]]);
  });

  it("names one that was reckoned anew, hashes, footer and all", async () => {
    const { path, footer } = await exportAs("jsonl");
    const forge = (lines: string[]): { rows: string[]; footer: RecordFooter } => {
      let hash = GENESIS;
      const rows = lines.slice(0, -1).map((row) => {
        const line = row.replace(/,"hash":"[0-9a-f]{64}"\}$/, "}").replace("Ana", "Eve");
        hash = link(hash, line);
        return `${line.slice(0, -1)},"hash":"${hash}"}`;
      });
      const sha256 = createHash("sha256")
        .update(rows.map((row) => `${row}\n`).join(""))
        .digest("hex");
      return { rows, footer: { ...(readFooter(lines.at(-1) ?? "") as RecordFooter), hash, sha256 } };
    };
    const kept = rewrite(path, (lines) => {
      const forged = forge(lines);
      return [...forged.rows, footerRow(forged.footer)];
    });
    expect(faultsOf(kept)).toEqual([["recomputed", null, null]]);
    const own = generateKeyPairSync("ed25519");
    rewrite(path, (lines) => {
      const forged = forge(lines);
      const publicKey = Buffer.from(String(own.publicKey.export({ format: "jwk" }).x), "base64url").toString("hex");
      const unsigned = { ...forged.footer, publicKey };
      const signed = sign(null, Buffer.from(statementOf(unsigned)), own.privateKey).toString("hex");
      return [...forged.rows, footerRow({ ...unsigned, signature: signed.replace(/^.{64}/, "$&.") })];
    });
    expect(faultsOf(verifyFile(`${path}.edited`, [footer.publicKey]))).toEqual([["otherKey", null, null]]);
  });

  it("of one room, or of a time, holds what belongs to it and verifies", async () => {
    const room = await exportAs("jsonl", { room: "room-a", from: null, to: null });
    const kinds = readFileSync(room.path, "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => (JSON.parse(line) as { kind: string }).kind);
    expect(kinds).toEqual(["command", "command", "alarm", "footer"]);
    expect(verifyFile(room.path)).toMatchObject({ ok: true, faults: [] });
    const time = await exportAs("csv", { room: null, from: 2_002, to: 2_003 });
    expect(time.footer.lines).toBeGreaterThan(1);
    expect(verifyFile(time.path).ok).toBe(true);
    expect(faultsOf(rewrite(time.path, (lines) => lines.toSpliced(2, 1)))).toEqual([["removed", null, null]]);
  });

  it("says so where there is no keychain, and makes no difference otherwise", async () => {
    keychain = createFakeKeychain({ state: "missing" });
    const { path, footer } = await exportAs("jsonl");
    expect(footer.key).toBe("run");
    expect(verifyFile(path)).toMatchObject({ ok: true, key: { kept: "run" } });
  });

  it("uses one key from the keychain, and never shows its private half", async () => {
    const first = await exportAs("jsonl");
    const again = await exportAs("csv");
    expect(again.footer.publicKey).toBe(first.footer.publicKey);
    const [secret = ""] = keychain.secrets.values();
    expect(secret.length).toBeGreaterThan(40);
    for (const { path } of [first, again]) expect(readFileSync(path, "utf8")).not.toContain(secret);
  });

  it("of a record that was tampered with does not verify, whatever its format", async () => {
    change("UPDATE events SET cmd = 4 WHERE id = 2");
    for (const format of ["jsonl", "csv", "html"] as const) {
      const { path, footer } = await exportAs(format);
      expect(footer.faults).toBe(1);
      expect(faultsOf(verifyFile(path))).toEqual([["changed", format === "html" ? null : 2, format === "html" ? null : 2]]);
    }
    expect(readFileSync(join(folder, "record.html"), "utf8")).toContain("WARNING");
  });
});

it("whatever people and servers write goes through the record and every format unharmed", async () => {
  const desk = openDesk(folder);
  const text = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom("=1+1", '","', "--><script>", "\n\r\t", "\ud800", 'x,"{""number"":1'),
  );
  let sequence = 0;
  for (const [room, message, more] of fc.sample(fc.tuple(text, text, fc.jsonValue()), { numRuns: 200, seed: 7 })) {
    sequence += 1;
    const raw = JSON.stringify({ cmd: 3, sequence, data: { message, more } });
    desk.journal.record([{ roomUuid: room.replaceAll("\0", "") || "r", insert: [eventOf(sequence, { raw })] }]);
  }
  desk.close();
  expect(verifyJournal()).toMatchObject({ ok: true, count: 200 });
  for (const format of ["jsonl", "csv", "html"] as const) {
    const { path } = await exportAs(format);
    expect(verifyFile(path)).toMatchObject({ ok: true, faults: [] });
    if (format === "html") expect(readFileSync(path, "utf8").includes("<script")).toBe(false);
  }
});
