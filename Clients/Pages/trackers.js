// Apps that report where a phone is, and the devices that they report for.

import {api, call} from "./calls.js";
import {button, card, fill} from "./cards.js";
import {element, moment, word} from "./elements.js";
import {answerForm, closeForm, fillOptions, option} from "./forms.js";
import {showMade} from "./made.js";

/**
 * Fills the lists of trackers and location devices. Gives the devices by their ids, each with a name that people know: that of
 * its only tracker, else its id, or a number where the id was made by chance. Of several trackers none names the device.
 */
export async function showTrackers(act) {
    const names = new Map(), devices = new Map();
    await fill("trackers", async () => {
        const {data} = await api("GET", "users/me/trackers");
        for (const {device, name} of data.trackers) names.set(device, names.has(device) ? null : name);
        return data.trackers.map(tracker => trackerCard(tracker, act));
    });
    await fill("location-devices", async () => {
        const {data} = await api("GET", "users/me/location-devices");
        for (const [place, {device}] of data.devices.entries()) {
            devices.set(device, names.get(device) ?? (isRandom(device) ? word("deviceNumber", {number: place + 1}) : device));
        }
        return data.devices.map(device => locationCard(device, devices.get(device.device), act));
    });
    fillOptions("tracker-device", [
        option("", word("newDevice")), ...[...devices].map(([device, name]) => option(device, name))]);
    return devices;
}

/** Whether an id was made by chance, such as a UUID: nobody knows a device by it. */
const isRandom = id => /^[0-9a-f-]{16,}$/i.test(id);

export function beginTrackers(act) {
    answerForm("add-tracker", async form => {
        const app = form.get("app");
        let made;
        const isMade = await act(async () => {
            const device = form.get("device") || await claimNewDevice();
            made = (await api("POST", "users/me/trackers", {
                device, name: form.get("name").trim(), friends: app === "ownTracks",
                history: form.get("history") !== null,
                ...["osmAnd", "gpsLogger"].includes(app) ? {speedUnit: "m/s"} : {}})).data;
        }, "trackerAdded");
        if (!isMade) return;
        closeForm("add-tracker");
        showMade("made-tracker", word("trackerSetUp", {name: made.tracker.name}), made.links[app], made.qrCodes?.[app],
            element("p", {}, word(`setUp.${app}`)));
    });
}

/** Makes a device that nobody can guess, and claims it. Its key is used for that alone: the account can set another one. */
async function claimNewDevice() {
    const device = randomText(), key = randomText() + randomText();
    await call("POST", "/v1/setDeviceKey", {MiataruSetDeviceKey: {DeviceID: device, NewDeviceKey: key}});
    await api("POST", "users/me/location-devices", {device, deviceKey: key});
    return device;
}

const randomText = () => Array.from(
    crypto.getRandomValues(new Uint8Array(8)), byte => byte.toString(16).padStart(2, "0")).join("");

function trackerCard(tracker, act) {
    return card(tracker.name, [
        ["showsFriends", word(tracker.friends ? "yes" : "no")],
        ["keepsHistory", word(tracker.history ? "yes" : "no")], ["created", moment(tracker.createdAt)],
        ["lastReport", tracker.lastUsedAt ? moment(tracker.lastUsedAt) : word("never")]],
    button("revoke", tracker.name, () => act(
        () => api("DELETE", `users/me/trackers/${encodeURIComponent(tracker.id)}`), "revoked")));
}

function locationCard(device, name, act) {
    const path = `users/me/location-devices/${encodeURIComponent(device.device)}`;
    return card(name, [
        ["deviceId", device.device], ["claimed", moment(device.claimedAt)], ["deviceKey", word(device.hasKey ? "yes" : "no")],
        ["handoverUntil", device.handoverEndsAt && moment(device.handoverEndsAt)],
        ["tellsOfNewReaders", word(device.tellsOfNewReaders ? "yes" : "no")]],
    device.tellsOfNewReaders
        ? button("stopTelling", name, () => act(() => api("DELETE", `${path}/new-readers`), "tellingStopped"))
        : button("tell", name, () => act(() => api("PUT", `${path}/new-readers`), "tellingBegun")),
    button("release", name, () => act(
        () => api("DELETE", path), "released")));
}
