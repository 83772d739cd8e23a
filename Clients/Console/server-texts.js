// What the server found out about itself, as sentences in the language of the page where there are some.

import {serverWords} from "./calls.js";
import {element, foreign, moment} from "./elements.js";

const {found, units} = await serverWords();

/** A text with `{}` for what varies, as a pattern. */
const pattern = text => new RegExp(`^${text.split("{}").map(part => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("((?:(?!; ).)+?)")}$`);
const fixed = text => text.replaceAll("{}", "").length;
/** The most exact first. */
const known = Object.entries(found).sort(([one], [other]) => fixed(other) - fixed(one)).map(([text, words]) => [pattern(text), words]);

const sizes = /\b(\d+(?:\.\d+)?) ([KMG]iB)\b/g, times = /\d{4}-\d\d-\d\d(?:T[\d:.]+Z| \d\d:\d\d UTC)/g;
const numbers = new Intl.NumberFormat(document.documentElement.lang);
/** Moments and sizes as people write them. */
const readable = text => text.replace(times, at => moment(at.replace(/ (\d\d:\d\d) UTC/, "T$1Z")).textContent)
    .replace(sizes, (_, count, unit) => `${numbers.format(Number(count))} ${units[unit] ?? unit}`);

function translated(text) {
    for (const [form, words] of known) {
        const values = form.exec(text)?.slice(1);
        if (values) return words.replace(/\{\}/g, () => values.shift());
    }
    return null;
}

const sentence = text => {
    const named = text.replace(/^apns(production)?\b/i, "APNs").replace(/^fcm\b/, "FCM"), whole = named.charAt(0).toUpperCase() + named.slice(1);
    return /[.!?…]$/.test(whole) ? whole : `${whole}.`;
};

/** A finding or a remedy as sentences. Several findings are apart by semicolons; what has no translation stays English, and is marked so. */
export function serverText(text) {
    const whole = translated(text);
    const parts = (whole === null ? text.split("; ") : [text]).map(part => {
        const words = whole ?? translated(part);
        return {words: readable(sentence(words ?? part)), isForeign: words === null && Object.keys(found).length > 0};
    });
    return element("span", {}, parts.map(({words, isForeign}, place) => [place ? " " : null, element("span", {lang: isForeign ? "en" : null}, foreign(words))]));
}
