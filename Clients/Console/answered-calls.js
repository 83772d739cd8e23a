// Which calls were answered with what since the start.

import {text} from "./calls.js";
import {element, number, table, word} from "./elements.js";
import {readMetrics} from "./figures.js";

const requests = "balise_http_requests_total";

/** The part of the page of the history. */
export async function callsPart() {
    const samples = readMetrics(await text(`/metrics?${new URLSearchParams([["name[]", requests]])}`));
    return [element("p", {class: "note"}, word("callsNote")), callsTable(samples)];
}

/** Which calls are answered with what, those that failed most often first. Of operators’ calls, which are mostly the console’s own, those that failed. */
function callsTable(samples) {
    const calls = new Map();
    for (const {name, labels, value} of samples) {
        if (name !== requests) continue;
        const key = `${labels.api} ${labels.call}`;
        const counts = calls.get(key) ?? {api: labels.api, call: labels.call, all: 0, refused: 0, failed: 0};
        counts.all += value;
        if (labels.status >= "500") counts.failed += value;
        else if (labels.status >= "400") counts.refused += value;
        calls.set(key, counts);
    }
    const rows = [...calls.values()].filter(({api, failed}) => failed || !["operations", "console"].includes(api))
        .sort((one, other) => other.failed - one.failed || other.all - one.all).slice(0, 15)
        .map(({api, call, all, refused, failed}) => [element("span", {class: "words"}, call), element("span", {class: "words"}, api), number(all), number(refused), number(failed)]);
    return table("callsByStatus", ["callName", "apiName", "requests", "status4", "status5"], rows);
}
