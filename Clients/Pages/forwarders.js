// Forwarders: addresses that get each new place of a device.

import {api} from "./calls.js";
import {button, card, fill} from "./cards.js";
import {element, foreign, moment, word} from "./elements.js";

/** What a status of the target means, as the server says it in English; the name of a text. */
const meanings = {
    400: "refused", 401: "credentials", 403: "credentials", 404: "path", 405: "path", 410: "refused", 413: "refused", 422: "refused"};

/** Fills the list of all forwarders. `nameOf` gives the name of a device. */
export const showForwarders = (nameOf, act) => fill("forwarders", async () => {
    const {data} = await api("GET", "users/me/location-devices");
    const lists = await Promise.all(data.devices.map(async ({device, canResetKey}) => (await forwardersOf(device)).map(
        forwarder => forwarderCard(forwarder, nameOf(device), !canResetKey, act))));
    return lists.flat();
});

const path = device => `users/me/location-devices/${encodeURIComponent(device)}/forwarders`;

/** Returns no forwarder of a device that another page has just released. */
async function forwardersOf(device) {
    try {
        return (await api("GET", path(device))).data.forwarders;
    } catch (refusal) {
        if (refusal.status === 404) return [];
        throw refusal;
    }
}

/** `hasOtherKey` is true if the device's key was changed since the person claimed it: the forwarder sends nothing then. */
function forwarderCard(forwarder, device, hasOtherKey, act) {
    const problem = hasOtherKey ? word("forwardProblem.otherKey") : forwarder.problem && problemText(forwarder.problem);
    return card(forwarder.name, [
        ["trackedDevice", device], ["sentTo", forwarder.origin], ["sentAs", word(`forwarder.${forwarder.form}`)],
        ["precision", word(`precision.${forwarder.precision}`)], ["created", moment(forwarder.createdAt)],
        ["waitingPlaces", String(forwarder.waiting)], ["lastProblem", problem && element("strong", {class: "trouble"}, foreign(problem))]],
    button("revoke", forwarder.name, () => act(
        () => api("DELETE", `${path(forwarder.device)}/${encodeURIComponent(forwarder.id)}`), "forwarderEnded")));
}

function problemText(problem) {
    const status = / \(status (\d+)\)$/.exec(problem)?.[1];
    if (!status) return word("forwardProblem.other", {text: problem});
    return word(`forwardProblem.${meanings[status] ?? (status < 400 ? "elsewhere" : "later")}`, {status});
}
