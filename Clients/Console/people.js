// People: search, filters, what is done to several at once, and pages; from here to one person.

import {query} from "./calls.js";
import {attempt} from "./dialogs.js";
import {brief, button, chip, choice, element, excerpt, field, moment, number, pager, term, word} from "./elements.js";
import {bulkBar} from "./people-bulk.js";
import {keptFilters} from "./people-filters.js";
import {filterNames, isSortable, loginsOf, loginText, mostSorted, PeopleList, saveCSV, usualSort} from "./people-list.js";
import {invite} from "./person-form.js";
import {keepPeopleAddress, personName} from "./person-search.js";
import "./people-words.js";

const methods = ["password", "apple", "provider", "passkey", "email-code", "anonymous"];
const sorts = ["-created", "created", "name", "-name", "-lastSignIn", "lastSignIn"];
const pageSize = 50;

/** Each column of the list: the word above it, and the cell of an account. */
const columns = [
    ["name", account => element("a", {href: `#/person/${encodeURIComponent(account.id)}`}, excerpt(personName(account)))],
    ["signsInWith", account => element("span", {}, loginsOf(account).map((login, place) =>
        [place ? element("br") : null, loginText(login)]))],
    ["waysIn", account => element("span", {}, account.methods.map(method => chip(term("method", method))))],
    ["status", account => chip(term("status", account.status), account.status === "active" ? "good" : "bad")],
    ["created", account => moment(account.createdAt)],
    ["lastSignIn", account => moment(account.lastLoginAt)],
];

export async function show(parameters, context) {
    const filter = Object.fromEntries(filterNames.map(name => [name, parameters.get(name) ?? ""]));
    const sort = parameters.get("sort") || usualSort;
    keepPeopleAddress(location.hash);
    // An entry of the browser's history knows how far somebody had read; a new one knows nothing.
    const {shown = pageSize, top = 0} = history.state ?? {};
    const people = new PeopleList(filter);
    const view = {people, sort, shown, chosen: new Map(), list: element("div"), context, again: address => {
        if (location.hash === `#${address}`) context.again(); else context.go(address);
    }, filter};
    await people.read(sort === usualSort ? shown : mostSorted);
    if (sort !== usualSort) people.sort(sort);
    draw(view);
    view.list.addEventListener("click", event => {
        if (event.target.closest("a")) history.replaceState({shown: view.shown, top: scrollY}, "");
    });
    if (top) setTimeout(() => scrollTo(0, top));
    return [
        element("div", {class: "row spread"}, element("h1", {}, word("people")),
            element("div", {class: "row"},
                people.accounts.length ? button("saveCSV", () => attempt(() => saveCSV(filter)), {kind: "plain"}) : null,
                context.may("operator") ? button("invite", () => invite(context), {kind: "plain"}) : null)),
        search(filter, sort, view), keptFilters(query({...filter, sort: sort === usualSort ? "" : sort}), context), view.list];
}

/** Shows the people that were read, as far as somebody wanted to see. */
function draw(view) {
    const {people, sort, shown, chosen, list, context} = view;
    const accounts = people.accounts.slice(0, shown);
    const bar = element("div");
    const choose = () => bar.replaceChildren(bulkBar(() => [...chosen.values()], () => { chosen.clear(); draw(view); }, context));
    choose();
    const more = people.accounts.length > shown || people.hasMore;
    const isCut = sort !== usualSort && people.hasMore;
    list.replaceChildren(
        element("p", {class: "note", role: "status"}, word(people.total === undefined ? "peopleAtLeast" : "peopleFound", {count: people.total ?? people.accounts.length}),
            isCut ? ` ${word("sortedAmong", {count: people.accounts.length})}` : ""),
        bar, accounts.length ? peopleTable(accounts, view, choose) : nobody(view),
        more ? pager(true, () => attempt(async () => {
            if (!isCut) await people.read(shown + pageSize);
            view.shown = shown + pageSize;
            draw(view);
        })) : "");
}

/** Instead of an empty list: how the first people come, or the way back to all. */
const nobody = ({filter, context}) => query(filter)
    ? element("div", {class: "card"}, element("p", {}, word("noPeople")), element("a", {class: "button plain", href: "#/people"}, word("clearFilters")))
    : element("div", {class: "card"}, element("p", {}, word("peopleBegin")), context.may("operator") ? button("invite", () => invite(context)) : null);

function peopleTable(accounts, view, choose) {
    const {chosen, context} = view;
    const mayChoose = context.may("support");
    const box = (account, name) => element("input", {
        type: "checkbox", "aria-label": word("choosePerson", {name: brief(name)}), checked: chosen.has(account.id),
        change: event => {
            if (event.currentTarget.checked) chosen.set(account.id, account); else chosen.delete(account.id);
            choose();
        }});
    const all = element("input", {
        type: "checkbox", "aria-label": word("chooseAll"), checked: accounts.every(({id}) => chosen.has(id)),
        change: event => {
            for (const account of accounts) {
                if (event.currentTarget.checked) chosen.set(account.id, account); else chosen.delete(account.id);
            }
            draw(view);
        }});
    const head = element("tr", {role: "row"}, mayChoose ? element("th", {scope: "col", role: "columnheader"}, all) : null,
        columns.map(([name]) => heading(name, view)));
    const rows = accounts.map(account => element("tr", {role: "row"},
        mayChoose ? element("td", {role: "cell", class: "box", "data-label": word("choose")}, box(account, personName(account))) : null,
        columns.map(([name, cell]) => element("td", {role: "cell", class: `of-${name}`, "data-label": word(name)}, cell(account)))));
    return element("table", {role: "table", class: "people"}, element("caption", {class: "hidden"}, word("people")),
        element("thead", {role: "rowgroup"}, head), element("tbody", {role: "rowgroup"}, rows));
}

/** A heading by which the list is sorted, and the other way round when it is pressed again. */
function heading(name, {sort, filter, again}) {
    const isSorted = sort.replace("-", "") === name, isDown = sort.startsWith("-");
    const first = name === "created" || name === "lastSignIn" ? `-${name}` : name;
    const next = !isSorted ? first : isDown ? name : `-${name}`;
    if (!isSortable(name)) return element("th", {scope: "col", role: "columnheader"}, word(name));
    return element("th", {scope: "col", role: "columnheader", class: `of-${name}`, "aria-sort": isSorted ? isDown ? "descending" : "ascending" : null},
        element("button", {type: "button", class: "link", click: () => again(`/people${query({...filter, sort: next === usualSort ? "" : next})}`)},
            word(name), isSorted ? element("span", {"aria-hidden": "true"}, isDown ? " ↓" : " ↑") : ""));
}

function search(filter, sort, {again}) {
    const any = ["", word("any")];
    const own = sorts.includes(sort) ? sorts : [sort, ...sorts];
    const set = [filter.status, filter.method, filter.since, sort === usualSort ? "" : sort].filter(Boolean).length;
    return element("form", {
        role: "search", class: "filters",
        submit: event => {
            event.preventDefault();
            const values = Object.fromEntries(new FormData(event.currentTarget));
            if (values.since) values.since = new Date(values.since).toISOString();
            if (values.sort === usualSort) delete values.sort;
            again(`/people${query(values)}`);
        }},
    field("search", element("input", {name: "query", type: "search", value: filter.query, maxlength: "320",
        autocapitalize: "none", spellcheck: "false"}), word("searchNote")),
    // On a phone the others are folded, or they would fill the first screen.
    element("details", {class: "more", open: matchMedia("(min-width: 45.01rem)").matches},
        element("summary", {}, word("moreFilters"), set ? [" ", chip(number(set), "busy")] : null),
        element("div", {class: "filters"},
            field("status", choice("status", [any, ["active", term("status", "active")], ["disabled", term("status", "disabled")]], filter.status)),
            field("method", choice("method", [any, ...methods.map(name => [name, term("method", name)])], filter.method)),
            field("since", element("input", {name: "since", type: "date", value: filter.since.slice(0, 10)})),
            field("sortBy", choice("sort", own.map(name => [name, word(`sort.${name}`)]), sort)))),
    element("button", {}, word("find")));
}
