/** The positive control of the search for secrets: what was planted is found. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { placesOf, tokenPlaces } from "../../checks/secrets.ts";

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
