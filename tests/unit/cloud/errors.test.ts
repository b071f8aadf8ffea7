import { describe, expect, test } from "vitest";
import { BY_BUSINESS_CODE, codeOfAnswer, dateHeader, problemOfFault, retryAfter, uncertain } from "../../../electron/cloud/errors.ts";
import type { ProblemCode } from "../../../electron/cloud/types.ts";
import type { HttpFault } from "../../../shared/ports.ts";

describe("the specification's table (§7)", () => {
  test.each<[number, number | null, ProblemCode]>([
    [400, 400, "rejected"],
    [401, null, "unauthorized"],
    [403, 30403200, "muted"],
    [404, null, "notFound"],
    [404, 20404100, "roomAbsent"],
    [404, 20404200, "userAbsent"],
    [409, 30409410, "recordingNotStarted"],
    [409, 30409411, "recordingNotEnded"],
    [409, 30409100, "alreadyStarted"],
    [409, 30409101, "alreadyEnded"],
    [500, 500, "serverError"],
    [503, null, "unavailable"],
  ])("HTTP %d with code %s is %s", (status, code, problem) => {
    expect(codeOfAnswer(status, code)).toBe(problem);
  });
});

describe("beyond it (public facts §8)", () => {
  test.each<[number, number | null, ProblemCode]>([
    [400, 30400412, "rootUrlMissing"],
    [400, 30400100, "tenantMissing"],
    [403, 30403100, "mayNotEnter"],
    [403, 20403001, "roleFull"],
    [403, 20403002, "roomFull"],
    [404, 20404101, "sequenceAbsent"],
    [404, 30404462, "notOnStage"],
    [409, 20409000, "processConflict"],
    [409, 20409100, "roomExists"],
    [409, 30409103, "screenNotShared"],
    [409, 30409104, "roomTypeConflict"],
    [409, 30409460, "handConflict"],
    [409, 30409601, "alreadyInvited"],
    [410, 30410100, "classOver"],
    [410, 20410100, "classOver"],
    [410, 20410200, "userOffline"],
    [429, 30429461, "stageFull"],
    [429, null, "rateLimited"],
    [500, null, "serverError"],
    [408, null, "unavailable"],
    [413, null, "rejected"],
    [502, null, "unavailable"],
    [504, null, "unavailable"],
    [599, null, "serverError"],
    [403, null, "forbidden"],
    [409, null, "conflict"],
    [418, null, "rejected"],
    [302, null, "notJson"],
  ])("HTTP %d with code %s is %s", (status, code, problem) => {
    expect(codeOfAnswer(status, code)).toBe(problem);
  });

  test.each<[number | null, ProblemCode]>([
    [20404100, "roomAbsent"],
    [500, "serverError"],
    [401, "unauthorized"],
    [30409999, "conflict"],
    [20403777, "forbidden"],
    [7, "badShape"],
    [null, "badShape"],
  ])("HTTP 200 with code %s is %s", (code, problem) => {
    expect(codeOfAnswer(200, code)).toBe(problem);
  });
});

test("every fault of an attempt has its name, and is only maybe done where it left", () => {
  const expected: Record<HttpFault["kind"], ProblemCode> = {
    dns: "dns",
    refused: "refused",
    reset: "reset",
    timeout: "timeout",
    tls: "tls",
    truncated: "truncated",
    tooBig: "tooBig",
    badEncoding: "notJson",
    aborted: "aborted",
    network: "network",
  };
  for (const [kind, code] of Object.entries(expected) as [HttpFault["kind"], ProblemCode][]) {
    for (const sent of [true, false])
      expect(problemOfFault({ kind, sent, detail: "d" })).toMatchObject({ code, maybeDone: sent, detail: "d" });
  }
});

test("after a 5xx, or an answer that nobody understands, the request may have had its effect; after a 4xx it has not", () => {
  expect((["serverError", "unavailable", "notJson", "badShape"] as const).every(uncertain)).toBe(true);
  expect((["unauthorized", "conflict", "rateLimited", "roomAbsent", "rejected"] as const).some(uncertain)).toBe(false);
});

describe("headers", () => {
  const AT = "Tue, 14 Nov 2023 22:13:20 GMT";
  const NOW = 1_700_000_000_000;

  test("Date is the server's time", () => {
    expect(dateHeader({ date: AT })).toBe(NOW);
    expect(dateHeader({ date: "soon" })).toBeNull();
    expect(dateHeader({})).toBeNull();
  });

  test.each<[string | undefined, number | null]>([
    ["3", 3_000],
    ["0", 0],
    [" 12 ", 12_000],
    ["Tue, 14 Nov 2023 22:14:20 GMT", 60_000],
    ["Tue, 14 Nov 2023 22:00:00 GMT", 0],
    ["999999999999", 86_400_000],
    ["soon", null],
    ["", null],
    [undefined, null],
  ])("Retry-After %j is %s ms", (text, ms) => {
    expect(retryAfter(text === undefined ? {} : { "retry-after": text }, NOW)).toBe(ms);
  });
});

test("every business code has a problem of its own, so that each is told in its own words", () => {
  // Ended and closed are told by two codes of one meaning.
  const sharing = new Set<ProblemCode>(["classOver"]);
  const codes = Object.values(BY_BUSINESS_CODE).filter((code) => !sharing.has(code));
  expect(new Set(codes).size).toBe(codes.length);
  for (const general of ["conflict", "rejected", "notFound", "forbidden"] as const) expect(codes).not.toContain(general);
});
