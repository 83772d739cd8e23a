// When a notification is to begin: the fields of a form, and what they say.

import {set} from "./audience-fields.js";
import {choice, day, element, field, word} from "./elements.js";
import {ruleParts, weekdayName, weekdays} from "./notification-texts.js";

/** How it begins; a series has a rule beside. */
const ways = ["now", "instant", "local", "again"];
const often = ["DAILY", "WEEKLY", "MONTHLY"];

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
    const known = ruleParts(given.rule ?? "FREQ=WEEKLY");
    const repeat = choice("repeat", [...often.map(name => [name, word(`repeat.${name.toLowerCase()}`)]), ["custom", word("repeat.custom")]], known?.often ?? "custom");
    const days = element("fieldset", {}, element("legend", {}, word("onDays")), element("div", {class: "row"}, weekdays.map(day => element("div", {class: "check"},
        element("input", {type: "checkbox", name: "day", value: day, id: `day-${day}`, checked: known?.days.includes(day)}),
        element("label", {for: `day-${day}`}, weekdayName(day))))), element("p", {class: "note"}, word("onDaysNote")));
    const custom = field("rule", element("input", {name: "rule", required: true, maxlength: "1024", spellcheck: "false",
        value: given.rule ?? "FREQ=WEEKLY;BYDAY=MO,TH"}), word("ruleNote"));
    const parts = {
        instant: [field("at", time("startsAt", given.startsAt ? local(given.startsAt) : undefined), word("yourClock", {zone: zone()}))],
        local: [field("localTime", time("startsAtLocal", given.startsAtLocal), word("localTimeNote"))],
        again: [field("repeat", repeat), days, custom, field("firstTime", time("first", given.startsAtLocal))],
    };
    const zoned = element("div", {}, field("timeZone", element("input", {name: "timeZone", required: true, maxlength: "64", spellcheck: "false",
        list: "time-zones", value: given.timeZone ?? zone()}), word("timeZoneNote")),
    element("datalist", {id: "time-zones"}, (Intl.supportedValuesOf?.("timeZone") ?? []).map(name => element("option", {value: name}))));
    const groups = Object.entries(parts).map(([name, fields]) => [name, element("div", {}, fields)]);
    const choose = () => {
        for (const [name, group] of groups) set(group, name === way.value);
        if (way.value === "again") {
            set(custom, repeat.value === "custom");
            set(days, repeat.value === "WEEKLY");
        }
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
    case "again": return {rule: ruleOf(data), startsAtLocal: data.get("first").slice(0, 16), timeZone};
    default: return {};
    }
}

/** Without a chosen day of the week it comes on that of the first time. */
function ruleOf(data) {
    const repeat = data.get("repeat"), days = data.getAll("day");
    if (repeat === "custom") return data.get("rule").trim();
    return `FREQ=${repeat}${days.length ? `;BYDAY=${days.join(",")}` : ""}`;
}
