/** The menu: on macOS the system's own roles, without which copy and paste have no keys there; elsewhere the console has none. */
import { Menu } from "electron";

export const setMenu = (platform: NodeJS.Platform): void => {
  Menu.setApplicationMenu(
    platform === "darwin" ? Menu.buildFromTemplate([{ role: "appMenu" }, { role: "editMenu" }, { role: "windowMenu" }]) : null,
  );
};
