/** What the service of this profile has beyond the specification, as the screens are told it. */
import type { ServiceExtras } from "../../shared/contract/control.ts";
import type { Profile } from "../../shared/model/profile.ts";
import { createSignal, type Watch } from "../../shared/signal.ts";
import { presetOf } from "./preset.ts";
import type { Capabilities, Cloud } from "./types.ts";

/** `closedState`: known to be there; or not known, and the service is the public one, or has another of its extras. */
export const extrasOf = (profile: Pick<Profile, "headers">, { closedState, getRoom, propertyEvents }: Capabilities): ServiceExtras => ({
  closedState: closedState === "present" || (closedState === "unknown" && (presetOf(profile) === "public" || getRoom === "present")),
  readBack: getRoom === "present" || propertyEvents === "present",
});

export const createExtras = (profile: Pick<Profile, "headers">, cloud: Pick<Cloud, "capabilities">) => {
  const changed = createSignal<void>();
  const now = (): ServiceExtras => extrasOf(profile, cloud.capabilities());
  let told = now();
  return {
    read: now,
    watch: changed.watch as Watch<void>,
    /** Answers tell nobody that they have taught something: looked at from time to time. */
    look: (): void => {
      const { closedState, readBack } = now();
      if (closedState === told.closedState && readBack === told.readBack) return;
      told = { closedState, readBack };
      changed.emit();
    },
  };
};
