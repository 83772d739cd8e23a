// A new notification, for now, for later or again and again; or another one in the place of one that waits.

import {call, path} from "./calls.js";
import {countedForm, peopleText} from "./counted-form.js";
import {attempt, confirmed} from "./dialogs.js";
import {element, field, tell, word} from "./elements.js";
import {readSchedule, scheduleFields} from "./schedule-fields.js";

export async function show(parameters, context) {
    if (!context.may("operator")) return [element("p", {class: "alert"}, word("operatorsOnly"))];
    const changed = {notification: parameters.get("change"), series: parameters.get("series")};
    const input = (name, attributes = {}) => element("input", {name, autocomplete: "off", ...attributes});
    const form = countedForm("sendNotification", {
        read: body, ask: askAudience, send: (said, key, count) => send(said, changed, key, count, context)},
    element("div", {class: "columns"},
        field("kind", input("kind", {required: true, maxlength: "64", spellcheck: "false", value: parameters.get("kind")}), word("kindNote")),
        field("language", input("language", {required: true, maxlength: "35", spellcheck: "false", value: document.documentElement.lang}), word("languageNote"))),
    field("title", input("title", {required: true, maxlength: "200"})),
    field("body", element("textarea", {name: "body", rows: "3", maxlength: "1000"})),
    field("audience", element("textarea", {name: "audience", rows: "3", required: true, spellcheck: "false", autocapitalize: "none"},
        parameters.get("audience") ?? "{\"everyone\": true}"), word("audienceNote", {example: '{"topic": "news"}'})),
    ...scheduleFields(parameters, changed));
    return [
        element("p", {}, element("a", {href: "#/notifications?view=scheduled"}, word("toNotifications"))),
        element("h1", {}, word(changed.notification || changed.series ? "change" : "notify")),
        changed.notification ? element("p", {class: "note"}, word("changeNote")) : "",
        element("section", {class: "card"}, form)];
}

/** A series has no count of its own: whoever is in the audience now is counted. */
const askAudience = ({rule, name, ...notification}) => call("POST", "/notifications/audience",
    rule ? {...notification, startsAtLocal: undefined, timeZone: undefined} : notification);

/** The body that the form says; null where it cannot be read, which is told. */
function body(form) {
    const data = new FormData(form);
    let audience;
    try {
        audience = JSON.parse(data.get("audience"));
    } catch {
        tell(word("audienceWrong"));
        return null;
    }
    const content = {texts: [{language: data.get("language").trim(), title: data.get("title").trim(), body: data.get("body").trim() || undefined}]};
    return {kind: data.get("kind").trim(), audience, content, ...readSchedule(data)};
}

/** What has left cannot be called back, so that the number of people has to be typed. */
async function send({name, ...read}, changed, key, count, context) {
    const isLater = read.rule || read.startsAt || read.startsAtLocal;
    const text = word(isLater ? "laterText" : "announceText", {people: peopleText(count)});
    if (!await confirmed("sendNotification", text, {subject: read.content.texts[0].title, phrase: String(count.recipients ?? count.fewerThan ?? 0)})) return;
    if (read.rule) {
        if (await attempt(() => call("PUT", path`/series/${changed.series ?? name}`, read))) context.go("/notifications?view=scheduled");
        return;
    }
    const sent = await attempt(() => changed.notification
        ? call("PUT", path`/notifications/${changed.notification}`, read)
        : call("POST", "/notifications", read, {"Idempotency-Key": key}));
    if (sent) context.go(`/notification/${encodeURIComponent(sent.id)}`);
}
