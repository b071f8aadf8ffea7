/** What a reading of the record came to: in a sentence first, then each fault. */
import type { RecordFault, RecordVerdict } from "../../../shared/model/record.ts";
import { useWords, type Words } from "../../i18n/words.tsx";

const where = ({ from, to }: RecordFault, { t, n }: Words): string => {
  if (from === null) return t("record.faultRange.none");
  return to === null || to === from
    ? t("record.faultRange.one", { from: n(from) })
    : t("record.faultRange.many", { from: n(from), to: n(to) });
};

export const Verdict = ({ verdict, roomName }: { verdict: RecordVerdict; roomName(room: string): string }) => {
  const words = useWords();
  const { t, n, time } = words;
  const { ok, count, faults, moreFaults, lost, pruned, removals, before, part } = verdict;
  return (
    <div className={`finding${ok ? "" : " bad"}`} role={ok ? "status" : "alert"}>
      <p>
        <b>{ok ? t("record.verify.ok", { n: n(count) }) : t("record.verify.bad")}</b>
      </p>
      {part !== null && (
        <p>
          {t("record.verify.part", {
            n: n(part.entries),
            rooms: n(part.rooms),
            from: part.from === null ? "–" : time.full(part.from),
            to: part.to === null ? "–" : time.full(part.to),
          })}{" "}
          {!ok && t("record.verify.partFaults", { count: part.faults, n: n(part.faults) })}
        </p>
      )}
      {faults.length > 0 && (
        <ul>
          {faults.map((fault) => (
            <li key={`${fault.fault} ${fault.from ?? ""}`}>
              <b>{t(`record.faults.${fault.fault}`)}</b> {where(fault, words)}
              {fault.room !== null && ` · ${roomName(fault.room)}`}
            </li>
          ))}
          {moreFaults > 0 && <li>{t("record.verify.more", { n: n(moreFaults) })}</li>}
        </ul>
      )}
      {lost.map(({ from, to }) => (
        <p key={from}>{t("record.verify.lost", { from: n(from), to: n(to) })}</p>
      ))}
      {pruned > 0 && <p>{t("record.verify.pruned", { n: n(pruned) })}</p>}
      {removals.length > 0 && (
        <ul>
          {removals.map(({ asked, operator, rooms, entries, file }) => (
            <li key={`${asked} ${operator}`}>
              {t("record.verify.removal", {
                who: operator === "" ? t("record.verify.nobody") : operator,
                time: time.full(asked),
                rooms: n(rooms),
                entries: n(entries),
                file,
              })}
            </li>
          ))}
        </ul>
      )}
      {before !== null && <p>{t("record.verify.before", { n: n(before.head.count), file: before.file })}</p>}
    </div>
  );
};
