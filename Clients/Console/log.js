// The log: what operators have done and seen and whether that is whole, and what matters to security.

import {call, query} from "./calls.js";
import {attempt} from "./dialogs.js";
import {button, chip, element, foreign, moment, number, pager, table, term, word} from "./elements.js";
import {personFilter} from "./person-filter.js";
import {securityLog} from "./security-events.js";

export async function show(parameters, context) {
    const isSecurity = parameters.get("view") === "security";
    const account = parameters.get("account") ?? "";
    const link = (name, view, isShown) => element("a", {
        href: `#/log${query({view, account})}`, class: "button plain", "aria-current": isShown ? "page" : null}, word(name));
    return [
        element("h1", {}, word("log")),
        element("nav", {class: "row", "aria-label": word("log")},
            link("operatorsLog", "", !isSecurity), link("securityLog", "security", isSecurity)),
        ...await (isSecurity ? securityLog : auditLog)(parameters, context)];
}

async function auditLog(parameters, context) {
    const account = parameters.get("account") ?? "";
    const entries = [];
    const list = element("div");
    const load = async cursor => {
        const page = await call("GET", `/audit${query({account, limit: 50, cursor})}`);
        entries.push(...page.entries);
        list.replaceChildren(auditTable(entries), pager(page.nextCursor, () => attempt(() => load(page.nextCursor))) ?? "");
    };
    await load();
    const outcome = element("p", {role: "status", class: "answer"});
    return [
        element("p", {class: "note"}, word("logNote")),
        personFilter(account, [], ({account}) => context.go(`/log${query({account})}`)),
        element("div", {class: "row"}, button("verify", () => verify(outcome), {kind: "plain"})), outcome, list];
}

/** Entries of the audit log. */
export function auditTable(entries) {
    return table("log", ["entry", "when", "who", "call", "outcome", "concerns"], entries.map(entry => [
        String(entry.number), moment(entry.at), foreign(entry.apiKeyName ?? term("credential", entry.credential)),
        entry.call, chip(term("outcome", entry.outcome), {done: "good", begun: ""}[entry.outcome] ?? "bad"),
        entry.account ? element("a", {href: `#/person/${encodeURIComponent(entry.account)}`}, entry.account) : entry.subjectKey]), "noEntries");
}

/** Checks the log part by part, from the first entry. */
async function verify(outcome) {
    let part = {count: 0, head: "", hasMore: true};
    await attempt(async () => {
        while (part.hasMore && part.firstBroken === undefined) {
            outcome.textContent = word("verifying", {count: part.count});
            const behind = part.count > 0 ? {after: part.count, head: part.head} : {};
            part = await call("GET", `/audit/verification${query(behind)}`);
        }
        outcome.replaceChildren(part.firstBroken === undefined
            ? chip(word("whole"), "good") : chip(word("broken", {number: part.firstBroken}), "bad"),
        " ", word("verified", {count: part.count}), " ", element("code", {}, part.head));
    });
}
