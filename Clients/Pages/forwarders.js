// Forwarders: addresses that get each new place of a device.

import {api} from "./calls.js";
import {button, card, fill} from "./cards.js";
import {element, foreign, moment, word} from "./elements.js";

/** What a status of the target means, as the server says it in English; the name of a text. */
const meanings = {
    400: "refused", 401: "credentials", 403: "credentials", 404: "path", 405: "path", 410: "refused", 413: "refused", 422: "refused"};

/** How the server begins to say, in English, that it does not reach a target. */
const unreached = ["it cannot be reached", "no answer came in time", "the name of its host cannot be resolved", "no IP address"];

/** Fills the list of all forwarders. `nameOf` gives the name of a device; `seen` gets the addresses that get places. */
export const showForwarders = (nameOf, seen, act) => fill("forwarders", async () => {
    const {data} = await api("GET", "users/me/location-devices");
    const lists = await Promise.all(data.devices.map(async ({device, canResetKey}) => (await forwardersOf(device)).map(
        forwarder => ({...forwarder, hasOtherKey: !canResetKey}))));
    const all = lists.flat();
    seen.set("forwarders", all.filter(({hasOtherKey}) => !hasOtherKey).map(forwarder => ({
        name: forwarder.name, parts: [word("anAddress"), forwarder.origin, word(`precision.${forwarder.precision}`)],
        trouble: forwarder.problem && word("placesWait", {count: forwarder.waiting})})));
    return all.map(forwarder => forwarderCard(forwarder, nameOf(forwarder.device), act));
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

/**
 * `hasOtherKey` is true if the device's key was changed since the person claimed it: the forwarder sends nothing then. A problem
 * stands above the rest, with what to do about it.
 */
function forwarderCard(forwarder, device, act) {
    const {hasOtherKey, waiting, nextAt, deliveredAt} = forwarder;
    const problem = hasOtherKey ? word("forwardProblem.otherKey") : forwarder.problem && problemText(forwarder.problem);
    const made = card(forwarder.name, [
        ["trackedDevice", device], ["sentTo", forwarder.origin], ["sentAs", word(`forwarder.${forwarder.form}`)],
        ["precision", word(`precision.${forwarder.precision}`)], ["created", moment(forwarder.createdAt)],
        ["waitingPlaces", waiting ? element("strong", problem ? {class: "trouble"} : {}, String(waiting)) : null],
        ["lostPlaces", forwarder.dropped ? element("strong", {class: "trouble"}, String(forwarder.dropped)) : null],
        ["acceptedAt", deliveredAt ? moment(deliveredAt) : word("never")],
        ["nextTry", problem && !hasOtherKey && nextAt ? moment(nextAt) : null]],
    button("revoke", forwarder.name, () => act(
        () => api("DELETE", `${path(forwarder.device)}/${encodeURIComponent(forwarder.id)}`), "forwarderEnded")));
    if (problem) made.querySelector("strong").after(element("p", {class: "alert", "data-sign": "⚠"}, foreign(problem)));
    return made;
}

function problemText(problem) {
    if (unreached.some(text => problem.startsWith(text))) return word("forwardProblem.unreached");
    const status = / \(status (\d+)\)$/.exec(problem)?.[1];
    if (!status) return word("forwardProblem.other", {text: problem});
    return word(`forwardProblem.${meanings[status] ?? (status < 400 ? "elsewhere" : "later")}`);
}
