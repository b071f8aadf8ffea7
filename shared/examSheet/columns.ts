/** What the columns of a sheet are called in files: the console's own names, and those that people write in English and Chinese. Pure. */
import { COLUMNS, type Column } from "../model/exam.ts";

/** Other headers by column, in lower case without spaces and signs. */
const NAMES: Readonly<Record<Column, readonly string[]>> = {
  roomUuid: ["room", "roomid", "id", "教室id", "房间id", "课堂id", "教室编号", "房间号", "教室号", "考场号", "考场编号"],
  roomName: ["name", "教室名称", "房间名称", "课堂名称", "教室名", "考场名称", "名称"],
  roomType: ["type", "教室类型", "房间类型", "课堂类型", "班型", "类型"],
  startTime: ["start", "starts", "begin", "开始时间", "开考时间", "开始", "考试时间"],
  duration: ["length", "时长", "考试时长", "持续时间"],
  closeDelay: ["delay", "关闭延迟", "延迟关闭", "拖堂时间", "结束延迟"],
  maxAccept: ["maxonstage", "onstage", "上台人数", "最大上台人数", "上台上限"],
  examinationUrl: ["examinationurl", "examurl", "paper", "paperurl", "试卷地址", "试卷链接", "考试链接", "考试地址", "试题地址"],
  videoURL: ["video", "mainstream", "stream", "主流地址", "视频地址", "主流", "直播地址"],
  reserveVideoURL: ["reserve", "reservevideo", "reservestream", "backup", "backupstream", "备用流地址", "备用地址", "备流地址", "备用流"],
  finishType: ["finish", "结束方式", "结束类型"],
  recordingMode: ["recording", "record", "录制方式", "录制模式", "录制"],
  properties: ["props", "customproperties", "属性", "自定义属性"],
  candidates: ["students", "people", "users", "考生", "考生名单", "学生", "学生名单", "考生id"],
  proctor: ["proctors", "invigilator", "teacher", "监考", "监考员", "监考老师", "监考教师"],
};

const plain = (header: string): string =>
  header
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\s_\-.:()（）*]+/g, "");

const COLUMN_OF: ReadonlyMap<string, Column> = new Map(
  COLUMNS.flatMap((column): [string, Column][] => [plain(column), ...NAMES[column].map(plain)].map((name) => [name, column])),
);

/** null: no column of a sheet. */
export const columnOf = (header: string): Column | null => COLUMN_OF.get(plain(header)) ?? null;
