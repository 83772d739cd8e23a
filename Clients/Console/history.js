// The history: requests, errors, times to answer, sign-ins, new accounts and pushes over a day, a week or a month, beside the time before;
// and which calls were answered with what.

import {call, query} from "./calls.js";
import {chart} from "./charts.js";
import {attempt} from "./dialogs.js";
import {element, language, moment, number, term, word} from "./elements.js";
import {tile} from "./figures.js";

const periods = ["day", "week", "month"];
/** The fewest points of a chart. */
const fewest = 12;
const pushOutcomes = {sent: "good", failed: "bad", expired: "third", suppressed: "fourth"};
/** The looks of ways of signing in, in the order of the ways. */
const looks = ["first", "second", "third", "fourth", "fifth", "sixth"];
const ways = ["password", "apple", "passkey", "emailCode", "issuer", "appwrite", "anonymous"];

const count = (list, name) => list.filter(one => name === undefined || one.name === name).reduce((all, one) => all + one.count, 0);
/** What is counted of a point. */
const counts = {
    requests: point => point.requests, errors: point => point.failed, signIns: point => count(point.signIns),
    newAccounts: point => point.newAccounts + (point.importedAccounts ?? 0), deliveries: point => count(point.pushes, "sent"),
    pushOutcomes: point => count(point.pushes)};
/** The tiles of the overview, each with the place that it leads to. */
const tiles = {signIns: "history?chart=signIns", newAccounts: "people", deliveries: "push-health", requests: "history?chart=requests", errors: "history?chart=errors"};

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
        element("p", {class: "note"}, word("historyWhat"), history.before ? "" : ` ${word("historyNoBefore")}`,
            history.isKept ? "" : ` ${word("historyNotKept")}`, since(history)),
        ...drawnFirst(charts(history, period)), answeredCalls()];
}

/** Charts without anything to draw are short, and stand below the others. */
const drawnFirst = made => [
    element("div", {class: "charts drawn"}, made.filter(one => one.querySelector(".plot"))),
    element("div", {class: "tiles large"}, made.filter(one => !one.querySelector(".plot")))];

/** When the figures begin, where that is later than the period. */
const since = ({points, secondsPerPoint, ...history}) => points.length && Date.parse(points[0].at) - Date.parse(history.since) >= secondsPerPoint * 1000
    ? [" ", word("historySince"), " ", moment(points[0].at), "."] : "";

/** Which calls were answered with what; read when somebody opens it. */
function answeredCalls() {
    const made = element("details", {class: "card"}, element("summary", {}, element("h2", {}, word("callsByStatus"))));
    made.addEventListener("toggle", async () => {
        if (!made.open || made.children.length > 1) return;
        const {callsPart} = await import("./answered-calls.js");
        await attempt(async () => made.append(...await callsPart()));
    });
    return made;
}

/** The sum of a period, and how it compares with the time before. */
function total(history, name, period) {
    const sum = history.points.reduce((all, point) => all + counts[name](point), 0);
    return {sum, note: history.before ? comparison(sum, counts[name](history.before), period) : ""};
}

function comparison(now, then, period) {
    const before = word(`before.${period}`);
    if (now === then) return word("asBefore", {before});
    if (!now || !then) return word(then ? "countBefore" : "noneBefore", {before, count: number(then)});
    const share = Math.abs(100 * (now - then) / then);
    return word(now > then ? "moreThanBefore" : "lessThanBefore", {share: number(share, share < 10 ? 1 : 0), before, count: number(then)});
}

/** Tiles with the figures of the last 24 hours, for the overview. */
export async function dayTiles() {
    const history = await call("GET", "/history?period=day");
    const {times, each} = points(history);
    return element("div", {class: "tiles"}, Object.entries(tiles).map(([name, to]) => {
        const {sum, note} = total(history, name, "day");
        const imported = name === "newAccounts" ? history.points.reduce((all, point) => all + (point.importedAccounts ?? 0), 0) : 0;
        return tile(name, number(sum), [imported ? word("ofThemImported", {count: imported}) : "", note].filter(Boolean).join(" · "), {
            to: `#/${to}`, kind: name === "errors" && sum ? "bad" : "", line: sum && times.length > 1 ? each(point => counts[name](point)).map(value => value ?? 0) : undefined});
    }));
}

/** The times of a period, and a reader of the values at them. */
function points(history) {
    const step = history.secondsPerPoint * 1000, since = Date.parse(history.since);
    const length = Math.max(1, Math.floor((Date.now() - since) / step) + 1);
    // Of a young server the chart begins with its first figures, and has room for some more.
    const first = history.points.length ? Math.round((Date.parse(history.points[0].at) - since) / step) : 0;
    const begin = Math.max(0, Math.min(first, length - fewest));
    const times = Array.from({length: length - begin}, (_, place) => new Date(since + (begin + place) * step));
    const known = new Map(history.points.map(point => [Math.round((Date.parse(point.at) - since) / step), point]));
    /** A value of each point by `read`; null where there is no point, or none in it. */
    const each = read => times.map((_, place) => known.has(begin + place) ? read(known.get(begin + place)) ?? null : null);
    return {times, each};
}

function charts(history, period) {
    const {times, each} = points(history);
    const named = (list, name) => each(point => point[list].find(one => (one.name ?? "") === name)?.count ?? 0);
    const format = form => { const made = new Intl.DateTimeFormat(language, form); return at => made.format(at); };
    // In English hours have no zero before them.
    const hour = {hour: language === "en" ? "numeric" : "2-digit", minute: "2-digit"};
    const time = format(period === "month" ? {day: "numeric", month: "short", ...hour} : {weekday: "short", ...hour});
    const tick = format({day: hour, week: {weekday: "short", day: "numeric"}, month: {day: "numeric", month: "short"}}[period]);
    const known = [...new Set([...ways, ...history.points.flatMap(point => point.signIns.map(({name}) => name ?? ""))])];
    const draw = (title, series, more = {}) => chart(title, times, series, {
        time, tick, note: word(`historyNote.${title}`), head: counts[title] ? total(history, title, period) : null, ...more});
    const milliseconds = value => word("milliseconds", {count: number(value, 1)});
    const timesOf = point => point?.medianMilliseconds === undefined ? ""
        : word("twoTimes", {half: milliseconds(point.medianMilliseconds), most: milliseconds(point.slowMilliseconds)});
    const latest = history.points.findLast(point => point.medianMilliseconds !== undefined);
    return [
        draw("requests", [
            {name: word("answered"), kind: "first", values: each(point => point.requests - point.refused - point.failed)},
            {name: word("status4"), kind: "third", values: each(point => point.refused)},
            {name: word("status5"), kind: "bad", values: each(point => point.failed)}]),
        draw("errors", [{name: word("status5"), kind: "bad", values: each(point => point.failed)}]),
        draw("latency", [
            {name: word("medianTime"), kind: "first", values: each(point => point.medianMilliseconds)},
            {name: word("slowTime"), kind: "third", values: each(point => point.slowMilliseconds)}],
        {isLine: true, amount: milliseconds, head: latest && {
            sum: word("atMost", {time: milliseconds(latest.medianMilliseconds)}),
            note: [word("latencyNote", {time: milliseconds(latest.slowMilliseconds)}), history.before && timesOf(history.before)
                && word("timesBefore", {before: word(`before.${period}`), times: timesOf(history.before)})].filter(Boolean).join(". ")}}),
        draw("signIns", [
            ...known.map((name, place) => ({
                name: name ? term("method", name) : word("otherWays"), kind: looks[Math.min(place, looks.length - 1)], values: named("signIns", name)})),
            {name: word("refusedSignIns"), kind: "bad", values: each(point => point.refusedSignIns)}]),
        draw("newAccounts", [
            {name: word("createdAccounts"), kind: "first", values: each(point => point.newAccounts)},
            {name: word("importedAccounts"), kind: "fourth", values: each(point => point.importedAccounts ?? 0)}]),
        draw("pushOutcomes", Object.entries(pushOutcomes).map(([name, kind]) => ({
            name: term("push", name), kind, values: named("pushes", name)}))),
    ];
}
