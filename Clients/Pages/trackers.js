// Apps that report where a phone is, and the devices that they report for.

import {api, call} from "./calls.js";
import {button, card, fill, folded} from "./cards.js";
import {deviceTitle} from "./clients.js";
import {byId, element, moment, rows, word} from "./elements.js";
import {answerForm, closeForm, fillOptions, option} from "./forms.js";
import {showMade} from "./made.js";

/**
 * Fills the lists of trackers and location devices. Gives the devices by their ids, each with a name that people know: that of
 * the phone that gets notifications under the same id, else the id. An id that was made by chance gives way to the name of the
 * only tracker, which the person chose, or to a number.
 */
export async function showTrackers(act) {
    const devices = new Map();
    // Without them, a device is shown all the same, by its id or a number.
    const [phones, named] = await Promise.all([
        api("GET", "push/tokens").then(({data}) => data, () => []),
        api("GET", "users/me/trackers").then(({data}) => data.trackers, () => [])]);
    await fill("location-devices", async () => {
        const {data} = await api("GET", "users/me/location-devices");
        for (const [place, {device}] of data.devices.entries()) {
            const taken = [...devices.values()], number = word("deviceNumber", {number: place + 1});
            const name = deviceTitle(phones.find(({deviceId}) => deviceId === device)?.deviceName)
                || (isRandom(device) ? trackerName(named.filter(tracker => tracker.device === device)) : device);
            devices.set(device, name && !taken.includes(name) ? name : isRandom(device) ? number : device);
        }
        return data.devices.map(device => locationCard(device, devices.get(device.device), act));
    });
    await fill("trackers", async () => {
        const {data} = await api("GET", "users/me/trackers");
        return data.trackers.map(tracker => trackerCard(tracker, devices.get(tracker.device) ?? tracker.device, act));
    });
    fillOptions("tracker-device", [
        option("", word("newDevice")), ...[...devices].map(([device, name]) => option(device, name))]);
    return devices;
}

/** The name of the only tracker of a device, unless it is that of an app; nil for none. */
function trackerName(trackers) {
    const apps = [...byId("tracker-app").options].map(({text}) => text.toLowerCase());
    return trackers.length === 1 && !apps.includes(trackers[0].name.trim().toLowerCase()) ? trackers[0].name : undefined;
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
        const link = made.links[app];
        // The link of an app opens it on this phone. Any other is an address that the person enters in their app.
        const open = /^(owntracks|overland):/.test(link) ? element("a", {class: "button", href: link}, word("openInApp")) : null;
        showMade("made-tracker", word("trackerSetUp", {name: made.tracker.name}), link, made.qrCodes?.[app],
            element("p", {}, word(`setUp.${app}`)), open);
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

function trackerCard(tracker, device, act) {
    return card(tracker.name, [
        ["trackedDevice", device], ["showsFriends", word(tracker.friends ? "yes" : "no")],
        ["keepsHistory", word(tracker.history ? "yes" : "no")], ["created", moment(tracker.createdAt)],
        ["lastReport", tracker.lastUsedAt ? moment(tracker.lastUsedAt) : word("never")]],
    button("revoke", tracker.name, () => act(
        () => api("DELETE", `users/me/trackers/${encodeURIComponent(tracker.id)}`), "revoked")));
}

function locationCard(device, name, act) {
    const path = `users/me/location-devices/${encodeURIComponent(device.device)}`;
    return card(name, [
        ["claimed", moment(device.claimedAt)],
        ["deviceKey", device.hasKey ? null : element("strong", {class: "trouble"}, word("noDeviceKey"))],
        ["handoverUntil", device.handoverEndsAt && moment(device.handoverEndsAt)]],
    folded(word("forApps"), element("dl", {}, ...rows([
        ["deviceId", device.device], ["deviceKey", word(device.hasKey ? "yes" : "no")]]))),
    device.tellsOfNewReaders
        ? button("stopTelling", name, () => act(() => api("DELETE", `${path}/new-readers`), "tellingStopped"))
        : button("tell", name, () => act(() => api("PUT", `${path}/new-readers`), "tellingBegun")),
    button("release", name, () => act(
        () => api("DELETE", path), "released")));
}
