/** The keys of this view, and on the wall the filter language. */
import type { ReactNode } from "react";
import { Dialog, DialogFoot } from "../../components/Dialog.tsx";
import { useWords, type Words } from "../../i18n/words.tsx";
import { useConsole, useUi } from "../../state/console.ts";

type Line = { keys: readonly string[]; text: string };

const everywhere = ({ t }: Words): Line[] => [
  { keys: ["Ctrl k"], text: t("keys.palette") },
  { keys: ["?"], text: t("keys.help") },
  { keys: ["Esc"], text: t("keys.back") },
  { keys: ["1 … 9"], text: t("keys.places") },
  { keys: ["a"], text: t("keys.acknowledge") },
  { keys: ["e"], text: t("exams.keys.place") },
  { keys: ["c"], text: t("board.keys.place") },
  { keys: ["b"], text: t("past.keys.back") },
  { keys: ["f"], text: t("past.keys.search") },
  { keys: ["w"], text: t("past.keys.since") },
  { keys: ["Ctrl +", "Ctrl −", "Ctrl 0"], text: t("keys.zoom") },
];
const inList = ({ t }: Words): Line[] => [
  { keys: ["↓", "↑", "j", "k"], text: t("keys.move") },
  { keys: ["PgDn", "PgUp", "Home", "End"], text: t("keys.page") },
];
const onWall = (words: Words): Line[] => [
  { keys: ["/"], text: words.t("keys.filter") },
  ...inList(words),
  { keys: ["Enter"], text: words.t("keys.open") },
  { keys: ["Space"], text: words.t("keys.mark") },
  { keys: ["Shift ↓"], text: words.t("keys.range") },
  { keys: ["r"], text: words.t("keys.resort") },
];
const inCommands = (words: Words): Line[] => [...inList(words), { keys: ["Enter"], text: words.t("keys.command") }];
const inRoom = (words: Words): Line[] => [
  ...inList(words),
  { keys: ["Enter"], text: words.t("keys.details") },
  { keys: ["←", "→"], text: words.t("keys.views") },
];

const inSheet = ({ t }: Words): Line[] => [
  { keys: ["↓", "↑", "←", "→", "Ctrl →"], text: t("exams.keys.move") },
  { keys: ["Shift ↓", "Ctrl a"], text: t("exams.keys.block") },
  { keys: ["Enter", "F2"], text: t("exams.keys.write") },
  { keys: ["Enter", "Tab"], text: t("exams.keys.done") },
  { keys: ["Alt Enter"], text: t("exams.keys.line") },
  { keys: ["Esc"], text: t("exams.keys.cancel") },
  { keys: ["Del"], text: t("exams.keys.clear") },
  { keys: ["Ctrl c", "Ctrl x", "Ctrl v"], text: t("exams.keys.copy") },
  { keys: ["Ctrl z", "Ctrl y"], text: t("exams.keys.undo") },
  { keys: ["Ctrl d"], text: t("exams.keys.fill") },
  { keys: ["Ctrl Enter", "Ctrl Del"], text: t("exams.keys.rows") },
  { keys: ["F8", "Shift F8"], text: t("exams.keys.finding") },
];

const filterLanguage = ({ t }: Words): [string, string][] => [
  ["algebra started", t("keys.words")],
  ["!ended", t("keys.negation")],
  ['"hall a"', t("keys.quotes")],
  ["/room 1[0-9]/", t("keys.regex")],
  ["state:started", t("keys.state")],
  ["hands:>0", t("keys.numbers")],
  ["age:stale", t("keys.age")],
  ["recording:off", t("keys.recording")],
  ["alarm:any", t("keys.alarm")],
  ["name: id: event:", t("keys.parts")],
];

const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h3>{title}</h3>
    <dl>{children}</dl>
  </section>
);

const KeyLines = ({ lines }: { lines: readonly Line[] }) =>
  lines.map(({ keys, text }) => (
    <div key={text} style={{ display: "contents" }}>
      <dt>
        {keys.map((key) => (
          <span key={key}>
            <kbd>{key}</kbd>{" "}
          </span>
        ))}
      </dt>
      <dd>{text}</dd>
    </div>
  ));

export const KeySheet = () => {
  const { ui } = useConsole();
  const words = useWords();
  const { t } = words;
  const place = useUi((state) => state.place.name);
  const close = (): void => ui.setState({ dialog: null });
  return (
    <Dialog title={t("keys.title")} big onClose={close}>
      <div className="keys">
        {place === "wall" && (
          <Group title={t("keys.wall")}>
            <KeyLines lines={onWall(words)} />
          </Group>
        )}
        {place === "room" && (
          <Group title={t("keys.room")}>
            <KeyLines lines={inRoom(words)} />
          </Group>
        )}
        {place === "commands" && (
          <Group title={t("keys.commands")}>
            <KeyLines lines={inCommands(words)} />
          </Group>
        )}
        {place === "exams" && (
          <Group title={t("exams.keys.sheet")}>
            <KeyLines lines={inSheet(words)} />
          </Group>
        )}
        <Group title={t("keys.everywhere")}>
          <KeyLines lines={everywhere(words)} />
        </Group>
      </div>
      {place === "wall" && (
        <section className="keys" style={{ gridTemplateColumns: "1fr" }}>
          <Group title={t("keys.filterTitle")}>
            {filterLanguage(words).map(([example, text]) => (
              <div key={example} style={{ display: "contents" }}>
                <dt>
                  <code>{example}</code>
                </dt>
                <dd>{text}</dd>
              </div>
            ))}
          </Group>
        </section>
      )}
      <DialogFoot leave={t("keys.close")} onLeave={close} safe />
    </Dialog>
  );
};
