// Lists of cards: what a person has, each with what they can do about it.

import {byId, element, foreign, rows, scrolling, word} from "./elements.js";

/** Fills a list. If it cannot be read, it says so in its place. Whoever has just used a card stays at the list. */
export async function fill(id, read) {
    const list = byId(id);
    let cards;
    try {
        cards = await read();
    } catch (refusal) {
        if (refusal.status === 401 || refusal.status === undefined) throw refusal;
        list.replaceChildren(element("li", {class: "untrusted"}, refusal.message));
        return;
    }
    const wasHere = list.contains(document.activeElement);
    list.replaceChildren(...cards.length ? cards : [element("li", {class: "none"}, word("none"))]);
    if (wasHere) list.parentElement.querySelector("h3").focus({preventScroll: true});
}

export function card(title, pairs, ...parts) {
    return element("li", {},
        element("strong", scrolling(title), foreign(title)), element("dl", {}, ...rows(pairs)), ...parts);
}

/** The name of an action for a screen reader, with what it is about. */
export const about = (name, title) => word("pair", {label: word(name), value: title.slice(0, 80)});

/** A button whose name for a screen reader says which of the list it is about. */
export function button(name, title, action) {
    const made = element("button", {type: "button", "aria-label": about(name, title)}, word(name));
    made.addEventListener("click", action);
    return made;
}
