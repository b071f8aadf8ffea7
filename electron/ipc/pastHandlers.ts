/** What the contract's questions about the past do: whoever runs answers them under the same names. */
import type { past } from "../../shared/contract/past.ts";
import type { CallArgument, CallOutput } from "../../shared/contract.ts";
import type { Result } from "../../shared/result.ts";
import type { Handlers } from "../../shared/serving.ts";

type PastCall = keyof (typeof past)["queries"];
export type PastOf = { past: { [N in PastCall]: (input: CallArgument<N>) => Promise<Result<CallOutput<N>>> } };

export const createPastHandlers = (running: () => PastOf): Pick<Handlers, PastCall> => ({
  "past.search": (input) => running().past["past.search"](input),
  "past.people": (input) => running().past["past.people"](input),
  "past.span": (input) => running().past["past.span"](input),
  "past.wall": (input) => running().past["past.wall"](input),
  "past.room": (input) => running().past["past.room"](input),
  "past.since": (input) => running().past["past.since"](input),
});
