/** What a session tells the record by itself: who is at the console, with which profile, certificate and token. Never a secret. */
import type { Profile } from "../../shared/model/profile.ts";
import type { CertificateState } from "../../shared/model/profileEntry.ts";
import type { Settings } from "../../shared/model/settings.ts";
import type { Watch } from "../../shared/signal.ts";
import type { Recorder } from "./recorder.ts";

type Deps = { record: Pick<Recorder, "tell">; settings: { read(): Settings; watch: Watch<void> }; profile: Profile };

export const createTelling = ({ record, settings, profile }: Deps) => {
  let operator = settings.read().operator;
  let tokenEndsAt: number | null = null;
  const stopWatching = settings.watch(() => {
    const now = settings.read().operator;
    if (now === operator) return;
    record.tell("operator", { before: operator, operator: now });
    operator = now;
  });
  return {
    started: () => record.tell("started", { profile, operator }),
    certificate: ({ place, fingerprint }: CertificateState) => record.tell("certificate", { place, fingerprint, operator }),
    /** When the signaling token in use ends, server time ms; null: there is none. */
    token: (expiresAt: number | null): void => {
      if (expiresAt === tokenEndsAt) return;
      tokenEndsAt = expiresAt;
      record.tell("token", { service: "signaling", uid: profile.uid, expiresAt });
    },
    ended: (): void => {
      stopWatching();
      record.tell("ended", { operator });
    },
  };
};
