// Which settings count, and where each comes from. Secrets are not shown; nothing is changed here.

import {call} from "./calls.js";
import {chip, element, english, field, foreign, table, word} from "./elements.js";

/** A name that breaks between its parts alone. */
const breakable = name => name.split(/(?<=[._])/).flatMap(part => [part, element("wbr")]);

export async function show(parameters) {
    const {settings} = await call("GET", "/settings");
    const list = element("div");
    const search = element("input", {type: "search", value: parameters.get("query") ?? "", autocapitalize: "none", spellcheck: "false"});
    const changed = element("input", {type: "checkbox", id: "only-changed"});
    const fill = () => {
        const wanted = search.value.toLowerCase();
        const rows = settings
            .filter(setting => !changed.checked || setting.source !== "default")
            .filter(({name, variable, meaning}) => `${name} ${variable} ${meaning}`.toLowerCase().includes(wanted))
            .map(setting => [
                element("span", {class: "setting"},
                    element("code", {}, breakable(setting.name)), element("br"), element("small", {class: "quiet"}, breakable(setting.variable))),
                foreign(setting.value),
                chip(setting.source === "default" ? word("default") : setting.source, setting.source === "default" ? "" : "busy"),
                element("span", {}, english(setting.meaning), element("br"),
                    element("small", {class: "quiet"}, word("allowed", {values: setting.allowed, default: setting.default})))]);
        list.replaceChildren(table("settings", ["setting", "value", "source", "meaning"], rows, "noSettings"));
    };
    search.addEventListener("input", fill);
    changed.addEventListener("change", fill);
    fill();
    return [
        element("h1", {}, word("settings")), element("p", {class: "note"}, word("settingsNote")),
        element("div", {class: "filters"}, field("search", search),
            element("div", {class: "check"}, changed, element("label", {for: "only-changed"}, word("onlyChanged")))),
        list];
}
