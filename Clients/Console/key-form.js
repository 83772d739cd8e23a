// The form of a new API key, with what it may send.

import {call, Refusal} from "./calls.js";
import {filled} from "./dialogs.js";
import {chip, choice, element, excerpt, field, named, word} from "./elements.js";
import {typeName} from "./notification-texts.js";

/** The widest is the last. */
const scopes = ["publish", "interrupt", "introspect", "view", "assist", "support", "operate"];
/** The kinds of announcements, which need no setting. */
const announced = ["OFFER", "EVENT", "PROFESSIONAL"];
/** Days after which a key may end, and the usual ones. */
const ends = [30, 90, 365, 730], usual = "365";

/** A scope as a chip. That of an operator is red. */
export const scopeChip = scope => chip(scope, scope === "operate" ? "bad" : "");

/** Names that were typed with commas or spaces between them. */
const names = text => (text ?? "").split(/[\s,]+/).filter(Boolean);
/** No name at all is no limit. */
const limit = names => names.length ? [...new Set(names)] : undefined;

/** Boxes of one name, each with its value and what is said of it. */
const boxes = (name, values, said, change) => values.map(value => element("div", {class: "check"},
    element("input", {type: "checkbox", name, value, id: `${name}-${value}`, change}), element("label", {for: `${name}-${value}`}, said(value))));

/** The kinds that are set, and the topics that are set or that other keys have. */
async function known(keys) {
    const {settings} = await call("GET", "/settings");
    const list = setting => names(settings.find(({name}) => name === setting)?.value).filter(name => name !== "none");
    return {kinds: [...new Set([...announced, ...list("push.kinds")])], topics: [...new Set([...list("push.openTopics"), ...keys.flatMap(key => key.topics ?? [])])]};
}

/** Asks what the key is to be, and makes it; null when it is not made. `keys` are those that there are. */
export async function filledKey(keys) {
    const {kinds, topics} = await known(keys);
    const plain = (name, attributes = {}) => element("input", {name, autocomplete: "off", autocapitalize: "none", spellcheck: "false", ...attributes});
    // Only a key that publishes has these.
    const publishing = element("fieldset", {class: "bare", hidden: true, disabled: true},
        element("fieldset", {}, element("legend", {}, word("keyKinds")), element("p", {class: "note"}, word("keyKindsNote")),
            element("div", {class: "columns"}, boxes("kinds", kinds, kind => typeName(kind)))),
        topics.length ? element("fieldset", {}, element("legend", {}, word("keyTopics")), element("p", {class: "note"}, word("keyTopicsNote")),
            element("div", {class: "columns"}, boxes("topics", topics, topic => excerpt(topic)))) : null,
        field(topics.length ? "otherTopics" : "keyTopics", plain("otherTopics"), word("otherTopicsNote")),
        element("div", {class: "columns"},
            field("keyRate", element("input", {name: "perMinute", type: "number", min: "1", max: "100000"}), word("keyRateNote")),
            field("publisher", plain("publisher", {maxlength: "36"}), word("publisherNote"))));
    const chosen = element("fieldset", {}, element("legend", {}, word("scopes")),
        boxes("scopes", scopes, scope => [scopeChip(scope), " ", word(`scope.${scope}`)], () => {
            publishing.hidden = publishing.disabled = !chosen.querySelector("[value=publish]").checked;
        }));
    const end = choice("expiresInDays", [...ends.map(days => [String(days), word("endsAfter", {count: days})]), ["", word("neverEnds")]], usual);
    return filled("createKey", [
        field("name", element("input", {name: "name", required: true, autocomplete: "off", maxlength: "100"}), word("keyNameNote")), chosen, publishing,
        field("expiresInDays", end)],
    form => {
        if (!form.has("scopes")) throw new Refusal(0, word("scopeMissing"));
        return call("POST", "/api-keys", keyOf(form));
    });
}

function keyOf(form) {
    const key = {name: form.get("name"), scopes: form.getAll("scopes"), expiresInDays: Number(form.get("expiresInDays")) || undefined};
    return !key.scopes.includes("publish") ? key : {
        ...key, publisher: form.get("publisher") || undefined, kinds: limit(form.getAll("kinds")),
        topics: limit([...form.getAll("topics"), ...names(form.get("otherTopics"))]), perMinute: Number(form.get("perMinute")) || undefined};
}

/** What a key may send, where that is limited. */
export const limitsOf = key => [
    key.kinds && named("kinds", key.kinds.map(kind => typeName(kind)).join(", ")), key.topics && named("topics", key.topics.join(", ")),
    key.perMinute && word("ratePerMinute", {count: key.perMinute})].filter(Boolean).join("; ");
