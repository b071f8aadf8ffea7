/** Every Chinese sentence of the console. */

import {
  ask,
  askChoices,
  askFields,
  bulk,
  cannot,
  commandEffects,
  commandErrors,
  commandNames,
  faults,
  groupsField,
  jsonField,
  misfits,
  palette,
  personField,
  roomMenu,
  when,
} from "./ask.ts";
import { board, boardErrors, boardReasons, scene } from "./board.ts";
import { alarmPanel, alarms, commands, commandsView, failures, loops, problems } from "./control.ts";
import { examErrors, examExcluded, examFile, examFindings, examFixed } from "./exams.ts";
import { exams } from "./examsView.ts";
import { frame } from "./frame.ts";
import { past } from "./past.ts";
import { practice, practiceErrors, troubleKinds } from "./practice.ts";
import { credentialErrors, credentials, profiles } from "./profiles.ts";
import { record, recordErrors, removal } from "./record.ts";
import { events, room, timeline } from "./room.ts";
import { roomViews } from "./roomViews.ts";
import { keys, settings } from "./settings.ts";
import { tokenPrivileges, tokenRoles, tokenServices, tokens } from "./tokens.ts";
import { wall } from "./wall.ts";

export const zh = {
  ...frame,
  errors: { ...frame.errors, ...commandErrors, ...credentialErrors, ...practiceErrors, ...recordErrors, ...examErrors, ...boardErrors },
  wall,
  past,
  board,
  boardReasons,
  scene,
  room,
  roomViews,
  timeline,
  events,
  alarmPanel,
  alarms,
  loops,
  commandsView,
  commands,
  commandNames,
  commandEffects,
  ask,
  when,
  askFields,
  askChoices,
  faults,
  misfits,
  jsonField,
  groupsField,
  personField,
  bulk,
  roomMenu,
  cannot,
  palette,
  problems,
  failures,
  settings,
  keys,
  credentials,
  profiles,
  record,
  removal,
  tokens,
  tokenServices,
  tokenPrivileges,
  tokenRoles,
  practice,
  exams,
  examFindings,
  examFixed,
  examExcluded,
  examFile,
  troubleKinds,
};
