// Lists of cards: what a person has, each with what they can do about it.

import {byId, element, foreign, rows, scrolling, word} from "./elements.js";

/**
 * Fills a list, and says how many of its cards are not over. If it cannot be read, it says so in its place. Whoever has just
 * used a card stays at the list.
 */
export async function fill(id, read) {
    const list = byId(id), count = byId(`${id}-count`) ?? element("span");
    let cards;
    try {
        cards = await read();
    } catch (refusal) {
        if (refusal.status === 401 || refusal.status === undefined) throw refusal;
        list.replaceChildren(element("li", {class: "untrusted"}, refusal.message));
        count.textContent = "";
        return;
    }
    const wasHere = list.contains(document.activeElement);
    list.replaceChildren(...cards.length ? cards : [element("li", {class: "none"}, word("none"))]);
    count.textContent = String(cards.filter(part => !part.classList.contains("over")).length);
    if (wasHere) list.parentElement.querySelector("summary, h3").focus({preventScroll: true});
}

export function card(title, pairs, ...parts) {
    return element("li", {},
        element("strong", scrolling(title), foreign(title)), element("dl", {}, ...rows(pairs)), ...parts);
}

/** One part of a list, folded: its title, and what is in it. */
export const folded = (title, ...content) => element("details", {}, element("summary", {}, title), ...content);

/** The name of an action for a screen reader, with what it is about. */
export const about = (name, title) => word("pair", {label: word(name), value: title.slice(0, 80)});

/** A button whose name for a screen reader says which of the list it is about. */
export function button(name, title, action) {
    const made = element("button", {type: "button", "aria-label": about(name, title)}, word(name));
    made.addEventListener("click", action);
    return made;
}
