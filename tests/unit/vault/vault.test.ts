import { expect, test } from "vitest";
import { createVault } from "../../../electron/vault/vault.ts";
import { PRACTICE_APP_CERTIFICATE, PRACTICE_APP_ID } from "../../../shared/model/practice.ts";
import type { KeychainFault, Log, LogFields } from "../../../shared/ports.ts";
import { createVirtualClock } from "../../fakes/clock.ts";
import { createFakeKeychain, type FakeKeychain } from "../../fakes/keychain.ts";

const CERTIFICATE = "0123456789abcdef0123456789abcdef";
const OTHER = "fedcba9876543210fedcba9876543210";
const TRACE_CHARACTERS = 4;
const OWNER = { region: "ap", appId: "fedcba9876543210fedcba9876543210" } as const;
const PRACTICE = { region: "ap", appId: PRACTICE_APP_ID } as const;
const NOON = 1_700_000_000_000;
const FAULTS = ["missing", "locked", "slow", "refused", "cut"] as const satisfies KeychainFault["kind"][];

const setUp = (
  state: "working" | KeychainFault["kind"] = "working",
  known: { keychain: FakeKeychain; saved: Map<string, number> } | null = null,
) => {
  const lines: string[] = [];
  const write = (fields: LogFields, message: string): void => void lines.push(JSON.stringify({ ...fields, message }));
  const log: Log = { debug: write, info: write, warn: write, error: write, child: () => log };
  const keychain = known?.keychain ?? createFakeKeychain({ state });
  const saved = known?.saved ?? new Map<string, number>();
  const times = {
    savedAt: (account: string) => saved.get(account) ?? null,
    note: (account: string, at: number | null) => void (at === null ? saved.delete(account) : saved.set(account, at)),
  };
  const clock = createVirtualClock({ wall: NOON });
  return { keychain, saved, lines, clock, vault: createVault({ keychain, log, clock, times }) };
};

test("a saved certificate is in the keychain, under application and region, and is found again by the next run", async () => {
  const { vault, keychain, saved } = setUp();
  expect(vault.known(OWNER)).toEqual({ place: "unknown", savedAt: null, fingerprint: null, fault: null });
  expect(await vault.state(OWNER)).toEqual({ place: "absent", savedAt: null, fingerprint: null, fault: null });
  const there = { place: "keychain", savedAt: NOON, fingerprint: expect.stringMatching(/^[0-9a-f]{4}$/) as string, fault: null };
  expect(await vault.save(OWNER, CERTIFICATE, "keychain")).toEqual({ ok: true, value: there });
  expect([...keychain.secrets]).toEqual([[`ap:${OWNER.appId}`, CERTIFICATE]]);
  const next = setUp("working", { keychain, saved });
  expect(await next.vault.state(OWNER)).toEqual(there);
  expect(next.vault.known(OWNER)).toEqual(await vault.state(OWNER));
  expect(await next.vault.certificate(OWNER)).toEqual({ ok: true, value: CERTIFICATE });
  expect(await next.vault.certificate({ ...OWNER, region: "eu" })).toMatchObject({ ok: false, error: { kind: "noCertificate" } });
});

test("the trace is of the hash, never of the certificate, and another certificate has another", async () => {
  const { vault } = setUp();
  const first = await vault.save(OWNER, CERTIFICATE, "keychain");
  const second = await vault.save(OWNER, OTHER, "keychain");
  if (!first.ok || !second.ok) throw new Error("not saved");
  expect(first.value.fingerprint).not.toBe(second.value.fingerprint);
  expect(first.value.fingerprint).not.toBe(CERTIFICATE.slice(-TRACE_CHARACTERS));
});

test.each(FAULTS)(
  "with a keychain that is %s, a certificate that was handed over serves from memory for this run, and is never logged",
  async (kind) => {
    const { vault, lines } = setUp(kind);
    expect(await vault.certificate(OWNER)).toMatchObject({ ok: false, error: { kind: "noCertificate" } });
    expect(await vault.state(OWNER)).toMatchObject({ place: "unknown", fingerprint: null, fault: kind });
    expect(await vault.save(OWNER, CERTIFICATE, "either")).toMatchObject({
      ok: true,
      value: { place: "memory", savedAt: NOON, fault: kind },
    });
    expect(await vault.state(OWNER)).toMatchObject({ place: "memory", fault: kind });
    expect(await vault.certificate(OWNER)).toEqual({ ok: true, value: CERTIFICATE });
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.join()).not.toContain(CERTIFICATE);
  },
);

test.each(FAULTS)("with a keychain that is %s, what was meant for it is kept nowhere, until memory is asked for", async (kind) => {
  const { vault, keychain } = setUp(kind);
  expect(await vault.save(OWNER, CERTIFICATE, "keychain")).toMatchObject({ ok: true, value: { place: "absent", fault: kind } });
  expect(await vault.certificate(OWNER)).toMatchObject({ ok: false });
  expect(await vault.save(OWNER, CERTIFICATE, "memory")).toMatchObject({ ok: true, value: { place: "memory", fault: null } });
  expect(await vault.certificate(OWNER)).toEqual({ ok: true, value: CERTIFICATE });
  expect(keychain.secrets.size).toBe(0);
});

test("a failed replacement leaves the one that was in memory", async () => {
  const { vault, keychain } = setUp();
  await vault.save(OWNER, CERTIFICATE, "memory");
  keychain.become("locked");
  expect(await vault.save(OWNER, OTHER, "keychain")).toMatchObject({ ok: true, value: { place: "memory", fault: "locked" } });
  expect(await vault.certificate(OWNER)).toEqual({ ok: true, value: CERTIFICATE });
});

test("an item that the keychain holds cut is told as cut, and no token is built with it", async () => {
  const { vault, keychain } = setUp();
  await keychain.save(`ap:${OWNER.appId}`, CERTIFICATE.slice(0, 20));
  expect(await vault.state(OWNER)).toMatchObject({ place: "unknown", fault: "cut" });
  expect(await vault.certificate(OWNER)).toMatchObject({ ok: false, error: { kind: "noCertificate" } });
});

test("a certificate can be used while the keychain still thinks about keeping it", async () => {
  const { vault, keychain } = setUp();
  keychain.save = () => new Promise(() => undefined);
  void vault.save(OWNER, CERTIFICATE, "keychain");
  expect(await vault.certificate(OWNER)).toEqual({ ok: true, value: CERTIFICATE });
});

test("what is forgotten is gone from memory and keychain, and so is when it was saved", async () => {
  const { vault, keychain, saved } = setUp();
  await vault.save(OWNER, CERTIFICATE, "keychain");
  await vault.save(OWNER, OTHER, "memory");
  expect(await vault.forget(OWNER)).toEqual({ place: "absent", savedAt: null, fingerprint: null, fault: null });
  expect(await vault.state(OWNER)).toMatchObject({ place: "absent" });
  expect(keychain.secrets.size).toBe(0);
  expect(saved.size).toBe(0);
});

test("a keychain that cannot forget says so", async () => {
  const { vault, keychain } = setUp();
  await vault.save(OWNER, CERTIFICATE, "keychain");
  keychain.become("locked");
  expect(await vault.forget(OWNER)).toMatchObject({ place: "unknown", fault: "locked", savedAt: NOON });
});

test("whoever watches is told when what is known changes, and not otherwise", async () => {
  const { vault } = setUp();
  let told = 0;
  vault.watch(() => {
    told += 1;
  });
  await vault.state(OWNER);
  await vault.state(OWNER);
  expect(told).toBe(1);
  await vault.save(OWNER, CERTIFICATE, "keychain");
  expect(told).toBe(2);
});

test("the practice application needs no keychain and never uses it", async () => {
  const { vault, keychain } = setUp("missing");
  expect(await vault.state(PRACTICE)).toMatchObject({ place: "memory", fault: null });
  expect(await vault.certificate(PRACTICE)).toEqual({ ok: true, value: PRACTICE_APP_CERTIFICATE });
  keychain.become("working");
  await vault.save(PRACTICE, CERTIFICATE, "keychain");
  expect(await vault.certificate(PRACTICE)).toEqual({ ok: true, value: CERTIFICATE });
  expect(keychain.secrets.size).toBe(0);
});

test("what is no certificate is refused without being quoted", async () => {
  const { vault } = setUp();
  const refused = await vault.save(OWNER, "my secret", "keychain");
  expect(refused).toMatchObject({ ok: false, error: { code: "invalid", field: "certificate" } });
  expect(JSON.stringify(refused)).not.toContain("my secret");
});
