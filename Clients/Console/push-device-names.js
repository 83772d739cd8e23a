// What push devices are called in lists.

import {platformName} from "./device-names.js";
import {word} from "./elements.js";

/** A push device in words. Operators do not see the name that its owner gave it. */
export const pushDeviceName = ({platform, appVersion}) =>
    [platformName(platform), appVersion && word("appWithVersion", {version: appVersion})].filter(Boolean).join(", ");

/** The end of a device's id, which tells two like devices apart and is the same in each list. */
export const idEnd = id => word("idEnd", {end: id.slice(-4)});
