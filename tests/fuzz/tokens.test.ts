import { deflateSync } from "node:zlib";
import * as fc from "fast-check";
import { test } from "vitest";
import { parseAccessToken2, signatureMatches } from "../../electron/tokens/accessToken2.ts";
import { parseToken006 } from "../../electron/tokens/accessToken006.ts";
import { inspectToken } from "../../electron/tokens/inspect.ts";

const CERTIFICATE = "5CFd2fd1755d40ecb72977518be15d3b";
const RUNS = Number(process.env["FUZZ_RUNS"] ?? 20_000);

/** Reads a text in every way; any throw is the failure. */
const readAll = (text: string): void => {
  const parsed = parseAccessToken2(text);
  if (parsed.ok) signatureMatches(parsed.value, CERTIFICATE);
  parseToken006(text);
  const inspected = inspectToken(text, { certificate: CERTIFICATE, account: "a" });
  if (inspected.ok) JSON.stringify(inspected.value);
};

test("no text makes the token reader throw", () => {
  const encoded = fc.base64String({ maxLength: 300 });
  const text = fc.oneof(
    fc.string({ maxLength: 200 }),
    encoded.map((base64) => `007${base64}`),
    encoded.map((base64) => `006970CA35de60c44645bbae8a215061b33${base64}`),
  );
  fc.assert(fc.property(text, readAll), { numRuns: RUNS });
});

test("no content behind a sound wrapping makes the token reader throw", () => {
  const payload = fc.uint8Array({ maxLength: 200 });
  /** Begins as a real one does, so that the reader comes as far as services. */
  const plausible = fc
    .tuple(fc.nat(40), fc.uint8Array({ maxLength: 120 }))
    .map(([type, tail]) => Buffer.concat([Buffer.from([0, 0, 0, 0]), Buffer.alloc(12), Buffer.from([3, 0, type, 0]), Buffer.from(tail)]));
  fc.assert(
    fc.property(fc.oneof(payload, plausible), (bytes) => readAll(`007${deflateSync(bytes).toString("base64")}`)),
    { numRuns: RUNS },
  );
});
