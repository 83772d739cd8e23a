// Tables, which become cards where there is no room, and bars.

import {element, excerpt, foreign, number, word} from "./elements.js";

/**
 * A table. `columns` are the names of its heads; `rows` arrays of texts or elements.
 * The roles are said again, since a browser forgets them where the look makes cards of rows.
 */
export function table(caption, columns, rows, none = "none") {
    if (!rows.length) return element("p", {class: "quiet"}, word(none));
    const head = element("tr", {role: "row"}, columns.map(name =>
        element("th", {scope: "col", role: "columnheader"}, word(name))));
    const body = rows.map(row => element("tr", {role: "row"}, row.map((cell, place) =>
        element("td", {role: "cell", "data-label": word(columns[place])}, cell instanceof Node ? cell : foreign(cell ?? "–")))));
    return element("table", {role: "table"},
        element("caption", {class: "hidden"}, word(caption)), element("thead", {role: "rowgroup"}, head),
        element("tbody", {role: "rowgroup"}, body));
}

/** Names with their counts, each with a bar as long as its share. */
export function bars(groups, total = Math.max(1, ...groups.map(group => group.count))) {
    if (!groups.length) return element("p", {class: "quiet"}, word("none"));
    return element("ul", {class: "bars"}, groups.map(({name, count, kind = ""}) => {
        const bar = element("span", {class: `stripe ${kind}`, "aria-hidden": "true"});
        // By the object model: the policy forbids it in the markup alone.
        bar.style.setProperty("--share", `${Math.round(100 * count / total)}%`);
        return element("li", {}, element("span", {class: "name"}, excerpt(name)), element("span", {class: "count"}, number(count)), bar);
    }));
}

/** Lets whoever reads go on behind a page of a list. */
export function pager(next, go) {
    return next ? element("p", {}, element("button", {type: "button", class: "plain", click: go}, word("more"))) : null;
}
