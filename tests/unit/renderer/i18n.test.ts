import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { RULES } from "../../../electron/alarms/rules.ts";
import type { ProblemCode } from "../../../electron/cloud/types.ts";
import type { VisitFault } from "../../../electron/hosting/visits.ts";
import { TroubleOrder } from "../../../electron/practice/trouble/orders.ts";
import { CANNOT } from "../../../renderer/features/commands/entries.ts";
import { FIELDS } from "../../../renderer/features/commands/fields.ts";
import { wordOf } from "../../../renderer/features/commands/names.ts";
import { kindOf } from "../../../renderer/features/room/kinds.ts";
import { en } from "../../../renderer/i18n/en/index.ts";
import { createI18n, languageFor } from "../../../renderer/i18n/setup.ts";
import { CODE_AREAS, createWords } from "../../../renderer/i18n/words.tsx";
import { zh } from "../../../renderer/i18n/zh/index.ts";
import { type CommandName, calls, contract } from "../../../shared/contract.ts";
import { FIXED } from "../../../shared/examSheet/difference.ts";
import { LOOPS } from "../../../shared/model/loop.ts";
import { BRIEF_KEYS } from "../../../shared/projection/index.ts";
import { ErrorCode } from "../../../shared/result.ts";

type Tree = { readonly [key: string]: string | Tree };

const flat = (tree: Tree, path = ""): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === "string" ? [[path + key, value] as [string, string]] : flat(value, `${path}${key}.`),
  );
const english = new Map(flat(en));
const chinese = new Map(flat(zh));
const holes = (text: string): string[] => [...new Set([...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1] ?? ""))].sort();
const withoutNumber = (key: string): string => key.replace(/_(one|other)$/, "");

/** Every problem of the cloud; the compiler asks for a new one. */
const PROBLEMS: Record<ProblemCode, true> = {
  dns: true,
  refused: true,
  reset: true,
  timeout: true,
  tls: true,
  network: true,
  truncated: true,
  tooBig: true,
  notJson: true,
  badShape: true,
  noToken: true,
  unauthorized: true,
  forbidden: true,
  notFound: true,
  roomAbsent: true,
  userAbsent: true,
  userOffline: true,
  roomExists: true,
  roomTypeConflict: true,
  roomFull: true,
  mayNotEnter: true,
  muted: true,
  stageFull: true,
  alreadyStarted: true,
  alreadyEnded: true,
  recordingNotStarted: true,
  recordingNotEnded: true,
  roleFull: true,
  classOver: true,
  tenantMissing: true,
  rootUrlMissing: true,
  sequenceAbsent: true,
  notOnStage: true,
  processConflict: true,
  screenNotShared: true,
  handConflict: true,
  alreadyInvited: true,
  conflict: true,
  rejected: true,
  rateLimited: true,
  serverError: true,
  unavailable: true,
  aborted: true,
  expired: true,
};

/** Every name and effect that a command of the contract can have. */
const COMMAND_WORDS = (Object.keys(contract.commands) as CommandName[]).flatMap((name) => {
  if (name === "room.setState") return [0, 1, 2, 3, 4].map((state) => wordOf({ name, input: { state } }));
  if (name === "person.remove")
    return ["person_remove", ...["anytime", "after", "never"].map((kind) => wordOf({ name, input: { comeBack: { kind } } }))];
  return [wordOf({ name, input: {} })];
});
const ALL_FIELDS = Object.values(FIELDS).flat();

/** Every code that a cell's verdict is made with, by the sources themselves; those of the contract's fields are named there. */
const FINDINGS = [
  ...["cells", "meaning", "check", "difference"].flatMap((file) => {
    const source = readFileSync(join(import.meta.dirname, `../../../shared/examSheet/${file}.ts`), "utf8");
    return [...source.matchAll(/(?:\bbad\(|\bcode: (?:\w+ \? )?)"(\w+)"(?: : "(\w+)")?/g)].flatMap(([, one, other]) => [one, other]);
  }),
  "bytes",
  "character",
  "id",
  "address",
  "unknown",
].filter((code) => code !== undefined);
/** Verdicts of the board and faults of streams name their reasons where they are found; a visit adds the kinds of its own faults. */
const BOARD_REASONS = ["board/verdicts", "board/page", "hosting/reading", "hosting/playlist"].flatMap((file) => {
  const source = readFileSync(join(import.meta.dirname, `../../../electron/${file}.ts`), "utf8");
  const known =
    /"((?:room|schedule|reservation|page|certificate|stream|file|recording|token|clock|sound|piece|playlist|no[RP]|not[A-Z])[A-Z]?\w*)"/g;
  return [...source.matchAll(known)].flatMap(([, reason = ""]) => (/[A-Z]/.test(reason) ? [reason] : []));
});
const VISIT_FAULTS: Record<VisitFault["kind"] | "status", true> = {
  address: true,
  redirects: true,
  foreign: true,
  dns: true,
  refused: true,
  reset: true,
  timeout: true,
  tls: true,
  truncated: true,
  tooBig: true,
  badEncoding: true,
  aborted: true,
  network: true,
  status: true,
};

const NOTICES = [
  "certificateInFile",
  "certificateOnlyInFile",
  "certificateRefused",
  "certificateInMemory",
  "keychainMissing",
  "keychainLocked",
  "keychainSlow",
  "keychainRefused",
  "keychainCut",
  "journalSetAside",
  "journalDamaged",
  "registrySetAside",
  "examsSetAside",
];

/** Why the console itself refuses a command (electron/commands). */
const COMMAND_REFUSALS = "roomExists room command bulk commandId stateUnknown noSchedule pastTime cancelled confirmed letGo".split(" ");

describe("the translations", () => {
  it("have the same keys", () => {
    const keys = (map: Map<string, string>): string[] => [...new Set([...map.keys()].map(withoutNumber))].sort();
    expect(keys(chinese)).toEqual(keys(english));
  });

  it("have the same holes to fill, but for number words", () => {
    const differing = [...chinese].filter(([key, text]) => {
      const original = english.get(key) ?? "";
      return (
        JSON.stringify(holes(text).filter((hole) => hole !== "count")) !==
        JSON.stringify(holes(original).filter((hole) => hole !== "count"))
      );
    });
    expect(differing).toEqual([]);
  });

  it("are complete: no Chinese sentence is English, none is empty", () => {
    const same = [...chinese].filter(([key, text]) => text === "" || (text === english.get(key) && /[a-z]{3,} [a-z]{3,}/i.test(text)));
    expect(same).toEqual([]);
  });

  it("use Chinese punctuation beside Chinese words", () => {
    expect([...chinese].filter(([, text]) => /[\u4e00-\u9fff][,;:?()]|[,;:?()][\u4e00-\u9fff]/.test(text))).toEqual([]);
  });

  const withCode = (area: string, codes: readonly string[]) => codes.map((code) => `${area}.${code}`);
  it.each([
    ["problems", withCode("problems", [...Object.keys(PROBLEMS), "store", "tailMissing", "unknown"])],
    [
      "failures",
      withCode("failures", [...Object.keys(PROBLEMS), "cutOff", "noEffect", "outcomeUnknown", "neverObserved", "internal", "unknown"]),
    ],
    ["notices", withCode("notices", [...NOTICES, "unknown"])],
    [
      "alarms",
      withCode(
        "alarms",
        Object.keys(RULES).flatMap((rule) => [rule, `${rule}Step`]),
      ),
    ],
    [
      "troubleKinds",
      withCode(
        "troubleKinds",
        TroubleOrder.options.map(({ shape }) => shape.kind.value),
      ),
    ],
    ["loops", withCode("loops", [...LOOPS, "unknown"])],
    ["errors", withCode("errors", [...ErrorCode.options, ...COMMAND_REFUSALS])],
    ["examFindings", withCode("examFindings", FINDINGS)],
    ["examFixed", withCode("examFixed", FIXED)],
    [
      "errors of the disk",
      [
        ...["corrupt", "newer", "readOnly", "full", "locked", "missing", "other"].flatMap((kind) => [
          `errors.store.${kind}`,
          `errors.outbox${kind.charAt(0).toUpperCase()}${kind.slice(1)}`,
        ]),
        ...["full", "denied", "missing", "other"].map((kind) => `errors.file.${kind}`),
      ],
    ],
    ["commandNames", withCode("commandNames", [...COMMAND_WORDS, "person_letIn_form", "recording_start_form", "unknown"])],
    ["commandEffects", withCode("commandEffects", [...COMMAND_WORDS.filter((word) => word !== "person_remove"), "unknown"])],
    ["askFields", ALL_FIELDS.flatMap(({ word }) => [`askFields.${word}.label`, `askFields.${word}.help`])],
    ["askChoices", ALL_FIELDS.flatMap(({ word, options = [] }) => options.map((option) => `askChoices.${word}_${option}`))],
    ["boardReasons", withCode("boardReasons", [...BOARD_REASONS, ...Object.keys(VISIT_FAULTS), "unknown"])],
    ["cannot", CANNOT.flatMap((what) => [`cannot.${what}.name`, `cannot.${what}.why`, `cannot.${what}.instead`])],
    ["events", withCode("events", [...Object.keys(BRIEF_KEYS), "unknown"])],
  ])("%s: every code has a sentence", (_, keys) => {
    const known = new Set([...english.keys()].map(withoutNumber));
    expect(keys.filter((key) => !known.has(key))).toEqual([]);
  });

  it("every sentence of an event asks for no parameter that its brief lacks", () => {
    for (const [key, params] of Object.entries(BRIEF_KEYS)) {
      const asked = holes(english.get(`events.${key}`) ?? "");
      expect(
        asked.filter((hole) => !(params as readonly string[]).includes(hole)),
        key,
      ).toEqual([]);
    }
  });

  it("every key that the renderer names exists, and no sentence is kept that nothing names", () => {
    const root = join(import.meta.dirname, "../../../renderer");
    const source = readdirSync(root, { recursive: true, encoding: "utf8" })
      .filter((file) => /\.tsx?$/.test(file) && !file.startsWith("i18n/en") && !file.startsWith("i18n/zh"))
      .map((file) => readFileSync(join(root, file), "utf8"))
      .join("\n");
    const named = [...source.matchAll(/["'`]([a-z][A-Za-z]*(?:\.[A-Za-z0-9_]+)+)["'`]/g)].map((match) => match[1] ?? "");
    const areas = new Set(Object.keys(en));
    const known = new Set([...english.keys()].map(withoutNumber));
    const called = new Set(Object.keys(calls));
    expect(named.filter((key) => areas.has(key.split(".")[0] ?? "") && !known.has(key) && !called.has(key))).toEqual([]);

    // Keys that are put together from a name: `wall.chip.${chip}`.
    const prefixes = [...source.matchAll(/`([a-zA-Z_]+\.[a-zA-Z_.]*)\$\{/g)].map((match) => match[1] ?? "");
    const looked = [...CODE_AREAS.map((area) => `${area}.`), "events.", ...prefixes];
    const unused = [...known].filter((key) => !named.includes(key) && !looked.some((prefix) => key.startsWith(prefix)));
    expect(unused).toEqual([]);
  });
});

describe("speaking", () => {
  const words = (language: "en" | "zh") => {
    const i18n = createI18n(language);
    return createWords(i18n.t, (key, params) => i18n.exists(key, params), language, "UTC");
  };

  it("a code that nobody foresaw still makes a sentence, and is named in it", () => {
    expect(words("en").code("problems", "brandNew")).toBe("something is wrong (brandNew)");
    expect(words("zh").code("alarms", "brandNew")).toContain("brandNew");
  });

  it("a count is written as its language writes it; a number that names something is not", () => {
    expect(words("en").t("exams.import.do", { count: 10_000 })).toBe("Import 10,000 rows");
    expect(words("zh").t("exams.import.do", { count: 10_000 })).toContain("10,000");
    expect(words("en").code("examFindings", "tooLong", { max: 64_000 })).toBe("At most 64,000 characters.");
    expect(words("en").t("events.unknown", { code: 20_404_100 } as never)).toContain("20404100");
  });

  it("more names than a brief carries are counted", () => {
    const brief = { key: "enteredMany", params: { name: "Ana, Ben, Chen", count: 9 } };
    expect(words("en").brief(brief)).toBe("Ana, Ben, Chen and 6 more entered");
    expect(words("en").brief({ key: "entered", params: { name: "Ana", count: 1 } })).toBe("Ana entered");
  });

  it("text from a chat is never taken for markup or for a hole to fill", () => {
    expect(words("en").brief({ key: "chat", params: { name: "Ana", text: "<b>{{name}}</b> & $t(app.name)" } })).toBe(
      "Ana: <b>{{name}}</b> & $t(app.name)",
    );
  });

  it.each([
    ["system", ["zh-CN", "en"], "zh"],
    ["system", ["de", "zh-TW", "en"], "zh"],
    ["system", ["de", "fr"], "en"],
    ["system", [], "en"],
    ["en", ["zh-CN"], "en"],
  ] as const)("setting %s on a system with %j speaks %s", (setting, locales, expected) => {
    expect(languageFor(setting, locales)).toBe(expected);
  });

  it("every known kind of event has a group of its own, and no other kind has", () => {
    expect([1, 2, 3, 4, 5, 20, 22, 23, 1001, 1110, 1003, 1101, 1501, 1502, 41].map((cmd) => kindOf({ cmd }))).toEqual([
      "state",
      "chat",
      "chat",
      "properties",
      "properties",
      "people",
      "properties",
      "properties",
      "recording",
      "questions",
      "files",
      "rewards",
      "stage",
      "hands",
      "other",
    ]);
  });
});
