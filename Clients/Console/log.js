// What operators have done and seen, and whether the log of it is whole.

import {call, query} from "./calls.js";
import {attempt} from "./dialogs.js";
import {button, chip, element, field, foreign, moment, number, term, word} from "./elements.js";
import {pager, table} from "./tables.js";

export async function show(parameters, context) {
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
        element("h1", {}, word("log")), element("p", {class: "note"}, word("logNote")),
        element("form", {
            class: "filters", role: "search",
            submit: async event => {
                event.preventDefault();
                const name = new FormData(event.currentTarget).get("account").trim();
                // By whatever name a person is known: the log has ids.
                const found = name ? await attempt(async () => (await call("GET", `/accounts/${encodeURIComponent(name)}`)).id) : "";
                if (found !== undefined) context.go(`/log${query({account: found})}`);
            }},
        field("personName", element("input", {name: "account", type: "search", value: account, maxlength: "320",
            autocapitalize: "none", spellcheck: "false"}), word("personNameNote")),
        element("button", {}, word("find"))),
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
            outcome.textContent = word("verifying", {count: number(part.count)});
            const behind = part.count > 0 ? {after: part.count, head: part.head} : {};
            part = await call("GET", `/audit/verification${query(behind)}`);
        }
        outcome.replaceChildren(part.firstBroken === undefined
            ? chip(word("whole"), "good") : chip(word("broken", {number: part.firstBroken}), "bad"),
        " ", word("verified", {count: number(part.count)}), " ", element("code", {}, part.head));
    });
}
