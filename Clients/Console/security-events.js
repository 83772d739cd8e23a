// The security log: refused sign-ins, revoked tokens and the like, of everybody or of one person.

import {call, query} from "./calls.js";
import {attempt} from "./dialogs.js";
import {chip, choice, element, field, foreign, loadWords, moment, pager, table, term, word} from "./elements.js";
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
    const load = async cursor => {
        const page = await call("GET", `/security-events${query({...asked, limit: 50, cursor})}`);
        events.push(...page.events);
        list.replaceChildren(eventTable(events), pager(page.nextCursor, () => attempt(() => load(page.nextCursor))) ?? "");
    };
    await load();
    const names = kinds.includes(asked.event) || !asked.event ? kinds : [...kinds, asked.event];
    const event = choice("event", [["", word("any")], ...names.map(name => [name, term("event", name)])], asked.event);
    return [
        element("p", {class: "note"}, word("securityNote")),
        personFilter(asked.account, [field("event", event)],
            ({account, event}) => context.go(`/log${query({view: "security", account, event})}`)),
        list];
}

/** Events of the security log. */
export function eventTable(events) {
    return table("security", ["when", "event", "concerns", "reason", "network", "subject"], events.map(event => [
        moment(event.at), chip(term("event", event.event), alarms.includes(event.event) ? "bad" : /refused/.test(event.event) ? "warning" : ""),
        event.account ? element("a", {href: `#/person/${encodeURIComponent(event.account)}`}, foreign(event.account)) : null,
        [event.method && term("method", event.method), event.reason].filter(Boolean).join(": ") || null,
        event.network, event.subject]), "noEvents");
}
