/** Randomness of the operating system. */
import { randomBytes, randomUUID } from "node:crypto";
import type { Random } from "../../shared/ports.ts";

/** 2 ** 48: as many bits as `readUIntBE` takes from six bytes. */
const UNITS = 2 ** 48;

export const createSystemRandom = (): Random => ({
  unit: () => randomBytes(6).readUIntBE(0, 6) / UNITS,
  bytes: (count) => randomBytes(count),
  uuid: () => randomUUID(),
});
