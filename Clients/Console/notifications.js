// All notifications, announcements and series among them: by how far they have come, in a list that keeps itself up to date.

import {call, path, query} from "./calls.js";
import {attempt, confirmed} from "./dialogs.js";
import {brief, button, chip, element, excerpt, language, moment, number, pager, table, word} from "./elements.js";
import {follow} from "./follow.js";
import {audienceText, begins, firstBegin, isBetweenZones, knowPlaces, progress, titleOf, typeName} from "./notification-texts.js";
import {operators, publisherName, publisherNames} from "./publishers.js";
import {ruleText} from "./recurrence.js";

/** Each filter: what it asks for, in one or several lists. Failures are counts, which not everybody may see. */
const filters = {
    all: [{}], scheduled: [{state: "scheduled"}, {state: "deciding"}], sending: [{state: "deciding"}, {state: "delivering"}],
    sent: [{state: "done"}], failed: [{failed: true}], cancelled: [{state: "cancelled"}],
};

export async function show(parameters, context) {
    const names = Object.keys(filters).filter(name => name !== "failed" || context.may("support"));
    const filter = names.find(name => name === parameters.get("state")) ?? "all";
    const publishers = await publisherNames();
    const isLater = filter === "scheduled";
    const lists = filters[filter].map(asked => new List(asked));
    const series = isLater || filter === "all" ? new SeriesList() : null;
    const all = [...lists, series].filter(Boolean);
    const place = element("div");
    const fill = async () => {
        await knowPlaces(all.flatMap(list => list.items.map(({audience}) => audience)));
        place.replaceChildren(isLater ? laterTable([...lists, series].flatMap(list => list.items).filter(entry => entry.state !== "deciding" || isBetweenZones(entry)), publishers, context)
            : sentTable(series?.items.filter(({nextAt}) => nextAt) ?? [], lists.flatMap(list => list.items), publishers, context, filter === "all" && context.may("operator") ? "noNotificationsYet" : "noNotifications"),
        pager(all.some(list => list.hasMore), () => attempt(async () => {
            await Promise.all(all.map(list => list.more()));
            await fill();
        })) ?? "");
    };
    await Promise.all(all.map(list => list.more()));
    await fill();
    const state = follow(place, async () => {
        const isNew = (await Promise.all(all.map(list => list.refresh()))).some(Boolean);
        if (isNew) await fill();
        return isNew;
    });
    return [
        element("div", {class: "row spread"}, element("h1", {}, word("notifications")),
            context.may("operator") ? element("a", {href: "#/compose", class: "button"}, word("notify")) : null),
        element("nav", {class: "row", "aria-label": word("filters")}, names.map(name => element("a", {
            href: `#/notifications${query({state: name === "all" ? "" : name})}`, class: "button plain",
            "aria-current": name === filter ? "page" : null}, word(`filter.${name}`)))),
        state, place];
}

/** The notifications of one state, the latest first. */
class List {
    items = [];
    hasMore = true;
    #asked;
    #first = "";

    constructor(asked) { this.#asked = asked; }

    #page(before) { return call("GET", `/notifications${query({...this.#asked, limit: 20, before})}`); }

    async more() {
        if (!this.hasMore) return;
        const page = await this.#page(this.items.at(-1)?.id);
        if (!this.items.length) this.#first = JSON.stringify(page);
        this.items.push(...page.notifications);
        this.hasMore = page.hasMore;
    }

    /** Reads the first page anew; gives whether it has changed. What was read behind it stays. */
    async refresh() {
        const page = await this.#page();
        const text = JSON.stringify(page);
        if (text === this.#first) return false;
        this.#first = text;
        const known = new Set(page.notifications.map(({id}) => id));
        const last = page.notifications.at(-1);
        const behind = last ? this.items.slice(this.items.findIndex(({id}) => id === last.id) + 1).filter(({id}) => !known.has(id)) : [];
        // A page full of new ones leaves a gap to what was read before.
        const isJoined = last && this.items.some(({id}) => id === last.id);
        this.items = isJoined ? [...page.notifications, ...behind] : page.notifications;
        if (!isJoined || !behind.length) this.hasMore = page.hasMore;
        return true;
    }
}

/** The series of all publishers. */
class SeriesList {
    items = [];
    hasMore = true;
    #cursor;

    async more() {
        if (!this.hasMore) return;
        const page = await call("GET", `/series${query({limit: 20, cursor: this.#cursor})}`);
        this.items.push(...page.series);
        this.hasMore = Boolean(page.nextCursor);
        this.#cursor = page.nextCursor;
    }

    async refresh() {
        const page = await call("GET", `/series${query({limit: 20})}`);
        const text = JSON.stringify(page.series);
        const isNew = text !== JSON.stringify(this.items.slice(0, page.series.length)) || !page.nextCursor && this.items.length > page.series.length;
        if (isNew) [this.items, this.hasMore, this.#cursor] = [page.series, Boolean(page.nextCursor), page.nextCursor];
        return isNew;
    }
}

/** The title, and under it the kind and who sends it. */
export const titleCell = (entry, publishers, address = entry.id ? `#/notification/${encodeURIComponent(entry.id)}` : null) => element("span", {class: "lead"},
    address ? element("a", {href: address}, excerpt(titleOf(entry))) : excerpt(titleOf(entry)),
    element("span", {class: "note below"}, excerpt([entry.announcement ? word("announcement") : typeName(entry.kind), publisherName(entry.publisher, publishers)].filter(Boolean).join(" · "))));

/** The series that go on, which come again, and then all others, the latest first. */
const sentTable = (series, entries, publishers, context, none) => table("notifications", ["title", "audience", "state", "created", "recipients", "pushesSent", "pushesFailed"], [
    ...series.map(entry => [
        titleCell(entry, publishers, context.may("operator") ? changeAddress(entry) : null), audienceText(entry.audience),
        element("span", {}, chip(word("again"), "busy"), element("span", {class: "note below"}, ruleText(entry)),
            element("span", {class: "note below"}, word("nextTime"), " ", nextOf(entry))), "", "", "", ""]),
    ...entries.sort((one, other) => Date.parse(other.createdAt) - Date.parse(one.createdAt)).map(entry => {
        const isDecided = ["delivering", "done"].includes(entry.state) || entry.recipients > 0;
        const failed = (entry.books?.failed ?? 0) + (entry.books?.expired ?? 0);
        return [
            titleCell(entry, publishers), audienceText(entry.audience), progress(entry), madeAt(entry),
            entry.fewerThan ? word("fewerThan", {count: entry.fewerThan}) : entry.recipients === undefined || !isDecided ? "" : number(entry.recipients),
            isDecided ? number(entry.books?.sent ?? 0) : "", !isDecided ? "" : failed && context.may("support") ? failedLink(entry, failed) : number(failed)];
    })], none);

/** By this the list is in order; and when it begins, if that is later. */
const madeAt = entry => element("span", {}, moment(entry.createdAt),
    entry.startsAt || entry.startsAtLocal ? element("span", {class: "note below"}, word("begins"), " ", begins(entry)) : null);

/** Leads to why pushes failed. */
const failedLink = (entry, count) => element("a", {
    href: `#/notification/${encodeURIComponent(entry.id)}?part=reasons`, "aria-label": `${word("pushesFailed")}: ${number(count)}, ${brief(titleOf(entry))}`}, number(count));

/** When the next of a series begins, for the reader and by the clock of its own time zone. */
const nextOf = ({nextAt, timeZone}) => nextAt ? element("span", {}, moment(nextAt),
    element("span", {class: "note below"}, excerpt(word("clockIn", {time: clock(nextAt, timeZone), zone: timeZone})))) : word("over");

/** A browser may lack a time zone that the server knows. */
function clock(text, timeZone) {
    try { return new Intl.DateTimeFormat(language, {timeStyle: "short", timeZone}).format(new Date(text)); } catch { return "–"; }
}

const moments = text => text ? Date.parse(text) : Infinity;

const earliest = ({nextAt, startsAt, startsAtLocal, rule}) =>
    rule ? moments(nextAt) : startsAtLocal ? firstBegin(startsAtLocal) : moments(startsAt);

/** What begins next stands first. */
const laterTable = (entries, publishers, context) => table("schedules", ["title", "audience", "begins", "again", "action"],
    entries.sort((one, other) => earliest(one) - earliest(other)).map(entry => [
        titleCell(entry, publishers, entry.rule ? context.may("operator") && changeAddress(entry) : undefined), audienceText(entry.audience),
        entry.rule ? nextOf(entry) : isBetweenZones(entry) ? element("span", {}, begins(entry), " ", progress(entry)) : begins(entry),
        entry.rule ? ruleText(entry) : entry.series ?? word("once"),
        context.may("operator") ? element("div", {class: "row"}, changeLink(entry),
            entry.rule ? button("endSeries", () => end(entry, context), {kind: "danger", about: titleOf(entry)})
                : button("takeBack", () => takeBackNotification(entry, context), {kind: "danger", about: titleOf(entry)})) : ""]), "noSchedules");

/** Whether its content is shown to the reader and still stored, so that the composer can begin with it. */
export const hasContent = ({announcement, content}) => Boolean(announcement || content);

/** The address of the composer for what operators may change; null for the rest. The server replaces an announcement by a new one. */
function changeAddress(entry) {
    if (entry.publisher !== operators || !hasContent(entry) || !entry.rule && entry.state !== "scheduled") return null;
    return `#/compose${query(entry.rule ? {series: entry.name} : entry.announcement ? {replace: entry.id} : {change: entry.id})}`;
}

export function changeLink(entry) {
    const address = changeAddress(entry);
    return address && element("a", {href: address, class: "button plain", "aria-label": `${word("change")}: ${brief(titleOf(entry))}`}, word("change"));
}

/** Asks first: what was cancelled does not come. */
export async function takeBackNotification(notification, context) {
    if (!await confirmed("takeBack", word("takeBackText"), {subject: titleOf(notification), phrase: word("takeBackPhrase")})) return;
    if (await attempt(() => call("DELETE", path`/notifications/${notification.id}`))) await context.done("notificationTakenBack");
}

async function end(series, context) {
    if (!await confirmed("endSeries", word("endSeriesText"), {subject: titleOf(series), phrase: word("endSeriesPhrase")})) return;
    if (await attempt(() => call("DELETE", path`/series/${series.publisher}/${series.name}`))) await context.done("seriesEnded");
}
