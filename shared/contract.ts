/** THE contract between main and renderer: every command, action, query and topic, by name. A new entry is added in its area's file. */
import type { z } from "zod";
import { app } from "./contract/app.ts";
import { board } from "./contract/board.ts";
import { commands } from "./contract/commands.ts";
import { control } from "./contract/control.ts";
import { credentials } from "./contract/credentials.ts";
import { exams } from "./contract/exams.ts";
import { past } from "./contract/past.ts";
import { practice } from "./contract/practice.ts";
import { record } from "./contract/record.ts";
import { roomReads } from "./contract/roomReads.ts";
import { rooms } from "./contract/rooms.ts";

export const contract = {
  commands: { ...commands.commands },
  actions: {
    ...app.actions,
    ...rooms.actions,
    ...control.actions,
    ...credentials.actions,
    ...practice.actions,
    ...record.actions,
    ...exams.actions,
    ...board.actions,
  },
  queries: {
    ...app.queries,
    ...rooms.queries,
    ...roomReads.queries,
    ...past.queries,
    ...control.queries,
    ...credentials.queries,
    ...record.queries,
    ...exams.queries,
  },
  topics: {
    ...app.topics,
    ...rooms.topics,
    ...control.topics,
    ...credentials.topics,
    ...practice.topics,
    ...record.topics,
    ...exams.topics,
    ...board.topics,
  },
} as const;

type Contract = typeof contract;
export type CommandName = keyof Contract["commands"];
export type TopicName = keyof Contract["topics"];

/** What is asked of a room by a command, without the command's own words. */
export type CommandInput<N extends CommandName> = Omit<CallArgument<N>, "commandId" | "roomUuid" | "when">;
export const isCommandName = (name: string): name is CommandName => Object.hasOwn(contract.commands, name);

/** Every entry that is called and answered once. */
export const calls = { ...contract.commands, ...contract.actions, ...contract.queries };
export type CallName = keyof typeof calls;
export type CallInput<N extends CallName> = z.input<(typeof calls)[N]["input"]>;
/** The input after parsing, as a handler gets it. */
export type CallArgument<N extends CallName> = z.output<(typeof calls)[N]["input"]>;
export type CallOutput<N extends CallName> = z.output<(typeof calls)[N]["output"]>;

export type TopicParams<N extends TopicName> = z.output<Contract["topics"][N]["params"]>;
export type ListTopicName = { [N in TopicName]: Contract["topics"][N]["kind"] extends "list" ? N : never }[TopicName];
export type ValueTopicName = Exclude<TopicName, ListTopicName>;
/** The value of a value topic, or one item of a list topic. */
export type TopicValue<N extends TopicName> = Contract["topics"][N] extends { value: infer V extends z.ZodType }
  ? z.output<V>
  : Contract["topics"][N] extends { item: infer I extends z.ZodType }
    ? z.output<I>
    : never;
