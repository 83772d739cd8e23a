// The texts of a notification in several languages, one tab for each, and how they look on a locked phone.

import {button, element, field, language, tell, word} from "./elements.js";
import {languageName, languageTag} from "./notification-texts.js";

let made = 0;

/** The fields for texts; `changed` hears of each change. Gives the element, the preview and `value()`. */
export function textFields(texts, changed) {
    const panels = [];
    let current = null, usual = word("noTitle");
    const tabs = element("div", {class: "row tabs", role: "tablist", "aria-label": word("languages")});
    const place = element("div"), preview = element("div", {class: "phone", role: "img"});
    const added = element("input", {id: "field-newLanguage", list: "languages", maxlength: "35", spellcheck: "false", autocapitalize: "none",
        keydown: event => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            add();
        }, input: event => event.stopPropagation()});
    const show = panel => {
        current = panel;
        for (const other of panels) {
            other.element.hidden = other !== panel;
            other.tab.setAttribute("aria-selected", String(other === panel));
            other.tab.tabIndex = other === panel ? 0 : -1;
        }
        fillPreview();
    };
    const fillPreview = () => {
        const {title, body} = current.value();
        preview.replaceChildren(element("span", {class: "note"}, word("previewHead")), element("strong", {}, element("bdi", {}, title || usual)), element("span", {}, element("bdi", {}, body ?? "")));
        preview.setAttribute("aria-label", `${word("preview")}: ${[title, body].filter(Boolean).join(". ")}`);
    };
    const insert = text => {
        const panel = panelOf(text, () => show(panel), () => {
            panels.splice(panels.indexOf(panel), 1);
            panel.tab.remove();
            panel.element.remove();
            for (const other of panels) other.allowRemoval(panels.length > 1);
            show(panels[0]);
            changed();
        });
        panels.push(panel);
        tabs.append(panel.tab);
        place.append(panel.element);
        for (const other of panels) other.allowRemoval(panels.length > 1);
        return panel;
    };
    const add = () => {
        const typed = added.value.trim(), tag = languageTag(typed);
        added.setAttribute("aria-invalid", String(Boolean(typed && !tag)));
        if (typed) tell(tag ? "" : word("noLanguage", {name: typed}));
        if (!tag) return added.focus();
        added.value = "";
        const known = panels.find(panel => panel.language === tag);
        show(known ?? insert({language: tag}));
        current.focus();
        changed();
    };
    // The arrows go from tab to tab, as in every list of tabs.
    tabs.addEventListener("keydown", event => {
        const step = {ArrowRight: 1, ArrowLeft: -1}[event.key];
        if (!step) return;
        show(panels[(panels.indexOf(current) + step + panels.length) % panels.length]);
        current.tab.focus();
    });
    const whole = element("fieldset", {input: fillPreview}, element("legend", {}, word("texts")), tabs, place,
        element("div", {class: "row grow"}, element("label", {for: "field-newLanguage", class: "hidden"}, word("newLanguage")), added, button("addLanguage", add, {kind: "plain"})));
    added.placeholder = word("newLanguage");
    // A field that is wrong is shown before the browser points to it.
    whole.addEventListener("invalid", event => {
        const panel = panels.find(panel => panel.element.contains(event.target));
        if (panel && panel.element.hidden && !place.querySelector(":scope > :not([hidden]) :invalid")) show(panel);
    }, true);
    for (const text of texts.length ? texts : [{language}]) insert(text);
    show(panels[0]);
    return {
        element: whole, preview, value: () => panels.map(panel => panel.value()), current: () => current.value(),
        /** An announcement has one text, whose languages nobody tells apart, and may have none of its own; `name` is shown for it. */
        limit: (isOne, name) => {
            for (const part of [tabs, added.parentElement]) part.hidden = isOne;
            for (const panel of panels) panel.require(!isOne);
            usual = isOne ? name : word("noTitle");
            show(isOne ? panels[0] : current);
        }};
}

/** The fields of one language. Further members of a text, such as a subtitle, stay. */
function panelOf(text, choose, remove) {
    const id = `text-${++made}`;
    const title = element("input", {id: `${id}-title`, name: "title", required: true, maxlength: "200", value: text.title});
    const body = element("textarea", {id: `${id}-body`, name: "body", rows: "3", maxlength: "1000"}, text.body ?? "");
    const removal = button("removeLanguage", remove, {kind: "plain", about: languageName(text.language)});
    const panel = element("div", {id, role: "tabpanel", "aria-labelledby": `${id}-tab`}, field("title", title), field("body", body), removal);
    const tab = element("button", {type: "button", id: `${id}-tab`, class: "plain", role: "tab", "aria-controls": id, click: choose}, languageName(text.language));
    return {
        element: panel, tab, language: text.language, focus: () => title.focus(),
        allowRemoval: isAllowed => { removal.hidden = !isAllowed; },
        require: isRequired => { title.required = isRequired; },
        value: () => ({...text, title: title.value.trim() || undefined, body: body.value.trim() || undefined})};
}
