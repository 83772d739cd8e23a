// Who publishes: the names of API keys in place of the ids of their publishers.

import {call} from "./calls.js";
import {word} from "./elements.js";

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

/** The name of a publisher; its id only where no key of it has a name. */
export const publisherName = (publisher, names) => names.get(publisher) ?? publisher;
