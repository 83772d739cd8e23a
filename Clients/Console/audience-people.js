// The people whom an audience names, searched and chosen.

import {element, excerpt, word} from "./elements.js";
import {personName, personSearch, readPerson} from "./person-search.js";

/** Of so many people whom an audience names already the names are looked up. */
const fewPeople = 20;

/** People who are searched and chosen; those of before stay chosen. */
export function peopleFields(ids, changed) {
    const chosen = new Map(ids.map(id => [id, null]));
    const list = element("div", {class: "row"});
    // Says with the form's own words that somebody has to be chosen.
    const needed = element("input", {class: "hidden", tabindex: "-1", "aria-hidden": "true"});
    const fill = () => {
        list.replaceChildren(...[...chosen].map(([id, name]) => element("button", {
            type: "button", class: "plain", "aria-label": `${word("removePerson")}: ${name ?? id}`,
            click: () => {
                chosen.delete(id);
                fill();
                changed();
            }}, excerpt(name ?? id), " ✕")));
        needed.setCustomValidity(chosen.size ? "" : word("choosePeople"));
    };
    fill();
    if (ids.length <= fewPeople) {
        for (const id of ids) {
            readPerson(id).then(account => {
                if (chosen.has(id)) chosen.set(id, personName(account));
                fill();
            }, () => {});
        }
    }
    return {
        element: element("div", {class: "field"}, personSearch("people", account => {
            chosen.set(account.id, personName(account));
            fill();
            changed();
        }), needed, list),
        value: () => [...chosen.keys()]};
}
