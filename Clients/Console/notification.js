// One notification with its counts, and what can be done as long as it waits.

import {call, path, query} from "./calls.js";
import {countsPart, whyOf} from "./deliveries.js";
import {button, element, excerpt, facts, foreign, moment, number, section, table, term, word} from "./elements.js";
import {progress} from "./progress.js";
import {operators, publisherCell, publisherNames} from "./publishers.js";
import {takeBackNotification} from "./schedules.js";
import {audience, begins, nameOf} from "./sent-notifications.js";

export async function show(_, context, id) {
    const [notification, names] = await Promise.all([call("GET", path`/notifications/${id}`), publisherNames()]);
    const announcement = notification.announcement;
    const isOver = ["done", "cancelled"].includes(notification.state);
    const change = `#/notify${query({change: notification.id, kind: notification.kind, audience: JSON.stringify(notification.audience),
        at: notification.startsAt, local: notification.startsAtLocal, zone: notification.timeZone})}`;
    return [
        element("p", {}, element("a", {href: "#/notifications"}, word("toNotifications"))),
        element("h1", {}, excerpt(nameOf(notification)), " ", progress(notification.state)),
        section("notification", facts([
            ["id", element("code", {}, foreign(notification.id))], ["publisher", publisherCell(notification.publisher, names)],
            ["kind", notification.kind], ["audience", audience(notification.audience)],
            ["begins", begins(notification)], ["timeZone", notification.timeZone],
            ["expiresAt", notification.expiresAt && moment(notification.expiresAt)],
            ["created", moment(notification.createdAt)], ["again", notification.series], ["refusal", notification.refusal],
            ...announcement ? about(announcement) : []]),
        element("div", {class: "row"},
            button("refresh", context.again, {kind: "plain"}),
            context.may("operator") && notification.state === "scheduled" && notification.publisher === operators && !announcement
                ? element("a", {href: change, class: "button plain"}, word("change")) : null,
            context.may("operator") && !isOver
                ? button("takeBack", () => takeBackNotification(notification, context), {kind: "danger"}) : null)),
        countsPart(notification, notification.interactions?.length ? table("interactions", ["action", "link", "people"],
            notification.interactions.map(({action, link, people}) => [action, link, number(people)])) : null),
        context.may("support") ? section("whyTitle", whyOf(notification.id)) : ""];
}

/** What an announcement is about. */
const about = ({type, subject, title, body, category, details}) => [
    ["type", term("type", type)], ["subject", subject], ["title", title], ["body", body], ["category", category],
    ["details", details && JSON.stringify(details)]];
