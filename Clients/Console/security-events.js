// The security log: refused sign-ins, revoked tokens and the like, of everybody or of one person.

import {call, query} from "./calls.js";
import {attempt} from "./dialogs.js";
import {button, chip, choice, element, excerpt, field, loadWords, moment, pager, table, term, word} from "./elements.js";
import {personFilter} from "./person-filter.js";

// The words of events and of operators' acts are many. They come with the logs, and not with the first view.
await loadWords(".log");

/** What can be looked for, in groups that belong together; the words of each are `event.NAME`. */
const kinds = [
    "sign-in-refused", "second-step-refused", "second-step-change-refused", "provider-sign-in-refused", "issued-credential-refused",
    "password-refused", "password-changed", "password-reset-requested", "password-reset", "password-reset-refused", "password-removed",
    "passkey-added", "passkey-removed", "passkey-refused", "passkey-doubled", "second-step-added", "second-step-removed",
    "recovery-code-used", "recovery-codes-renewed", "email-changed", "email-change-refused", "email-code-refused", "phone-code-refused",
    "provider-linked", "second-apple-account", "session-ended", "token-reused", "token-revoked", "issuer-logout", "issuer-logout-refused",
    "account-disabled", "account-enabled", "account-exported", "export-refused", "erasure-scheduled", "erasure-cancelled", "erasure-refused",
    "apple-notification", "apple-notification-refused", "api-key-made", "api-key-revoked",
    "api-key-passkey-added", "api-key-passkey-removed", "api-key-passkey-refused", "signing-key-made"];
/** Which of them somebody should look at. */
const alarms = ["token-reused", "passkey-doubled", "second-apple-account"];

/** The part of the page of the log. */
export async function securityLog(parameters, context) {
    const asked = {account: parameters.get("account") ?? "", event: parameters.get("event") ?? ""};
    const events = [];
    const list = element("div");
    // To see who somebody is counts as a look at them, so names come when they are asked for.
    let names = "";
    const load = async cursor => {
        const page = await call("GET", `/security-events${query({...asked, names, limit: 50, cursor})}`);
        if (!cursor) events.length = 0;
        events.push(...page.events);
        list.replaceChildren(eventTable(events, keys), pager(page.nextCursor, () => attempt(() => load(page.nextCursor))) ?? "");
    };
    const {keys} = await call("GET", "/api-keys");
    await load();
    const known = kinds.includes(asked.event) || !asked.event ? kinds : [...kinds, asked.event];
    const event = choice("event", [["", word("any")], ...known.map(name => [name, term("event", name)])], asked.event);
    return [
        element("p", {class: "note"}, word("securityNote")),
        personFilter(asked.account, [field("event", event)],
            ({account, event}) => context.go(`/log${query({view: "security", account, event})}`)),
        button("showNames", async () => {
            names = "true";
            await attempt(() => load());
        }, {kind: "plain"}), list];
}

/** A reason in words. It is one word of the log, or several with a comma or a colon between them. */
const reasonText = reason => {
    const whole = term("eventReason", reason);
    return whole === reason ? reason.split(", ").map(part => part.split(": ").map(name => term("eventReason", name)).reduce(
        (name, value) => word("pair", {name, value}))).join(", ") : whole;
};

/** What an event is about besides a person; of a key its name where it is known. */
function subjectOf({subject}, keys) {
    const name = keys.find(key => key.id === subject)?.name;
    return name ? element("span", {}, excerpt(name), element("span", {class: "note below"}, excerpt(subject))) : subject;
}

/** Events of the security log. `keys` gives names to ids of keys, `none` is the word where there are no events. */
export function eventTable(events, keys = [], none = "noEvents") {
    return table("security", ["when", "event", "concerns", "reason", "network", "subject"], events.map(event => [
        moment(event.at), chip(term("event", event.event), alarms.includes(event.event) ? "bad" : /refused/.test(event.event) ? "warning" : ""),
        event.account ? element("a", {href: `#/person/${encodeURIComponent(event.account)}`}, excerpt(event.accountName ?? event.account)) : null,
        [event.method && term("method", event.method), event.reason && reasonText(event.reason)].filter(Boolean).reduce(
            (name, value) => name ? word("pair", {name, value}) : value, null),
        event.network, subjectOf(event, keys)]), none);
}
