import { afterEach, describe, expect, test } from "vitest";
import { buildAccessToken2 } from "../../../electron/tokens/accessToken2.ts";
import { CLEAR_AFTER_MS, createTokenClipboard } from "../../../electron/tokens/clipboard.ts";
import { inspectToken } from "../../../electron/tokens/inspect.ts";
import { servicesOf } from "../../../electron/tokens/kinds.ts";
import type { ConnectionTest } from "../../../shared/model/connectionTest.ts";
import { createVirtualClock } from "../../fakes/clock.ts";
import { startTrickServer } from "../../fakes/trickServer.ts";
import { APP, type Desk, good, openDesk, PRACTICE_KEYS, profileFor, startCloud } from "./desk.ts";

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});
const keep = <T extends { close(): Promise<void> }>(one: T): T => {
  open.push(one);
  return one;
};

/** A desk with a profile of the cloud, its certificate in the keychain, not switched to. */
const prepared = async (
  more: object = {},
  certificate: string = APP.appCertificate,
): Promise<{ at: Desk; id: string; baseUrl: string }> => {
  const { baseUrl } = keep(await startCloud());
  const at = keep(await openDesk());
  const { id } = good(await at.call("profiles.save", { id: null, profile: profileFor(baseUrl, more) }));
  good(await at.call("certificate.save", { id, certificate, where: "keychain" }));
  return { at, id, baseUrl };
};

const trouble = async (baseUrl: string, order: object): Promise<void> => {
  const set = await fetch(`${baseUrl}/practice/trouble`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(order),
  });
  expect(set.ok).toBe(true);
};

describe("the connection test", () => {
  const run = async (at: Desk, id: string): Promise<ConnectionTest> => good(await at.call("connection.test", { id }));

  test("says that a refusal comes from the certificate or the id where everything else is ruled out", async () => {
    const { at, id } = await prepared({}, "00000000000000000000000000000000");
    const result = await run(at, id);
    expect(result).toMatchObject({ verdict: "unauthorized", hosts: [{ problem: "unauthorized", httpStatus: 401 }] });
    expect(result.remaining).toEqual(expect.arrayContaining(["certificate", "appId", "region"]));
    expect(result.ruledOut).toEqual(expect.arrayContaining(["uid", "clock", "tokenKind"]));
    expect(Math.abs(result.clockOffset ?? Number.NaN)).toBeLessThan(5_000);
  });

  test("says that a refusal comes from the clock, read from the refusal itself", async () => {
    const { at, id, baseUrl } = await prepared();
    // Far enough ahead that a token of this clock has ended there.
    await trouble(baseUrl, { kind: "clock", offsetMs: 172_800_000 });
    const result = await run(at, id);
    expect(result).toMatchObject({ verdict: "unauthorized", remaining: ["clock"] });
    expect(result.clockOffset).toBeGreaterThan(172_000_000);
  });

  test("never reads operation 9, and reads one room", async () => {
    const paths: string[] = [];
    const server = keep(
      await startTrickServer((socket, { path }) => {
        paths.push(path);
        socket.end(
          "HTTP/1.1 404 x\r\ncontent-type: application/json\r\nconnection: close\r\ncontent-length: 39\r\n\r\n" +
            '{"code":20404100,"msg":"absent","ts":1}',
        );
      }),
    );
    const at = keep(await openDesk());
    const { id } = good(await at.call("profiles.save", { id: null, profile: profileFor(server.origin) }));
    good(await at.call("certificate.save", { id, certificate: APP.appCertificate, where: "memory" }));
    expect((await run(at, id)).verdict).toBe("proved");
    expect(paths).toEqual([expect.stringMatching(new RegExp(`^/ap/edu/apps/${APP.appId}/v2/rooms/[^/]+/sequences$`)) as string]);
  });

  test("tells a host that does not answer from one whose name does not resolve, and each host of the profile apart", async () => {
    const at = keep(await openDesk());
    const { baseUrl } = keep(await startCloud());
    const verdictOf = async (hosts: { primary: string; alternate?: string }): Promise<ConnectionTest> => {
      const { id } = good(
        await at.call("profiles.save", { id: null, profile: profileFor(baseUrl, { hosts, name: hosts.primary.slice(0, 60) }) }),
      );
      good(await at.call("certificate.save", { id, certificate: APP.appCertificate, where: "memory" }));
      return run(at, id);
    };
    expect((await verdictOf({ primary: "http://127.0.0.1:1" })).verdict).toBe("unreachable");
    expect((await verdictOf({ primary: "http://no-such-host.invalid" })).verdict).toBe("unresolved");
    expect(await verdictOf({ primary: "http://127.0.0.1:1", alternate: baseUrl })).toMatchObject({
      verdict: "proved",
      hosts: [
        { role: "primary", problem: "refused" },
        { role: "alternate", problem: null },
      ],
    });
  });
});

describe("a token that is built", () => {
  test("is on the clipboard, and nothing of it is in the answer", async () => {
    const { at, id } = await prepared();
    const answer = good(
      await at.call("token.build", {
        profileId: id,
        kind: "education-room-user",
        account: "ann",
        room: "r1",
        role: 2,
        validForSeconds: 900,
      }),
    );
    const token = inspectToken(at.clipboard.text, { certificate: APP.appCertificate });
    expect(token).toMatchObject({ ok: true, value: { signatureValid: true, expiresIn: 900, appId: APP.appId } });
    expect(JSON.stringify(answer)).not.toContain("007");
    expect(answer.expiresAt).toBeGreaterThan(Date.now() + 890_000);
  });

  test("needs what its kind needs, and a certificate", async () => {
    const { at, id } = await prepared();
    expect(await at.call("token.build", { profileId: id, kind: "chat-user", validForSeconds: 60 })).toMatchObject({
      ok: false,
      error: { field: "account" },
    });
    good(await at.call("certificate.forget", { id }));
    expect(await at.call("token.build", { profileId: id, kind: "chat-app", validForSeconds: 60 })).toMatchObject({
      ok: false,
      error: { reason: "noCertificate" },
    });
  });

  test("leaves the clipboard after a minute, unless something else is there by then", async () => {
    const clock = createVirtualClock();
    let text = "";
    const shell = {
      openExternal: async () => ({ ok: true, value: undefined }) as const,
      copyText: (copied: string) => {
        text = copied;
      },
      clearText: (held: string) => {
        if (text === held) text = "";
      },
      printPdf: async () => ({ ok: true, value: undefined }) as const,
      keepAwake: () => () => undefined,
    };
    const clipboard = createTokenClipboard({ shell, clock });
    clipboard.copy("one", 0);
    await clock.advance(CLEAR_AFTER_MS - 1);
    expect(text).toBe("one");
    await clock.advance(1);
    expect(text).toBe("");
    clipboard.copy("two", 0);
    text = "a person's own";
    await clock.advance(CLEAR_AFTER_MS);
    expect(text).toBe("a person's own");
    clipboard.copy("three", 0);
    clipboard.close();
    expect(text).toBe("");
    expect(clock.pending()).toBe(0);
  });
});

describe("the inspector", () => {
  const now = Math.floor(Date.now() / 1_000);
  const token = (more: { appId?: string; certificate?: string; issuedAt?: number; expiresIn?: number } = {}): string => {
    const expiresIn = more.expiresIn ?? 600;
    const services = servicesOf("chat-user", expiresIn, { account: "u-1", room: "", role: -1 });
    const built = buildAccessToken2(
      { appId: more.appId ?? APP.appId, issuedAt: more.issuedAt ?? now, expiresIn, salt: 9, services },
      more.certificate ?? APP.appCertificate,
    );
    if (!built.ok) throw new Error(built.error.detail);
    return built.value;
  };
  const rows: [string, string, boolean | null, string[]][] = [
    ["a good one", token(), true, []],
    ["one of another application", token({ appId: PRACTICE_KEYS.appId }), false, ["otherApplication"]],
    ["one with another certificate", token({ certificate: PRACTICE_KEYS.appCertificate }), false, ["badSignature"]],
    ["one that has expired", token({ issuedAt: now - 700 }), false, ["expired"]],
    ["one from the future", token({ issuedAt: now + 3_600 }), false, ["issuedInFuture"]],
    ["one for two days", token({ expiresIn: 172_800 }), true, ["longerThanADay"]],
    ["no token", "hello", false, ["unreadable"]],
    ["a token that was cut", token().slice(0, 60), false, ["unreadable"]],
    ["nothing", "", false, ["unreadable"]],
  ];
  test("says what stands in a token, and why it holds or not", async () => {
    const { at, id } = await prepared();
    for (const [what, text, valid, reasons] of rows) {
      const inspected = good(await at.call("token.inspect", { text: ` ${text}\n`, profileId: id, account: null }));
      expect({ what, valid: inspected.valid, reasons: inspected.reasons }).toEqual({ what, valid, reasons });
    }
    expect(good(await at.call("token.inspect", { text: token(), profileId: id, account: null }))).toMatchObject({
      version: "007",
      kind: "chat-user",
      issuedAt: now * 1_000,
      expiresAt: (now + 600) * 1_000,
      salt: 9,
      signature: "valid",
      services: [{ name: "chat", account: "u-1", privileges: [{ id: 1, name: "user", expiresAt: (now + 600) * 1_000 }] }],
    });
    expect(good(await at.call("token.inspect", { text: token(), profileId: null, account: null }))).toMatchObject({
      valid: null,
      signature: "unchecked",
    });
  });
});

describe("chat users", () => {
  test("are registered with a verdict each, looked up, and given tokens that never reach the window", async () => {
    const { at, id } = await prepared();
    const user = (username: string, more: object = {}) => ({ username, password: "pw", ...more });
    const users = [
      user("ann", { nickname: "Ann" }),
      user("b/ob"),
      user("ann"),
      user("x".repeat(65)),
      user(" "),
      { username: "cid", password: "" },
    ];
    const { verdicts } = good(await at.call("chatUsers.register", { profileId: id, users }));
    expect(verdicts.map(({ verdict }) => verdict).sort()).toEqual(["doubled", "invalid", "invalid", "invalid", "registered", "registered"]);
    expect(good(await at.call("chatUsers.register", { profileId: id, users: [user("ann")] })).verdicts).toMatchObject([
      { verdict: "exists" },
    ]);
    expect(
      good(await at.call("chatUsers.register", { profileId: id, users: [user("ann"), user("dan")] })).verdicts.map(
        ({ verdict }) => verdict,
      ),
    ).toEqual(["exists", "registered"]);
    const found = good(await at.call("chatUsers.lookUp", { profileId: id, username: "b/ob" })).user;
    expect(found).toMatchObject({ username: "b/ob", uuid: expect.any(String) as string });
    expect(good(await at.call("chatUsers.lookUp", { profileId: id, username: "nobody" })).user).toBeNull();
    const issued = good(await at.call("chatUsers.issueToken", { profileId: id, username: "b/ob", validForSeconds: 600 }));
    expect(issued.copied).toBe(true);
    expect(inspectToken(at.clipboard.text)).toMatchObject({
      ok: true,
      value: { services: [{ account: found?.uuid, privileges: { 1: 600 } }] },
    });
    expect(await at.call("chatUsers.issueToken", { profileId: id, username: "nobody", validForSeconds: 600 })).toMatchObject({
      ok: false,
      error: { code: "notFound" },
    });
  });

  test("that cannot be asked for are an error, never absent", async () => {
    const { at, id, baseUrl } = await prepared();
    for (const order of [{ kind: "unauthorized" }, { kind: "tooMany" }, { kind: "internal" }]) {
      await trouble(baseUrl, { ...order, path: "/users/ann", count: 2 });
      expect(await at.call("chatUsers.lookUp", { profileId: id, username: "ann" })).toMatchObject({
        ok: false,
        error: { code: "unavailable" },
      });
      await fetch(`${baseUrl}/practice/trouble`, { method: "DELETE" });
    }
  });

  test("of a profile that only observes are not registered", async () => {
    const { at, id } = await prepared({ observeOnly: true });
    expect(await at.call("chatUsers.register", { profileId: id, users: [{ username: "ann", password: "pw" }] })).toMatchObject({
      ok: false,
      error: { reason: "observeOnly" },
    });
  });
});

test("the token server of the console serves the profile that runs, and shows what it was asked", async () => {
  const { at, id } = await prepared();
  good(await at.call("profiles.switch", { id }));
  const order = { port: 0, listenHost: "127.0.0.1", validSeconds: 600, corsOrigins: [] };
  expect(await at.call("tokenServer.start", { ...order, listenHost: "0.0.0.0" })).toMatchObject({
    ok: false,
    error: { reason: "accessKeyNeeded" },
  });
  const { url } = good(await at.call("tokenServer.start", order));
  expect(await at.call("tokenServer.start", order)).toMatchObject({ ok: false, error: { code: "conflict" } });
  const app = await (await fetch(`${url}/chat/app/token`)).text();
  await fetch(`${url}/chat/user/ann/token`);
  await fetch(`${url}/nowhere`);
  expect(inspectToken(app, { certificate: APP.appCertificate })).toMatchObject({ ok: true, value: { signatureValid: true } });
  const status = at.value("tokenServer");
  expect(status).toMatchObject({ running: true, profileId: id, served: { app: 1, user: 1, refused: 1, failed: 0, registered: 1 } });
  expect(status.requests.map(({ kind, user, outcome }) => [kind, user, outcome])).toEqual([
    ["other", null, "notFound"],
    ["user", "ann", "token"],
    ["app", null, "token"],
  ]);
  expect(JSON.stringify(status)).not.toContain(app);
  good(await at.call("tokenServer.stop", {}));
  await expect(fetch(`${url}/chat/app/token`)).rejects.toThrow();
  expect(at.value("tokenServer")).toMatchObject({ running: false, url: null });
});
