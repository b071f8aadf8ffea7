/** What main must offer to serve the contract: a handler per call, a source per topic. Types only. */
import type {
  CallArgument,
  CallName,
  CallOutput,
  contract,
  ListTopicName,
  TopicName,
  TopicParams,
  TopicValue,
  ValueTopicName,
} from "./contract.ts";
import type { Result } from "./result.ts";

export type Handler<N extends CallName> = (input: CallArgument<N>) => Result<CallOutput<N>> | Promise<Result<CallOutput<N>>>;
export type Handlers = { [N in CallName]: Handler<N> };

/** An open value topic: `read` gives the present value, or the error with which the topic closes. */
export type ValueFeed<V> = { read(): Result<V>; close(): void };
/** An open list topic. `read` gives undefined for a key that is gone. */
export type ListFeed<V> = { readAll(): V[]; read(key: string): V | undefined; close(): void };

export type ValueSource<N extends ValueTopicName> = (params: TopicParams<N>, changed: () => void) => Result<ValueFeed<TopicValue<N>>>;
export type ListSource<N extends ListTopicName> = (
  params: TopicParams<N>,
  changed: (key: string | null) => void,
) => Result<ListFeed<TopicValue<N>>>;

/** `changed` may be called as often as one likes: the publisher coalesces and reads once. A list's `changed(null)`: anything may have changed, a snapshot is sent anew. */
export type Sources = {
  [N in TopicName]: (typeof contract)["topics"][N]["kind"] extends "list" ? ListSource<N & ListTopicName> : ValueSource<N & ValueTopicName>;
};
