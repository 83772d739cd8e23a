// Amounts of bytes and of time, as people read them.

import {number, word} from "./elements.js";

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
    const format = new Intl.RelativeTimeFormat(document.documentElement.lang, {numeric: "auto"});
    const hours = Math.round((Date.now() - time) / 3_600_000);
    return hours < 48 ? format.format(-hours, "hour") : format.format(-Math.round(hours / 24), "day");
}
