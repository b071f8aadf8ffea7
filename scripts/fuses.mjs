// @ts-check
/** After packing: sets every fuse of the binary, the packager's own and those that its configuration has no name for yet. */
import { join } from "node:path";
import { FuseV1Options, FuseVersion, flipFuses } from "@electron/fuses";

/** @typedef {import("@electron/fuses").FuseV1Config} FuseConfig */

/** A name in `electronFuses` of electron.builder.yml is a fuse's name with a small first letter. @param {string} name */
const settingOf = (name) => `${name.slice(0, 1).toLowerCase()}${name.slice(1)}`;

/** Fuses that electron-builder's configuration does not know. @type {Readonly<Record<string, boolean>>} */
const BEYOND_SETTINGS = { wasmTrapHandlers: true };

/**
 * Every fuse that this Electron has, as the settings say; throws where one is not set.
 * @param {Readonly<Record<string, unknown>>} settings
 * @returns {FuseConfig}
 */
export const fusesOf = (settings) => {
  const names = Object.keys(FuseV1Options).filter((key) => Number.isNaN(Number(key)));
  const set = names.map((name) => {
    const value = settings[settingOf(name)] ?? BEYOND_SETTINGS[settingOf(name)];
    if (typeof value !== "boolean") throw new Error(`the fuse ${name} is not set`);
    return [FuseV1Options[/** @type {keyof typeof FuseV1Options} */ (name)], value];
  });
  /** @type {Record<string, unknown>} */
  const fuses = { version: FuseVersion.V1, strictlyRequireAllFuses: true, ...Object.fromEntries(set) };
  return /** @type {FuseConfig} */ (fuses);
};

/** @param {import("electron-builder").AfterPackContext} context */
const afterPack = async ({ appOutDir, electronPlatformName, packager }) => {
  const settings = /** @type {Readonly<Record<string, unknown>>} */ (packager.config.electronFuses ?? {});
  const { productFilename } = packager.appInfo;
  const binary = {
    darwin: `${productFilename}.app`,
    win32: `${productFilename}.exe`,
    linux: /** @type {{ executableName?: string }} */ (/** @type {unknown} */ (packager)).executableName ?? productFilename,
  }[electronPlatformName];
  if (binary === undefined) throw new Error(`no binary is known on ${electronPlatformName}`);
  await flipFuses(join(appOutDir, binary), fusesOf(settings));
};
export default afterPack;
