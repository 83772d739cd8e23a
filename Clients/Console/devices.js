// The devices of a person: on what they are reached, on what they no longer are and why, and which location devices they have.

import {call} from "./calls.js";
import {groupOf, reasonText, remedyText} from "./deliveries.js";
import {platformName} from "./device-names.js";
import {attempt, confirmed, showSecret} from "./dialogs.js";
import {button, chip, element, excerpt, foreign, moment, section, table, term, word} from "./elements.js";
import "./people-words.js";
import {idEnd, isFailing, readDevices} from "./push-device-names.js";
import {testButton} from "./push-health.js";

/** The parts of the tab. */
export async function deviceParts(account, context) {
    let devices;
    try {
        devices = await readDevices(account.id);
    } catch (refusal) {
        if (refusal.status === undefined || refusal.status === 401) throw refusal;
        return [section("pushDevices", element("p", {class: "alert"}, refusal.message))];
    }
    return [
        section("pushDevices", table("pushDevices", ["device", "app", "pushState", "registered", "action"],
            devices.pushDevices.map(device => [
                ...pushRow(device, devices.pushDevices), context.may("support") && device.purpose === "alert" ? testButton(account.id, device) : ""]), "noPushDevices")),
        devices.endedPushDevices ? section("endedDevices", table("endedDevices", ["device", "pushState", "endedAt"],
            devices.endedPushDevices.map(endedRow))) : null,
        section("locationDevices", devices.locationDevices.length ? element("p", {class: "note"}, word("locationDevicesNote")) : null,
            table("locationDevices", ["device", "claimed", "deviceKey", "action"],
                devices.locationDevices.map(device => locationRow(device, context)), "noLocationDevices"))];
}

const note = (...content) => element("span", {class: "note below"}, ...content);

const pushRow = (device, all) => [
    element("span", {}, foreign(device.model ?? platformName(device.platform)), " ", device.muted ? chip(word("muted")) : null,
        device.purpose === "voip" ? chip("voip") : null,
        note(excerpt([device.model && platformName(device.platform), idEnd(device.id)].filter(Boolean).join(" · ")))),
    element("span", {}, device.appVersion ? excerpt(word("appWithVersion", {version: device.appVersion})) : foreign(device.bundleId ?? "–"),
        device.appVersion && device.bundleId ? note(excerpt(device.bundleId)) : null),
    stateCell(device, all), moment(device.createdAt)];

/** Whether a newer token gets the pushes. A session is one device, and of its tokens the one that is listed first gets them. */
const isPassedOver = (device, all) => device.session && device.purpose === "alert" && !device.lastUsedAt && device !== all.find(
    ({session, channel, purpose}) => session === device.session && channel === device.channel && purpose === "alert");

/** Whether pushes reach a device, by which service, and what to do where they do not. */
function stateCell(device, all) {
    const {lastError, lastUsedAt, channel, environment} = device;
    const by = excerpt(environment === "production" ? term("channel", channel) : `${term("channel", channel)} (${environment})`);
    const reached = lastUsedAt ? [word("lastReached"), " ", moment(lastUsedAt)] : null;
    if (!isFailing(device)) {
        return element("span", {}, chip(word(lastUsedAt ? "reached" : "notTried"), lastUsedAt ? "good" : ""),
            isPassedOver(device, all) ? note(word("newerToken")) : null, note(by, reached && [" · ", reached]));
    }
    const isGone = groupOf(lastError.reason) === "gone";
    return element("span", {}, chip(word(isGone ? "unreachable" : "lastPushFailed"), isGone ? "bad" : "warning"),
        note(reasonText(lastError.reason), " ", moment(lastError.at)), note(remedyText(lastError.reason)), note(by, reached && [" · ", reached]));
}

/** A device that is reached no more, with the reason in words. */
const endedRow = device => [
    element("span", {}, foreign(platformName(device.platform)), note(excerpt([
        device.appVersion && word("appWithVersion", {version: device.appVersion}), idEnd(device.id)].filter(Boolean).join(" · ")))),
    element("span", {}, chip(word(device.reason === "unreachable" ? "unreachable" : "over"), device.reason === "unreachable" ? "bad" : ""),
        note(excerpt(term("deviceEnd", device.reason)))), moment(device.endedAt)];

function locationRow(device, context) {
    const actions = context.may("operator") ? element("div", {class: "row"},
        element("a", {class: "button plain", href: `#/map/${encodeURIComponent(device.id)}`}, word("onMap")),
        device.hasKey ? button("resetKey", () => resetKey(device.id), {kind: "plain", about: device.id}) : null,
        device.hasKey ? button("removeKey", () => removeKey(device.id, context), {kind: "danger", about: device.id}) : null) : "";
    return [device.id, moment(device.claimedAt), word(device.hasKey ? "yes" : "no"), actions];
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
