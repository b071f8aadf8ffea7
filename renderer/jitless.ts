/** Imported before any schema: the content policy forbids `eval`, which zod's compiler would try. */
import { config } from "zod";

config({ jitless: true });
