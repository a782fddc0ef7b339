/** What every page needs: the theme switch, menus, times and messages. Pages stay readable without it. */

import { startMenus } from "./menu.js";
import { startMessages } from "./messages.js";
import { showCurrentTabs } from "./tabs.js";
import { startThemeSwitch } from "./theme.js";
import { startTimes } from "./times.js";

startThemeSwitch(document);
startMenus(document);
startMessages(document);
startTimes(document);
showCurrentTabs(document);
