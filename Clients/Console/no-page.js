// What is shown at an address that has no page, or none for this role.

import {element, word} from "./elements.js";

export function show(_, context, known) {
    return [
        element("h1", {}, word(known ?? "noPage")),
        element("p", {class: "alert"}, word(known ? "operatorsOnly" : "noPageNote")),
        element("ul", {class: "pages"}, context.pages.map(name =>
            element("li", {}, element("a", {href: `#/${name}`}, word(name)))))];
}
