/** Reads the pages of all commands as they are needed, newest first; another filter begins anew. */
import { useCallback, useEffect, useRef, useState } from "react";
import { COMMANDS_PER_PAGE, type CommandFilter } from "../../../shared/contract/control.ts";
import type { CommandRow } from "../../../shared/model/command.ts";
import type { AppError } from "../../../shared/result.ts";
import { useConsole } from "../../state/console.ts";
import type { Pages } from "./list.ts";

export type CommandPages = Pages & {
  /** How many the filter means in all, as of the last page. */
  total: number;
  reading: boolean;
  error: AppError | null;
  readMore(): void;
};

const EMPTY = { rows: [] as readonly CommandRow[], more: true, total: 0, reading: false, error: null as AppError | null };

export const useCommandPages = (filter: CommandFilter): CommandPages => {
  const { bridge } = useConsole();
  const [state, setState] = useState(EMPTY);
  const latest = useRef({ ...EMPTY, number: 0 });
  const put = useCallback((part: Partial<typeof EMPTY>): void => {
    latest.current = { ...latest.current, ...part };
    const { number: _, ...shown } = latest.current;
    setState(shown);
  }, []);
  const readMore = useCallback((): void => {
    const { reading, more, number, rows } = latest.current;
    if (reading || !more) return;
    put({ reading: true, error: null });
    void bridge.call("commands.page", { filter, before: rows.at(-1)?.number ?? null, limit: COMMANDS_PER_PAGE }).then((answer) => {
      // Another filter has begun meanwhile.
      if (number !== latest.current.number) return;
      if (!answer.ok) return put({ reading: false, error: answer.error });
      put({ reading: false, rows: [...latest.current.rows, ...answer.value.rows], more: answer.value.more, total: answer.value.total });
    });
  }, [bridge, filter, put]);
  useEffect(() => {
    latest.current = { ...EMPTY, number: latest.current.number + 1 };
    readMore();
  }, [readMore]);
  return { ...state, readMore };
};
