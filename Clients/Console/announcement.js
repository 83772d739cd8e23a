// One announcement with its counts, and why somebody was told of it, or not.

import {call, path, query} from "./calls.js";
import {attempt, confirmed} from "./dialogs.js";
import {bars, button, chip, choice, element, excerpt, facts, field, foreign, moment, number, section, table, term, word} from "./elements.js";
import {progress} from "./progress.js";

const states = {sent: "good", failed: "bad", expired: "bad"};

export async function show(_, context, id) {
    const announcement = await call("GET", path`/announcements/${id}`);
    const counts = announcement.books;
    const isOver = ["done", "cancelled"].includes(announcement.state);
    return [
        element("p", {}, element("a", {href: "#/notifications"}, word("toNotifications"))),
        element("h1", {}, excerpt(announcement.title || term("type", announcement.type)), " ", progress(announcement.state)),
        section("announcement", facts([
            ["id", element("code", {}, announcement.id)], ["type", term("type", announcement.type)],
            ["subject", announcement.subject], ["title", announcement.title], ["body", announcement.body],
            ["category", announcement.category], ["place", `${announcement.latitude}, ${announcement.longitude}`],
            ["startsAt", announcement.startsAt && moment(announcement.startsAt)],
            ["expiresAt", announcement.expiresAt && moment(announcement.expiresAt)],
            ["announced", moment(announcement.createdAt)],
            ["details", announcement.details && JSON.stringify(announcement.details)]]),
        element("div", {class: "row"},
            button("refresh", context.again, {kind: "plain"}),
            context.may("operator") && !isOver
                ? button("takeBack", () => takeBack(announcement, context), {kind: "danger"}) : null)),
        section("counts", element("p", {}, announcement.fewerThan
            ? word("fewerThan", {count: announcement.fewerThan}) : word("toPeopleCount", {count: number(announcement.recipients ?? 0)})),
        counts ? bars(["sent", "pending", "deferred", "suppressed", "failed", "expired"].map(
            name => ({name: term("delivery", name), count: counts[name], kind: states[name] ?? ""})), Math.max(1, counts.accepted)) : null,
        element("p", {class: "note"}, word("countsNote"))),
        context.may("support") ? section("whyTitle", await why({announcement: announcement.id})) : ""];
}

async function takeBack(announcement, context) {
    const subject = announcement.title || announcement.id;
    if (!await confirmed("takeBack", word("takeBackText"), {subject, phrase: word("takeBackPhrase")})) return;
    if (await attempt(() => call("DELETE", path`/announcements/${announcement.id}`))) await context.done("takenBack");
}

/** A form that asks why a person was told of an announcement, or not; one of the two is known. */
export async function why({announcement, account}) {
    const answer = element("div", {role: "status"});
    const other = announcement ? field("personName", element("input", {name: "person", required: true, maxlength: "320",
        autocapitalize: "none", spellcheck: "false"}), word("personNameNote")) : await announcementField();
    if (!other) return element("p", {class: "quiet"}, word("noAnnouncements"));
    return element("div", {}, element("form", {
        class: "filters",
        submit: async event => {
            event.preventDefault();
            const form = new FormData(event.currentTarget);
            answer.replaceChildren();
            const found = await attempt(async () => {
                const person = account ?? (await call("GET", path`/accounts/${form.get("person").trim()}`)).id;
                return call("GET", path`/announcements/${announcement ?? form.get("announcement")}/recipients/${person}`);
            });
            if (found) answer.replaceChildren(...explanation(found));
        }}, other, element("button", {}, word("ask"))),
    element("p", {class: "note"}, word("whyNote")), answer);
}

async function announcementField() {
    const {announcements} = await call("GET", `/announcements${query({limit: 50})}`);
    if (!announcements.length) return null;
    return field("announcement", choice("announcement", announcements.map(({id, title, type, subject}) =>
        [id, (title || `${term("type", type)} ${subject}`).slice(0, 100)])));
}

/** Why somebody was told, or not, and what became of it on each of their devices. */
export const explanation = found => [
    element("p", {class: "answer"}, chip(word(found.told ? "told" : "notTold"), found.told ? "good" : "bad"), " ",
        element("strong", {}, term("reason", found.reason)),
        // The server's words tell how far, where that is the reason; in English.
        /\d/.test(found.text) ? [" – ", foreign(found.text)] : null),
    facts([
        ["distance", found.distanceMeters && word("about", {distance: number(found.distanceMeters / 1000)})],
        ["radius", found.notificationRadius && word("about", {distance: number(found.notificationRadius)})]]),
    found.deliveries.length ? table("counts", ["channel", "state", "reason", "attempts", "changed", "nextTry"],
        found.deliveries.map(delivery => [
            delivery.type, chip(term("delivery", delivery.state), states[delivery.state] ?? ""), delivery.reason,
            number(delivery.attempts), moment(delivery.at), delivery.nextAt && moment(delivery.nextAt)])) : ""];
