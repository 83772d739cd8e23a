// What the composer begins with: its kind and its contents, new, of a copy, of a template or of what is changed.

import {Refusal, call, path, query} from "./calls.js";
import {filled} from "./dialogs.js";
import {button, element, field, tell, term, word} from "./elements.js";
import {operators} from "./publishers.js";
import {forgetTemplate, saveTemplate, templates} from "./stored-choices.js";

const types = ["OFFER", "EVENT", "PROFESSIONAL"];
/** Marks the kinds that stand in the lists of apps as well. */
export const announced = "announce:";

/** What the form begins with: a notification or a series that is changed, one that is copied, a template, or what the address says. */
export async function start(parameters) {
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
export const saidTitle = ({title, content, kind, type}) => title ?? content?.texts[0]?.title ?? term("type", kind ?? type);

/** The kinds in two groups: notifications, and announcements, which are listed in apps as well. A change stays in its group. */
export function kindChoice({kind, announcement}, known, change) {
    const chosen = announcement ? announced + announcement.type : kind;
    const own = [...new Set([...known, ...types, ...kind ? [kind] : []])];
    const option = (value, text) => element("option", {value, selected: value === chosen}, text);
    return element("select", {name: "kind"},
        change.announcement ? "" : element("optgroup", {label: word("notifications")}, own.map(name => option(name, term("type", name)))),
        change.notification || change.series ? "" : element("optgroup", {label: word("announcements")}, types.map(name => option(announced + name, word("announcementOf", {name: term("type", name)})))));
}

/** Members of a content that the form does not show: they stay as they are. */
export const keptMembers = (content = {}) => Object.entries(content ?? {}).filter(([name, value]) =>
    !["texts", "link", "pushType", "sound", "badge", "wakesApp", "fallbackLanguage"].includes(name) && !(Array.isArray(value) && !value.length)).map(([name]) => name);

/** Keeps what a form says in this browser, under a name that is asked for. */
export async function keepTemplate(said, isAnnouncement) {
    const name = await filled("saveTemplate", [
        field("templateName", element("input", {name: "name", required: true, maxlength: "60", value: saidTitle(said)}), word("templatesNote"))],
    async form => form.get("name").trim());
    if (!name) return;
    const {type, id: subject, category, title, body, latitude, longitude, kind, audience, content, details} = said;
    const isSaved = saveTemplate(name, isAnnouncement
        ? {announcement: {type, subject, category, title, body, details}, audience: {near: {latitude, longitude}}} : {kind, audience, content, details});
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
