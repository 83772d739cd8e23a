// A filter by a person, for the lists of the log.

import {button, element, excerpt, word} from "./elements.js";
import {personName, personSearch, readPerson} from "./person-search.js";

/** A form that asks for a person, by whatever name they are known: the logs have ids. What else it asks goes to `find` as it is. */
export function personFilter(account, others, find) {
    const chosen = element("div", {class: "row"});
    const input = element("input", {type: "hidden", name: "account", value: account});
    const form = element("form", {
        class: "filters", role: "search",
        submit: event => {
            event.preventDefault();
            find(Object.fromEntries(new FormData(form)));
        }},
    input, element("div", {class: "field"}, personSearch("personName", person => {
        input.value = person.id;
        form.requestSubmit();
    }), chosen), ...others, element("button", {}, word("find")));
    if (account) showChosen(chosen, account, () => {
        input.value = "";
        form.requestSubmit();
    });
    return form;
}

/** Who is chosen. An id may be of somebody who was erased since, and is shown as it is. */
function showChosen(place, account, clear) {
    const name = element("strong", {}, excerpt(account));
    place.append(name, button("clearPerson", clear, {kind: "link"}));
    readPerson(account).then(person => name.replaceChildren(excerpt(personName(person))), () => {});
}
