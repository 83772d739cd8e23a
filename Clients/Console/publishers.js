// Who publishes: the names of API keys beside the ids of their publishers.

import {call} from "./calls.js";
import {element, excerpt, word} from "./elements.js";

/** How operators stand as a publisher. */
export const operators = "operator";

/** What the API keys of each publisher are called, by its id. */
export async function publisherNames() {
    const {keys} = await call("GET", "/api-keys");
    const names = new Map([[operators, word("operatorsLog")]]);
    for (const {publisher, name} of keys) {
        if (!publisher || publisher === operators) continue;
        const known = names.get(publisher);
        names.set(publisher, known && known !== name ? `${known}, ${name}` : name);
    }
    return names;
}

/** A publisher as a cell: its id, and under it what its keys are called. */
export const publisherCell = (publisher, names) => element("span", {}, excerpt(publisher),
    names.has(publisher) && publisher !== operators ? [element("br"), element("span", {class: "note"}, excerpt(names.get(publisher)))] : null);
