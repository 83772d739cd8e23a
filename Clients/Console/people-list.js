// The people that match a filter: read page by page, sorted, and as a file for spreadsheets.

import {call, query, save} from "./calls.js";
import {language, tell, term, word} from "./elements.js";
import {personName} from "./person-search.js";

/** The filters of the server, as in the address of the page. */
export const filterNames = ["query", "status", "method", "since"];

/** So many people at most are read to sort them in the browser. */
export const mostSorted = 2000;
/** A page of the server, and after how many of them a search with few matches lets the reader decide. */
const pageSize = 200, mostPages = 25;

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

/** The columns of the file. A spreadsheet would run a text that begins as a formula, so an apostrophe comes before it, also after what some take for the end of a cell. */
const fields = ["id", "number", "status", "username", "email", "phoneNumber", "firstName", "lastName", "displayName", "methods", "createdAt", "lastLoginAt"];
const cell = value => {
    const text = String(value ?? "");
    return `"${text.replace(/(^|[;,|\t\r\n])(\s*[=+\-@＝＋－＠]|[\t\r])/g, "$1'$2").replaceAll('"', '""')}"`;
};

/** Saves all people that match as a file of comma-separated values. */
export async function saveCSV(filter) {
    const list = new PeopleList(filter);
    await list.read(Infinity, count => tell(word("readingPeople", {count}), true));
    const rows = [fields, ...list.accounts.map(account => fields.map(name => account[name]))];
    // With a mark of the encoding, which spreadsheets need.
    save(new Blob(["\ufeff", ...rows.map(row => `${row.map(cell).join(",")}\r\n`)], {type: "text/csv"}), "people.csv");
    tell(word("csvSaved", {count: list.accounts.length}), true);
}
