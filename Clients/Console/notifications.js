// What was sent or announced, the latest first, and the way to what is for later.

import {query} from "./calls.js";
import {element, word} from "./elements.js";
import {schedules} from "./schedules.js";
import {sentNotifications} from "./sent-notifications.js";

const views = {sent: sentNotifications, scheduled: schedules};

export async function show(parameters, context) {
    const view = Object.hasOwn(views, parameters.get("view")) ? parameters.get("view") : "sent";
    const link = (name, title) => element("a", {
        href: `#/notifications${query({view: name === "sent" ? "" : name})}`, class: "button plain",
        "aria-current": name === view ? "page" : null}, word(title));
    return [
        element("div", {class: "row spread"}, element("h1", {}, word("notifications")),
            context.may("operator") ? element("div", {class: "row"},
                element("a", {href: "#/compose", class: "button"}, word("compose")),
                element("a", {href: "#/notify", class: "button"}, word("notify"))) : null),
        element("nav", {class: "row", "aria-label": word("notifications")},
            link("sent", "sentNotifications"), link("scheduled", "schedules")),
        ...await views[view](parameters, context)];
}
