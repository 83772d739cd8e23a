// What the composer begins with: its kind and its contents, new, of a copy, of a template or of what is changed.

import {Refusal, call, path, query} from "./calls.js";
import {filled} from "./dialogs.js";
import {button, element, field, moment, tell, word} from "./elements.js";
import {commonLanguages, firstBegin, languageName, languageTag, localMoment, typeName} from "./notification-texts.js";
import {operators} from "./publishers.js";
import {ruleText} from "./recurrence.js";
import {draft, forgetDraft, forgetTemplate, keepDraft, saveTemplate, templates} from "./stored-choices.js";

const types = ["OFFER", "EVENT", "PROFESSIONAL"];
/** Marks the kinds that stand in the lists of apps as well. */
export const announced = "announce:";

/** What the form at an address begins with, and whether that is a draft which was left there. */
export async function start(parameters, address, session) {
    const left = draft(address, session);
    return {given: left ?? await first(parameters), isDraft: Boolean(left)};
}

/** What the form begins with, without a draft: a notification or a series that is changed, one that is copied, a template, or what the address says. */
async function first(parameters) {
    const changed = parameters.get("change") ?? parameters.get("replace"), id = changed ?? parameters.get("copy");
    if (id) {
        const found = await call("GET", path`/notifications/${id}`);
        return changed ? found : copied(found);
    }
    if (parameters.get("series")) return series(parameters.get("series"));
    const template = templates()[parameters.get("template")];
    if (template) return template;
    let audience;
    try { audience = JSON.parse(parameters.get("audience")); } catch { /* The address of somebody else says nothing that can be read. */ }
    return {kind: parameters.get("kind"), audience: audience && typeof audience === "object" ? audience : {everyone: true}};
}

/** A copy has its own time. */
const copied = ({kind, audience, content, details, announcement}) => ({kind, audience, content, details, announcement});

/** A series of the operators. The list is read from shortly before its name. */
async function series(name) {
    let cursor = `${operators}/${name.slice(0, -1)}`;
    do {
        const page = await call("GET", `/series${query({limit: 20, cursor})}`);
        const found = page.series.find(entry => entry.publisher === operators && entry.name === name);
        if (found) return found;
        cursor = page.nextCursor;
    } while (cursor);
    throw new Refusal(404, word("noSeries"));
}

/** The title that a form says; the kind of a push without one. */
export const saidTitle = ({title, content, kind, type}) => title ?? content?.texts[0]?.title ?? typeName(kind ?? type);

/** The kinds in two groups: notifications, and announcements, which are listed in apps as well. A change stays in its group. */
export function kindChoice({kind, announcement}, known, change) {
    const chosen = announcement ? announced + announcement.type : kind;
    const own = [...new Set([...known, ...types, ...kind ? [kind] : []])];
    const option = (value, text) => element("option", {value, selected: value === chosen}, text);
    return element("select", {name: "kind", required: true},
        chosen ? "" : element("option", {value: "", disabled: true, selected: true}, word("chooseKind")),
        change.announcement ? "" : element("optgroup", {label: word("notifications")}, own.map(name => option(name, typeName(name)))),
        change.notification || change.series ? "" : element("optgroup", {label: word("announcements")}, types.map(name => option(announced + name, word("announcementOf", {name: typeName(name)})))));
}

/** The kinds and categories of the settings; and what is in use, as far as lists of the server tell it, for the lists of the fields. */
export async function knownNames() {
    const ask = (address, read) => call("GET", address).then(read, () => []);
    const [{settings}, {versions, spoken}, ...audiences] = await Promise.all([
        call("GET", "/settings"),
        call("GET", "/installations").then(({appVersions, pushLanguages}) => ({versions: appVersions.groups, spoken: pushLanguages.groups}), () => ({versions: [], spoken: []})),
        ask("/api-keys", ({keys}) => keys.flatMap(key => (key.topics ?? []).map(topic => ({topic})))),
        ask("/notifications?limit=20", ({notifications}) => notifications.map(({audience}) => audience)),
        ask("/series?limit=20", ({series}) => series.map(({audience}) => audience))]);
    const set = setting => (settings.find(({name}) => name === setting)?.value ?? "").split(",").map(name => name.trim()).filter(name => name && name !== "none");
    const sorted = values => [...new Set(values)].sort();
    const languages = [...new Set([...commonLanguages, ...spoken.map(({name}) => name).filter(name => name && languageTag(name))])];
    return {
        kinds: set("push.kinds"), categories: set("preferences.categories"),
        lists: {
            versions: versions.map(({name}) => name).filter(Boolean), languages: languages.map(tag => [tag, languageName(tag)]),
            // A name with a star stands for many.
            topics: sorted([...set("push.openTopics"), ...named(audiences, "topic")]).filter(name => !name.endsWith("*")),
            tags: sorted(named(audiences, "tag")), "device-tags": sorted(named(audiences, "deviceTag"))}};
}

/** All texts of a name, however deep in audiences. */
const named = (part, name) => part === null || typeof part !== "object" ? [] : Object.entries(part).flatMap(([key, value]) =>
    key === name && typeof value === "string" ? [value] : named(value, name));

/** Members of a content that the form does not show: they stay as they are. */
export const keptMembers = (content = {}) => Object.entries(content ?? {}).filter(([name, value]) =>
    !["texts", "link", "pushType", "sound", "badge", "wakesApp", "fallbackLanguage"].includes(name) && !(Array.isArray(value) && !value.length)).map(([name]) => name);

/** What a form says, as a form begins with it; without when it begins. */
function contents({type, id: subject, category, title, body, latitude, longitude, kind, audience, content, details}, isAnnouncement) {
    return isAnnouncement
        ? {announcement: {type, subject, category, title, body, details}, audience: {near: {latitude, longitude}}} : {kind, audience, content, details};
}

/** Keeps as a draft what a form says, which `read` gives; only then, because a choice is heard before its fields are shown. */
export const keepSoon = (address, session, read) => setTimeout(() => {
    const said = read();
    if (!said) return;
    const {startsAt, startsAtLocal, timeZone, rule, expiresAt} = said;
    keepDraft(address, session, {...contents(said, Boolean(said.type)), startsAt, startsAtLocal, timeZone, rule, expiresAt});
});

/** Says that the form shows a draft, which can be discarded. */
export const draftPart = (address, context) => element("p", {class: "row"}, word("isDraft"),
    button("discardDraft", () => {
        forgetDraft(address, context.session);
        context.again();
    }, {kind: "plain"}));

/** When what begins later does, how many it would reach now, and until when it can be changed. */
export function laterText({rule, startsAt, startsAtLocal, timeZone}, people) {
    if (rule) return word("seriesText", {people, rule: ruleText({rule, startsAtLocal, timeZone}), first: localMoment(startsAtLocal).textContent});
    if (startsAt) return word("laterText", {people, begin: moment(startsAt).textContent});
    const first = firstBegin(startsAtLocal);
    return word(first > Date.now() ? "localText" : "localBegunText", {
        people, local: localMoment(startsAtLocal).textContent, begin: moment(new Date(first).toISOString()).textContent});
}

/** How many people a dry run has counted. */
export const peopleText = ({fewerThan, recipients}) => fewerThan ? word("fewerThan", {count: fewerThan}) : word("peopleCount", {count: recipients ?? 0});

/** A random key. `crypto.randomUUID` is missing over plain http. */
export const newKey = () => [...crypto.getRandomValues(new Uint8Array(16))].map(byte => byte.toString(16).padStart(2, "0")).join("");

/** A name for a new series that no other has: from its title, and some of the form's key. */
export const seriesName = (title, key) => `${(title ?? "").normalize("NFD").toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "").slice(0, 48) || "series"}-${key.slice(0, 6)}`;

/** Keeps what a form says, if it can be read, in this browser, under a name that is asked for. */
export async function keepTemplate(said, isAnnouncement) {
    if (!said) return;
    const name = await filled("saveTemplate", [
        field("templateName", element("input", {name: "name", required: true, maxlength: "60", value: saidTitle(said)}), word("templatesNote"))],
    async form => form.get("name").trim());
    if (!name) return;
    const isSaved = saveTemplate(name, contents(said, isAnnouncement));
    tell(word(isSaved ? "templateSaved" : "templateNotSaved"), isSaved);
}

/** The templates of this browser. */
export function templatePart() {
    const names = Object.keys(templates());
    if (!names.length) return "";
    return element("section", {class: "card"}, element("h2", {}, word("templates")), element("p", {class: "note"}, word("templatesNote")),
        element("ul", {class: "found"}, names.map(name => {
            const item = element("li", {class: "row"},
                element("a", {href: `#/compose${query({template: name})}`, class: "button plain"}, name),
                button("forgetTemplate", () => {
                    forgetTemplate(name);
                    item.remove();
                }, {kind: "link", about: name}));
            return item;
        })));
}
