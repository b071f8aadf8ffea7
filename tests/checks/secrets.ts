/** Looks for secrets in everything that a run has written, in each form in which a text can lie in a file. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** As it is, in hexadecimal, percent-encoded, in two-byte characters, and in base64 wherever it begins. */
const forms = (secret: string): Buffer[] => {
  const raw = Buffer.from(secret, "utf8");
  const base64 = [0, 1, 2].flatMap((shift) => {
    const whole = Buffer.concat([Buffer.alloc(shift, 65), raw]).toString("base64");
    // What depends on the neighbours is left away at both ends.
    const inner = whole.slice(shift === 0 ? 0 : 4, -4);
    return [inner, inner.replaceAll("+", "-").replaceAll("/", "_")];
  });
  const texts = [secret, encodeURIComponent(secret), raw.toString("hex"), raw.toString("hex").toUpperCase(), ...base64];
  return [...texts.map((text) => Buffer.from(text, "latin1")), Buffer.from(secret, "utf16le")];
};

const contentsOf = (folder: string): { path: string; content: Buffer }[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((found) => {
    const path = join(found.parentPath, found.name);
    try {
      return found.isFile() ? [{ path, content: readFileSync(path) }] : [];
    } catch {
      // It went while we looked.
      return [];
    }
  });

const holdsOneOf = (secrets: readonly string[]): ((content: Buffer) => boolean) => {
  const wanted = secrets.flatMap(forms);
  return (content) => wanted.some((form) => content.includes(form));
};

/** Files below `folder` in which one of `secrets` lies. */
export const placesOf = (folder: string, secrets: readonly string[]): string[] => {
  const holds = holdsOneOf(secrets);
  return contentsOf(folder)
    .filter(({ content }) => holds(content))
    .map(({ path }) => path);
};

/** Any access token of either generation: a version, then far more base64 than a word has. */
const TOKEN = /00[67][A-Za-z0-9+/]{80,}/;

const holdsToken = (content: Buffer): boolean => TOKEN.test(content.toString("latin1"));

/** Files below `folder` in which an access token lies. */
export const tokenPlaces = (folder: string): string[] =>
  contentsOf(folder)
    .filter(({ content }) => holdsToken(content))
    .map(({ path }) => path);

/** A person hands these over: a certificate, a file that may hold one, a text that is looked into. */
const HANDED_OVER = /"name":"(certificate\.save|profiles\.import|token\.inspect)"/;

/** What crossed between page and main in a folder that `tests/host/ipcTrace.ts` has written, and should not have. */
export const crossings = (folder: string, secrets: readonly string[]): string[] => {
  const holds = holdsOneOf(secrets);
  const heard = readFileSync(join(folder, "toMain"), "utf8");
  const ordinary = heard.split("\n").filter((line) => !HANDED_OVER.test(line));
  const toMain = Buffer.from(ordinary.join("\n"));
  const toPage = readFileSync(join(folder, "toPage"));
  return [
    ...(holds(toPage) || holdsToken(toPage) ? ["a secret went to the page"] : []),
    ...(holds(toMain) || holdsToken(toMain) ? ["a secret came from the page in a call that is not for secrets"] : []),
    // Where nothing was kept nothing can be found.
    ...(toPage.length === 0 || heard === "" ? ["nothing was traced between page and main"] : []),
  ];
};
