/** What the contract's calls about the check before the exam do: a line per entry. */
import type { board } from "../../shared/contract/board.ts";
import type { BoardScope } from "../../shared/model/boardCheck.ts";
import { noExam } from "../../shared/model/exam.ts";
import { err, ok, type Result } from "../../shared/result.ts";
import type { Handlers } from "../../shared/serving.ts";
import { done } from "./done.ts";

type BoardCall = keyof (typeof board)["actions"];
type OneBoard = { run(): Result<void>; stop(): void };

/** Of the session that runs. */
export type BoardOf = {
  readiness: {
    boards: {
      /** undefined: there is no such exam. */
      of(examId: BoardScope): OneBoard | undefined;
      repeat(examId: BoardScope, minutes: number | null): void;
      soundTested(heard: boolean): void;
    };
  };
};

export const createBoardHandlers = (running: () => BoardOf): Pick<Handlers, BoardCall> => {
  const boards = () => running().readiness.boards;
  const onBoard = (examId: BoardScope, act: (found: OneBoard) => Result<void>) => {
    const found = boards().of(examId);
    return found === undefined ? err(noExam(examId ?? "")) : done(act(found));
  };
  return {
    "board.run": ({ examId }) => onBoard(examId, (found) => found.run()),
    "board.stop": ({ examId }) => onBoard(examId, (found) => ok(found.stop())),
    "board.repeat": ({ examId, minutes }) => onBoard(examId, () => ok(boards().repeat(examId, minutes))),
    "board.soundTested": ({ heard }) => {
      boards().soundTested(heard);
      return ok({});
    },
  };
};
