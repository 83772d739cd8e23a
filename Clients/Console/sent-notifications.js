// Notifications that were sent, announcements among them, or are for later: by how far they have come.

import {call, query} from "./calls.js";
import {attempt} from "./dialogs.js";
import {choice, element, excerpt, field, moment, number, pager, table, term, word} from "./elements.js";
import {progress, states} from "./progress.js";
import {publisherCell, publisherNames} from "./publishers.js";

/** When a notification begins: at a moment, by each person's clock, or at once. */
export const begins = ({startsAt, startsAtLocal, createdAt}) => startsAtLocal
    ? element("span", {}, excerpt(startsAtLocal.replace("T", " ")), " ", element("span", {class: "note"}, word("theirClock")))
    : moment(startsAt ?? createdAt);

/** For whom it is, as its publisher said it. */
export const audience = value => element("code", {}, excerpt(JSON.stringify(value)));

/** What a notification is called: an announcement by its title or its subject, any other by its kind. */
export const nameOf = ({kind, announcement}) => announcement
    ? announcement.title || `${term("type", announcement.type)} ${announcement.subject}` : kind;

export async function sentNotifications(parameters, context) {
    const state = parameters.get("state") ?? "";
    const rows = [];
    const list = element("div");
    const names = await publisherNames();
    const load = async before => {
        const {notifications, hasMore} = await call("GET", `/notifications${query({limit: 20, before, state})}`);
        rows.push(...notifications.map(notification => row(notification, names)));
        list.replaceChildren(
            table("sentNotifications", ["kind", "publisher", "audience", "state", "begins", "recipients", "sent", "failed"], rows, "noNotifications"),
            pager(hasMore && notifications.at(-1).id, () => attempt(() => load(notifications.at(-1).id))) ?? "");
    };
    await load();
    const filter = choice("state", [["", word("any")], ...states.map(name => [name, term("state", name)])], state);
    filter.addEventListener("change", () => context.go(`/notifications${query({state: filter.value})}`));
    return [element("p", {class: "note"}, word("sentNote")), element("div", {class: "filters"}, field("state", filter)), list];
}

const row = (notification, names) => [
    element("a", {href: `#/notification/${encodeURIComponent(notification.id)}`}, excerpt(nameOf(notification))),
    publisherCell(notification.publisher, names), audience(notification.audience), progress(notification.state), begins(notification),
    notification.fewerThan ? word("fewerThan", {count: notification.fewerThan}) : notification.recipients === undefined ? "–" : number(notification.recipients),
    number(notification.books?.sent ?? 0), number(notification.books?.failed ?? 0)];
