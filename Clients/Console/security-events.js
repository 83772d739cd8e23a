// The security log: refused sign-ins, revoked tokens and the like, of everybody or of one person.

import {call, query} from "./calls.js";
import {programNames} from "./copy.js";
import {attempt} from "./dialogs.js";
import {chip, choice, element, excerpt, field, loadWords, moment, pager, table, term, word} from "./elements.js";
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
export async function securityLog(parameters, context, byDay) {
    const asked = {account: parameters.get("account") ?? "", event: parameters.get("event") ?? ""};
    const events = [], list = element("div");
    const load = async cursor => {
        const page = await call("GET", `/security-events${query({...asked, names: "true", limit: 50, cursor})}`);
        events.push(...page.events);
        list.replaceChildren(...events.length ? byDay(events, ({at}) => at, (found, time) => eventTable(found, {keys, time})) : [eventTable([])],
            pager(page.nextCursor, () => attempt(() => load(page.nextCursor))) ?? "");
    };
    const {keys} = await call("GET", "/api-keys");
    await load();
    const known = kinds.includes(asked.event) || !asked.event ? kinds : [...kinds, asked.event];
    const event = choice("event", [["", word("any")], ...known.map(name => [name, term("event", name)])], asked.event);
    return [
        element("p", {class: "note"}, word("securityNote")),
        personFilter(asked.account, [field("event", event)],
            ({account, event}) => context.go(`/log${query({view: "security", account, event})}`)), list];
}

/** A reason in words. It is one word of the log, or several with a comma or a colon between them. */
const reasonText = reason => {
    const whole = term("eventReason", reason);
    return whole === reason ? reason.split(", ").map(part => part.split(": ").map(name => term("eventReason", name)).reduce(
        (name, value) => word("pair", {name, value}))).join(", ") : whole;
};

/** By what somebody signed in, and why it was refused. A wrong password says by itself what it was. */
function whyOf({method, reason}) {
    const way = method && term("method", method), why = reason && reasonText(reason);
    return !way || why?.toLowerCase().includes(way.toLowerCase()) ? why : why ? word("pair", {name: way, value: why}) : way;
}

/** Whom or what an event is about: a person, or a key by its name. */
function concerned({account, accountName, subject}, keys) {
    if (account) return element("a", {href: `#/person/${encodeURIComponent(account)}`}, excerpt(accountName ?? account));
    const name = keys.find(key => key.id === subject)?.name;
    return name ? element("a", {href: "#/keys"}, excerpt(name)) : null;
}

/**
 * Events of the security log. `keys` gives names to ids of keys; without them all events concern one person, whom the page names.
 * `none` is the word where there are no events, `time` shows when it was.
 */
export function eventTable(events, {keys, none = "noEvents", time = moment} = {}) {
    return table("security", ["when", "whatHappened", ...keys ? ["concerns"] : [], "reason", "network", "details"], events.map(event => [
        time(event.at), chip(term("event", event.event), alarms.includes(event.event) ? "bad" : /refused/.test(event.event) ? "warning" : ""),
        ...keys ? [concerned(event, keys) ?? ""] : [], whyOf(event) ?? "", event.network ?? "",
        programNames(term("event", event.event), [["person", event.account], ["subject", event.subject], ["service", event.service], ["requestId", event.request]])]), none);
}
