// What was announced, the latest first.

import {call, query} from "./calls.js";
import {attempt} from "./dialogs.js";
import {chip, element, excerpt, moment, number, term, word} from "./elements.js";
import {pager, table} from "./tables.js";

const kinds = {done: "good", cancelled: "", delivering: "busy", deciding: "busy", scheduled: "busy"};

/** How far an announcement has come. */
export const progress = state => chip(term("state", state), kinds[state] ?? "");

export async function show(_, context) {
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
    return [
        element("div", {class: "row spread"}, element("h1", {}, word("notifications")),
            context.may("operator") ? element("a", {href: "#/compose", class: "button"}, word("compose")) : null),
        element("p", {class: "note"}, word("notificationsNote")), list];
}

const row = announcement => [
    element("a", {href: `#/announcement/${encodeURIComponent(announcement.id)}`},
        excerpt(announcement.title || `${term("type", announcement.type)} ${announcement.subject}`)),
    term("type", announcement.type), announcement.category, progress(announcement.state),
    announcement.fewerThan ? word("fewerThan", {count: announcement.fewerThan}) : number(announcement.recipients ?? 0),
    number(announcement.books?.sent ?? 0), number(announcement.books?.failed ?? 0), moment(announcement.createdAt)];
