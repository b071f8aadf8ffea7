/** A keychain in memory that can be in every state of a real one. */
import type { Keychain, KeychainFault } from "../../shared/ports.ts";
import { err, ok, type Result } from "../../shared/result.ts";

export type FakeKeychain = Keychain & {
  /** What every call answers from now on; "working" keeps what was saved. */
  become(state: "working" | KeychainFault["kind"]): void;
  readonly secrets: ReadonlyMap<string, string>;
};

export const createFakeKeychain = ({ state = "working" }: { state?: "working" | KeychainFault["kind"] } = {}): FakeKeychain => {
  const secrets = new Map<string, string>();
  let present = state;
  const answer = async <T>(work: () => T): Promise<Result<T, KeychainFault>> =>
    present === "working" ? ok(work()) : err({ kind: present, detail: `the keychain is ${present}` });
  return {
    secrets,
    become: (next) => {
      present = next;
    },
    read: (account) => answer(() => secrets.get(account) ?? null),
    save: (account, secret) => answer(() => void secrets.set(account, secret)),
    forget: (account) => answer(() => void secrets.delete(account)),
  };
};
