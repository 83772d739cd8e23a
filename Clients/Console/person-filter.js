// A filter by a person, for the lists of the log.

import {call} from "./calls.js";
import {attempt} from "./dialogs.js";
import {element, field, word} from "./elements.js";

/** A form that asks for a person, by whatever name they are known: the logs have ids. What else it asks goes to `find` as it is. */
export function personFilter(account, others, find) {
    return element("form", {
        class: "filters", role: "search",
        submit: async event => {
            event.preventDefault();
            const asked = Object.fromEntries(new FormData(event.currentTarget));
            const name = asked.account.trim();
            // An id that is shown already may be of somebody who was erased since.
            const found = !name || name === account ? name
                : await attempt(async () => (await call("GET", `/accounts/${encodeURIComponent(name)}`)).id);
            if (found !== undefined) find({...asked, account: found});
        }},
    field("personName", element("input", {name: "account", type: "search", value: account, maxlength: "320",
        autocapitalize: "none", spellcheck: "false"}), word("personNameNote")),
    ...others, element("button", {}, word("find")));
}
