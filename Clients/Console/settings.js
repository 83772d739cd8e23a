// Which settings count, where each was set, and how it is changed. Secrets are not shown; nothing is changed here.

import {call} from "./calls.js";
import {copyable, withCode} from "./copy.js";
import {brief, element, excerpt, field, foreign, language, named, table, term, word} from "./elements.js";
import "./server-page-words.js";

/** The meanings in the language of the page, by the name of the setting, and the forms of values. What is missing stays English. */
const {meanings, allowed: forms} = (language === "en" ? null : await import(`./setting-words-${language}.js`).catch(() => null))?.default ?? {meanings: {}, allowed: []};

/** The parts that most operators look for come first. */
const usual = ["http", "push", "messages", "backups", "console", "identity", "sessions"];

/** A name, a path or an address that breaks between its parts. */
const breakable = name => name.split(/(?<=[._/,])/).flatMap(part => [part, element("wbr")]);
const isChanged = setting => setting.source !== "default";
const groupOf = ({name}) => name.includes(".") ? name.slice(0, name.indexOf(".")) : "general";

export async function show(parameters) {
    const {settings} = await call("GET", "/settings");
    const list = element("div", {class: "settings"}), state = element("p", {class: "note", role: "status"});
    const search = element("input", {type: "search", value: parameters.get("query") ?? "", autocapitalize: "none", autocomplete: "off", spellcheck: "false"});
    const changed = element("input", {type: "checkbox", id: "only-changed"});
    const fill = () => {
        const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
        const found = settings.filter(setting => {
            const text = `${setting.name} ${setting.variable} ${setting.meaning} ${meanings[setting.name] ?? ""} ${word(`settingGroup.${groupOf(setting)}`)}`.toLowerCase();
            return (!changed.checked || isChanged(setting)) && words.every(part => text.includes(part));
        });
        state.textContent = words.length || changed.checked ? word("settingsFound", {count: found.length}) : "";
        list.replaceChildren(...parts(found, words.length > 0));
    };
    search.addEventListener("input", fill);
    changed.addEventListener("change", fill);
    fill();
    return [
        element("h1", {}, word("settings")), element("p", {class: "note"}, word("settingsNote")),
        element("div", {class: "filters"}, field("search", search, word("settingsSearchNote")),
            element("div", {class: "check"}, changed, element("label", {for: "only-changed"}, word("onlyChanged")))),
        state, list];
}

/** What differs from the default, then all others by subject. A search opens what it finds. */
function parts(settings, isSearch) {
    if (!settings.length) return [element("p", {class: "quiet"}, word("noSettings"))];
    const changed = settings.filter(isChanged), groups = Map.groupBy(settings.filter(setting => !isChanged(setting)), groupOf);
    const rank = name => usual.includes(name) ? usual.indexOf(name) : name === "general" ? Infinity : usual.length;
    const sorted = groups => [...groups].sort(([one], [other]) => rank(one) - rank(other));
    return [
        changed.length ? element("section", {class: "card", "aria-labelledby": "title-changed"},
            element("h2", {id: "title-changed"}, word("changedSettings", {count: changed.length})),
            sorted(Map.groupBy(changed, groupOf)).map(([name, group]) => [element("h3", {}, term("settingGroup", name)), settingTable(group)])) : "",
        ...sorted(groups).map(([name, group]) => element("details", {class: "card calls", open: isSearch},
            element("summary", {}, element("h2", {}, term("settingGroup", name)), " ", element("span", {class: "quiet"}, word("settingsAtDefault", {count: group.length}))),
            settingTable(group)))];
}

const settingTable = settings => table("settings", ["setting", "value", "source"], settings.map(setting => [
    element("span", {class: "lead"}, element("code", {class: "words"}, breakable(setting.name)), element("br"), meaningOf(setting), howTo(setting)),
    isChanged(setting)
        ? element("span", {}, element("strong", {}, valueOf(setting.value)), element("span", {class: "note below"}, word("usualValue"), " ", valueOf(setting.default)))
        : valueOf(setting.value),
    isChanged(setting) ? sourceOf(setting) : element("span", {class: "quiet"}, word("default"))]));

const meaningOf = ({name, meaning}) => meanings[name] ? element("span", {}, withCode(meanings[name]))
    : element("span", {lang: "en"}, withCode(meaning));

/** Lets a text that is shown whole break between its parts. */
function broken(shown) {
    if (shown.matches("bdi")) shown.replaceChildren(...breakable(shown.textContent));
    return shown;
}

/** A value as people read it: what is not set and what is secret in words. */
const valueOf = value => value === "none" ? element("span", {class: "quiet"}, word("settingNone")) : value === "<set>" ? word("settingSecret") : broken(foreign(value));

/** Where a value was set, in words. Any other source is the path of the file. */
function sourceOf({source, variable}) {
    if (source === "environment") return element("span", {}, word("setBy.environment"), element("span", {class: "note below"}, element("code", {class: "words"}, breakable(variable))));
    if (source === "command line") return word("setBy.commandLine");
    return element("span", {}, word("setBy.file"), element("span", {class: "note below"}, broken(excerpt(source.replace(/^file /, "")))));
}

/** The three ways to set it. The first that has a value counts. */
function howTo({name, variable, allowed, value, default: usual}) {
    const shown = value === "<set>" || value === "none" ? "…" : value, levels = name.split(".");
    const yaml = levels.map((part, depth) => `${"  ".repeat(depth)}${part}:${depth === levels.length - 1 ? ` ${shown}` : ""}`).join("\n");
    const way = (label, text) => [element("dt", {}, word(label)), element("dd", {}, copyable(text, named("setting", brief(name))))];
    return element("details", {class: "names"},
        element("summary", {"aria-label": named("changeSetting", brief(name))}, word("changeSetting")),
        element("p", {class: "note"}, word("allowed", {values: allowedText(allowed), default: usual})),
        element("dl", {},
            way("setBy.file", yaml), way("setBy.environment", `${variable}=${shown}`),
            value === "<set>" ? null : way("setBy.commandLine", `--${variable.replace(/^BALISE_/, "").toLowerCase().replaceAll("_", "-")} ${shown}`)),
        element("p", {class: "note"}, word("settingRestart")));
}

function allowedText(text) {
    const [form, words] = forms.find(([form]) => form.test(text)) ?? [];
    return form ? text.replace(form, words) : text;
}
