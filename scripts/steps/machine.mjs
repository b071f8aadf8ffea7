// @ts-check
/** What the machine must have beside Node: found, brought by apt-get as root on Debian, or else named in one sentence. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { run, say, TALK } from "./processes.mjs";

/** @param {string} name */
const onPath = (name) =>
  (process.env["PATH"] ?? "")
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path)) ?? null;

/** The system's Chromium, or a browser built on it; null where there is none. @returns {string | null} */
export const findChromium = () => {
  const named = process.env["CHROMIUM_PATH"];
  if (named !== undefined && named !== "") return named;
  if (process.platform === "win32") {
    const folders = [process.env["ProgramFiles"], process.env["ProgramFiles(x86)"], process.env["LOCALAPPDATA"]];
    const programs = [
      "Google\\Chrome\\Application\\chrome.exe",
      "Chromium\\Application\\chrome.exe",
      "Microsoft\\Edge\\Application\\msedge.exe",
    ];
    const paths = folders.flatMap((folder) => (folder === undefined ? [] : programs.map((program) => join(folder, program))));
    return paths.find((path) => existsSync(path)) ?? null;
  }
  if (process.platform === "darwin") {
    const programs = ["Google Chrome", "Chromium", "Microsoft Edge"];
    return programs.map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`).find((path) => existsSync(path)) ?? null;
  }
  const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "microsoft-edge"];
  return names.map(onPath).find((path) => path !== null) ?? null;
};

/** Whether this is root on Debian, where apt-get may be run. Ubuntu's chromium is only a pointer to a snap. */
const mayInstall = () => process.getuid?.() === 0 && isDebian();
const isDebian = () => {
  try {
    return /^ID=debian$/m.test(readFileSync("/etc/os-release", "utf8")) && onPath("apt-get") !== null;
  } catch {
    return false;
  }
};

/** @param {readonly string[]} packages @param {string} why */
const aptGet = async (packages, why) => {
  say(`${why}: apt-get install ${packages.join(" ")}`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const updated = await run("apt-get", ["-qq", "update"], { stdio: TALK, env });
  if (updated !== 0) return false;
  return (await run("apt-get", ["-qq", "install", "-y", "--no-install-recommends", ...packages], { stdio: TALK, env })) === 0;
};

const CHROMIUM_PACKAGES = ["chromium", "fonts-noto-cjk"];
/** @returns {string} */
const chromiumCommand = () => {
  if (process.platform === "win32") return "winget install Google.Chrome";
  if (process.platform === "darwin") return "brew install --cask google-chrome";
  if (isDebian()) return `sudo apt-get install -y --no-install-recommends ${CHROMIUM_PACKAGES.join(" ")}`;
  if (onPath("snap") !== null) return "sudo snap install chromium";
  return onPath("dnf") !== null ? "sudo dnf install -y chromium" : "install the package chromium";
};

/** The path of a browser; null after saying what to do. @returns {Promise<string | null>} */
export const needChromium = async () => {
  const found = findChromium();
  if (found !== null) return found;
  if (mayInstall() && (await aptGet(CHROMIUM_PACKAGES, "Chromium is missing"))) return findChromium();
  say(`Chromium is missing; run: ${chromiumCommand()}`);
  return null;
};

const KEYCHAIN_PACKAGES = ["libsecret-1-0", "gnome-keyring", "dbus", "dbus-daemon"];
const hasKeychain = () => {
  const roots = ["/usr/lib", "/usr/lib64", "/lib"].filter((folder) => existsSync(folder));
  const libraries = roots.concat(roots.flatMap(inside));
  const libsecret = libraries.some((folder) => existsSync(join(folder, "libsecret-1.so.0")));
  return libsecret && onPath("gnome-keyring-daemon") !== null && onPath("dbus-run-session") !== null;
};
/** @param {string} folder */
const inside = (folder) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name.includes("linux-gnu"))
    .map((entry) => join(folder, entry.name));

/** Windows and macOS have their keychains; false after saying what to do. @returns {Promise<boolean>} */
export const needKeychain = async () => {
  if (process.platform !== "linux" || hasKeychain()) return true;
  if (mayInstall() && (await aptGet(KEYCHAIN_PACKAGES, "The parts of a keychain are missing"))) return hasKeychain();
  const command = isDebian() || onPath("apt-get") !== null ? "sudo apt-get install -y --no-install-recommends" : "install the packages";
  say(`The tests need the parts of a keychain; run: ${command} ${KEYCHAIN_PACKAGES.join(" ")}`);
  return false;
};
