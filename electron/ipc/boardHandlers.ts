/** What the contract's calls about the check before the exam do: a line per entry. */
import type { board } from "../../shared/contract/board.ts";
import type { BoardScope } from "../../shared/model/boardCheck.ts";
import { ok, type Result } from "../../shared/result.ts";
import type { Handlers } from "../../shared/serving.ts";
import { done } from "./done.ts";

type BoardCall = keyof (typeof board)["actions"];

/** Of the session that runs. */
export type BoardOf = {
  readiness: {
    board: {
      run(scope: BoardScope): Result<void>;
      stop(): void;
      repeat(minutes: number | null): void;
      soundTested(heard: boolean): void;
    };
  };
};

export const createBoardHandlers = (running: () => BoardOf): Pick<Handlers, BoardCall> => {
  const board = () => running().readiness.board;
  return {
    "board.run": (scope) => done(board().run(scope)),
    "board.stop": () => {
      board().stop();
      return ok({});
    },
    "board.repeat": ({ minutes }) => {
      board().repeat(minutes);
      return ok({});
    },
    "board.soundTested": ({ heard }) => {
      board().soundTested(heard);
      return ok({});
    },
  };
};
