// One notification with its counts, and what can be done as long as it waits.

import {explanation} from "./announcement.js";
import {call, path, query} from "./calls.js";
import {attempt} from "./dialogs.js";
import {bars, button, element, excerpt, facts, field, foreign, moment, number, section, table, term, word} from "./elements.js";
import {progress} from "./progress.js";
import {operators, takeBackNotification} from "./schedules.js";
import {audience, begins} from "./sent-notifications.js";

const kinds = {sent: "good", failed: "bad", expired: "bad"};

export async function show(_, context, id) {
    const notification = await call("GET", path`/notifications/${id}`);
    const counts = notification.books;
    const isOver = ["done", "cancelled"].includes(notification.state);
    const change = `#/notify${query({change: notification.id, kind: notification.kind, audience: JSON.stringify(notification.audience),
        at: notification.startsAt, local: notification.startsAtLocal, zone: notification.timeZone})}`;
    return [
        element("p", {}, element("a", {href: "#/notifications?view=sent"}, word("toNotifications"))),
        element("h1", {}, excerpt(notification.kind), " ", progress(notification.state)),
        section("notification", facts([
            ["id", element("code", {}, foreign(notification.id))], ["publisher", notification.publisher], ["kind", notification.kind], ["audience", audience(notification.audience)],
            ["begins", begins(notification)], ["timeZone", notification.timeZone],
            ["expiresAt", notification.expiresAt && moment(notification.expiresAt)],
            ["created", moment(notification.createdAt)], ["again", notification.series], ["refusal", notification.refusal]]),
        element("div", {class: "row"},
            button("refresh", context.again, {kind: "plain"}),
            context.may("operator") && notification.state === "scheduled" && notification.publisher === operators
                ? element("a", {href: change, class: "button plain"}, word("change")) : null,
            context.may("operator") && !isOver
                ? button("takeBack", () => takeBackNotification(notification, context), {kind: "danger"}) : null)),
        section("counts", element("p", {}, notification.fewerThan
            ? word("fewerThan", {count: notification.fewerThan}) : word("toPeopleCount", {count: number(notification.recipients ?? 0)})),
        counts ? bars(["sent", "pending", "deferred", "suppressed", "failed", "expired"].map(
            name => ({name: term("delivery", name), count: counts[name], kind: kinds[name] ?? ""})), Math.max(1, counts.accepted)) : null,
        notification.interactions?.length ? table("interactions", ["action", "link", "people"], notification.interactions.map(
            ({action, link, people}) => [action, link, number(people)])) : null),
        context.may("support") ? section("whyTitle", why(notification)) : ""];
}

function why(notification) {
    const answer = element("div", {role: "status"});
    return element("div", {}, element("form", {
        class: "filters",
        submit: async event => {
            event.preventDefault();
            const name = new FormData(event.currentTarget).get("person").trim();
            answer.replaceChildren();
            const found = await attempt(async () => {
                const person = (await call("GET", path`/accounts/${name}`)).id;
                return call("GET", path`/notifications/${notification.id}/recipients/${person}`);
            });
            if (found) answer.replaceChildren(...explanation(found));
        }},
    field("personName", element("input", {name: "person", required: true, maxlength: "320", autocapitalize: "none", spellcheck: "false"}),
        word("personNameNote")),
    element("button", {}, word("ask"))), element("p", {class: "note"}, word("whyNote")), answer);
}
