/** Takes a file or a pasted table into the sheet: shows what was decided about it, lets each be decided otherwise, and takes all of it or nothing. */
import { useEffect, useMemo, useState } from "react";
import { checkSheet, hasError } from "../../../shared/examSheet/check.ts";
import { freshRowIds } from "../../../shared/examSheet/edits.ts";
import {
  DELIMITERS,
  type Delimiter,
  ENCODINGS,
  type Encoding,
  type FileFault,
  MAX_FILE_BYTES,
} from "../../../shared/examSheet/readFile.ts";
import { COLUMNS, type Column, type ExamSummary, type SheetRow } from "../../../shared/model/exam.ts";
import { Dialog, DialogFoot } from "../../components/Dialog.tsx";
import { Choice, Radios, TextArea } from "../../components/fields.tsx";
import { useWords, type Words } from "../../i18n/words.tsx";
import { useConsole } from "../../state/console.ts";
import type { OpenSheet } from "../../state/sheet.ts";
import { say } from "../../state/ui.ts";
import { decode } from "./decode.ts";
import { ExampleButton } from "./Export.tsx";
import { type Choices, type Looked, lookInto, NO_CHOICES, type Source } from "./lookInto.ts";

const ENCODING_NAMES: Readonly<Record<Encoding, string>> = {
  "utf-8": "UTF-8",
  "utf-16le": "UTF-16 LE",
  "utf-16be": "UTF-16 BE",
  gb18030: "GB18030",
};
const DELIMITER_WORDS = { ",": "comma", ";": "semicolon", "\t": "tab" } as const satisfies Record<Delimiter, string>;
const LEFT_OUT = "";

const faultText = ({ code, line, column, params }: FileFault, words: Words): string => {
  const { t, n } = words;
  const what = words.code("examFile", code, params);
  if (line === null) return what;
  return column === null
    ? t("exams.import.atLine", { line: n(line), what })
    : t("exams.import.atCell", { line: n(line), cell: n(column), what });
};

/** What was found, each to be changed. */
const Decided = ({ looked, choose }: { looked: Looked; choose(part: Partial<Choices>): void }) => {
  const { t } = useWords();
  return (
    <div className="decided">
      {looked.encoding !== null && (
        <Choice
          label={t("exams.import.encoding")}
          value={looked.encoding}
          options={ENCODINGS.map((value) => ({ value, text: ENCODING_NAMES[value] }))}
          onChoose={(encoding) => choose({ encoding, columns: null })}
        />
      )}
      {looked.delimiter !== null && (
        <Choice
          label={t("exams.import.delimiter")}
          value={looked.delimiter}
          options={DELIMITERS.map((value) => ({ value, text: t(`exams.import.delimiters.${DELIMITER_WORDS[value]}`) }))}
          onChoose={(delimiter) => choose({ delimiter, columns: null })}
        />
      )}
    </div>
  );
};

/** The first lines, with the column that each header is taken for. */
const Preview = ({ looked, choose }: { looked: Looked; choose(part: Partial<Choices>): void }) => {
  const { t } = useWords();
  const [head, ...body] = looked.lines;
  if (head === undefined) return null;
  const set = (at: number, column: Column | null): void =>
    choose({ columns: looked.columns.map((one, index) => (index === at ? column : one)) });
  return (
    <div className="preview scroller" tabIndex={0} role="group" aria-label={t("exams.import.preview")}>
      <table className="plain">
        <thead>
          <tr>
            {head.cells.map((header, at) => (
              // The place in the line is what a column is.
              <th key={at} scope="col">
                <div>{header}</div>
                <select
                  aria-label={t("exams.import.columnOf", { header })}
                  value={looked.columns[at] ?? LEFT_OUT}
                  onChange={(event) => set(at, COLUMNS.find((column) => column === event.target.value) ?? null)}
                >
                  <option value={LEFT_OUT}>{t("exams.import.leftOut")}</option>
                  {COLUMNS.map((column) => (
                    <option key={column} value={column}>
                      {t(`exams.column.${column}`)}
                    </option>
                  ))}
                </select>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {body.map(({ cells, line }) => (
            <tr key={line}>
              {head.cells.map((_, at) => (
                <td key={at}>{cells[at]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};

const Found = ({ rows, notes, timeZone }: { rows: readonly SheetRow[]; notes: readonly FileFault[]; timeZone: string }) => {
  const words = useWords();
  const { t, n } = words;
  const errors = useMemo(() => checkSheet(rows, { timeZone }).rows.filter(({ findings }) => hasError(findings)).length, [rows, timeZone]);
  return (
    <div role="status">
      <p>
        <b>{t("exams.import.found", { count: rows.length })}</b>{" "}
        <span className={errors > 0 ? "warn2" : "dimmed"}>{t("exams.import.errors", { count: errors, n: n(errors) })}</span>
      </p>
      {notes.length > 0 && (
        <ul className="wrong scroller" tabIndex={0} aria-label={t("exams.import.notes")}>
          {notes.map((note) => (
            <li key={`${note.code} ${note.line} ${note.column}`}>{faultText(note, words)}</li>
          ))}
        </ul>
      )}
    </div>
  );
};

/** null while it is read; what it is then. */
const readSource = async (file: File): Promise<Source> => ({
  kind: "file",
  name: file.name,
  size: file.size,
  bytes: file.size > MAX_FILE_BYTES ? null : new Uint8Array(await file.arrayBuffer()),
});

export const ImportDialog = ({ exam, sheet, dropped }: { exam: ExamSummary; sheet: OpenSheet; dropped: File | null }) => {
  const { ui } = useConsole();
  const words = useWords();
  const { t, n } = words;
  const [source, setSource] = useState<Source>({ kind: "text", text: "" });
  const [choices, setChoices] = useState<Choices>(NO_CHOICES);
  const [unread, setUnread] = useState<string | null>(null);
  const before = sheet.store.getState().rows.length;
  const [how, setHow] = useState<"replace" | "add">("replace");
  const looked = useMemo(
    () => (source.kind === "text" && source.text === "" ? null : lookInto(source, choices, decode)),
    [source, choices],
  );

  const take = (next: Source): void => {
    setSource(next);
    setChoices(NO_CHOICES);
    setUnread(null);
  };
  const takeFile = (file: File | undefined): void => {
    if (file === undefined) return;
    readSource(file).then(take, () => setUnread(t("exams.import.unreadable", { name: file.name })));
  };
  useEffect(() => takeFile(dropped ?? undefined), [dropped]);

  const close = (): void => ui.setState({ dialog: null });
  const apply = (): void => {
    if (looked?.read.ok !== true) return;
    const { rows } = looked.read.value;
    const ids = freshRowIds(sheet.store.getState().rows, rows.length);
    const fresh = rows.map(({ cells }, index) => ({ id: ids[index] ?? "", cells }));
    const error = sheet.edit([
      how === "replace" || before === 0
        ? { kind: "replace", rows: fresh }
        : { kind: "insert", rows: fresh.map((row, index) => ({ at: before + index, row })) },
    ]);
    if (error !== null) return setUnread(words.error(error));
    close();
    say(ui, t("exams.import.done", { count: rows.length }));
  };
  const count = looked?.read.ok === true ? looked.read.value.rows.length : 0;

  return (
    <Dialog title={t("exams.import.title")} big onClose={close}>
      <form
        className="import"
        onSubmit={(event) => {
          event.preventDefault();
          apply();
        }}
      >
        <div className="field">
          <label htmlFor="sheet-file">{t("exams.import.file")}</label>
          <div className="line">
            <input
              id="sheet-file"
              type="file"
              data-autofocus
              accept=".csv,.txt,.tsv,text/csv,text/plain"
              onChange={(event) => takeFile(event.target.files?.[0])}
            />
            <ExampleButton exam={exam} />
          </div>
        </div>
        {source.kind === "text" ? (
          <TextArea
            label={t("exams.import.text")}
            help={t("exams.import.textHelp")}
            rows={looked === null ? 6 : 3}
            className="mono"
            value={source.text}
            onText={(text) => take({ kind: "text", text })}
          />
        ) : (
          <p>{t("exams.import.from", { name: source.name, size: n(source.size) })}</p>
        )}
        {unread !== null && (
          <p className="fault" role="alert">
            {unread}
          </p>
        )}
        {looked !== null && (
          <>
            <Decided looked={looked} choose={(part) => setChoices((now) => ({ ...now, ...part }))} />
            <Preview looked={looked} choose={(part) => setChoices((now) => ({ ...now, ...part }))} />
            {looked.read.ok ? (
              <Found {...looked.read.value} timeZone={exam.timeZone} />
            ) : (
              <p className="fault" role="alert">
                {faultText(looked.read.error, words)} {t("exams.import.nothing")}
              </p>
            )}
          </>
        )}
        {before > 0 && count > 0 && (
          <Radios<"replace" | "add">
            label={t("exams.import.how")}
            value={how}
            options={[
              { value: "replace", text: t("exams.import.replace", { count: before }) },
              { value: "add", text: t("exams.import.add") },
            ]}
            onChoose={setHow}
          />
        )}
        <DialogFoot leave={t("tray.cancel")} onLeave={close} beside={<span className="hint">{t("exams.import.undoable")}</span>}>
          <button type="submit" className="go" disabled={count === 0}>
            {count === 0 ? t("exams.import.none") : t("exams.import.do", { count })}
          </button>
        </DialogFoot>
      </form>
    </Dialog>
  );
};
