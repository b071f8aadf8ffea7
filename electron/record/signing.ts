/** The key with which exports are signed: in the keychain, or, where there is none, made for this run and said so. Its private half goes nowhere else. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from "node:crypto";
import type { Keychain, Log } from "../../shared/ports.ts";

const ACCOUNT = "record-signing-key";

export type Signer = {
  kept: "keychain" | "run";
  /** The raw Ed25519 key, hexadecimal. */
  publicKey: string;
  /** As `RecordFooter.signature`. */
  sign(text: string): string;
};

const publicHex = (key: KeyObject): string =>
  Buffer.from(String(createPublicKey(key).export({ format: "jwk" }).x), "base64url").toString("hex");

const inHalves = (hex: string): string => `${hex.slice(0, hex.length / 2)}.${hex.slice(hex.length / 2)}`;

const signerOf = (key: KeyObject, kept: Signer["kept"]): Signer => ({
  kept,
  publicKey: publicHex(key),
  sign: (text) => inHalves(sign(null, Buffer.from(text, "utf8"), key).toString("hex")),
});

const parse = (text: string): KeyObject | null => {
  try {
    const key = createPrivateKey({ key: Buffer.from(text, "base64"), format: "der", type: "pkcs8" });
    return key.asymmetricKeyType === "ed25519" ? key : null;
  } catch {
    return null;
  }
};

export type Signing = {
  /** Makes the key where there is none. */
  signer(): Promise<Signer>;
  /** The public half of the keychain's key; null: there is none, or the keychain cannot be asked. */
  knownKey(): Promise<string | null>;
};

export const createSigning = ({ keychain, log }: { keychain: Keychain; log: Log }): Signing => {
  let forThisRun: Signer | null = null;

  const inKeychain = async (): Promise<{ signer: Signer | null; usable: boolean }> => {
    const read = await keychain.read(ACCOUNT);
    if (!read.ok) return { signer: null, usable: false };
    if (read.value === null) return { signer: null, usable: true };
    const key = parse(read.value);
    if (key === null) log.error({}, "the keychain holds something else than the record's key; it is left as it is");
    return { signer: key && signerOf(key, "keychain"), usable: false };
  };

  return {
    signer: async () => {
      const found = await inKeychain();
      if (found.signer !== null) return found.signer;
      const { privateKey } = generateKeyPairSync("ed25519");
      if (found.usable) {
        const text = privateKey.export({ format: "der", type: "pkcs8" }).toString("base64");
        if ((await keychain.save(ACCOUNT, text)).ok) return signerOf(privateKey, "keychain");
      }
      forThisRun ??= signerOf(privateKey, "run");
      return forThisRun;
    },
    knownKey: async () => (await inKeychain()).signer?.publicKey ?? null,
  };
};

/** Whether `signature` was made over `text` by the holder of `publicKey`. */
export const signedBy = (publicKey: string, text: string, signature: string): boolean => {
  try {
    const x = Buffer.from(publicKey, "hex").toString("base64url");
    const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
    return verify(null, Buffer.from(text, "utf8"), key, Buffer.from(signature.replace(".", ""), "hex"));
  } catch {
    return false;
  }
};
