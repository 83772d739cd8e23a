// Finds a person from any page.

import {query} from "./calls.js";
import {open} from "./dialogs.js";
import {button, element, word} from "./elements.js";
import {personSearch} from "./person-search.js";

/** Asks whom to find, and shows the person who is chosen. */
export async function findPerson(context) {
    const found = await open("findPerson", close => {
        const all = element("a", {class: "button plain", href: "#/people", click: () => close(null)}, word("allPeople"));
        return [
            personSearch("finder", close, text => { all.href = `#/people${query({query: text})}`; }),
            element("div", {class: "row"}, all, button("cancel", () => close(null), {kind: "plain"}))];
    });
    if (found) context.go(`/person/${encodeURIComponent(found.id)}`);
}
