import { describe, expect, it } from "vitest";
import { readFlags } from "../../../electron/practice/flags.ts";
import { PRACTICE_KEYS } from "../../../electron/practice/practiceCloud.ts";

describe("the flags of the practice cloud", () => {
  it("have defaults: any port, an exam day in real time, the public keys", () => {
    expect(readFlags([])).toMatchObject({ ok: true, value: { port: 0, scenario: "exam-day", seed: 1, speed: 1, ...PRACTICE_KEYS } });
  });

  it("say what the service lacks", () => {
    const read = readFlags(["--without", "getRoom,closedState"]);
    expect(read).toMatchObject({ value: { features: { getRoom: false, propertyEvents: true, closedState: false } } });
  });

  const BAD: Record<string, readonly string[]> = {
    "a port beyond": ["--port", "70000"],
    "a port that is no number": ["--port", "x"],
    "an empty port": ["--port", ""],
    "a broken seed": ["--seed", "1.5"],
    "a speed of nothing": ["--speed", "0"],
    "an endless speed": ["--speed", "Infinity"],
    "an unknown scenario": ["--scenario", "party"],
    "a short app id": ["--app-id", "abc"],
    "a certificate that is not hexadecimal": ["--app-certificate", "g".repeat(32)],
    "no folder": ["--data-dir", ""],
    "an unknown feature": ["--without", "everything"],
    "an unknown flag": ["--loud"],
  };
  it.each(Object.entries(BAD))("name the one at fault: %s", (_what, args) => {
    expect(readFlags([...args])).toEqual({ ok: false, error: expect.stringContaining(args[0] ?? "") });
  });
});
