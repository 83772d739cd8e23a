// What is done to several people at once: who they are and what happens is shown first.

import {call, path} from "./calls.js";
import {attempt, confirmed, filled} from "./dialogs.js";
import {button, choice, element, excerpt, field, tell, word} from "./elements.js";
import {personName} from "./person-search.js";

/** So many are named in the question, and the sessions of so many are counted. */
const named = 10, counted = 20;
/** As many as an audience may name. */
const mostNotified = 500;

/** The actions: the role they take, whom they change, and the call for each person. */
const acts = {
    endSessions: {role: "support", send: id => call("DELETE", path`/accounts/${id}/sessions`)},
    disable: {role: "support", concerns: account => account.status === "active", send: id => call("POST", path`/accounts/${id}/disable`)},
    enable: {role: "support", concerns: account => account.status !== "active", send: id => call("POST", path`/accounts/${id}/enable`)},
    erase: {role: "operator", kind: "danger", send: id => call("DELETE", path`/accounts/${id}`)},
};

/** The bar with the actions for the chosen people. `chosen` gives their accounts. */
export function bulkBar(chosen, clear, context) {
    const accounts = chosen();
    if (!accounts.length) return "";
    return element("div", {class: "row bulk", role: "group", "aria-label": word("chosenPeople")},
        element("strong", {role: "status"}, word("chosenCount", {count: accounts.length})),
        Object.entries(acts).filter(([, act]) => context.may(act.role) && accounts.some(account => !act.concerns || act.concerns(account)))
            .map(([name, act]) => button(`bulk.${name}`, () => perform(name, act, chosen(), context), {kind: act.kind ?? "plain"})),
        context.may("operator") ? button("bulk.tag", () => changeTag(chosen(), context), {kind: "plain"}) : null,
        context.may("operator") && accounts.length <= mostNotified ? button("notifyThese", () => context.go(
            `/compose?${new URLSearchParams({audience: JSON.stringify({accounts: accounts.map(({id}) => id)})})}`), {kind: "plain"}) : null,
        button("chooseNone", clear, {kind: "link"}));
}

async function perform(name, act, accounts, context) {
    const meant = accounts.filter(account => !act.concerns || act.concerns(account));
    const count = meant.length;
    const effects = [word(`bulk.${name}Text`, {count})];
    if (meant.length < accounts.length) effects.push(word("bulkUnchanged", {count: accounts.length - count}));
    if (name === "endSessions") effects.push(await sessionsOf(meant));
    const list = element("ul", {}, meant.slice(0, named).map(account => element("li", {}, excerpt(personName(account)))),
        count > named ? element("li", {}, word("andOthers", {count: count - named})) : null);
    if (!await confirmed(`bulk.${name}`, [effects.filter(Boolean).join(" "), list], act.kind === "danger" ? {phrase: String(count)} : {})) return;
    await each(name, meant, act.send, context);
}

/** Adds a tag to several people, or removes it from them. */
async function changeTag(accounts, context) {
    const tag = element("input", {name: "tag", required: true, maxlength: "64", pattern: "[A-Za-z0-9._:\\-]+", autocomplete: "off", autocapitalize: "none", spellcheck: "false"});
    const change = await filled("bulk.tag", [
        field("tag", tag), field("tagChange", choice("change", ["add", "remove"].map(name => [name, word(`tagChange.${name}`)]), "add"))],
    async form => ({[form.get("change")]: [form.get("tag")]}));
    if (change) await each("tag", accounts, id => call("POST", path`/accounts/${id}/tags`, change), context);
}

/** Makes a call for each person, and says how it went. */
async function each(name, accounts, send, context) {
    let done = 0;
    const failed = [];
    for (const account of accounts) {
        tell(word("bulkProgress", {done, total: accounts.length}), true);
        // What fails for one person is told, and the others follow.
        try { await send(account.id); done += 1; } catch (refusal) {
            if (refusal.status === undefined || refusal.status === 401) throw refusal;
            failed.push(`${personName(account)}: ${refusal.message}`);
        }
    }
    await context.again();
    if (failed.length) tell(word("bulkFailed", {done, failed: failed.slice(0, named).join(" ")}));
    else tell(word(`bulk.${name}Done`, {count: done}), true);
}

/** How many sessions would end, where there are not too many people to ask for. */
async function sessionsOf(accounts) {
    if (accounts.length > counted) return "";
    const lists = await attempt(() => Promise.all(accounts.map(({id}) => call("GET", path`/accounts/${id}/sessions`))));
    return lists ? word("bulkSessions", {count: lists.reduce((sum, {sessions}) => sum + sessions.length, 0)}) : "";
}
