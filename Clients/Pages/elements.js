// Making elements, and the words in them. Whatever comes from outside is set as text and never as HTML.

/** The words of the page's language; filled by `loadWords`. */
let words = {};

/** The language of the page, as the server has chosen it. */
export const language = document.documentElement.lang;

export async function loadWords() {
    words = await readWords(language);
}

export const readWords = async name => (await fetch(`/account/files/${name}.json`)).json();

/** A text by its name, with values in its places: `word(name, {count: 3})`. */
export function word(name, values = {}) {
    return (words[name] ?? name).replace(/\{(\w+)\}/g, (place, key) => values[key] ?? place);
}

/** Whether there is a text of this name. */
export const hasWord = name => Object.hasOwn(words, name);

export const byId = id => document.getElementById(id);

/** An element with texts and other elements in it. */
export function element(name, attributes = {}, ...content) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...content.filter(part => part !== null && part !== undefined));
    return made;
}

/** A text of whatever characters, which does not turn the text around it. */
export const foreign = text => element("bdi", {}, String(text));

/** A moment in the words of the page's language. */
export function moment(text) {
    const date = new Date(text);
    if (Number.isNaN(date.getTime())) return foreign(text);
    return element(
        "time", {datetime: text}, date.toLocaleString(language, {dateStyle: "medium", timeStyle: "short"}));
}

/** Rows of a list of terms; a row whose value is missing is left out. */
export function rows(pairs) {
    return pairs.filter(([, value]) => value !== null && value !== undefined && value !== "").flatMap(
        ([name, value]) => [
            element("dt", {}, word(name)),
            element("dd", scrolling(value), value instanceof Node ? value : foreign(value))]);
}

/** What a place for a text needs: a long one is scrolled in it, also by the keyboard. */
export const scrolling = text => typeof text === "string" && text.length > 200 ? {class: "long", tabindex: "0"} : {};

/** Milliseconds for which a text stays that says that something went well. */
const shown = 10_000;
let leaving;

/** Tells the person how something went, at the lower edge of what they see; the browser reads it out. */
export function tell(text, isDone = false) {
    const place = byId("message");
    clearTimeout(leaving);
    // What went well leaves by itself, so that it hides nothing for long; an error stays until the next act.
    if (isDone) leaving = setTimeout(() => { place.textContent = ""; }, shown);
    place.className = isDone ? "untrusted done" : "untrusted";
    place.textContent = text;
}
