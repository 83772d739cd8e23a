// What one person wants to hear of, what they were told, and why.

import {call, path, query} from "./calls.js";
import {explanation, headline} from "./deliveries.js";
import {attempt} from "./dialogs.js";
import {brief, chip, element, excerpt, facts, foreign, moment, number, pager, table, term, word} from "./elements.js";
import {begins, isBetweenZones, readable, titleOf, typeName} from "./notification-texts.js";
import "./people-words.js";
import {publisherName, publisherNames} from "./publishers.js";

/** What a person wants to hear of, and when not. */
export async function preferences(account) {
    const found = await call("GET", path`/accounts/${account.id}/preferences`);
    const quiet = found.quietHours;
    return facts([
        ["radius", word("kilometres", {count: number(found.notificationRadius)})],
        ["kinds", chips(found.kinds.map(kind => [kindName(kind), kind.enabled]))],
        ["categories", chips(found.preferredCategories.map(name => [readable("category", name), true]))],
        ["quietHours", quiet ? quietTimes(quiet) : word("none")],
        ["topics", chips(found.topics.map(name => [readable("topic", name), true]))],
        ["givenTopics", chips(found.givenTopics.map(name => [readable("topic", name), true]))],
        ["tags", chips(found.tags.map(name => [name, true]))]]);
}

/** A kind as the person reads it in their account. */
function kindName({name, mandatory}) {
    const text = readable("kind", name);
    return mandatory ? word("alwaysSent", {name: text}) : text;
}

const quietTimes = quiet => {
    const times = `${quiet.start} – ${quiet.end}, ${quiet.timeZone}`;
    return quiet.allowsInterruptions ? word("butInterruptions", {times}) : times;
};

/** Names, each with whether it is on. */
const chips = pairs => pairs.length ? element("span", {}, pairs.map(([name, isOn]) =>
    chip(isOn ? name : word("switchedOff", {name}), isOn ? "good" : "")))
    : element("span", {class: "quiet"}, word("none"));

/** So many notifications at once, and so many entries of the inbox that are read to know what became of them. */
const pageSize = 20, inboxSize = 100;

/** All notifications, the latest first: whether the person has each, and when somebody asks, why. */
export async function whyOfPerson(account) {
    const names = await publisherNames();
    const rows = [], entries = new Map();
    const list = element("div"), summary = element("p", {class: "note"});
    let inbox = {hasMore: true}, oldestEntry = null;
    /** Reads what the person has of the notifications since a moment. */
    const readInbox = async since => {
        while (inbox.hasMore && !(oldestEntry < since)) {
            const page = await call("GET", `${path`/accounts/${account.id}/inbox`}${query({limit: inboxSize, cursor: inbox.cursor})}`);
            inbox = {hasMore: Boolean(page.nextCursor), cursor: page.nextCursor, unread: page.unread, total: page.total};
            for (const entry of page.entries) entries.set(entry.id, entry);
            oldestEntry = page.entries.at(-1)?.at ?? "";
        }
    };
    const load = async before => {
        const {notifications, hasMore} = await call("GET", `/notifications${query({limit: pageSize, before})}`);
        const since = hasMore ? notifications.at(-1).createdAt : "";
        await readInbox(since);
        rows.push(...notifications.map(found => {
            const entry = entries.get(found.id);
            entries.delete(found.id);
            return {
                id: found.id, title: titleOf(found), at: entry?.at ?? found.startsAt ?? found.createdAt, sortedBy: found.createdAt, entry, state: found.state,
                waits: found.state === "scheduled" || isBetweenZones(found) ? begins(found) : null, isListed: true, about: [typeName(found.kind ?? found.announcement?.type), publisherName(found.publisher, names)].join(" · ")};
        }));
        // What Balise itself told the person, and what is no longer in the list of notifications.
        for (const entry of [...entries.values()].filter(({at}) => at >= since)) {
            entries.delete(entry.id);
            rows.push({id: entry.id, title: entry.title || entry.id, at: entry.at, sortedBy: entry.at, entry, about: typeName(entry.kind ?? entry.type)});
        }
        rows.sort((one, other) => one.sortedBy < other.sortedBy ? 1 : one.sortedBy > other.sortedBy ? -1 : 0);
        summary.textContent = `${word("inboxNote", {unread: inbox.unread, total: inbox.total})} ${word("askingNote")}`;
        list.replaceChildren(table("notifications", ["title", "when", "result", "action"], rows.map(row => shown(row, account)), "nothingSent"),
            pager(hasMore, () => attempt(() => load(notifications.at(-1).id))) ?? "");
    };
    await load();
    return element("div", {}, summary, list);
}

function shown({id, title, at, entry, state, waits, isListed, about}, account) {
    const result = element("span", {}, ...resultOf(entry, state, waits));
    const why = element("button", {
        type: "button", class: "plain", "aria-expanded": "false", "aria-label": word("pair", {name: word("why"), value: brief(title)}),
        click: () => unfold(why, () => call("GET", path`/notifications/${id}/recipients/${account.id}`), result)}, word("why"));
    return [
        element("span", {class: "lead"}, isListed ? element("a", {href: `#/notification/${encodeURIComponent(id)}`}, excerpt(title)) : foreign(title),
            element("span", {class: "note below"}, excerpt(about))),
        waits ?? moment(at), result, why];
}

/** What is known without a question: whether it is in the person's inbox, and read. */
function resultOf(entry, state, waits) {
    if (entry) return [chip(word("inInbox"), "good"), element("span", {class: "note below"}, ...entry.readAt ? [word("read"), " ", moment(entry.readAt)] : [word("unread")])];
    if (waits) return [chip(term("state", "scheduled"), "busy")];
    return [chip(state === "cancelled" ? term("state", state) : word("notInInbox"))];
}

/** Opens the answer below a row, or closes it. */
async function unfold(pressed, ask, result) {
    const row = pressed.closest("tr");
    if (pressed.ariaExpanded === "true") {
        row.nextElementSibling?.remove();
        pressed.ariaExpanded = "false";
        return;
    }
    pressed.disabled = true;
    const found = await attempt(ask);
    pressed.disabled = false;
    if (!found) return;
    const answer = element("div", {role: "status"});
    row.after(element("tr", {role: "row", class: "details"}, element("td", {role: "cell", colspan: "4"}, answer)));
    pressed.ariaExpanded = "true";
    const [verdict] = headline(found);
    result.replaceChildren(verdict);
    answer.append(...await explanation(found));
    answer.scrollIntoView({block: "nearest"});
    pressed.focus({preventScroll: true});
}
