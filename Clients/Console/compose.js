// The composer: a notification or an announcement, for now, for later or repeated; new, as a copy, or in the place of one that waits.

import {audienceFields, set} from "./audience-fields.js";
import {call, path} from "./calls.js";
import {announced, draftPart, keepSoon, keepTemplate, keptMembers, kindChoice, knownNames, laterText, newKey, peopleText, saidTitle, seriesName, start, templatePart} from "./compose-start.js";
import {attempt, confirmed} from "./dialogs.js";
import {button, element, field, loadWords, tell, word} from "./elements.js";
import {audienceText, knowPlaces, readable, typeName} from "./notification-texts.js";
import {instant, local, readSchedule, scheduleFields} from "./schedule-fields.js";
import {forgetDraft} from "./stored-choices.js";
import {testPart} from "./test-device.js";
import {textFields} from "./text-fields.js";

await loadWords(".compose");

/** Milliseconds after the last change before the audience is counted. */
const pause = 700;

export async function show(parameters, context) {
    if (!context.may("operator")) return [element("p", {class: "alert"}, word("operatorsOnly"))];
    const address = location.hash;
    const [{given, isDraft}, known] = await Promise.all([start(parameters, address, context.session), knownNames()]);
    const change = {notification: parameters.get("change"), series: parameters.get("series"), announcement: parameters.get("replace")};
    const composer = new Composer(given, change, known, context, address);
    return [
        element("p", {}, element("a", {href: "#/notifications"}, word("toNotifications"))),
        element("h1", {}, word(change.series ? "changeSeries" : isChange(change) ? "changeNotification" : "notify")),
        isDraft ? draftPart(address, context) : "", composer.element];
}

/** What a field still needs; a browser would say it in a language of its own. */
const missingText = field => field.validity.customError ? field.validationMessage
    : word("fillInFirst", {name: field.ariaLabel ?? field.labels?.[0]?.textContent ?? word("audience")});

const isChange = change => Object.values(change).some(Boolean);

class Composer {
    #given;
    #change;
    #context;
    #address;
    #texts;
    #audience;
    #schedule;
    #form;
    #kind;
    #count = null;
    #key = newKey();
    #timer;
    #words = element("p");
    #estimate = element("p", {role: "status", class: "figure small"});

    constructor(given, change, known, context, address) {
        [this.#given, this.#change, this.#context, this.#address] = [given, change, context, address];
        const {announcement, content} = given;
        this.#kind = kindChoice(given, known.kinds, change);
        const changed = () => {
            this.#changed();
            keepSoon(address, context.session, () => this.#body());
        };
        this.#texts = textFields(announcement ? [{title: announcement.title, body: announcement.body}] : content?.texts ?? [], changed);
        this.#audience = audienceFields(given.audience ?? {everyone: true}, known.lists, changed);
        this.#schedule = scheduleFields(given, {isSeries: Boolean(change.series), isChange: Boolean(change.notification)});
        const categories = [["", word("noCategory")], ...known.categories.map(name => [name, readable("category", name)])];
        const about = element("div", {class: "columns"},
            field("subject", element("input", {name: "id", required: true, maxlength: "128", value: announcement?.subject}), word("subjectNote")),
            field("category", element("select", {name: "category"}, categories.map(([value, text]) =>
                element("option", {value, selected: value === (announcement?.category ?? "")}, text))), word("categoryNote")));
        const link = field("link", element("input", {name: "link", maxlength: "2048", spellcheck: "false", autocapitalize: "none", value: content?.link}), word("linkNote"));
        const expires = field("expiresAt", element("input", {name: "expiresAt", type: "datetime-local", value: given.expiresAt && local(given.expiresAt)}), word("expiresNote"));
        const usual = element("p", {class: "note"}, word("usualText")), kept = keptMembers(content);
        const submit = element("button");
        const limit = () => {
            const isAnnouncement = this.#isAnnouncement;
            set(about, isAnnouncement);
            // Only an event may be without a category.
            about.querySelector("select").required = this.#kind.value !== `${announced}EVENT`;
            usual.hidden = !isAnnouncement;
            set(link, !isAnnouncement);
            set(this.#texts.element, isAnnouncement || !this.#isSilent);
            this.#texts.limit(isAnnouncement, typeName(this.#kind.value.slice(announced.length)));
            this.#audience.limit(isAnnouncement);
            this.#schedule.limit(isAnnouncement);
            // The limit may have changed the way.
            submit.textContent = word(isChange(change) ? "saveChange" : this.#schedule.way.value === "now" ? "sendNotification" : "scheduleIt");
            // A series goes on until it is ended.
            set(expires, this.#schedule.way.value !== "again");
        };
        for (const control of [this.#kind, this.#schedule.way]) control.addEventListener("change", limit);
        this.#form = element("form", {
            input: changed, change: changed,
            submit: event => {
                event.preventDefault();
                this.#send();
            }},
        element("section", {class: "card"}, field("kind", this.#kind, element("span", {}, word("kindNote"), " ", element("a", {href: "#/settings?query=push.kinds"}, word("ownKinds")))), about, this.#texts.element, usual,
            kept.length ? element("p", {class: "note"}, word("keptMembers", {names: kept.join(", ")})) : ""),
        element("section", {class: "card"}, this.#audience.element, element("h3", {}, word("estimatedAudience")), this.#words, this.#estimate),
        element("section", {class: "card"}, this.#schedule.element, element("details", {}, element("summary", {}, word("moreOptions")), link, expires)),
        element("div", {class: "row"}, submit,
            button("saveTemplate", () => keepTemplate(this.#body(), this.#isAnnouncement), {kind: "plain"})));
        limit();
        this.element = element("div", {class: "composer"}, this.#form, element("aside", {},
            element("section", {class: "card"}, element("h2", {}, word("preview")), this.#texts.preview),
            element("section", {class: "card"}, element("h2", {}, word("testTitle")), testPart(() => this.#texts.current())),
            isChange(change) ? "" : templatePart()));
        this.#changed();
    }

    get #isAnnouncement() { return this.#kind.value.startsWith(announced); }

    /** Whether it is a copy or a change of a push that shows nothing: its texts, if it has any, stay as they are. */
    get #isSilent() { return (this.#given.content?.pushType ?? "alert") !== "alert"; }

    /** A change is counted anew, and sent as something else. */
    #changed() {
        this.#count = null;
        this.#key = newKey();
        this.#estimate.textContent = "…";
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => this.#countAudience().then(null, refusal => {
            if (refusal.status === undefined) throw refusal;
            this.#estimate.textContent = refusal.message;
        }), pause);
    }

    /** Counts whom the form would reach now. What the count does not need may still be missing. */
    async #countAudience() {
        if (!this.#form.isConnected) return;
        const asked = this.#key, said = this.#body(), isWrong = this.#audience.element.querySelector(":is(input, select, textarea):invalid");
        const audience = said && (this.#isAnnouncement ? {near: said} : said.audience);
        await knowPlaces(audience);
        this.#words.textContent = audience && !isWrong ? audienceText(audience) : "";
        if (isWrong || !this.#kind.value) this.#estimate.textContent = isWrong ? missingText(isWrong) : word("kindFirst");
        if (!said || isWrong || !this.#kind.value) return;
        const found = this.#isAnnouncement
            ? await call("POST", "/announcements/audience", {...said, id: said.id || "estimate", startsAt: undefined, expiresAt: undefined})
            : await call("POST", "/notifications/audience", {kind: said.kind, audience: said.audience, content: {
                ...said.content, texts: said.content.texts.map(text => ({...text, title: text.title ?? "–"}))}});
        if (asked !== this.#key) return;
        this.#count = found;
        this.#estimate.textContent = found.fewerThan ? peopleText(found)
            : word("wouldHear", {people: peopleText(found), devices: word("deviceCount", {count: found.deliveries ?? 0})});
    }

    /** What the form says; null where it cannot be read, which is told. */
    #body() {
        const data = new FormData(this.#form);
        const text = name => data.get(name)?.trim() || undefined;
        const expiresAt = instant(data.get("expiresAt"));
        if (this.#isAnnouncement) {
            const id = text("id") ?? "", {title, body} = this.#texts.current();
            return {
                type: this.#kind.value.slice(announced.length), id: /^[1-9]\d{0,14}$/.test(id) ? Number(id) : id, category: text("category"),
                title, body, ...this.#audience.place(), ...readSchedule(data), expiresAt, details: this.#given.announcement?.details};
        }
        let audience;
        try {
            audience = this.#audience.value();
        } catch {
            this.#estimate.textContent = word("audienceWrong");
            return null;
        }
        const schedule = readSchedule(data);
        const content = {...this.#given.content, texts: this.#isSilent ? this.#given.content.texts ?? [] : this.#texts.value(), link: text("link")};
        const own = {kind: this.#kind.value, audience, content, ...schedule};
        return schedule.rule ? own : {...own, expiresAt, details: this.#given.details};
    }

    /** What has left cannot be called back, so that the number of people has to be typed; what begins later can. */
    async #send() {
        const said = this.#body();
        if (!said) return tell(word("audienceWrong"));
        if (!this.#count && !await attempt(() => this.#countAudience()) || !this.#count) return;
        const count = this.#count, key = this.#key, subject = saidTitle(said), isLater = said.rule || said.startsAt || said.startsAtLocal;
        const isSure = await confirmed(isChange(this.#change) ? "saveChange" : isLater ? "scheduleIt" : "sendNotification",
            isLater ? laterText(said, peopleText(count)) : word("sendText", {people: peopleText(count)}),
            isLater ? {subject} : {subject, phrase: String(count.recipients ?? count.fewerThan ?? 0)});
        if (!isSure) return;
        const sent = await attempt(() => this.#post(said, key));
        if (!sent) return;
        forgetDraft(this.#address, this.#context.session);
        this.#context.go(said.rule ? "/notifications?state=scheduled" : `/notification/${encodeURIComponent(sent.id)}`);
    }

    #post(said, key) {
        if (this.#isAnnouncement) return this.#announce(said, key);
        if (said.rule) return call("PUT", path`/series/${this.#change.series ?? seriesName(saidTitle(said), key)}`, said);
        return this.#change.notification ? call("PUT", path`/notifications/${this.#change.notification}`, said)
            : call("POST", "/notifications", said, {"Idempotency-Key": key});
    }

    /** No call changes an announcement: a new one takes its place. A repetition sends nothing twice, because the key is the same. */
    async #announce(said, key) {
        const sent = await call("POST", "/announcements", said, {"Idempotency-Key": key});
        if (this.#change.announcement) await call("DELETE", path`/notifications/${this.#change.announcement}`);
        return sent;
    }
}
