/** What the preload puts at `window.bridge`, and nothing beside it. Types only. */

import type { Push } from "./contract/kinds.ts";
import type { CallInput, CallName, CallOutput, TopicName, TopicParams } from "./contract.ts";
import type { Result } from "./result.ts";

export type Bridge = {
  /** Never rejects for what main refuses: that is a `Result`. Rejects only when main is gone. */
  call<N extends CallName>(name: N, input: CallInput<N>): Promise<Result<CallOutput<N>>>;
  /** `listener` gets every push of this subscription; a `closed` one is the last. The answer ends it. */
  subscribe<N extends TopicName>(topic: N, params: TopicParams<N>, listener: (push: Push) => void): () => void;
};
