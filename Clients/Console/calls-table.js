// Which calls are answered with what, the most often refused first.

import {element, number, section, word} from "./elements.js";
import {table} from "./tables.js";

/** A part of the overview: the calls of `/metrics` by their answers. */
export function callsTable(samples) {
    const calls = new Map();
    for (const {name, labels, value} of samples) {
        if (name !== "balise_http_requests_total") continue;
        const key = `${labels.api} ${labels.call}`;
        const counts = calls.get(key) ?? {api: labels.api, call: labels.call, all: 0, refused: 0, failed: 0};
        counts.all += value;
        if (labels.status >= "500") counts.failed += value;
        else if (labels.status >= "400") counts.refused += value;
        calls.set(key, counts);
    }
    const rows = [...calls.values()]
        .sort((one, other) => other.failed - one.failed || other.all - one.all).slice(0, 15)
        .map(({api, call, all, refused, failed}) => [call, api, number(all), number(refused), number(failed)]);
    return section("callsByStatus", table("callsByStatus", ["callName", "apiName", "requests", "status4", "status5"], rows),
        element("p", {class: "note"}, word("callsNote")));
}
