/** One open subscription, kept whole: revisions count 1, 2, 3 …; a hole, or an end that is not final, subscribes again. */

import type { Push } from "../../shared/contract/kinds.ts";
import type { TopicName, TopicParams } from "../../shared/contract.ts";
import type { AppError } from "../../shared/result.ts";
import type { Bridge } from "../bridge.ts";
import type { RendererClock } from "../clock.ts";

/** How long to wait before subscribing again after main closed a topic for a fault of its own, ms. */
export const RESUBSCRIBE_MS = 2_000;

export type Follower = {
  /** A push in its order. */
  push(push: Exclude<Push, { kind: "closed" }>): void;
  /** A new subscription begins: what comes next is a snapshot. */
  restart(): void;
  /** Closed by main. `final`: it will not come back by itself. */
  closed(error: AppError, final: boolean): void;
};

const isFinal = (error: AppError): boolean => error.code === "notFound" || error.code === "forbidden" || error.code === "unknownName";

/** Subscribes and stays subscribed until the answer is called. */
export const follow = <N extends TopicName>(
  bridge: Bridge,
  clock: RendererClock,
  topic: N,
  params: TopicParams<N>,
  follower: Follower,
): (() => void) => {
  let stopped = false;
  let close = (): void => undefined;

  const open = (): void => {
    let expected = 1;
    let current = true;
    follower.restart();
    const leave = (): void => {
      current = false;
      close();
    };
    const closeBridge = bridge.subscribe(topic, params, (push) => {
      if (!current || stopped) return;
      if (push.kind === "closed") {
        leave();
        const final = isFinal(push.error);
        follower.closed(push.error, final);
        if (!final) close = clock.after(RESUBSCRIBE_MS, open);
      } else if (push.revision === expected) {
        expected += 1;
        follower.push(push);
      } else {
        leave();
        open();
      }
    });
    // A push may have come, and closed this one, while `subscribe` was still running.
    if (current) close = closeBridge;
    else closeBridge();
  };

  open();
  return () => {
    stopped = true;
    close();
  };
};
