/** Before each test file: property tests draw the same cases in every run; `PROPERTY_SEED` names others, as a campaign does. */
import fc from "fast-check";

const SEED = 20_261_121;

fc.configureGlobal({ seed: Number(process.env["PROPERTY_SEED"] ?? SEED) });
