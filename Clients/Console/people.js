// People: search, filters and pages; from here to one person.

import {call, query} from "./calls.js";
import {filled, attempt} from "./dialogs.js";
import {button, chip, choice, element, excerpt, field, foreign, moment, pager, table, tell, term, word} from "./elements.js";

const methods = ["password", "apple", "provider", "passkey", "email-code", "anonymous"];

/** Each column of the list: the word above it, and the cell of an account. */
const columns = [
    ["name", account => element("a", {href: `#/person/${encodeURIComponent(account.id)}`}, excerpt(nameOf(account)))],
    ["signsInWith", account => element("span", {}, loginsOf(account).map((login, place) =>
        [place ? element("br") : null, foreign(login)]))],
    ["waysIn", account => element("span", {}, account.methods.map(method => chip(term("method", method))))],
    ["status", account => chip(term("status", account.status), account.status === "active" ? "good" : "bad")],
    ["created", account => moment(account.createdAt)],
    ["lastSignIn", account => moment(account.lastLoginAt)],
];

const nameOf = account => [account.displayName, [account.firstName, account.lastName].filter(Boolean).join(" "),
    ...loginsOf(account), account.id].find(Boolean);
const loginsOf = account => [account.username, account.email, account.phoneNumber].filter(Boolean);

export async function show(parameters, context) {
    const asked = Object.fromEntries(["query", "status", "method", "since"].map(name => [name, parameters.get(name) ?? ""]));
    const rows = [];
    const list = element("div");
    const load = async cursor => {
        const page = await call("GET", `/accounts${query({...asked, limit: 50, cursor})}`);
        rows.push(...page.accounts.map(account => columns.map(([, cell]) => cell(account))));
        list.replaceChildren(
            table("people", columns.map(([name]) => name), rows, "noPeople"),
            pager(page.nextCursor, () => attempt(() => load(page.nextCursor))) ?? "");
    };
    await load();
    return [
        element("div", {class: "row spread"}, element("h1", {}, word("people")),
            context.may("operator") ? button("invite", () => invite(context), {kind: "plain"}) : null),
        search(asked, context), list];
}

function search(asked, context) {
    const any = ["", word("any")];
    return element("form", {
        role: "search", class: "filters",
        submit: event => {
            event.preventDefault();
            const values = Object.fromEntries(new FormData(event.currentTarget));
            if (values.since) values.since = new Date(values.since).toISOString();
            const address = `/people${query(values)}`;
            if (location.hash === `#${address}`) context.again(); else context.go(address);
        }},
    field("search", element("input", {name: "query", type: "search", value: asked.query, maxlength: "320",
        autocapitalize: "none", spellcheck: "false"}), word("searchNote")),
    field("status", choice("status", [any, ["active", term("status", "active")], ["disabled", term("status", "disabled")]], asked.status)),
    field("method", choice("method", [any, ...methods.map(name => [name, term("method", name)])], asked.method)),
    field("since", element("input", {name: "since", type: "date", value: asked.since.slice(0, 10)})),
    element("button", {}, word("find")));
}

/** Makes an account for somebody, who is sent a link for a password. */
async function invite(context) {
    const input = (name, attributes = {}) => element("input", {name, autocomplete: "off", ...attributes});
    const made = await filled("invite", [
        field("email", input("email", {type: "email", required: true, maxlength: "320"}), word("inviteNote")),
        field("firstName", input("firstName")), field("lastName", input("lastName")),
        field("locale", input("locale", {placeholder: "fr"}))],
    form => call("POST", "/accounts", Object.fromEntries([...form].filter(([, value]) => value !== ""))));
    if (!made) return;
    context.go(`/person/${made.id}`);
    tell(word("invited"), true);
}
