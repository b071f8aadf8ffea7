import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:https";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createSystemClock } from "../../../electron/platform/clock.ts";
import { createHttp } from "../../../electron/platform/http.ts";
import type { HttpAnswer, HttpFault } from "../../../shared/ports.ts";
import type { Result } from "../../../shared/result.ts";

const fixture = (name: string): string => readFileSync(new URL(`../../fixtures/tls/${name}`, import.meta.url), "utf8");
const LIMITS = { connectMs: 60_000, headersMs: 60_000, bodyMs: 60_000, maxBytes: 1_000 };
const trusted = getCACertificates("default");

let server: Server;
let port = 0;
beforeAll(async () => {
  server = createServer({ key: fixture("key.pem"), cert: fixture("certificate.pem") }, (_request, response) => response.end("by TLS"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  ({ port } = server.address() as { port: number });
});
afterAll(() => new Promise((resolve) => server.close(resolve)));
afterEach(() => setDefaultCACertificates(trusted));

const ask = async (host: string): Promise<Result<HttpAnswer, HttpFault>> => {
  const http = createHttp({ clock: createSystemClock() });
  const answered = await http.send({ method: "GET", origin: `https://${host}:${port}`, path: "/", headers: {}, limits: LIMITS }).done;
  await http.close();
  return answered;
};

test("a certificate that nobody vouches for ends it before anything is sent", async () => {
  expect(await ask("127.0.0.1")).toMatchObject({ ok: false, error: { kind: "tls", sent: false } });
});

test("a certificate of a trusted authority is taken, one for another name is not", async () => {
  setDefaultCACertificates([...trusted, fixture("certificate.pem")]);
  expect(await ask("127.0.0.1")).toMatchObject({ ok: true, value: { text: "by TLS" } });
  expect(await ask("[::ffff:127.0.0.1]")).toMatchObject({ ok: false, error: { kind: "tls", sent: false } });
});
