/** A secret on its way to the one place that needs it: whatever prints, logs or serialises it shows nothing. */
import { z } from "zod";

const HIDDEN = "[secret]";

export type Secret = { reveal(): string; toJSON(): string; toString(): string };

export const secret = (text: string): Secret => ({ reveal: () => text, toJSON: () => HIDDEN, toString: () => HIDDEN });

/** A field of the contract that holds a secret: text on the wire, sealed as soon as it is parsed. No output may have one. */
export const secretField = (schema: z.ZodString) => schema.transform(secret);

/** Any secret text, for fields whose form is judged where it is used. */
export const anySecret = (maxCharacters: number) => secretField(z.string().max(maxCharacters));
