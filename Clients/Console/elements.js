// Making elements, and the words in them. Whatever comes from outside is set as text and never as HTML.

/** The words of the page's language; filled by `loadWords`. */
let words = {};

/** The language of the page, as the server has chosen it. */
export const language = document.documentElement.lang;

export async function loadWords() {
    const response = await fetch(`/console/files/${language}.json`);
    words = await response.json();
}

/** A text by its name, with values in its places: `word("endedMany", {count: 3})`. */
export function word(name, values = {}) {
    return (words[name] ?? name).replace(/\{(\w+)\}/g, (place, key) => values[key] ?? place);
}

/** The text of a name that the server has made, such as `state.done`; the name itself where there is none. */
export const term = (kind, name) => words[`${kind}.${name}`] ?? name;

/** An element with texts and other elements in it. A function among its attributes hears the event of that name. */
export function element(name, attributes = {}, ...content) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
        if (typeof value === "function") made.addEventListener(key, value);
        else if (value === true) made.setAttribute(key, "");
        else if (value !== false && value !== null && value !== undefined) made.setAttribute(key, value);
    }
    made.append(...content.flat(Infinity).filter(part => part !== null && part !== undefined && part !== false));
    return made;
}

/** How many characters of a text are shown at once: a browser takes long to lay out what has no end. */
const shownLength = 200;

/** A text of whatever characters, which does not turn the text around it; of a long one the beginning, and all when asked. */
export function foreign(value) {
    const text = String(value);
    if (text.length <= shownLength) return element("bdi", {}, text);
    return element("details", {class: "long"},
        element("summary", {}, excerpt(text)), element("bdi", {tabindex: "0", role: "group", "aria-label": word("longText")}, text));
}

/** The same for a place in which nothing can be opened, such as a link: of a long text the beginning. */
export function excerpt(value) {
    const text = String(value);
    return element("bdi", {}, text.length <= shownLength ? text : `${text.slice(0, shownLength)} …`);
}

/** The beginning of a text, for a name that a screen reader says. */
export const brief = text => String(text).slice(0, 80);

/** A moment in the words of the page's language; "–" for none. */
export function moment(text) {
    if (!text) return element("span", {class: "quiet"}, "–");
    const date = new Date(text);
    if (Number.isNaN(date.getTime())) return foreign(text);
    const shown = date.toLocaleString(language, {dateStyle: "medium", timeStyle: "short"});
    return element("time", {datetime: text, title: date.toISOString()}, shown);
}

/** A number in the form of the page's language. */
export const number = (value, digits = 0) => Number(value).toLocaleString(language, {maximumFractionDigits: digits});

/** A short word in a coloured frame. */
export const chip = (text, kind = "") => element("span", {class: `chip ${kind}`}, excerpt(text));

/** Rows of a list of terms; a row whose value is missing is left out. */
export function facts(pairs) {
    const rows = pairs.filter(([, value]) => value !== null && value !== undefined && value !== "").flatMap(
        ([name, value]) => [
            element("dt", {}, word(name)), element("dd", {}, value instanceof Node ? value : foreign(value))]);
    return element("dl", {class: "facts"}, rows);
}

/** A button. `about` says to a screen reader which of a list it is about. */
export function button(name, action, {kind = "", about} = {}) {
    const label = about ? `${word(name)}: ${brief(about)}` : null;
    return element("button", {
        type: "button", class: kind, "aria-label": label,
        click: async event => {
            const pressed = event.currentTarget;
            pressed.disabled = true;
            try { await action(); } finally { pressed.disabled = false; }
        }}, word(name));
}

/** A part of a page with its title. */
export function section(title, ...content) {
    const id = `title-${title}`;
    return element("section", {"aria-labelledby": id, class: "card"}, element("h2", {id}, word(title)), ...content);
}

/** A label with its field, and what there is to know of it. */
export function field(name, control, note) {
    const id = control.id || `field-${name}`;
    control.id = id;
    if (note) control.setAttribute("aria-describedby", `${id}-note`);
    return element("div", {class: "field"}, element("label", {for: id}, word(name)), control,
        note ? element("p", {class: "note", id: `${id}-note`}, note) : null);
}

/** A choice among values, each with its text. */
export function choice(name, pairs, chosen) {
    return element("select", {name}, pairs.map(([value, text]) =>
        element("option", {value, selected: value === chosen}, text)));
}

/** Tells how something went; the browser reads it out. */
export function tell(text, isDone = false) {
    const place = document.getElementById("message");
    place.className = isDone ? "done" : "";
    place.textContent = text;
    if (text) place.scrollIntoView({block: "nearest"});
}
