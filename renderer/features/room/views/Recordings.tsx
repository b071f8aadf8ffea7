/** The recordings of a room as the service lists them (operation 6): a page at a time, with their files. */
import { useCallback, useEffect, useState } from "react";
import type { CallOutput } from "../../../../shared/contract.ts";
import { FileAddress } from "../../../components/FileAddress.tsx";
import { Empty } from "../../../components/parts.tsx";
import { duration } from "../../../format/time.ts";
import { useWords } from "../../../i18n/words.tsx";
import { useAsking } from "../../../state/asking.ts";
import { useNow } from "../../../state/console.ts";
import { ReadLine } from "./ReadLine.tsx";

type Page = CallOutput<"room.recordings">;
type Item = Page["items"][number];

const TYPES = ["individual", "composite", "web"] as const;

/** A storage key is shown whole: it is what is pasted elsewhere. */
const nameOf = (url: string): string => (url.includes("://") ? (url.split("/").at(-1)?.split("?")[0] ?? "") || url : url);

const Row = ({ item }: { item: Item }) => {
  const { t, time } = useWords();
  const now = useNow();
  const type = TYPES.find((name) => name === item.type);
  const end = item.running === true ? now : item.endTime;
  const files = [...new Set([...(item.url === null ? [] : [item.url]), ...item.files])];
  return (
    <tr>
      <td>
        {item.startTime === null ? "–" : time.moment(item.startTime, now)}
        {item.endTime !== null && ` – ${time.moment(item.endTime, now)}`}
      </td>
      <td className="num">{item.startTime === null || end === null ? "–" : duration(end - item.startTime)}</td>
      <td>
        {item.running === true && <b>{t("roomViews.recordings.running")}</b>}
        {item.running === false && t("roomViews.recordings.ended")}
        {item.running === null && t("roomViews.recordings.unknown")}
        {item.unready && <span className="warn2"> {t("roomViews.recordings.unready")}</span>}
      </td>
      <td>{type === undefined ? (item.type ?? "–") : t(`roomViews.recordings.type.${type}`)}</td>
      <td className="files">
        {files.length === 0 && t("roomViews.recordings.noFile")}
        {files.map((url) => (
          <FileAddress key={url} url={url} text={nameOf(url)} />
        ))}
        {item.webRecordUrlQuery !== null && <code title={t("roomViews.recordings.query")}>?{item.webRecordUrlQuery}</code>}
      </td>
      <td className="faint cut" title={item.recordId}>
        {item.recordId}
      </td>
    </tr>
  );
};

/** `changed`: another text once a recording began or ended, as the room's events tell it; the list is read anew then. */
export const Recordings = ({ roomUuid, changed }: { roomUuid: string; changed: string }) => {
  const { t, n } = useWords();
  const asking = useAsking("room.recordings");
  const { ask } = asking;
  const [pages, setPages] = useState<readonly Page[]>([]);

  const read = useCallback(async (): Promise<void> => {
    const page = await ask({ roomUuid, from: null });
    if (page !== null) setPages([page]);
  }, [ask, roomUuid]);
  useEffect(() => void read(), [read, changed]);

  const next = pages.at(-1)?.next ?? null;
  const more = async (): Promise<void> => {
    if (next === null) return;
    const page = await ask({ roomUuid, from: next });
    if (page !== null) setPages([...pages, page]);
  };
  const items = pages.flatMap((page) => page.items);
  const unreadable = pages.reduce((sum, page) => sum + page.unreadable, 0);
  const names = ["time", "length", "state", "type", "files", "id"] as const;
  return (
    <section className="card" aria-label={t("roomViews.tab.recordings")}>
      <ReadLine asking={asking} readAt={pages[0]?.readAt ?? null} onRead={() => void read()} />
      {unreadable > 0 && <p className="hint pad">{t("roomViews.read.unreadable", { n: n(unreadable) })}</p>}
      {items.length === 0 ? (
        <Empty title={pages.length === 0 ? t("roomViews.recordings.waiting") : t("roomViews.recordings.none")} />
      ) : (
        <div className="scroller" tabIndex={0} role="group" aria-label={t("roomViews.tab.recordings")}>
          <table className="list">
            <thead>
              <tr>
                {names.map((name) => (
                  <th key={name} scope="col">
                    {t(`roomViews.recordings.column.${name}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {items.map((item) => (
                <Row key={item.recordId} item={item} />
              ))}
            </tbody>
          </table>
          {next !== null && (
            <p className="foot-line">
              <button type="button" className="small" disabled={asking.since !== null} onClick={() => void more()}>
                {t("roomViews.recordings.more")}
              </button>
            </p>
          )}
        </div>
      )}
    </section>
  );
};
