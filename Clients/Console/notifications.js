// What was announced, the latest first, and the ways to what was sent and what is for later.

import {call, query} from "./calls.js";
import {attempt} from "./dialogs.js";
import {element, excerpt, moment, number, pager, table, term, word} from "./elements.js";
import {progress} from "./progress.js";
import {schedules} from "./schedules.js";
import {sentNotifications} from "./sent-notifications.js";

const views = {announcements, sent: sentNotifications, scheduled: schedules};

export async function show(parameters, context) {
    const view = Object.hasOwn(views, parameters.get("view")) ? parameters.get("view") : "announcements";
    const link = (name, title) => element("a", {
        href: `#/notifications${query({view: name === "announcements" ? "" : name})}`, class: "button plain",
        "aria-current": name === view ? "page" : null}, word(title));
    return [
        element("div", {class: "row spread"}, element("h1", {}, word("notifications")),
            context.may("operator") ? element("div", {class: "row"},
                element("a", {href: "#/compose", class: "button"}, word("compose")),
                element("a", {href: "#/notify", class: "button"}, word("notify"))) : null),
        element("nav", {class: "row", "aria-label": word("notifications")},
            link("announcements", "announcementsView"), link("sent", "sentNotifications"), link("scheduled", "schedules")),
        ...await views[view](parameters, context)];
}

async function announcements() {
    const rows = [];
    const list = element("div");
    const load = async before => {
        const {announcements, hasMore} = await call("GET", `/announcements${query({limit: 50, before})}`);
        rows.push(...announcements.map(row));
        list.replaceChildren(
            table("notifications", ["title", "type", "category", "state", "recipients", "sent", "failed", "announced"], rows, "noAnnouncements"),
            pager(hasMore && announcements.at(-1).id, () => attempt(() => load(announcements.at(-1).id))) ?? "");
    };
    await load();
    return [element("p", {class: "note"}, word("notificationsNote")), list];
}

const row = announcement => [
    element("a", {href: `#/announcement/${encodeURIComponent(announcement.id)}`},
        excerpt(announcement.title || `${term("type", announcement.type)} ${announcement.subject}`)),
    term("type", announcement.type), announcement.category, progress(announcement.state),
    announcement.fewerThan ? word("fewerThan", {count: announcement.fewerThan}) : announcement.recipients === undefined ? "–" : number(announcement.recipients),
    number(announcement.books?.sent ?? 0), number(announcement.books?.failed ?? 0), moment(announcement.createdAt)];
