// The devices of a person: on what they are reached, on what they no longer are and why, and which location devices they have.

import {call, path} from "./calls.js";
import {reasonText, remedyText} from "./deliveries.js";
import {platformName} from "./device-names.js";
import {attempt, confirmed, showSecret} from "./dialogs.js";
import {button, chip, element, excerpt, foreign, moment, section, table, term, word} from "./elements.js";
import {idEnd} from "./push-device-names.js";
import {testButton} from "./push-health.js";
import "./people-words.js";

/** The parts of the tab. */
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
            ["platform", "app", "channel", "registered", "lastReached", "lastError", "action"],
            devices.pushDevices.map(device => [
                ...pushRow(device), context.may("support") && device.purpose === "alert" ? testButton(account.id, device) : ""]), "noDevices")),
        devices.endedPushDevices ? section("endedDevices", table("endedDevices", ["platform", "appVersion", "endedAt", "reason"],
            devices.endedPushDevices.map(endedRow))) : null,
        section("locationDevices", table("locationDevices", ["device", "claimed", "deviceKey", "action"],
            devices.locationDevices.map(device => locationRow(device, context)), "noDevices"))];
}

const pushRow = device => [
    element("span", {}, foreign(platformName(device.platform)), " ", device.muted ? chip(word("muted")) : null,
        device.purpose === "voip" ? chip("voip") : null, element("span", {class: "note below"}, idEnd(device.id))),
    element("span", {}, foreign(device.bundleId ?? "–"),
        device.appVersion ? element("span", {class: "note below"}, excerpt(word("appWithVersion", {version: device.appVersion}))) : null),
    element("span", {}, term("channel", device.channel),
        device.channel === "apns" && device.environment !== "production" ? [" ", chip(device.environment)] : null),
    moment(device.createdAt), moment(device.lastUsedAt),
    device.lastError ? element("span", {}, reasonText(device.lastError.reason), " ", moment(device.lastError.at),
        element("span", {class: "note below"}, remedyText(device.lastError.reason))) : null];

/** A device that is reached no more, with the reason in words. */
const endedRow = device => [
    element("span", {}, foreign(platformName(device.platform)), element("span", {class: "note below"}, idEnd(device.id))),
    device.appVersion, moment(device.endedAt), foreign(term("deviceEnd", device.reason))];

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
    if (!await confirmed("removeKey", word("removeKeyText"), {name: device})) return;
    if (await attempt(() => call("POST", "/devices/remove-key", {device}))) await context.done("keyRemoved");
}
