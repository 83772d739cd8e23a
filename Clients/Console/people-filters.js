// Filters of the list of people that an operator has kept, in this browser alone.

import {filled} from "./dialogs.js";
import {button, element, excerpt, field, word} from "./elements.js";

const place = "balise.people.filters";

function kept() {
    try {
        const found = JSON.parse(localStorage.getItem(place));
        return Array.isArray(found) ? found.filter(({name, address}) => typeof name === "string" && typeof address === "string") : [];
    } catch {
        return [];
    }
}

/** Where a browser keeps nothing, the address of the page can be kept instead. */
const keep = filters => { try { localStorage.setItem(place, JSON.stringify(filters)); } catch { /* Nothing is lost but the shortcut. */ } };

/** The kept filters as links. `address` is what the page shows now, or "" for everybody. */
export function keptFilters(address, context) {
    const filters = kept();
    const isKept = filters.some(filter => filter.address === address);
    return element("div", {class: "row"},
        filters.map(filter => element("span", {class: "kept"},
            element("a", {class: "plain button", href: `#/people${filter.address}`, "aria-current": filter.address === address ? "true" : null}, excerpt(filter.name)),
            button("forgetFilter", () => {
                keep(kept().filter(({address}) => address !== filter.address));
                context.again();
            }, {kind: "link", about: filter.name}))),
        address && !isKept ? button("keepFilter", () => keepNew(address, context), {kind: "plain"}) : null);
}

async function keepNew(address, context) {
    const name = await filled("keepFilter", [
        field("filterName", element("input", {name: "name", required: true, maxlength: "60", autocomplete: "off"}), word("filterNameNote"))],
    form => form.get("name").trim());
    if (!name) return;
    keep([...kept(), {name, address}]);
    context.again();
}
