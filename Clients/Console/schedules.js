// What is told later, and again and again: what begins next stands first.

import {call, path, query} from "./calls.js";
import {attempt, confirmed} from "./dialogs.js";
import {button, element, excerpt, foreign, moment, pager, table, word} from "./elements.js";
import {operators, publisherCell, publisherNames} from "./publishers.js";
import {audience, begins} from "./sent-notifications.js";

export async function schedules(_, context) {
    const waiting = {items: [], next: true}, series = {items: [], next: true};
    const list = element("div");
    const names = await publisherNames();
    const load = async () => {
        await Promise.all([
            waiting.next && loadWaiting(waiting), series.next && loadSeries(series)]);
        const rows = [...waiting.items.map(item => waitingRow(item, names, context)), ...series.items.map(item => seriesRow(item, names, context))]
            // What does not come any more stands last.
            .sort((one, other) => one.at - other.at);
        list.replaceChildren(
            table("schedules", ["begins", "kind", "publisher", "audience", "again", "action"], rows.map(row => row.cells), "noSchedules"),
            pager(waiting.next || series.next, () => attempt(load)) ?? "");
    };
    await load();
    return [element("p", {class: "note"}, word("schedulesNote")), list];
}

async function loadWaiting(list) {
    const before = list.items.at(-1)?.id;
    const {notifications, hasMore} = await call("GET", `/notifications${query({limit: 20, before, state: "scheduled"})}`);
    list.items.push(...notifications);
    list.next = hasMore;
}

async function loadSeries(list) {
    const page = await call("GET", `/series${query({limit: 20, cursor: list.cursor})}`);
    list.items.push(...page.series);
    list.next = Boolean(page.nextCursor);
    list.cursor = page.nextCursor;
}

const place = text => text ? Date.parse(text) : Infinity;

/** By a local time the first are told when it is that time in the earliest time zone, fourteen hours ahead of UTC. */
const earliest = ({startsAt, startsAtLocal}) => startsAtLocal ? place(`${startsAtLocal}:00+14:00`) : place(startsAt);

function waitingRow(notification, names, context) {
    const address = `#/notification/${encodeURIComponent(notification.id)}`;
    return {at: earliest(notification), cells: [
        begins(notification), element("a", {href: address}, excerpt(notification.kind)), publisherCell(notification.publisher, names), audience(notification.audience),
        notification.series ? foreign(notification.series) : word("once"),
        context.may("operator") ? element("div", {class: "row"},
            button("takeBack", () => takeBackNotification(notification, context), {kind: "danger", about: notification.id})) : ""]};
}

function seriesRow(series, names, context) {
    const isOwn = series.publisher === operators;
    const change = `#/notify${query({series: series.name, kind: series.kind, audience: JSON.stringify(series.audience), rule: series.rule,
        local: series.startsAtLocal, zone: series.timeZone})}`;
    return {at: place(series.nextAt), cells: [
        series.nextAt ? moment(series.nextAt) : word("over"), foreign(series.kind), publisherCell(series.publisher, names), audience(series.audience),
        element("span", {}, foreign(series.name), element("br"), element("code", {}, excerpt(series.rule)), " ", foreign(series.timeZone)),
        context.may("operator") ? element("div", {class: "row"},
            isOwn ? element("a", {href: change, class: "button plain", "aria-label": `${word("change")}: ${series.name}`}, word("change")) : null,
            button("endSeries", () => end(series, context), {kind: "danger", about: series.name})) : ""]};
}

/** Asks first: what was taken back does not come. */
export async function takeBackNotification(notification, context) {
    const subject = `${notification.kind} ${notification.id}`;
    if (!await confirmed("takeBack", word("takeBackText"), {subject, phrase: word("takeBackPhrase")})) return;
    if (await attempt(() => call("DELETE", path`/notifications/${notification.id}`))) await context.done("notificationTakenBack");
}

async function end(series, context) {
    if (!await confirmed("endSeries", word("endSeriesText"), {subject: `${series.publisher} ${series.name}`, phrase: series.name})) return;
    if (await attempt(() => call("DELETE", path`/series/${series.publisher}/${series.name}`))) await context.done("seriesEnded");
}
