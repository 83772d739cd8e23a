// The history: requests, errors, times to answer, sign-ins, new accounts and pushes over a day, a week or a month.

import {call, query} from "./calls.js";
import {chart} from "./charts.js";
import {element, language, number, term, word} from "./elements.js";

const periods = ["day", "week", "month"];
const pushOutcomes = {sent: "good", failed: "bad", expired: "third", suppressed: "fourth"};
/** The looks of ways of signing in, in the order of the ways. */
const looks = ["first", "second", "third", "fourth", "fifth", "sixth"];
const ways = ["password", "apple", "passkey", "emailCode", "issuer", "appwrite", "anonymous"];

export async function show(parameters) {
    const period = periods.includes(parameters.get("period")) ? parameters.get("period") : "day";
    const history = await call("GET", `/history${query({period})}`);
    const shownChart = parameters.get("chart");
    // The page is in the document only after this.
    if (shownChart) setTimeout(() => document.getElementById(`title-${shownChart}`)?.scrollIntoView());
    return [
        element("h1", {}, word("history")),
        element("nav", {class: "row", "aria-label": word("period")}, periods.map(name => element("a", {
            href: `#/history${query({period: name})}`, class: "button plain", "aria-current": name === period ? "page" : null}, word(`period.${name}`)))),
        element("p", {class: "note"}, word("historyWhat"), history.isKept ? "" : ` ${word("historyNotKept")}`),
        element("div", {class: "charts"}, charts(history))];
}

function charts(history) {
    const step = history.secondsPerPoint * 1000, since = Date.parse(history.since);
    const count = Math.max(1, Math.floor((Date.now() - since) / step) + 1);
    const times = Array.from({length: count}, (_, place) => new Date(since + place * step));
    const points = new Map(history.points.map(point => [Math.round((Date.parse(point.at) - since) / step), point]));
    /** A value of each point by `read`; null where there is no point, or none in it. */
    const each = read => times.map((_, place) => points.has(place) ? read(points.get(place)) ?? null : null);
    const named = (list, name) => each(point => point[list].find(one => (one.name ?? "") === name)?.count ?? 0);
    const format = new Intl.DateTimeFormat(language, step < 3_600_000 * 12
        ? {weekday: "short", hour: "numeric", minute: "2-digit"} : {day: "numeric", month: "short", hour: "numeric"});
    const time = at => format.format(at);
    const known = [...new Set([...ways, ...history.points.flatMap(point => point.signIns.map(({name}) => name ?? ""))])];
    const draw = (title, series, more = {}) => chart(title, times, series, {time, ...more});
    return [
        draw("requests", [
            {name: word("answered"), kind: "first", values: each(point => point.requests - point.refused - point.failed)},
            {name: word("status4"), kind: "third", values: each(point => point.refused)},
            {name: word("status5"), kind: "bad", values: each(point => point.failed)}]),
        draw("errors", [{name: word("status5"), kind: "bad", values: each(point => point.failed)}]),
        draw("latency", [
            {name: word("medianTime"), kind: "first", values: each(point => point.medianMilliseconds)},
            {name: word("slowTime"), kind: "third", values: each(point => point.slowMilliseconds)}],
        {isLine: true, amount: value => word("milliseconds", {count: number(value, 1)})}),
        draw("signIns", [
            ...known.map((name, place) => ({
                name: name ? term("method", name) : word("otherWays"), kind: looks[Math.min(place, looks.length - 1)], values: named("signIns", name)})),
            {name: word("refusedSignIns"), kind: "bad", values: each(point => point.refusedSignIns)}]),
        draw("newAccounts", [{name: word("newAccounts"), kind: "first", values: each(point => point.newAccounts)}]),
        draw("pushOutcomes", Object.entries(pushOutcomes).map(([name, kind]) => ({
            name: term("push", name), kind, values: named("pushes", name)}))),
    ];
}
