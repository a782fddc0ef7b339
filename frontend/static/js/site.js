/** Entry point of every page: theme switch, menus, times, messages, notices, service worker. Pages work without it. */

import { startApp } from "./app.js";
import { startCopyButtons } from "./copy_button.js";
import { startMenus } from "./menu.js";
import { startMessages } from "./messages.js";
import { startNotices } from "./notices.js";
import { startPrintButtons } from "./print_button.js";
import { showCurrentTabs } from "./tabs.js";
import { startThemeSwitch } from "./theme.js";
import { startTimes } from "./times.js";

startThemeSwitch(document);
startMenus(document);
startMessages(document);
startNotices(document);
startTimes(document);
showCurrentTabs(document);
startPrintButtons(document);
startCopyButtons(document);
startApp(document);
