// Where publishers' events are posted, how that goes, what was given up, and how a receiver verifies them.

import {call, path} from "./calls.js";
import {programNames} from "./copy.js";
import {attempt, confirmed, filled, showSecret} from "./dialogs.js";
import {button, chip, choice, element, english, excerpt, facts, field, foreign, language, moment, named, number, table, tell, term, word} from "./elements.js";
import "./server-page-words.js";

export async function show(_, context) {
    const {keys} = await call("GET", "/api-keys");
    const publishers = publishing(keys), found = await readWebhooks(keys), operates = context.may("operator");
    // Those of keys that publish no more cannot be set.
    const free = publishers.filter(key => !found.some(one => one.key.id === key.id));
    // By name, so that no card moves under the hand of whoever presses a button on it.
    found.sort((one, other) => one.key.name.localeCompare(other.key.name, language) || one.key.publisher.localeCompare(other.key.publisher));
    return [
        element("div", {class: "row spread"}, element("h1", {}, word("webhooks")),
            operates && publishers.length ? button("setWebhook", () => set(free.length ? free : publishers, context, {replaces: !free.length})) : null),
        element("p", {class: "note"}, word("webhooksNote")),
        found.length ? "" : element("p", {}, word("noWebhooks")),
        publishers.length || !operates ? ""
            : element("p", {}, word("webhooksNeedKey"), " ", element("a", {href: "#/keys"}, word("createKey"))),
        ...found.map(one => card(one, context)), eventsPart(!found.length), verifyPart()];
}

/** A key of each publisher: keys of one share the webhook. Keys that are over count, since their events may still wait. */
const publishing = keys => [...new Map(keys.filter(key => key.scopes.includes("publish")).map(key => [key.publisher, key])).values()];

/** The webhooks of all publishers, each with a key of its publisher. */
export const readWebhooks = async keys => (await Promise.all(publishing(keys).map(async key => {
    try {
        return {key, webhook: await call("GET", path`/api-keys/${key.id}/webhook`)};
    } catch (refusal) {
        if (refusal.status === 404) return null;
        throw refusal;
    }
}))).filter(Boolean);

/** The states of a webhook with their colours. Of one that was never used, nobody knows whether it works. */
const states = {webhookTrouble: "bad", webhookTestFailed: "bad", webhookPaused: "busy", webhookUnused: "", webhookTested: "good", webhookWell: "good"};
const isTest = ({type}) => type === "webhook.test";

/** A test that succeeds makes no failing webhook healthy. */
function stateOf({failures, problem, deliveries = [], pausedAt, deliveredAt}) {
    if (failures.length || problem) return "webhookTrouble";
    const test = deliveries.find(isTest);
    if (test?.problem && !(deliveredAt > test.at)) return "webhookTestFailed";
    if (pausedAt) return "webhookPaused";
    return deliveredAt ? "webhookWell" : test ? "webhookTested" : "webhookUnused";
}

/** The group of a reason why an event was not accepted; each has an explanation and a remedy. */
function causeOf(reason) {
    const status = Number(/^status (\d{3})$/.exec(reason)?.[1]);
    if (status) {
        return {401: "denied", 403: "denied", 404: "missing", 405: "missing", 410: "gone"}[status]
            ?? (status < 400 ? "moved" : status < 500 ? "refused" : "fault");
    }
    return reason.includes("in time") ? "late" : reason.includes("reached") ? "away" : "other";
}

/** Why an event was not accepted, in words. */
export const webhookCause = reason => word(`webhookCause.${causeOf(reason)}`, {status: reason.replace(/^status /, "")});

/** The same with the server's own words, where they say more. */
function causeText(reason) {
    const text = webhookCause(reason);
    return ["away", "other"].includes(causeOf(reason)) ? element("span", {}, text, " ", element("small", {class: "quiet"}, english(reason))) : text;
}

/** What to do about it. Balise does not try a test again. */
export function webhookRemedy(reason, isOfTest = false) {
    const cause = causeOf(reason);
    return word(`webhookRemedy.${isOfTest && cause === "fault" ? "refused" : cause}`);
}

const time = milliseconds => word("milliseconds", {count: milliseconds});

/** So many deliveries are shown at once; older ones are folded. */
const mostShown = 5;

function card({key, webhook}, context) {
    const {failures, deliveries = []} = webhook, state = stateOf(webhook), operates = context.may("operator"), test = deliveries.find(isTest);
    const ofEvents = webhook.problem || failures[0]?.reason, reason = ofEvents || state === "webhookTestFailed" && test.problem;
    const at = text => moment(text).textContent;
    return element("section", {class: "card", "aria-label": named("webhook", key.name).slice(0, 80)},
        element("div", {class: "row spread"}, element("h2", {}, excerpt(key.name), " ", chip(word(state), states[state])),
            operates ? button("testWebhook", () => sendTest(key, context), {kind: "plain", about: key.name}) : null),
        webhook.pausedAt ? element("p", {}, word("webhookPausedSince", {time: at(webhook.pausedAt)})) : null,
        reason ? element("div", {class: "alert", tabindex: "0"}, element("strong", {}, causeText(reason)), " ", webhookRemedy(reason, !ofEvents), element("br"),
            webhook.problem && webhook.nextAt && !webhook.pausedAt ? word("webhookNext", {attempts: webhook.attempts, time: at(webhook.problemAt), next: at(webhook.nextAt)})
                : failures.length ? word("webhookGivenUp", {count: failures.length}) : null,
            ofEvents && test && !test.problem && test.at > (webhook.problemAt ?? failures[0].at) ? [" ", word("webhookTestedSince")] : null) : null,
        facts([["address", webhook.url], ["lastTaken", moment(webhook.deliveredAt)], ["lastTest", test && element("span", {}, moment(test.at), " ", outcome(test))],
            ["waiting", number(webhook.waiting)], ["created", moment(webhook.createdAt)]]),
        operates ? actions(key, webhook, context) : null,
        failures.length ? element("h3", {}, word("deadLetters")) : null,
        failures.length ? table("deadLetters", ["eventName", "when", "reason", "attempts", "action"], failures.map(failure => [
            element("span", {}, eventName(failure.type), programNames(failure.type, [["id", failure.id]])), moment(failure.at),
            failure.reason && causeText(failure.reason), number(failure.attempts),
            operates ? button("postAgain", () => retry(key, failure.id, context), {kind: "plain", about: failure.id}) : ""])) : null,
        element("h3", {}, word("lastDeliveries")), deliveryTable(deliveries.slice(0, mostShown)),
        deliveries.length > mostShown ? element("details", {}, element("summary", {}, word("olderDeliveries", {count: deliveries.length - mostShown})),
            deliveryTable(deliveries.slice(mostShown))) : null,
        programNames(key.name, [["publisher", key.publisher], ["apiKey", key.id]]));
}

const outcome = ({problem}) => problem ? chip(word("notAccepted"), "bad") : chip(word("accepted"), "good");

const deliveryTable = deliveries => table("lastDeliveries", ["eventName", "when", "outcome", "tookTime"], deliveries.map(delivery => [
    element("span", {}, eventName(delivery.type)), moment(delivery.at),
    element("span", {}, outcome(delivery), delivery.problem ? [" ", causeText(delivery.problem)] : null), time(delivery.milliseconds)]), "noDeliveriesYet");

const actions = (key, webhook, context) => element("div", {class: "row"},
    webhook.failures.length > 1 || webhook.problem ? button("postAllAgain", () => retry(key, undefined, context), {kind: "plain", about: key.name}) : null,
    webhook.pausedAt ? button("resumeWebhook", () => pause(key, false, context), {kind: "plain", about: key.name})
        : button("pauseWebhook", () => pause(key, true, context), {kind: "plain", about: key.name}),
    button("changeAddress", () => set([key], context, {url: webhook.url, replaces: true}), {kind: "plain", about: key.name}),
    button("newWebhookSecret", () => renew(key, webhook, context), {kind: "plain", about: key.name}),
    button("removeWebhook", () => remove(key, context), {kind: "danger", about: key.name}));

/** A kind of event in words, with its own name for whoever writes a receiver. */
function eventName(type) {
    const text = term("webhookEvent", type);
    return text === type ? foreign(type) : [text, element("span", {class: "note below"}, element("code", {class: "words"}, type))];
}

/** Open for a reader who has no webhook yet. */
const eventsPart = isOpen => element("details", {class: "card", open: isOpen}, element("summary", {}, element("h2", {}, word("webhookEvents"))),
    table("webhookEvents", ["eventName", "when"], ["notification.sent", "notification.opened", "token.gone", "webhook.test"].map(type =>
        [element("span", {}, eventName(type)), word(`webhookEventNote.${type}`)])),
    element("p", {class: "note"}, word("webhookRules")));

/** It follows the specification at standardwebhooks.com. The names in it are those of the language and of the headers. */
const example = `import {createHmac, timingSafeEqual} from "node:crypto";

const key = Buffer.from(secret.slice("whsec_".length), "base64");

function isGenuine(headers, body) {
    const age = Date.now() / 1000 - Number(headers["webhook-timestamp"]);
    const signed = \`\${headers["webhook-id"]}.\${headers["webhook-timestamp"]}.\${body}\`;
    const right = Buffer.from("v1," + createHmac("sha256", key).update(signed).digest("base64"));
    const shown = Buffer.from(headers["webhook-signature"]);
    return Math.abs(age) < 300 && shown.length === right.length && timingSafeEqual(shown, right);
}`;

const verifyPart = () => element("details", {class: "card"}, element("summary", {}, element("h2", {}, word("webhookVerify"))),
    element("p", {class: "note"}, word("webhookVerifyNote")), element("pre", {tabindex: "0", lang: "en"}, example));

async function set(publishers, context, {url, replaces}) {
    const isOnly = key => publishers.filter(({name}) => name === key.name).length === 1;
    const label = key => [key.id, `${key.name.slice(0, 80)}${isOnly(key) ? "" : ` (${key.publisher})`}`];
    const title = url ? "changeAddress" : "setWebhook";
    const made = await filled(title, [
        field("apiKey", choice("key", publishers.map(label))),
        field("address", element("input", {name: "url", type: "url", required: true, maxlength: "2048", autocomplete: "off", value: url}), `${replaces ? `${word("webhookReplaces")} ` : ""}${word("webhookAddressNote")}`)],
    async form => ({
        ...await call("PUT", path`/api-keys/${form.get("key")}/webhook`, {url: form.get("url")}), name: publishers.find(({id}) => id === form.get("key")).name}));
    if (made) await shown(made, made.name, context);
}

async function shown(made, name, context) {
    await showSecret("webhookSecret", made.secret, word("webhookSecretShownOnce"), name);
    context.again();
}

async function renew(key, {url}, context) {
    if (!await confirmed("newWebhookSecret", word("newWebhookSecretText"), {subject: key.name})) return;
    const made = await attempt(() => call("PUT", path`/api-keys/${key.id}/webhook`, {url}));
    if (made) await shown(made, key.name, context);
}

async function sendTest(key, context) {
    const answer = await attempt(() => call("POST", path`/api-keys/${key.id}/webhook/test`));
    if (!answer) return;
    await context.again();
    if (answer.problem) tell([word("webhookTestRefused"), " ", causeText(answer.problem), " ", webhookRemedy(answer.problem, true)]);
    else tell(word("webhookTestAccepted", {time: time(answer.milliseconds)}), true);
}

async function pause(key, paused, context) {
    const done = await attempt(() => call("PATCH", path`/api-keys/${key.id}/webhook`, {paused}));
    if (done) await context.done(paused ? "webhookPausedNow" : "webhookResumed");
}

async function retry(key, event, context) {
    const done = await attempt(() => call("POST", path`/api-keys/${key.id}/webhook/retry`, {event}));
    if (!done) return;
    await context.again();
    tell(word("postedAgain", {count: number(done.count)}), true);
}

async function remove(key, context) {
    if (!await confirmed("removeWebhook", word("removeWebhookText"), {name: key.name})) return;
    if (await attempt(() => call("DELETE", path`/api-keys/${key.id}/webhook`))) await context.done("webhookRemoved");
}
