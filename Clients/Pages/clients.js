// The names of browsers and devices, as people call them.

import {modelName} from "./device-names.js";
import {word} from "./elements.js";

/** Names by a part of what a browser says about itself. The first match wins. */
const browsers = [
    ["Edg", "Edge"], ["OPR/", "Opera"], ["OPT/", "Opera"], ["SamsungBrowser/", "Samsung Internet"], ["Vivaldi/", "Vivaldi"],
    ["FxiOS/", "Firefox"], ["Firefox/", "Firefox"], ["CriOS/", "Chrome"], ["Chrome/", "Chrome"], ["Chromium/", "Chromium"],
    ["Safari/", "Safari"],
];
const devices = [
    ["(iPhone;", "iPhone"], ["(iPad;", "iPad"], ["(Macintosh;", "Mac"], ["Windows NT", "Windows"], ["Android", "Android"],
    ["CrOS", "ChromeOS"], ["Linux", "Linux"],
];

/** The name of a browser and its device, such as “Safari on iPhone”; undefined for what is no browser. */
export function browserText(agent) {
    if (!agent?.startsWith("Mozilla/")) return undefined;
    const [app, device] = [browsers, devices].map(names => names.find(([part]) => agent.includes(part))?.[1]);
    return app && device ? word("onDevice", {app, device}) : app ?? device;
}

const platforms = {ios: "iOS", android: "Android", web: "Web"};

/** The name of a platform, as people write it. */
export const platformName = platform => platforms[platform?.toLowerCase()] ?? platform;

/** The name of a device, as its maker sells it. */
export const deviceTitle = name => name && modelName(name);

/** What a client says about itself, as people call it where it is a browser. */
export const clientText = agent => browserText(agent) ?? agent;
