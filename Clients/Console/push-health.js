// How pushes fare: what stops them, the counts of each app, the recent ones by outcome, and those of one person or device.

import {call, path, query} from "./calls.js";
import {attempt} from "./dialogs.js";
import {pushPage} from "./attention.js";
import {programNames} from "./copy.js";
import {groupOf, reasonsPart, reasonText, remedyText} from "./deliveries.js";
import {deviceParts} from "./devices.js";
import {button, chip, choice, element, excerpt, facts, field, foreign, moment, number, pager, section, table, tell, term, word} from "./elements.js";
import {begins, progress, titleOf, typeName} from "./notification-texts.js";
import {titleCell} from "./notifications.js";
import {personFilter} from "./person-filter.js";
import {whyOfPerson} from "./person-notifications.js";
import {personName, readPerson} from "./person-search.js";
import {publisherNames} from "./publishers.js";
import {idEnd, pushDeviceName} from "./push-device-names.js";
import {serverText} from "./server-texts.js";

/** Which notifications an outcome means. Failures are counts, which not everybody may see. */
const outcomes = {
    failed: () => true, waiting: ({state, books}) => state !== "cancelled" && (books?.pending ?? 0) + (books?.deferred ?? 0) > 0,
    delivered: ({state, books}) => state === "done" && !books?.failed && !books?.expired};
/** How many notifications are asked for at once, and how many pages a search goes on for. */
const pageSize = 20, mostPages = 10;

export async function show(parameters, context) {
    const health = await call("GET", "/push-health"), account = parameters.get("account") ?? "";
    const refused = health.apps.some(app => app.refusals.length);
    return [
        element("div", {class: "row spread"}, element("h1", {}, word("push-health"), " ",
            chip(word(health.problems.length ? "pushesStopped" : refused ? "pushesRefused" : "pushesWell"), health.problems.length ? "bad" : refused ? "warning" : "good")),
        button("refresh", context.again, {kind: "plain"})),
        element("p", {class: "note"}, word("pushHealthNote")),
        ...health.problems.map(problem => element("p", {class: "alert", tabindex: "0"}, serverText(problem), " ",
            element("a", {href: `#/${pushPage(problem)}`}, word("seePage", {page: word(pushPage(problem).split("?")[0])})))),
        ...account ? [] : appsPart(health), ...account ? [filter(parameters, account, [], context), ...await ofPerson(account, context)]
            : await recent(parameters, context),
        context.may("support") ? section("testPush", tokenSearch()) : ""];
}

/** The counts of each app, and what Apple and Google refuse. */
const appsPart = health => [
    element("h2", {}, word("pushApps")), element("p", {class: "note"}, word("pushAppsNote"), " ", moment(health.since)),
    health.apps.length ? "" : element("p", {class: "quiet"}, word("noPushes")), element("div", {class: "charts first-look"}, health.apps.map(card))];

const typeNames = ["OFFER", "EVENT", "PROFESSIONAL"];

function filter(parameters, account, kinds, context) {
    const names = Object.keys(outcomes).filter(name => name !== "failed" || context.may("support"));
    const outcome = choice("outcome", [["", word("any")], ...names.map(name => [name, word(`pushOutcome.${name}`)])], parameters.get("outcome") ?? "");
    const chosen = parameters.get("kind") ?? "", named = [...new Set([...typeNames, ...kinds, chosen].filter(Boolean))];
    const kind = choice("kind", [["", word("any")], ...named.map(name => [name, typeName(name)])], chosen);
    return personFilter(account, account ? [] : [field("outcome", outcome), field("kindName", kind)],
    found => context.go(`/push-health${query(found)}`));
}

/** What one person's devices get, and why or why not. */
async function ofPerson(account, context) {
    const person = await readPerson(account);
    const [devices, ended] = await deviceParts(person, context);
    return [devices, ended ?? "", context.may("support") ? section("notifications", await whyOfPerson(person)) : ""];
}

/** The recent notifications with what became of their pushes; of failures why, when somebody asks. */
async function recent(parameters, context) {
    const outcome = Object.hasOwn(outcomes, parameters.get("outcome")) ? parameters.get("outcome") : "", kind = parameters.get("kind") ?? "";
    // What has not begun, or was cancelled before, has no pushes.
    const hasBegun = ({state, books}) => state !== "scheduled" && (state !== "cancelled" || books?.accepted > 0);
    const isMeant = entry => hasBegun(entry) && (!outcome || outcomes[outcome](entry)) && (!kind || entry.kind === kind);
    const publishers = await publisherNames();
    const entries = [], list = element("div"), answer = element("div", {role: "status"});
    const kinds = new Set();
    let before, hasMore = true;
    const load = async () => {
        const wanted = entries.length + 20;
        for (let page = 0; page < mostPages && hasMore && entries.length < wanted; page += 1) {
            const found = await call("GET", `/notifications${query({limit: pageSize, before, failed: outcome === "failed" ? true : ""})}`);
            found.notifications.forEach(entry => kinds.add(entry.kind));
            entries.push(...found.notifications.filter(isMeant));
            before = found.notifications.at(-1)?.id;
            hasMore = found.hasMore;
        }
        list.replaceChildren(recentTable(entries, publishers, answer), pager(hasMore, () => attempt(load)) ?? "");
    };
    await load();
    return [section("recentPushes", element("p", {class: "note"}, word("recentPushesNote")), filter(parameters, "", kinds, context), answer, list)];
}

const recentTable = (entries, publishers, answer) => table("recentPushes", ["title", "state", "begins", "pushesSent", "stillWaiting", "pushesFailed"], entries.map(entry => {
    const failed = (entry.books?.failed ?? 0) + (entry.books?.expired ?? 0);
    const count = value => entry.books && (entry.state !== "cancelled" || entry.books.accepted) ? number(value) : "–";
    return [
        titleCell(entry, publishers), progress(entry), begins(entry), count(entry.books?.sent), count((entry.books?.pending ?? 0) + (entry.books?.deferred ?? 0)),
        failed ? element("span", {}, chip(number(failed), "bad"), " ", button("why", () => explain(entry, answer), {kind: "plain", about: titleOf(entry)})) : count(failed)];
}), "noRecentPushes");

async function explain(entry, answer) {
    const found = await attempt(() => call("GET", path`/notifications/${entry.id}`));
    if (!found) return;
    answer.replaceChildren(element("h3", {}, excerpt(titleOf(entry))), reasonsPart(found.reasons) || element("p", {}, word("countsHidden")));
    answer.scrollIntoView({block: "nearest"});
}

/** How the pushes of an app fare: the worst that stays until somebody corrects it. */
function standing({refusals, sent}) {
    const groups = refusals.map(({reason}) => groupOf(reason));
    return groups.includes("unset") ? ["pushesUnset", "bad"] : groups.includes("credential") ? ["pushesStopped", "bad"]
        : groups.includes("otherApp") ? ["pushesRefused", "warning"] : sent ? ["pushesWell", "good"] : ["pushesNone", ""];
}

/** A reason as a sentence alone; the provider's own word is among the details. */
const cause = reason => groupOf(reason) === "unknown" ? reasonText(reason) : word(`cause.${groupOf(reason)}`);

function card(app) {
    const [state, kind] = standing(app), name = app.bundleId ?? (app.channel === "fcm" ? "Firebase" : word("noTopic"));
    const all = app.refusals.reduce((sum, refusal) => sum + refusal.count, 0), isUnset = state === "pushesUnset";
    return element("section", {class: "card"},
        element("h2", {}, excerpt(name), " ", chip(term("channel", app.channel)), app.environment === "sandbox" ? chip(word("sandbox")) : "", chip(word(state), kind)),
        facts([
            ["credential", isUnset ? null : app.credential ?? word("commonCredential")], ["pushesSent", number(app.sent)], ["lastSent", app.lastSentAt && moment(app.lastSentAt)],
            ["goneTokens", app.gone ? number(app.gone) : null],
            ["lastError", app.lastError && element("span", {}, cause(app.lastError.reason), " ", moment(app.lastError.at))]]),
        isUnset ? element("a", {class: "button plain", href: "#/settings?query=push"}, word("step.credentials")) : all ? [
            element("h3", {}, word("refusals")),
            table("refusals", ["reason", "refusalCount", "remedy"], app.refusals.map(({reason, count}) => [cause(reason), number(count), remedyText(reason)]))] : null,
        all ? programNames(name, app.refusals.map(({reason, count}) => ["reason", `${reason} × ${number(count)}`])) : null);
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
    async id => [id, await readPerson(id).then(personName, () => id)])));

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
}, {kind: "plain", about: `${pushDeviceName(device)}, ${idEnd(device.id)}`});
