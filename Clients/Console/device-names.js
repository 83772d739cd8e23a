// What devices and browsers are called, from what they say of themselves.

import {word} from "./elements.js";

/** Apple's names for the models of its phones. Others are shown as they name themselves. */
const phones = Object.entries({
    "iPhone 8": "10,1 10,4", "iPhone 8 Plus": "10,2 10,5", "iPhone X": "10,3 10,6", "iPhone XR": "11,8", "iPhone XS": "11,2",
    "iPhone XS Max": "11,4 11,6", "iPhone 11": "12,1", "iPhone 11 Pro": "12,3", "iPhone 11 Pro Max": "12,5", "iPhone SE (2020)": "12,8",
    "iPhone 12 mini": "13,1", "iPhone 12": "13,2", "iPhone 12 Pro": "13,3", "iPhone 12 Pro Max": "13,4", "iPhone 13 mini": "14,4",
    "iPhone 13": "14,5", "iPhone 13 Pro": "14,2", "iPhone 13 Pro Max": "14,3", "iPhone SE (2022)": "14,6", "iPhone 14": "14,7",
    "iPhone 14 Plus": "14,8", "iPhone 14 Pro": "15,2", "iPhone 14 Pro Max": "15,3", "iPhone 15": "15,4", "iPhone 15 Plus": "15,5",
    "iPhone 15 Pro": "16,1", "iPhone 15 Pro Max": "16,2", "iPhone 16": "17,3", "iPhone 16 Plus": "17,4", "iPhone 16 Pro": "17,1",
    "iPhone 16 Pro Max": "17,2", "iPhone 16e": "17,5", "iPhone 17": "18,3", "iPhone 17 Pro": "18,1", "iPhone 17 Pro Max": "18,2",
    "iPhone Air": "18,4",
});
const models = new Map(phones.flatMap(([name, numbers]) => numbers.split(" ").map(number => [`iPhone${number}`, name])));
const families = [["iPhone", "iPhone"], ["iPad", "iPad"], ["Watch", "Apple Watch"], ["AppleTV", "Apple TV"], ["RealityDevice", "Apple Vision"], ["Mac", "Mac"]];

/** The name of a model: `iPhone16,1` is an iPhone 15 Pro. */
export function modelName(model) {
    if (models.has(model)) return models.get(model);
    const family = families.find(([start]) => model.startsWith(start) && /\d+,\d+$/.test(model));
    return family ? `${family[1]} (${model})` : model;
}

const browsers = [["Edg", "Edge"], ["OPR", "Opera"], ["SamsungBrowser", "Samsung Internet"], ["Firefox", "Firefox"], ["FxiOS", "Firefox"],
    ["CriOS", "Chrome"], ["Chrome", "Chrome"], ["Safari", "Safari"]];
const systems = [["iPhone", "iPhone"], ["iPad", "iPad"], ["Android", "Android"], ["Windows", "Windows"], ["Macintosh", "Mac"], ["Linux", "Linux"]];

/** The browser or app of a user agent and its system: "Firefox, Windows"; of another program its first words. */
export function agentName(agent) {
    if (!agent) return null;
    const system = systems.find(([sign]) => agent.includes(sign))?.[1];
    const browser = agent.startsWith("Mozilla/") ? browsers.find(([sign]) => agent.includes(`${sign}/`))?.[1] : null;
    return [browser ?? agent.split(/[ (]/)[0].replace("/", " "), system].filter(Boolean).join(", ");
}

/** The device of a session in words, or null. */
export function deviceName(session) {
    if (!session.deviceModel) return session.deviceVendor ?? null;
    const model = modelName(session.deviceModel);
    return !session.deviceVendor || session.deviceVendor === "Apple" || model.startsWith(session.deviceVendor) ? model : `${session.deviceVendor} ${model}`;
}

const platforms = {ios: "iOS", android: "Android", web: "Web"};
export const platformName = name => platforms[name] ?? name ?? word("unknownDevice");
