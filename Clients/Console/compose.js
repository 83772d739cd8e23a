// A new announcement: who would hear of it is counted first, and then it is made.

import {call} from "./calls.js";
import {countedForm, peopleText} from "./counted-form.js";
import {attempt, confirmed} from "./dialogs.js";
import {choice, element, field, term, word} from "./elements.js";

export async function show(_, context) {
    if (!context.may("operator")) return [element("p", {class: "alert"}, word("operatorsOnly"))];
    const {settings} = await call("GET", "/settings");
    const categories = (settings.find(setting => setting.name === "preferences.categories")?.value ?? "").split(",")
        .map(name => name.trim()).filter(Boolean);
    const input = (name, attributes) => element("input", {name, ...attributes});
    const preview = element("div", {class: "phone", "aria-hidden": "true"});
    const form = countedForm("announce", {
        read: body, ask: said => call("POST", "/announcements/audience", said),
        send: (said, key, count) => announce(said, key, count, context),
        changed: form => showPreview(preview, new FormData(form))},
    element("div", {class: "columns"},
        field("type", choice("type", ["OFFER", "EVENT", "PROFESSIONAL"].map(name => [name, term("type", name)]))),
        field("category", choice("category", [["", word("noCategory")], ...categories.map(name => [name, name])]), word("categoryNote"))),
    field("subject", input("id", {required: true, maxlength: "128"}), word("subjectNote")),
    field("title", input("title", {maxlength: "200"}), word("usualText")),
    field("body", element("textarea", {name: "body", rows: "3", maxlength: "1000"}), word("usualText")),
    element("div", {class: "columns"},
        field("latitude", input("latitude", {type: "number", step: "any", min: "-90", max: "90", required: true})),
        field("longitude", input("longitude", {type: "number", step: "any", min: "-180", max: "180", required: true}))),
    element("div", {class: "columns"},
        field("startsAt", input("startsAt", {type: "datetime-local"}), word("startsNote")),
        field("expiresAt", input("expiresAt", {type: "datetime-local"}), word("expiresNote"))),
    element("p", {class: "quiet"}, word("preview")), preview);
    showPreview(preview, new FormData(form));
    return [
        element("p", {}, element("a", {href: "#/notifications"}, word("toNotifications"))),
        element("h1", {}, word("compose")), element("section", {class: "card"}, form)];
}

function body(form) {
    const data = new FormData(form);
    const text = name => data.get(name)?.trim() || undefined;
    const time = name => data.get(name) ? new Date(data.get(name)).toISOString() : undefined;
    const id = text("id") ?? "";
    return {
        type: data.get("type"), id: /^[1-9]\d{0,14}$/.test(id) ? Number(id) : id, category: text("category"),
        title: text("title"), body: text("body"), latitude: Number(data.get("latitude")),
        longitude: Number(data.get("longitude")), startsAt: time("startsAt"), expiresAt: time("expiresAt")};
}

/** What has left cannot be called back, so that the number of people has to be typed. */
async function announce(announcement, key, count, context) {
    const text = word(announcement.startsAt ? "laterText" : "announceText", {people: peopleText(count)});
    if (!await confirmed("announce", text, {subject: announcement.title, phrase: String(count.recipients ?? count.fewerThan ?? 0)})) return;
    const made = await attempt(() => call("POST", "/announcements", announcement, {"Idempotency-Key": key}));
    if (made) context.go(`/notification/${made.id}`);
}

/** How it looks on a phone that is locked. */
function showPreview(place, data) {
    place.replaceChildren(
        element("strong", {}, element("bdi", {}, data.get("title") || term("type", data.get("type")))),
        element("span", {}, element("bdi", {}, data.get("body") || word("usualText"))));
}
