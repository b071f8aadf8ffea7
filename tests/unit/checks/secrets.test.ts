/** The positive control of the search for secrets: what was planted is found. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { crossings, placesOf, tokenPlaces } from "../../checks/secrets.ts";
import { createIpcTrace } from "../../host/ipcTrace.ts";

test("the search finds a secret in every form in which it could lie there", () => {
  const folder = mkdtempSync(join(tmpdir(), "canary-control-"));
  const token = "007eJxTYLj+/abc=def";
  for (const secret of ["5ec2e7f0125ec2e7f0125ec2e7f01200", token]) {
    const planted: Record<string, Buffer> = {
      raw: Buffer.from(`{"certificate":"${secret}"}`),
      hex: Buffer.from(Buffer.from(secret).toString("hex")),
      base64: Buffer.from(Buffer.from(`id:${secret}:more`).toString("base64")),
      shifted: Buffer.from(Buffer.from(`i:${secret}`).toString("base64url")),
      url: Buffer.from(`?token=${encodeURIComponent(secret)}&x`),
      wide: Buffer.from(`..${secret}..`, "utf16le"),
    };
    for (const [name, content] of Object.entries(planted)) writeFileSync(join(folder, name), content);
    expect(placesOf(folder, [secret]).length).toBe(Object.keys(planted).length);
    expect(placesOf(folder, ["another secret altogether"])).toEqual([]);
  }
  rmSync(folder, { recursive: true });
});

test("an access token that nobody knew of is found by its form; other text is not taken for one", () => {
  const folder = mkdtempSync(join(tmpdir(), "canary-control-"));
  writeFileSync(join(folder, "clean"), "room 007, nothing else");
  expect(tokenPlaces(folder)).toEqual([]);
  const token = `007eJx${"TYNDNaz3snC8huEfHWdz6s98qltq4zqy9fl99Uh0FDvy6F6DAYGlu4OxobJqSamaQ".repeat(2)}`;
  writeFileSync(join(folder, "log"), `{"header":"${token}"}`);
  expect(tokenPlaces(folder)).toEqual([join(folder, "log")]);
  rmSync(folder, { recursive: true });
});

test("what crosses between page and main is looked through, but for what a person hands over", () => {
  const folder = mkdtempSync(join(tmpdir(), "canary-control-"));
  const secret = "5ec2e7f0125ec2e7f0125ec2e7f01200";
  const token = `007eJx${"TYNDNaz3snC8huEfHWdz6s98qltq4zqy9fl99Uh0FDvy6F6DAYGlu4OxobJqSamaQ".repeat(2)}`;
  const found = (toMain: string, toPage: string): string[] => {
    const trace = createIpcTrace(folder);
    trace.toMain(toMain);
    trace.toPage(toPage);
    const faults = crossings(folder, [secret]);
    for (const name of ["toMain", "toPage"]) rmSync(join(folder, name));
    return faults;
  };
  const call = (name: string, text: string): string => JSON.stringify({ kind: "invoke", args: ["array", [{ name, input: { text } }]] });
  expect(found(call("certificate.save", secret), "{}")).toEqual([]);
  expect(found(call("token.inspect", token), "{}")).toEqual([]);
  expect(found(call("views.save", secret), "{}")).toEqual(["a secret came from the page in a call that is not for secrets"]);
  expect(found("{}", Buffer.from(secret).toString("base64"))).toEqual(["a secret went to the page"]);
  expect(found("{}", call("token.build", token))).toEqual(["a secret went to the page"]);
  createIpcTrace(folder);
  expect(crossings(folder, [secret])).toEqual(["nothing was traced between page and main"]);
  rmSync(folder, { recursive: true });
});
