// When a notification is to begin: the fields of a form, and what they say.

import {choice, element, field, word} from "./elements.js";

/** How it begins; a series has a rule beside. */
const ways = ["now", "instant", "local", "again"];

/** The time zone of the browser. */
const zone = () => Intl.DateTimeFormat().resolvedOptions().timeZone ?? "UTC";

/** A moment as a field for a local time has it. */
function local(text) {
    const date = new Date(text);
    return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** The fields; what does not belong to the chosen way is neither shown nor sent. */
export function scheduleFields(parameters, changed) {
    const given = parameters.get("rule") ? "again" : parameters.get("local") ? "local" : parameters.get("at") ? "instant" : "now";
    const open = changed.series ? ["again"] : changed.notification ? ways.slice(0, 3) : ways;
    const way = choice("way", open.map(name => [name, word(`way.${name}`)]), given);
    const time = (name, value) => element("input", {name, type: "datetime-local", required: true, value});
    const parts = {
        instant: [field("startsAt", time("startsAt", parameters.get("at") && local(parameters.get("at"))), word("yourClock"))],
        local: [field("localTime", time("startsAtLocal", parameters.get("local")), word("localTimeNote"))],
        again: [
            field("seriesName", element("input", {name: "name", required: true, maxlength: "64", pattern: "[A-Za-z0-9._:\\-]+",
                spellcheck: "false", value: changed.series, readonly: Boolean(changed.series)}), word("seriesNameNote")),
            field("rule", element("input", {name: "rule", required: true, maxlength: "1024", spellcheck: "false",
                value: parameters.get("rule") ?? "FREQ=WEEKLY;BYDAY=MO"}), word("ruleNote")),
            field("firstTime", time("first", parameters.get("local")))],
    };
    const zoned = field("timeZone", element("input", {name: "timeZone", required: true, maxlength: "64", spellcheck: "false",
        value: parameters.get("zone") ?? zone()}), word("timeZoneNote"));
    const groups = Object.entries(parts).map(([name, fields]) => [name, element("div", {}, fields)]);
    const choose = () => {
        for (const [name, group] of groups) set(group, name === way.value);
        set(zoned, ["local", "again"].includes(way.value));
    };
    way.addEventListener("change", choose);
    choose();
    return [field("way", way), ...groups.map(([, group]) => group), zoned];
}

/** A field that is disabled is neither checked nor part of the form's data. */
function set(group, isShown) {
    group.hidden = !isShown;
    for (const control of group.querySelectorAll("input")) control.disabled = !isShown;
}

/** The members of the body that say when it begins. */
export function readSchedule(data) {
    const timeZone = data.get("timeZone")?.trim();
    switch (data.get("way")) {
    case "instant": return {startsAt: new Date(data.get("startsAt")).toISOString()};
    case "local": return {startsAtLocal: data.get("startsAtLocal").slice(0, 16), timeZone};
    case "again": return {name: data.get("name").trim(), rule: data.get("rule").trim(), startsAtLocal: data.get("first").slice(0, 16), timeZone};
    default: return {};
    }
}
