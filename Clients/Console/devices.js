// The devices of a person: on what they are reached, and which location devices they have claimed.

import {call, path} from "./calls.js";
import {attempt, confirmed, showSecret} from "./dialogs.js";
import {button, chip, element, foreign, moment, section, table, word} from "./elements.js";
import {testButton} from "./push-health.js";

/** The two parts of the page of a person. */
export async function deviceParts(account, context) {
    let devices;
    try {
        devices = await call("GET", path`/accounts/${account.id}/devices`);
    } catch (refusal) {
        if (refusal.status === undefined || refusal.status === 401) throw refusal;
        return [section("pushDevices", element("p", {class: "alert"}, refusal.message))];
    }
    return [
        section("pushDevices", table("pushDevices",
            ["platform", "app", "appVersion", "channel", "registered", "lastReached", "lastError", "action"],
            devices.pushDevices.map(device => [
                ...pushRow(device), context.may("support") && device.purpose === "alert" ? testButton(account.id, device) : ""]), "noDevices")),
        section("locationDevices", table("locationDevices", ["device", "claimed", "deviceKey", "action"],
            devices.locationDevices.map(device => locationRow(device, context)), "noDevices"))];
}

const pushRow = device => [
    element("span", {}, foreign(device.platform), " ", device.muted ? chip(word("muted")) : null,
        device.purpose === "voip" ? chip("voip") : null),
    device.bundleId, device.appVersion,
    device.channel === "apns" && device.environment !== "production" ? `apns ${device.environment}` : device.channel,
    moment(device.createdAt), moment(device.lastUsedAt),
    device.lastError ? element("span", {}, foreign(device.lastError.reason), " ", moment(device.lastError.at)) : null];

function locationRow(device, context) {
    const keys = context.may("operator") && device.hasKey ? element("div", {class: "row"},
        button("resetKey", () => resetKey(device.id), {kind: "plain", about: device.id}),
        button("removeKey", () => removeKey(device.id, context), {kind: "danger", about: device.id})) : "";
    return [device.id, moment(device.claimedAt), word(device.hasKey ? "yes" : "no"), keys];
}

async function resetKey(device) {
    if (!await confirmed("resetKey", word("resetKeyText"), {subject: device})) return;
    const made = await attempt(() => call("POST", "/devices/reset-key", {device}));
    if (made) await showSecret("newDeviceKey", made.deviceKey, word("shownOnce"));
}

async function removeKey(device, context) {
    if (!await confirmed("removeKey", word("removeKeyText"), {subject: device, phrase: "remove"})) return;
    if (await attempt(() => call("POST", "/devices/remove-key", {device}))) await context.done("keyRemoved");
}
