// Where publishers' events are posted, how that goes, and what was given up.

import {call, path} from "./calls.js";
import {programNames} from "./copy.js";
import {attempt, confirmed, filled, showSecret} from "./dialogs.js";
import {button, chip, choice, element, english, excerpt, facts, field, foreign, moment, named, number, table, tell, word} from "./elements.js";

export async function show(_, context) {
    const {keys} = await call("GET", "/api-keys");
    const publishers = publishing(keys), found = await readWebhooks(keys);
    return [
        element("h1", {}, word("webhooks")), element("p", {class: "note"}, word("webhooksNote")),
        context.may("operator") && publishers.length
            ? element("div", {class: "row"}, button("setWebhook", () => set(publishers, context))) : "",
        found.length ? "" : element("p", {class: "quiet"}, word("noWebhooks")),
        publishers.length || !context.may("operator") ? ""
            : element("p", {}, word("webhooksNeedKey"), " ", element("a", {href: "#/keys"}, word("createKey"))), ...found.map(one => card(one, context))];
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

/** Whether it works; of one that was never used, nobody knows. */
const state = webhook => webhook.failures.length || webhook.problem ? chip(word("webhookTrouble"), "bad")
    : webhook.deliveredAt ? chip(word("webhookWell"), "good") : chip(word("webhookUnused"));

function card({key, webhook}, context) {
    const {failures} = webhook, operates = context.may("operator");
    return element("section", {class: "card", "aria-label": named("webhook", key.name).slice(0, 80)},
        element("h2", {}, excerpt(key.name), " ", state(webhook)),
        facts([
            ["address", webhook.url], ["created", moment(webhook.createdAt)],
            ["lastTaken", moment(webhook.deliveredAt)], ["waiting", number(webhook.waiting)], ["lastProblem", webhook.problem && english(webhook.problem)],
            ...webhook.problem ? [
                ["problemAt", moment(webhook.problemAt)], ["attempts", number(webhook.attempts)],
                ["nextTry", moment(webhook.nextAt)]] : [],
            ["lastGivenUp", failures.length ? moment(failures[0].at) : null]]),
        failures.length ? element("h3", {}, word("deadLetters")) : null,
        failures.length ? table("deadLetters", ["type", "when", "attempts", "reason", "givenUp", "action"], failures.map(failure => [
            element("span", {}, foreign(failure.type), programNames(failure.type, [["id", failure.id]])),
            moment(failure.createdAt), number(failure.attempts), failure.reason && english(failure.reason), moment(failure.at),
            operates ? button("postAgain", () => retry(key, failure.id, context), {kind: "plain", about: failure.id}) : ""])) : null,
        programNames(key.name, [["publisher", key.publisher], ["apiKey", key.id]]),
        operates ? element("div", {class: "row"},
            failures.length > 1 || webhook.problem ? button("postAllAgain", () => retry(key, undefined, context), {kind: "plain", about: key.name}) : null,
            button("removeWebhook", () => remove(key, webhook, context), {kind: "danger", about: key.name})) : null);
}

async function set(publishers, context) {
    const isOnly = key => publishers.filter(({name}) => name === key.name).length === 1;
    const named = key => [key.id, `${key.name.slice(0, 80)}${isOnly(key) ? "" : ` (${key.publisher})`}`];
    const made = await filled("setWebhook", [
        field("apiKey", choice("key", publishers.map(named))),
        field("address", element("input", {name: "url", type: "url", required: true, maxlength: "2048", autocomplete: "off"}), word("webhookAddressNote"))],
    form => call("PUT", path`/api-keys/${form.get("key")}/webhook`, {url: form.get("url")}));
    if (!made) return;
    await showSecret("webhookSecret", made.secret, word("webhookSecretShownOnce"));
    context.again();
}

async function retry(key, event, context) {
    const done = await attempt(() => call("POST", path`/api-keys/${key.id}/webhook/retry`, {event}));
    if (!done) return;
    await context.again();
    tell(word("postedAgain", {count: number(done.count)}), true);
}

async function remove(key, webhook, context) {
    if (!await confirmed("removeWebhook", word("removeWebhookText"), {name: key.name})) return;
    if (await attempt(() => call("DELETE", path`/api-keys/${key.id}/webhook`))) await context.done("webhookRemoved");
}
