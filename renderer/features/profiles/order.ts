/** The order of profiles: the one in use, then by name, the practice profile last. Pure. */
import type { ProfileEntry } from "../../../shared/model/profileEntry.ts";

const rank = ({ current, practice }: ProfileEntry): number => (current ? 0 : practice ? 2 : 1);

export const profileOrder = (a: ProfileEntry, b: ProfileEntry): number =>
  rank(a) - rank(b) || a.profile.name.localeCompare(b.profile.name) || (a.id < b.id ? -1 : 1);
