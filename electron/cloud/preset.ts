/** Whose form of a request is sent where the specification and the public service differ. */
import type { Profile } from "../../shared/model/profile.ts";
import { PUBLIC_SERVICE } from "../../shared/model/profileEntry.ts";

export type Preset = "specification" | "public";

/** A profile with the public service's header names is one of the public service. */
export const presetOf = ({ headers }: Pick<Profile, "headers">): Preset =>
  headers.token.toLowerCase() === PUBLIC_SERVICE.headers.token && headers.uid.toLowerCase() === PUBLIC_SERVICE.headers.uid
    ? "public"
    : "specification";
