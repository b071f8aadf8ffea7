/** Permissions (checklist item 5): the page gets none. Sound needs none, and what is copied leaves by main or by the user's own keys. */
import type { Session } from "electron";

type Handlers =
  | "setPermissionRequestHandler"
  | "setPermissionCheckHandler"
  | "setDevicePermissionHandler"
  | "setDisplayMediaRequestHandler";

export const refusePermissions = (session: Pick<Session, Handlers>): void => {
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_request, answer) => answer({}));
};
