// A figure of the overview, and where one acts on it.

import {element, word} from "./elements.js";
import "./spark.js";

/** A tile: its name, a value and a note. It leads to `to`, or does `act`; `line` are values over time. */
export function tile(name, value, note, {to, act, kind = "", line} = {}) {
    const head = to ? element("a", {href: to}, word(name))
        : act ? element("button", {type: "button", class: "link", click: act}, word(name)) : word(name);
    const made = element("section", {class: `tile ${kind}`},
        element("h2", {}, head), element("p", {class: "figure"}, value), element("p", {class: "note"}, note));
    if (line) {
        const spark = document.createElement("spark-line");
        spark.values = line;
        made.append(spark);
    }
    return made;
}
