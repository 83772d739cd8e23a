// The form of a new API key, with what it may send.

import {call, Refusal} from "./calls.js";
import {filled} from "./dialogs.js";
import {element, field, named, word} from "./elements.js";

const scopes = ["publish", "interrupt", "introspect", "view", "assist", "support", "operate"];

/** Names that were typed with commas or spaces between them; undefined for none. */
const names = text => {
    const found = (text ?? "").split(/[\s,]+/).filter(Boolean);
    return found.length ? found : undefined;
};

/** Asks what the key is to be, and makes it; null when it is not made. */
export function filledKey() {
    // Only a key that publishes has these.
    const publishing = element("fieldset", {hidden: true, disabled: true}, element("legend", {}, word("limits")));
    const boxes = element("fieldset", {}, element("legend", {}, word("scopes")), scopes.map(scope =>
        element("div", {class: "check"},
            element("input", {type: "checkbox", name: "scopes", value: scope, id: `scope-${scope}`, change: event => {
                if (scope === "publish") publishing.hidden = publishing.disabled = !event.currentTarget.checked;
            }}),
            element("label", {for: `scope-${scope}`}, element("code", {}, scope), ` ${word(`scope.${scope}`)}`))));
    const plain = (name, attributes = {}) => element("input", {name, autocomplete: "off", autocapitalize: "none", spellcheck: "false", ...attributes});
    const number = (name, max) => element("input", {name, type: "number", min: "1", max});
    publishing.append(
        field("publisher", plain("publisher", {maxlength: "36"}), word("publisherNote")),
        field("keyKinds", plain("kinds"), word("keyKindsNote")), field("keyTopics", plain("topics"), word("keyTopicsNote")),
        field("keyRate", number("perMinute", "100000"), word("keyRateNote")));
    return filled("createKey", [
        field("name", element("input", {name: "name", required: true, autocomplete: "off", maxlength: "100"})), boxes,
        field("expiresInDays", number("expiresInDays", "36500"), word("expiresNote2")), publishing],
    form => {
        if (!form.has("scopes")) throw new Refusal(0, word("scopeMissing"));
        return call("POST", "/api-keys", keyOf(form));
    });
}

const keyOf = form => ({
    name: form.get("name"), scopes: form.getAll("scopes"),
    expiresInDays: form.get("expiresInDays") ? Number(form.get("expiresInDays")) : undefined,
    publisher: form.get("publisher") || undefined,
    kinds: names(form.get("kinds")), topics: names(form.get("topics")),
    perMinute: form.get("perMinute") ? Number(form.get("perMinute")) : undefined});

/** What a key may send, where that is limited. */
export const limitsOf = key => [
    key.kinds && named("kinds", key.kinds.join(", ")), key.topics && named("topics", key.topics.join(", ")),
    key.perMinute && word("ratePerMinute", {count: key.perMinute})].filter(Boolean).join("; ");
