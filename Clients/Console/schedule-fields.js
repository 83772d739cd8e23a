// When a notification is to begin: the fields of a form, and what they say.

import {set} from "./audience-fields.js";
import {choice, day, element, field, word} from "./elements.js";

/** How it begins; a series has a rule beside. */
const ways = ["now", "instant", "local", "again"];
const rules = ["FREQ=DAILY", "FREQ=WEEKLY", "FREQ=MONTHLY"];

/** The time zone of the browser. */
const zone = () => Intl.DateTimeFormat().resolvedOptions().timeZone ?? "UTC";

/** A moment, as a text or in milliseconds, as a field for a local time has it. */
export function local(text) {
    const date = new Date(text);
    return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** A moment that a field for a local time says. */
export const instant = text => text ? new Date(text).toISOString() : undefined;

/**
 * The fields; what does not belong to the chosen way is neither shown nor sent. `given` is what is changed, if anything is:
 * a notification cannot become a series, nor a series a notification.
 */
export function scheduleFields(given = {}, {isSeries, isChange}) {
    const way = choice("way", (isSeries ? ["again"] : isChange ? ways.slice(0, 3) : ways).map(name => [name, word(`way.${name}`)]),
        isSeries || given.rule ? "again" : given.startsAtLocal ? "local" : given.startsAt ? "instant" : "now");
    const tomorrow = `${local(Date.now() + day).slice(0, 10)}T09:00`;
    const time = (name, value) => element("input", {name, type: "datetime-local", required: true, value: value ?? tomorrow});
    const rule = rules.includes(given.rule) || !given.rule ? given.rule ?? rules[1] : "custom";
    const repeat = choice("repeat", [...rules.map(name => [name, word(`repeat.${name.slice(5).toLowerCase()}`)]), ["custom", word("repeat.custom")]], rule);
    const custom = field("rule", element("input", {name: "rule", required: true, maxlength: "1024", spellcheck: "false",
        value: given.rule ?? "FREQ=WEEKLY;BYDAY=MO,TH"}), word("ruleNote"));
    const parts = {
        instant: [field("at", time("startsAt", given.startsAt ? local(given.startsAt) : undefined), word("yourClock", {zone: zone()}))],
        local: [field("localTime", time("startsAtLocal", given.startsAtLocal), word("localTimeNote"))],
        again: [field("repeat", repeat), custom, field("firstTime", time("first", given.startsAtLocal))],
    };
    const zoned = field("timeZone", element("input", {name: "timeZone", required: true, maxlength: "64", spellcheck: "false",
        value: given.timeZone ?? zone()}), word("timeZoneNote"));
    const groups = Object.entries(parts).map(([name, fields]) => [name, element("div", {}, fields)]);
    const choose = () => {
        for (const [name, group] of groups) set(group, name === way.value);
        if (way.value === "again") set(custom, repeat.value === "custom");
        set(zoned, ["local", "again"].includes(way.value));
    };
    for (const control of [way, repeat]) control.addEventListener("change", choose);
    choose();
    return {
        way, element: element("fieldset", {}, element("legend", {}, word("schedule")), field("way", way), groups.map(([, group]) => group), zoned),
        /** An announcement begins at once or at a moment. */
        limit: isMoment => {
            for (const option of way.options) option.hidden = option.disabled = isMoment && ["local", "again"].includes(option.value);
            if (way.selectedOptions[0]?.disabled) way.value = "now";
            choose();
        }};
}

/** The members of the body that say when it begins. */
export function readSchedule(data) {
    const timeZone = data.get("timeZone")?.trim();
    switch (data.get("way")) {
    case "instant": return {startsAt: instant(data.get("startsAt"))};
    case "local": return {startsAtLocal: data.get("startsAtLocal").slice(0, 16), timeZone};
    case "again": return {rule: data.get("repeat") === "custom" ? data.get("rule").trim() : data.get("repeat"), startsAtLocal: data.get("first").slice(0, 16), timeZone};
    default: return {};
    }
}
