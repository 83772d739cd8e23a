// Finds people by a part of what they are called.

import {call, path, query} from "./calls.js";
import {chip, element, excerpt, field, said, term, word} from "./elements.js";

/** Milliseconds after the last letter before it searches, and how many it shows. */
const pause = 300, most = 8;

export const personName = account => [account.displayName, [account.firstName, account.lastName].filter(Boolean).join(" "),
    account.username, account.email, account.phoneNumber, account.id].find(Boolean);

let shownPeople = "#/people";
/** The address of the list of people as it was shown last, with its filters. */
export const peopleAddress = () => shownPeople;
export function keepPeopleAddress(address) { shownPeople = address; }

/** Asks for a person by their id. The id of one person can be the user name of another. */
export const readPerson = id => call("GET", path`/accounts/${id}?by=id`);

/** A field, and below it whoever it finds, each of whom can be chosen. `name` is that of its words; `hears` is told each text that is searched for. */
export function personSearch(name, choose, hears = () => {}) {
    const found = element("ul", {class: "found", keydown: event => move(event)}), state = element("p", {class: "note", role: "status"});
    let timer, turn = 0, searched = "";
    /** The arrows go through those who were found, and back to the field. */
    const move = event => {
        const step = {ArrowDown: 1, ArrowUp: -1}[event.key], stops = [input, ...found.querySelectorAll("button")];
        if (!step || stops.length < 2) return;
        event.preventDefault();
        stops[Math.max(0, stops.indexOf(document.activeElement) + step)]?.focus();
    };
    const input = element("input", {
        id: `field-${name}`, type: "search", maxlength: "320", autocomplete: "off", autocapitalize: "none", spellcheck: "false",
        // It is no part of the form around it.
        input: event => {
            event.stopPropagation();
            clearTimeout(timer);
            timer = setTimeout(search, pause);
        },
        keydown: event => {
            if (event.key !== "Enter") return move(event);
            event.preventDefault();
            clearTimeout(timer);
            const only = found.querySelectorAll("button");
            if (only.length === 1 && searched === input.value.trim()) only[0].click(); else search();
        }});
    const clear = () => {
        found.replaceChildren();
        state.textContent = "";
    };
    const search = async () => {
        const text = input.value.trim(), begun = ++turn;
        hears(text);
        if (!text) return clear();
        // In a dialog nobody would see what the page says of a failure.
        const page = await call("GET", `/accounts${query({query: text, limit: most})}`).catch(refusal => ({refusal}));
        if (begun !== turn) return;
        if (page.refusal) {
            found.replaceChildren();
            return state.replaceChildren(...said(page.refusal));
        }
        // An id, an address or a number is found as a whole.
        const accounts = page.accounts.length ? page.accounts : [await call("GET", path`/accounts/${text}`).catch(() => null)].filter(Boolean);
        if (begun !== turn) return;
        searched = text;
        state.textContent = accounts.length ? page.nextCursor ? word("morePeople") : "" : word("noPeople");
        found.replaceChildren(...accounts.map(account => element("li", {}, element("button", {
            type: "button", class: "plain",
            click: () => {
                input.value = "";
                clear();
                choose(account);
            }}, excerpt(personName(account)), " ",
            element("span", {class: "note"}, excerpt(account.email ?? account.username ?? account.phoneNumber ?? "")),
            account.status === "disabled" ? [" ", chip(term("status", account.status), "bad")] : null))));
    };
    return element("div", {}, field(name, input, word("personSearchNote")), state, found);
}
