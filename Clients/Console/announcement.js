// One announcement with its counts, and why somebody was told of it, or not.

import {call, path} from "./calls.js";
import {countsPart, whyOf} from "./deliveries.js";
import {attempt, confirmed} from "./dialogs.js";
import {button, element, excerpt, facts, moment, section, term, word} from "./elements.js";
import {progress} from "./progress.js";

export async function show(_, context, id) {
    const announcement = await call("GET", path`/announcements/${id}`);
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
        countsPart(announcement),
        context.may("support") ? section("whyTitle", whyOf("announcements", announcement.id)) : ""];
}

async function takeBack(announcement, context) {
    const subject = announcement.title || announcement.id;
    if (!await confirmed("takeBack", word("takeBackText"), {subject, phrase: word("takeBackPhrase")})) return;
    if (await attempt(() => call("DELETE", path`/announcements/${announcement.id}`))) await context.done("takenBack");
}
