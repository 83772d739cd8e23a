// Making elements, tables of them, and the words in them. Whatever comes from outside is set as text and never as HTML.

/** The words of the page's language; filled by `loadWords`, which also reads a part that few pages need. */
const words = {};

/** The language of the page, as the server has chosen it. */
export const language = document.documentElement.lang;

export async function loadWords(part = "") {
    const response = await fetch(`/console/files/${language}${part}.json`);
    if (!response.ok) throw new Error(`${response.status} ${response.url}`);
    Object.assign(words, await response.json());
}

const plurals = new Intl.PluralRules(language);

/**
 * A text by its name, with values in its places: `word("verified", {count: 3})`. The first value that is a number chooses
 * the form (`verified.one`, `verified.other`), where the text has forms.
 */
export function word(name, values = {}) {
    const count = Object.values(values).find(value => typeof value === "number") ?? 0;
    const text = words[`${name}.${plurals.select(count)}`] ?? words[`${name}.other`] ?? words[name] ?? name;
    return text.replace(/\{(\w+)\}/g, (place, key) => typeof values[key] === "number" ? number(values[key]) : values[key] ?? place);
}

/** A name in words with its value, as each language separates them. */
export const named = (name, value) => word("pair", {name: word(name), value});

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

/** Made once: to make one takes longer than a row of a table. */
const moments = new Intl.DateTimeFormat(language, {dateStyle: "medium", timeStyle: "short"}), numbers = new Map();

/** A moment in the words of the page's language; "–" for none. */
export function moment(text) {
    if (!text) return element("span", {class: "quiet"}, "–");
    const date = new Date(text);
    if (Number.isNaN(date.getTime())) return foreign(text);
    return element("time", {datetime: text, title: date.toISOString()}, moments.format(date));
}

/** A number in the form of the page's language. */
export function number(value, digits = 0) {
    if (!numbers.has(digits)) numbers.set(digits, new Intl.NumberFormat(language, {maximumFractionDigits: digits}));
    return numbers.get(digits).format(Number(value));
}

/** Milliseconds. */
export const day = 86_400_000;

/** A number of bytes in words. */
export function bytes(count) {
    for (const [size, name] of [[2 ** 30, "gibibytes"], [2 ** 20, "mebibytes"]]) {
        if (count >= size) return word(name, {count: number(count / size, 1)});
    }
    return word("kibibytes", {count: number(count / 1024)});
}

/** How long ago a moment was, in milliseconds since 1970, in words. */
export function ago(time) {
    const format = new Intl.RelativeTimeFormat(language, {numeric: "auto"});
    const minutes = Math.round((Date.now() - time) / 60_000), hours = Math.round(minutes / 60);
    if (minutes < 60) return format.format(-minutes, "minute");
    return hours < 48 ? format.format(-hours, "hour") : format.format(-Math.round(hours / 24), "day");
}

/** A word in a coloured frame. A short word does not break, as a long word would not fit on a phone. */
export const chip = (text, kind = "") => element("span", {class: `chip ${kind}${String(text).length < 16 ? " whole" : ""}`}, excerpt(text));

/** Rows of a list of terms; a row whose value is missing is left out. */
export function facts(pairs) {
    const rows = pairs.filter(([, value]) => value !== null && value !== undefined && value !== "").flatMap(
        ([name, value]) => [
            element("dt", {}, word(name)), element("dd", {}, value instanceof Node ? value : foreign(value))]);
    return element("dl", {class: "facts"}, rows);
}

/** A button. `about` says to a screen reader which of a list it is about. */
export function button(name, action, {kind = "", about} = {}) {
    const label = about ? named(name, brief(about)) : null;
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

/** Marks the fields that the server found wrong; without errors none is. */
export function markWrong(errors = []) {
    const names = new Set(errors.flatMap(error => error.field.match(/[A-Za-z]\w*/g) ?? []));
    for (const control of document.querySelectorAll("input, select, textarea")) {
        if (names.has(control.name)) control.setAttribute("aria-invalid", "true");
        else control.removeAttribute("aria-invalid");
    }
}

/** A choice among values, each with its text. */
export function choice(name, pairs, chosen) {
    return element("select", {name}, pairs.map(([value, text]) =>
        element("option", {value, selected: value === chosen}, text)));
}

/** What a refusal says, in parts: in another language than the server's also what it said itself. */
export const said = ({lead, detail, message}) =>
    lead ? [lead, " ", element("span", {lang: "en"}, detail)] : [message];

/** A text that the server has in English alone. */
export const english = text => element("span", {lang: "en"}, foreign(text));

/** Tells how something went, by a text or its parts; the browser reads it out. */
export function tell(text, isDone = false) {
    const place = document.getElementById("message");
    place.className = isDone ? "done" : "";
    place.replaceChildren(...[text].flat());
    if (place.textContent) place.scrollIntoView({block: "nearest"});
}

/**
 * A table. `columns` are the names of its heads; `rows` arrays of texts or elements.
 * The roles are said again, since a browser forgets them where the look makes cards of rows.
 */
export function table(caption, columns, rows, none = "none") {
    if (!rows.length) return element("p", {class: "quiet"}, word(none));
    const head = element("tr", {role: "row"}, columns.map(name =>
        element("th", {scope: "col", role: "columnheader"}, word(name))));
    const body = rows.map(row => element("tr", {role: "row"}, row.map((cell, place) =>
        element("td", {role: "cell", "data-label": word(columns[place])}, cell instanceof Node || cell === "" ? cell : foreign(cell ?? "–")))));
    return element("table", {role: "table"},
        element("caption", {class: "hidden"}, word(caption)), element("thead", {role: "rowgroup"}, head),
        element("tbody", {role: "rowgroup"}, body));
}

/** Names with their counts, each with a bar as long as its share. */
export function bars(groups, total = Math.max(1, ...groups.map(group => group.count))) {
    if (!groups.length) return element("p", {class: "quiet"}, word("none"));
    return element("ul", {class: "bars"}, groups.map(({name, count, kind = ""}) => {
        const bar = element("span", {class: `stripe ${kind}`, "aria-hidden": "true"});
        // By the object model: the policy forbids it in the markup alone.
        bar.style.setProperty("--share", `${Math.round(100 * count / total)}%`);
        return element("li", {}, element("span", {class: "name"}, excerpt(name)), element("span", {class: "count"}, number(count)), bar);
    }));
}

/** Lets whoever reads go on behind a page of a list. */
export function pager(next, go) {
    return next ? element("p", {}, element("button", {type: "button", class: "plain", click: go}, word("more"))) : null;
}
