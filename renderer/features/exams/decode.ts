/** The browser's strict decoder, as `shared/examSheet/readFile.ts` takes it. */
import type { Decode } from "../../../shared/examSheet/readFile.ts";

export const decode: Decode = (bytes, encoding) => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
};
