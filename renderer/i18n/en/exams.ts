/** The exam sheet: what is said of a cell, of a difference, and of what was left out. */

/** `<code>`: of a cell or row; each says what to do where that is not plain. */
export const examFindings = {
  missing: "This must be filled in.",
  excelError: "A spreadsheet's error value ({{text}}). Correct it in the spreadsheet or type the value.",
  formula: "This is a formula ({{text}}), not its value. Type the value.",
  fullWidth: "Full-width characters. It should be: {{normal}}",
  invisible: "There is a character here that cannot be seen ({{character}}). Type the text anew.",
  scientific: "The spreadsheet has turned a number into {{text}}. Format the column as text and fill it in again.",
  variable: "There is no variable { {{name}} } that can be used here.",
  variableEmpty: "The variable { {{name}} } is empty in this row.",
  bytes: "At most {{max}} bytes; this has {{bytes}}.",
  character: "The character {{character}} is not allowed in an id.",
  id: "This cannot be an id.",
  webRoomId: "A room whose page is recorded has an id of at most {{max}} bytes; this has {{bytes}}.",
  tooLong: "At most {{max}} characters.",
  tooMany: "At most {{max}}.",
  address: "An address must begin with one of: {{schemes}}, followed by ://",
  host: "The host {{host}} is not one.",
  credentials: "A name or password in an address would be seen by everybody in the room. Leave it out.",
  notInteger: "A whole number is needed.",
  outOfRange: "Must be from {{min}} to {{max}}.",
  enum: "Not a known value. Known: {{known}}",
  span: "A length of time in seconds, or like 1h30m or 1:30:00.",
  shortSpan: "Only {{seconds}} seconds. Was that meant in minutes? Then write {{seconds}}m.",
  time: "A date and time like 2026-06-07 09:00 +08:00.",
  noSuchTime: "There is no such date and time.",
  zone: "The time zone {{zone}} is not known.",
  noStart: "There is a duration and no start: the class will not begin by itself.",
  json: "This is not JSON.",
  jsonQuotes: "This is not JSON: it has curly quotation marks. Use straight ones.",
  notObject: "The properties must be a JSON object: { … }",
  candidateId: "“{{id}}” cannot be an id of a person ({{bytes}} bytes).",
  candidateComma: "“{{id}}” is taken for one person: people are parted by semicolons, since ids may have commas.",
  candidateCharacter: "“{{id}}” has characters that are not allowed in a new id.",
  candidateTwice: "“{{id}}” is listed twice.",
  candidateElsewhere: "“{{id}}” is in row {{row}} as well.",
  sameStream: "The reserve stream is the main stream.",
  duplicate: "The room is in row {{row}} as well.",
  overlap: "The room is taken at that time by the exam “{{exam}}”.",
  otherExam: "The room is in the exam “{{exam}}” as well, at another time.",
  past: "The start has passed: a room cannot be created for it.",
  outlives: "The room would be gone before the exam is over: rooms are kept five days. Create it later.",
  outlivesReservation: "The room may be gone before the exam is over: it is kept five days from its creation.",
  notValid: "This cannot be used.",
  unknown: "Something is not right here ({{code}}).",
} as const;

/** What can be done instead where a column cannot be changed after the room was created. */
export const examFixed = {
  roomName: "A room cannot be renamed. Keep the name, or create a room with another id.",
  roomType: "A room keeps its type. Create a room with another id.",
  startTime:
    "A start time cannot be changed once it is set. Start the class by hand at the time you want, or create a room with another id.",
  duration: "The duration stays as it was created. End the class by hand, or create a room with another id.",
  closeDelay: "The delay stays as it was created. Close the room by hand, or create a room with another id.",
  maxAccept: "This bound stays as it was created.",
  videoURL:
    "The hosting scene stays as it was created. Have the stream sent to the address that the room has, or create a room with another id.",
  reserveVideoURL:
    "The hosting scene stays as it was created. Have the reserve stream sent to the address that the room has, or create a room with another id.",
  finishType: "How the class ends stays as it was created. End it by hand, or create a room with another id.",
  unknown: "This cannot be changed after the room was created ({{code}}).",
} as const;

/** Why a row was left out of a run. */
export const examExcluded = {
  errors: "The row has errors now.",
  invalid: "The row makes no command that can be sent.",
  rowGone: "The row is no longer in the sheet.",
  unchanged: "It is so already.",
  fixed: "Only what cannot be changed differs.",
  gone: "The room is no more.",
  changedMeanwhile: "The room has come or gone since the plan was made. Make the plan again.",
  stopped: "Stopped before it was asked.",
  exists: "The room exists already.",
  unknownRoom: "The room could not be found.",
  destroyed: "The room is no more.",
  archived: "The room is archived here.",
  closed: "The room is closed.",
  twice: "The room was asked twice.",
  unknown: "It was left out ({{code}}).",
} as const;

export const examErrors = {
  exam: "This exam no longer exists.",
  exams: "At most {{max}} exams are kept. Remove one first.",
  examStore: "The exams cannot be written. Check the disk; nothing was changed.",
  sheetRows: "A sheet has at most {{max}} rows.",
  sheetCharacters: "A sheet has at most {{max}} characters in all.",
  row: "That row is no longer there.",
  rowTwice: "That row is there already.",
  timeZone: "That time zone is not known.",
  plan: "No plan is kept for this exam.",
  planFile: "This file is no plan of this console.",
  planDamaged: "The plan is not what was saved: something in it has changed. Ask for it again.",
  planChanged: "Another plan is kept now. Look at it first.",
  sheetChanged: "The sheet has changed since the plan was made. Make the plan again.",
  runUnderWay: "What was asked before is still under way. Wait, or stop it.",
  nothingFailed: "Nothing has failed that could be asked again.",
} as const;

/** What is wrong with a file; where it is stands before it. */
export const examFile = {
  empty: "There is nothing in it.",
  tooBig: "The file has {{bytes}} bytes; at most {{max}} are read.",
  workbook: "This is a workbook. Save it as CSV (UTF-8) in the spreadsheet, then import that.",
  binary: "There are characters here that no text has: this is not a table, or its encoding is another.",
  encoding: "The file does not fit this encoding. Choose another, or save it as UTF-8.",
  quoteOpen: "A quotation mark is opened and never closed; the file may be cut off.",
  quoteInside: "A quotation mark stands in the middle of a cell. Double it, and put the cell in quotation marks.",
  noHeader: "No column here is the room's id. The first line must name the columns; choose below which is which.",
  headerTwice: "“{{name}}” is a column that is there already. Leave one of them out.",
  tooManyRows: "A sheet has at most {{max}} rows. Split the file.",
  tooManyCharacters: "A sheet has at most {{max}} characters in all. Split the file.",
  cellTooLong: "A cell has at most {{max}} characters. Is a quotation mark missing?",
  tooManyCells:
    "This line has {{cells}} cells, and there are {{columns}} columns. Put a cell that holds the parting sign in quotation marks.",
  unknownColumn: "“{{name}}” is no column of a sheet and is left out.",
  blankRows: "Empty lines are left out ({{count}}).",
  unknown: "The file cannot be used ({{code}}).",
} as const;
