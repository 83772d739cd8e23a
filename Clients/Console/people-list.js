// The people that match a filter: read page by page, sorted, and as a file for spreadsheets.

import {call, query} from "./calls.js";
import {saveRows} from "./csv.js";
import {element, language, tell, term, word} from "./elements.js";
import {personName} from "./person-search.js";

/** The filters of the server, as in the address of the page. */
export const filterNames = ["query", "status", "method", "since"];

/** So many people at most are read to sort them in the browser. */
export const mostSorted = 2000;
/** A page of the server, and after how many of them a search with few matches lets the reader decide. */
const pageSize = 200, mostPages = 25;

/** A part of an address that has at most so many characters is not broken. */
const longestPart = 28;

/** A long address goes to the next line behind its at sign. */
export function loginText(login) {
    const parts = login.split(/(?<=@)/);
    return element("bdi", {class: parts.every(part => part.length <= longestPart) ? "whole" : null}, parts.flatMap(part => [part, element("wbr")]));
}

export const loginsOf = account => [account.username, account.email, account.phoneNumber].filter(Boolean);

/** By what people can be sorted: the text or time of an account. */
const orders = {
    name: personName, signsInWith: account => loginsOf(account)[0] ?? "",
    waysIn: account => account.methods.map(method => term("method", method)).join(" "), status: account => account.status,
    created: account => account.createdAt, lastSignIn: account => account.lastLoginAt ?? "",
};

export const isSortable = name => name in orders;

/** The server's own order. */
export const usualSort = "-created";

export class PeopleList {
    accounts = [];
    /** How many match in all; undefined where the server does not count them. */
    total;
    #filter;
    #next;
    #isBegun = false;

    constructor(filter) { this.#filter = filter; }

    get hasMore() { return !this.#isBegun || Boolean(this.#next); }

    /** Reads until there are `count` people, or no more. A page of a rare search may be empty although others follow. */
    async read(count, progress = () => {}) {
        for (let pages = 0; this.hasMore && this.accounts.length < count && (pages < mostPages || count === Infinity); pages += 1) {
            const limit = Math.min(pageSize, Math.max(1, count - this.accounts.length));
            const page = await call("GET", `/accounts${query({...this.#filter, limit, cursor: this.#next, count: this.#isBegun ? "" : "true"})}`);
            if (!this.#isBegun) this.total = page.total;
            this.#isBegun = true;
            this.accounts.push(...page.accounts);
            this.#next = page.nextCursor;
            if (!this.#next) this.total = this.accounts.length;
            progress(this.accounts.length);
        }
    }

    /** Sorts those that were read: "name", or "-name" for the other way round. */
    sort(sort) {
        const isDown = sort.startsWith("-"), order = orders[sort.replace("-", "")];
        if (!order) return;
        const collator = new Intl.Collator(language, {numeric: true, sensitivity: "base"});
        this.accounts.sort((one, other) => (isDown ? -1 : 1) * collator.compare(order(one), order(other)));
    }
}

/** The columns of the file. */
const fields = ["id", "number", "status", "username", "email", "phoneNumber", "firstName", "lastName", "displayName", "methods", "createdAt", "lastLoginAt"];

/** Saves all people that match as a file of comma-separated values. */
export async function saveCSV(filter) {
    const list = new PeopleList(filter);
    await list.read(Infinity, count => tell(word("readingPeople", {count}), true));
    saveRows([fields, ...list.accounts.map(account => fields.map(name => account[name]))], "people.csv");
    tell(word("csvSaved", {count: list.accounts.length}), true);
}
