// How pushes fare, by app and credential, and a test to one token.

import {call, path, query} from "./calls.js";
import {attempt} from "./dialogs.js";
import {reasonText, remedyText} from "./deliveries.js";
import {button, chip, element, excerpt, facts, field, foreign, moment, number, section, table, tell, word} from "./elements.js";
import {personName} from "./person-search.js";

export async function show(_, context) {
    const health = await call("GET", "/push-health");
    return [
        element("div", {class: "row spread"}, element("h1", {}, word("push-health")), button("refresh", context.again, {kind: "plain"})),
        element("p", {class: "note"}, word("pushHealthNote"), " ", moment(health.since)),
        ...health.problems.map(problem => element("p", {class: "alert", tabindex: "0"}, foreign(problem))),
        health.apps.length ? "" : element("p", {class: "quiet"}, word("noPushes")), ...health.apps.map(card),
        context.may("support") ? section("testPush", tokenSearch()) : ""];
}

function card(app) {
    const channel = app.channel === "fcm" ? "FCM" : `APNs ${app.environment}`;
    return element("section", {class: "card"},
        element("h2", {}, excerpt(app.bundleId ?? (app.channel === "fcm" ? "Firebase" : word("noTopic"))), " ", chip(channel, app.environment === "sandbox" ? "busy" : "")),
        facts([
            ["credential", app.credential ?? word("commonCredential")], ["sent", number(app.sent)], ["goneTokens", number(app.gone)],
            ["refusalCount", number(app.refusals.reduce((all, refusal) => all + refusal.count, 0))],
            ["lastSent", moment(app.lastSentAt)],
            ["lastError", app.lastError && element("span", {}, reasonText(app.lastError.reason), " ", moment(app.lastError.at))]]),
        app.refusals.length ? element("h3", {}, word("refusals")) : null,
        app.refusals.length ? table("refusals", ["reason", "devicesCount", "remedy"],
            app.refusals.map(({reason, count}) => [reasonText(reason), number(count), remedyText(reason)])) : null);
}

/** Finds push devices by how their token begins; each of them can be sent a test. */
function tokenSearch() {
    const answer = element("div", {role: "status"});
    return element("div", {}, element("p", {class: "note"}, word("testPushNote")), element("form", {
        class: "filters",
        submit: async event => {
            event.preventDefault();
            const token = new FormData(event.currentTarget).get("token").trim().slice(0, 32);
            const found = await attempt(() => call("GET", `/push-devices${query({token})}`));
            if (found) answer.replaceChildren(devicesTable(found.pushDevices, await namesOf(found.pushDevices)));
        }},
    field("token", element("input", {name: "token", required: true, minlength: "8", autocomplete: "off", autocapitalize: "none", spellcheck: "false"}),
        word("tokenNote")),
    element("button", {}, word("find"))), answer);
}

/** What the people of some devices are called, by their ids. */
const namesOf = async devices => new Map(await Promise.all([...new Set(devices.map(({account}) => account))].map(
    async id => [id, await call("GET", path`/accounts/${id}`).then(personName, () => id)])));

const devicesTable = (devices, names) => table("pushDevices", ["person", "app", "registered", "lastReached", "lastError", "action"],
    devices.map(({account, device}) => [
        element("a", {href: `#/person/${encodeURIComponent(account)}`}, excerpt(names.get(account))),
        element("span", {}, foreign(device.bundleId ?? device.platform), device.muted ? [" ", chip(word("muted"))] : null),
        moment(device.createdAt), moment(device.lastUsedAt),
        device.lastError ? element("span", {}, reasonText(device.lastError.reason), " ", moment(device.lastError.at)) : null,
        testButton(account, device)]), "noDevices");

/** Sends a test to a push device of a person; to one that is muted none would be sent. */
export const testButton = (account, device) => device.muted ? element("div", {},
    element("button", {type: "button", class: "plain", disabled: true, "aria-describedby": `muted-${device.id}`}, word("sendTest")),
    element("p", {class: "note", id: `muted-${device.id}`}, word("mutedNote"))) : button("sendTest", async () => {
    const sent = await attempt(() => call(
        "POST", path`/accounts/${account}/push-devices/${device.id}/test`, {title: word("testTitle"), body: word("testBody")}));
    if (sent) tell(word("testSent"), true);
}, {kind: "plain", about: device.bundleId ?? device.id});
