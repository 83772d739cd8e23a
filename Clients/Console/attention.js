// What needs an operator, the worst first, and the first steps on a new server.

import {call} from "./calls.js";
import {checkPages} from "./checks.js";
import {groupOf, remedyText} from "./deliveries.js";
import {button, chip, day, element, excerpt, section, term, word} from "./elements.js";
import {serverText} from "./server-texts.js";
import {readWebhooks, webhookCause, webhookRemedy} from "./webhooks.js";

const kinds = {failure: "bad", warning: "warning"};
/** The groups of refusals that stay until an operator corrects a setting. */
const corrected = ["otherApp", "credential", "unset"];

/** What needs attention; where nothing does, it says so. The checks try credentials, which may take seconds. */
export async function attention() {
    const [{checks}, health, {keys}] = await Promise.all([call("GET", "/checks"), call("GET", "/push-health"), call("GET", "/api-keys")]);
    // The problems of pushes say more than this check. Services that share a machine find the same.
    const known = new Set();
    const isNews = ({name, state, found}) => kinds[state] && !(name === "push-queue" && health.problems.length) && !known.has(found) && known.add(found);
    const found = checks.filter(isNews).map(check => ({
        kind: check.state, name: term("check", check.name), about: check.subject, text: check.found, remedy: check.remedy,
        to: checkPages[check.name] ?? "checks"}));
    for (const problem of health.problems) found.push({kind: "failure", name: word("push-health"), text: problem, to: pushPage(problem)});
    // A problem that stops all pushes has said so already. What was last refused long ago may be corrected by now.
    const recent = health.apps.filter(app => app.lastError && Date.now() - Date.parse(app.lastError.at) < day);
    const unsaid = ({reason}) => corrected.includes(groupOf(reason)) && (!health.problems.length || groupOf(reason) === "otherApp");
    for (const app of recent) for (const {reason} of app.refusals.filter(unsaid)) {
        found.push({kind: "warning", name: word("push-health"), about: app.bundleId ?? term("channel", app.channel), text: element("span", {}, word(`cause.${groupOf(reason)}`)),
            remedy: element("span", {}, remedyText(reason)), to: "push-health"});
    }
    for (const {key, webhook} of await readWebhooks(keys)) {
        const ofEvents = webhook.problem || webhook.failures[0]?.reason, reason = ofEvents || webhook.deliveries?.[0]?.problem;
        if (!reason) continue;
        found.push({
            kind: ofEvents ? "failure" : "warning", name: word("webhook"), about: key.name, to: "webhooks",
            text: element("span", {}, ofEvents ? "" : `${word("failedTest")} `, webhookCause(reason)), remedy: element("span", {}, webhookRemedy(reason, !ofEvents))});
    }
    // The order of the checks is kept among those of one kind.
    found.sort((one, other) => Number(other.kind === "failure") - Number(one.kind === "failure"));
    const made = section("attention", found.length ? element("ul", {class: "attention"}, found.map(item)) : element("p", {}, chip(word("nothingToDo"), "good"),
        " ", element("a", {href: "#/checks"}, word("allChecks"))));
    if (found.length) made.append(element("a", {href: "#/checks"}, word("allChecks")));
    return {made, checks, health};
}

/** Where a problem of pushes is mended. */
export const pushPage = problem => /credential/.test(problem) ? "settings?query=push" : "checks";

const item = ({kind, name, about, text, remedy, to}) => element("li", {},
    chip(term("checkState", kind), kinds[kind]), " ", element("strong", {}, excerpt(name)),
    about ? element("span", {class: "quiet"}, " ", excerpt(about)) : null, element("br"), inWords(text),
    remedy ? element("span", {class: "quiet"}, " ", inWords(remedy)) : null, " ",
    element("a", {href: `#/${to}`}, word("seePage", {page: word(to.split("?")[0])})));

const inWords = text => text instanceof Node ? text : serverText(text);

const hidden = "balise-first-steps";

/** The first steps of a new server; null when all are done, or an operator has hidden them in this browser. */
export async function firstSteps({checks, health}, hasBackups) {
    if (recall()) return null;
    const [{settings}, history] = await Promise.all([call("GET", "/settings"), call("GET", "/history?period=month")]);
    const isSet = name => settings.some(setting => setting.name === name && setting.source !== "default");
    const steps = [
        ["credentials", checks.some(({name, state}) => name === "push-credential" && state === "ok"), "settings?query=push"],
        ["backups", hasBackups, "backups", isSet("backups.to") ? "firstBackup" : "backups"],
        ["domain", isSet("http.publicUrl"), "settings?query=publicUrl"],
        ["firstApp", history.points.some(point => point.newAccounts || point.signIns.length), "api"],
        ["firstPush", health.apps.some(app => app.sent) || history.points.some(point => point.pushes.some(({name}) => name === "sent")), "push-health"],
    ];
    if (steps.every(([, isDone]) => isDone)) {
        remember();
        return null;
    }
    const made = section("firstSteps", element("p", {class: "note"}, word("firstStepsNote")),
        element("ol", {class: "steps"}, steps.map(([name, isDone, to, how = name]) => element("li", {},
            chip(word(isDone ? "stepDone" : "stepOpen"), isDone ? "good" : "busy"), " ",
            isDone ? word(`step.${name}`) : element("a", {href: `#/${to}`}, word(`step.${name}`)),
            isDone ? null : element("p", {class: "note"}, word(`stepHow.${how}`))))),
        button("hideSteps", () => { remember(); made.remove(); }, {kind: "plain"}));
    return made;
}

// A browser may refuse to keep anything; the steps are shown again then.
function recall() {
    try { return localStorage.getItem(hidden); } catch { return null; }
}

function remember() {
    try { localStorage.setItem(hidden, "1"); } catch { /* As above. */ }
}
