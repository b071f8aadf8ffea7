/** A call that a view makes and waits for: whether it is under way, what it answered, what went wrong. */
import { useCallback, useRef, useState } from "react";
import type { CallInput, CallName, CallOutput } from "../../shared/contract.ts";
import type { AppError } from "../../shared/result.ts";
import { useConsole } from "./console.ts";

export type Asking<N extends CallName> = {
  /** Since when it is under way, ms on this workstation's clock; null: it is not. */
  since: number | null;
  answer: CallOutput<N> | null;
  error: AppError | null;
  /** The answer, or null where it failed or nobody waits for it any more. */
  ask(input: CallInput<N>): Promise<CallOutput<N> | null>;
  /** Waits no longer, and forgets what was answered. */
  drop(): void;
};

export const useAsking = <N extends CallName>(name: N): Asking<N> => {
  const { bridge, clock } = useConsole();
  const [state, setState] = useState<Pick<Asking<N>, "since" | "answer" | "error">>({ since: null, answer: null, error: null });
  const latest = useRef(0);
  const ask = useCallback(
    async (input: CallInput<N>) => {
      latest.current += 1;
      const number = latest.current;
      setState((before) => ({ ...before, since: clock.wall(), error: null }));
      const result = await bridge.call(name, input);
      if (number !== latest.current) return null;
      setState((before) =>
        result.ok ? { since: null, answer: result.value, error: null } : { since: null, answer: before.answer, error: result.error },
      );
      return result.ok ? result.value : null;
    },
    [bridge, clock, name],
  );
  const drop = useCallback(() => {
    latest.current += 1;
    setState({ since: null, answer: null, error: null });
  }, []);
  return { ...state, ask, drop };
};
